package keymap

import "strings"

// section is where rows stand in the help, and where their keys are pressed.
type section struct {
	group   Group
	context Context
}

// The sections. Group says in which order the help has them.
var (
	model       = section{groupModel, InFile}
	block       = section{groupBlock, InFile}
	moving      = section{groupMove, InFile}
	searching   = section{groupSearch, InFile}
	giving      = section{groupGive, InFile}
	screen      = section{groupView, InFile}
	file        = section{groupFile, InFile}
	leaving     = section{groupLeave, InFile}
	pager       = section{GroupPager, InPager}
	options     = section{GroupOptions, InOptions}
	optionValue = section{GroupOptions, InValue}
	comparison  = section{GroupCompare, InComparison}
	menu        = section{GroupMenu, InMenu}
	recorded    = section{GroupRecord, InRecorded}
	transcript  = section{GroupRecord, InTranscript}
	list        = section{GroupList, InList}
	symbols     = section{GroupList, InSymbols}
	help        = section{groupHelp, InHelp}
	prompt      = section{groupPrompt, InPrompt}
	question    = section{groupPrompt, InQuestion}
	letter      = section{groupPrompt, InLetter}
	text        = section{groupText, inText}
)

// table has a row for each action, in the order of the declarations below, and tableKeys all their keys: each is one
// piece of memory, since a start waits for it.
var (
	table     = make([]binding, 0, 160)
	tableKeys = make([]string, 0, 320)
)

// row adds an action to the table: its name in the settings, its keys with blanks between them ("space" is the blank),
// and its help.
func (s section) row(name Action, keys, help string, more ...func(*binding)) Action {
	first := len(tableKeys)
	for k := range strings.FieldsSeq(keys) {
		if k == "space" {
			k = " "
		}
		tableKeys = append(tableKeys, k)
	}
	own := tableKeys[first:len(tableKeys):len(tableKeys)]
	table = append(table, binding{Action: name, Keys: own, Context: s.context, Group: s.group, Help: help})
	for _, set := range more {
		set(&table[len(table)-1])
	}
	return name
}

// short is the word beside the key in the footer.
func short(word string) func(*binding) { return func(b *binding) { b.Short = word } }

// takes names what is typed after the key.
func takes(what string) func(*binding) { return func(b *binding) { b.Takes = what } }

// counted marks a key that takes a count before it.
func counted(b *binding) { b.Count = true }

// What the model gets.
var (
	NextMode = model.row("next-mode", "tab", "next mode: slice, block, bytes", short("mode"))
	PrevMode = model.row("previous-mode", "shift+tab", "previous mode")
	NextTool = model.row("next-tool", "t",
		"next tool that has this mode, of the favourites if there are any, or none", short("tool"))
	ChooseTool = model.row("choose-tool", "L", "list of all tools by agent: narrow it by typing, choose one")
	ToggleTool = model.row("tool-on-off", "ctrl+t", "turn the tool off, to page the file as text, or on again")
	Options    = model.row("options", "o", "every argument of the tool, editable", short("options"))
	NextPane   = model.row("next-pane", "p", "show the file, the model's view, or both", short("model's view"))
	Compare    = model.row("compare", "C",
		"compare with another tool, other options or a preset, and see what each loses")
	Anchor     = model.row("anchor", "a", "put the window at the cursor")
	Follow     = model.row("anchor-follows", "A", "let the window follow the cursor, or stop")
	NextWindow = model.row("next-window", "]", "next window, or next block at this level", counted)
	PrevWindow = model.row("previous-window", "[", "previous window, exactly as it was", counted)
	Walk       = model.row("walk", ";", "list the calls that read the file on, each before it is made")
	NextLoss   = model.row("next-loss", "~ alt+n",
		"next loss: a cut line, a replaced byte, an altered line end, a hidden character", counted)
	PrevLoss  = model.row("previous-loss", "` alt+p", "previous loss", counted)
	WindowTop = model.row("window-first-line", "ctrl+home alt+g", "first line of the window")
	WindowEnd = model.row("window-last-line", "ctrl+end alt+G", "last line of the window")
	Larger    = model.row("larger", "+", "larger: limit, levels or bytes", counted)
	Smaller   = model.row("smaller", "- _", "smaller: limit, levels or bytes", counted)
	Undo      = model.row("undo", "z", "undo the last change of an option", counted)
	Redo      = model.row("redo", "Z", "redo it", counted)
	Solve     = model.row("solve", "S",
		"for the marked lines: the arguments of each tool that give exactly them, or come closest")
	Presets = model.row("presets", "P", "list of presets: recall or save options under a name")
)

// The block of the tool, while it is tuned.
var (
	Siblings = block.row("siblings", "s", "include or exclude sibling blocks at the outermost level")
	Header   = block.row("header-comments", "c", "include or exclude the comments above the block")
	Why      = block.row("why", "w", "show or hide the column that says why each line is included")
	Blocks   = block.row("blocks", "I", "every block of the anchor, from the smallest to the largest")
)

// Moving in the file.
var (
	LineDown   = moving.row("line-down", "j down enter ctrl+n", "line down", counted)
	LineUp     = moving.row("line-up", "k up ctrl+p ctrl+k", "line up", counted)
	PageDown   = moving.row("page-down", "space f pgdown ctrl+f ctrl+v", "screen down", counted)
	PageUp     = moving.row("page-up", "b pgup ctrl+b alt+v", "screen up", counted)
	HalfDown   = moving.row("half-page-down", "d ctrl+d", "half a screen down", counted)
	HalfUp     = moving.row("half-page-up", "u ctrl+u", "half a screen up", counted)
	ScrollDown = moving.row("scroll-down", "J ctrl+e", "scroll one line down; the cursor keeps its line", counted)
	ScrollUp   = moving.row("scroll-up", "K ctrl+y", "scroll one line up; the cursor keeps its line", counted)
	Top        = moving.row("top", "g home < alt+<", "first line, or line N", counted)
	Bottom     = moving.row("bottom", "G end > alt+>", "last line, or line N", counted)
	Left       = moving.row("left", "left alt+(", "half a screen left", counted)
	Right      = moving.row("right", "right alt+)", "half a screen right", counted)
	LineStart  = moving.row("line-start", "0 ^ alt+{", "start of a long line")
	LineEnd    = moving.row("line-end", "$ alt+}", "end of a long line")
	Percent    = moving.row("percent", "%", "N percent into the file", counted)
	CloseParen = moving.row("closing-parenthesis", "(",
		"to the ) of the line's first ( or, with a count, of its N-th", counted)
	OpenParen  = moving.row("opening-parenthesis", ")", "back to the ( of the line's first )", counted)
	CloseBrace = moving.row("closing-brace", "{", "to the } of the line's first {", counted)
	OpenBrace  = moving.row("opening-brace", "}", "back to the { of the line's first }", counted)
	Command    = moving.row("command", ":",
		"go to :LINE, :N%, :@BYTE (0x…, KiB MiB GiB); :n :p :e FILE, another file", takes("place"))
	Symbols  = moving.row("symbols", "O", "list of the file's symbols: go to one, or take its lines")
	SetMark  = moving.row("set-mark", "m", "set a mark", takes("letter"))
	GotoMark = moving.row("go-to-mark", "'", "go to a mark; '' goes back", takes("letter"))
)

// Searching.
var (
	SearchDown = searching.row("search", "/", "search forward", short("search"), takes("pattern"))
	Help       = searching.row("help", "?",
		"help; a pattern and Enter search backward", short("help"), takes("pattern"))
	NextMatch = searching.row("next-match", "n", "next match", counted)
	PrevMatch = searching.row("previous-match", "N", "previous match", counted)
	WordDown  = searching.row("search-word", "*",
		"search forward for the word of the match, or the first of the line", counted)
	WordUp      = searching.row("search-word-backward", "#", "search backward for it", counted)
	HideMatches = searching.row("highlights", "alt+u", "hide the highlights, or show them again")
	Filter      = searching.row("filter", "&",
		"show matching lines only; !pattern inverts, empty shows all", takes("pattern"))
)

// What leaves the program.
var (
	MarkLines = giving.row("mark-lines", "V", "mark lines by moving, or unmark them; so does dragging the mouse")
	Shell     = giving.row("shell", "!",
		"run a command of the shell; % is the file, !! the last command", takes("command"))
	Pipe = giving.row("pipe", "|",
		"give a command the marked lines or, after the letter of a mark, those from there to the screen",
		takes("letter, command"))
	Copy        = giving.row("copy", "y", "copy the exact output, or the marked lines", short("copy"))
	CopyRequest = giving.row("copy-request", "Y", "copy the request as JSON")
	CopyCommand = giving.row("copy-command", "x", "copy the eyeline emit command that prints the same")
	Write       = giving.row("write", "e", "write the output, or the marked lines, to a file", takes("path"))
	LeavePrint  = giving.row("leave-and-print", "E", "leave and print the output, or the marked lines")
)

// How the screen looks.
var (
	Invisibles  = screen.row("invisibles", "i", "show tabs, trailing blanks, carriage returns, BOM")
	Wrap        = screen.row("wrap", "W", "wrap or chop long lines")
	LineNumbers = screen.row("line-numbers", "l", "show or hide line numbers where no tool is on")
	Theme       = screen.row("theme", "T", "next theme")
	Mouse       = screen.row("mouse", "M", "mouse on or off, for the terminal's own selection")
	Redraw      = screen.row("redraw", "ctrl+l r", "draw the screen again")
	HelpOnly    = screen.row("help-only", "h f1", "help")
)

// The file: its forms, its changes, what is known of it.
var (
	Hex        = file.row("hex", "H", "bytes in hex, or lines again")
	ShowAs     = file.row("show-as", "U", "another encoding, or packed bytes as they are (:encoding NAME)")
	Tail       = file.row("tail", "F", "follow the end as the file grows")
	Reload     = file.row("reload", "R", "read the file again")
	Edit       = file.row("edit", "v", "open $VISUAL or $EDITOR at this line")
	NextChange = file.row("next-change", ".", "next change against git's HEAD, or the base of D", counted)
	PrevChange = file.row("previous-change", ",", "previous change", counted)
	Base       = file.row("change-base", "D", "mark changes against HEAD, the index, or --base")
	Revisions  = file.row("revisions", "ctrl+r",
		"list of the git commits that changed the file: open it as of one")
	Marks = file.row("change-marks", "B",
		"show or hide the marks of changes: + added, ~ changed, _ deleted below")
	Facts = file.row("facts", "= ctrl+g", "facts about the file")
)

// Stopping and leaving.
var (
	Cancel    = leaving.row("cancel", "esc", "stop what runs, or close what is open")
	Quit      = leaving.row("quit", "q Q", "quit")
	Interrupt = leaving.row("interrupt", "ctrl+c", "stop what runs, then quit")
	Suspend   = leaving.row("suspend", "ctrl+z", "suspend")
)

// The file while no tool is on.
var (
	CloseBracket = pager.row("closing-bracket", "[", "to the ] of the first [ in the top line", counted)
	OpenBracket  = pager.row("opening-bracket", "]", "back to the [ of the first ] in the bottom line", counted)
	SaveStream   = pager.row("save", "s", "save what is piped in a file", takes("path"))
	PagerOption  = pager.row("pager-option", "-",
		"options of less: N numbers, S chops, i I case, R colours, F leaves when all fits, X keeps the screen",
		takes("letter"))
)

// The panel of the tool's arguments, and a value that is typed there.
var (
	EditOption  = options.row("edit-option", "enter", "type a value; a digit or a quotation mark begins at once")
	MoreOption  = options.row("increase-option", "right + space", "one more, or the next choice")
	LessOption  = options.row("decrease-option", "left -", "one less, or the previous choice")
	ResetOption = options.row("reset-option", "backspace delete ctrl+h",
		"do not give the argument, so that the tool's default applies")
	CloseOptions = options.row("close-options", "esc q o", "close the options")
	TakeValue    = optionValue.row("take-value", "enter", "while typing: use the value")
	NextValue    = optionValue.row("take-value-go-down", "down tab",
		"while typing: use the value and go to the next argument")
	PrevValue = optionValue.row("take-value-go-up", "up shift+tab",
		"while typing: use the value and go to the previous argument")
	CancelValue = optionValue.row("cancel-value", "esc ctrl+c ctrl+g", "while typing: forget the value")
)

// Two reads side by side.
var (
	SwapCompared = comparison.row("swap-compared", "X",
		"exchange the two tools, or the places of two sets of options")
	OtherSide = comparison.row("other-side", "tab", "tune the other side: its options, size and blocks")
	TakeSide  = comparison.row("take-side", "enter",
		"take the side that is tuned; Esc goes back to the options as they were")
)

// A panel of rows of which one is chosen.
var (
	TakeRow   = menu.row("take-row", "enter", "take the block or the read; the keys that move go through the rows")
	CloseMenu = menu.row("close-menu", "esc q", "close, and go back to the block that was")
)

// A file of a transcript, and the lists of transcripts, files and calls.
var (
	NextCall    = recorded.row("next-call", "}", "next call of this file", counted)
	PrevCall    = recorded.row("previous-call", "{", "previous call of this file", counted)
	NextUnsent  = recorded.row("next-never-sent", "]", "next lines that were never sent", counted)
	PrevUnsent  = recorded.row("previous-never-sent", "[", "previous lines that were never sent", counted)
	NextCut     = recorded.row("next-cut", "c", "next line of which only a part was sent", counted)
	PrevCut     = recorded.row("previous-cut", "C", "previous line of which only a part was sent", counted)
	NextWritten = recorded.row("next-written", ".",
		"next lines that the model wrote, or that have changed since they were sent", counted)
	PrevWritten = recorded.row("previous-written", ",",
		"previous lines that the model wrote, or that have changed since", counted)
	AllCalls = recorded.row("all-calls", "L ctrl+t", "list of all calls, at this one")
	Timeline = transcript.row("timeline", "ctrl+t",
		"in the list of files: all calls in their order, or the files again")
	SortRows = transcript.row("sort-rows", "ctrl+s alt+s",
		"files by path, time or what is missing; transcripts of this folder or of all")
	RecordHelp = transcript.row("transcript-help", "f1 ?", "help")
)

// A list that is narrowed by typing.
var (
	TakeItem      = list.row("take-item", "enter", "choose")
	NextItem      = list.row("next-item", "down ctrl+n tab", "down")
	PrevItem      = list.row("previous-item", "up ctrl+p shift+tab", "up")
	ItemsDown     = list.row("items-down", "pgdown", "as many down as are shown")
	ItemsUp       = list.row("items-up", "pgup", "as many up as are shown")
	FirstItem     = list.row("first-item", "home", "the first")
	LastItem      = list.row("last-item", "end", "the last")
	MarkItem      = list.row("mark-item", "alt+m", "mark a tool, or take its mark away (list of all tools)")
	CompareMarked = list.row("compare-marked", "alt+c",
		"compare the two marked tools, or the marked one with the current one")
	Favourite = list.row("favourite", "alt+s",
		"make a tool one of those that the key of the next tool steps through, or no longer (list of all tools)")
	LeaveList    = list.row("leave-list", "esc ctrl+c ctrl+g", "close without choosing")
	AnchorSymbol = symbols.row("anchor-symbol", "ctrl+o", "put the block at the symbol (list of symbols)")
	TakeSymbol   = symbols.row("take-symbol", "ctrl+t", "take exactly the symbol's lines (list of symbols)")
)

// The help.
var (
	NarrowHelp = help.row("narrow-help", "/", "list only the keys that match what is typed", takes("text"))
	SearchBack = help.row("search-backward", "?", "search the file backward", takes("pattern"))
	CloseHelp  = help.row("close-help", "q esc ctrl+c h f1", "back to the file")
)

// A prompt, a question, and the wait for a letter.
var (
	AcceptText   = prompt.row("accept-text", "enter", "use what is typed")
	OlderText    = prompt.row("older-text", "up ctrl+p", "what was typed before")
	NewerText    = prompt.row("newer-text", "down ctrl+n", "what was typed after that")
	TurnSearch   = prompt.row("turn-search", "/ ?", "as the first key of a search: search the other way")
	LeavePrompt  = prompt.row("leave-prompt", "esc ctrl+c ctrl+g", "forget what is typed")
	AnswerYes    = question.row("answer-yes", "y Y", "yes; any other key means no")
	CancelLetter = letter.row("cancel-letter", "esc ctrl+c ctrl+g", "no mark after all")
)

// A line of text that is typed.
var (
	TextLeft        = text.row("text-left", "left ctrl+b", "left")
	TextRight       = text.row("text-right", "right ctrl+f", "right")
	WordLeft        = text.row("word-left", "alt+left ctrl+left alt+b", "a word left")
	WordRight       = text.row("word-right", "alt+right ctrl+right alt+f", "a word right")
	TextStart       = text.row("text-start", "home ctrl+a", "to the beginning")
	TextEnd         = text.row("text-end", "end ctrl+e", "to the end")
	DeleteLeft      = text.row("delete-left", "backspace ctrl+h", "delete the character before the cursor")
	DeleteRight     = text.row("delete-right", "delete ctrl+d", "delete the character at the cursor")
	DeleteWordLeft  = text.row("delete-word-left", "ctrl+w alt+backspace", "delete the word before the cursor")
	DeleteWordRight = text.row("delete-word-right", "alt+d alt+delete", "delete the word after the cursor")
	DeleteToStart   = text.row("delete-to-start", "ctrl+u", "delete all before the cursor")
	DeleteToEnd     = text.row("delete-to-end", "ctrl+k", "delete all after the cursor")
)
