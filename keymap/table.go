package keymap

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
	pager       = section{groupPager, InPager}
	options     = section{groupOptions, InOptions}
	optionValue = section{groupOptions, InValue}
	comparison  = section{groupCompare, InComparison}
	menu        = section{groupMenu, InMenu}
	recorded    = section{groupRecord, InRecorded}
	transcript  = section{groupRecord, InTranscript}
	context     = section{groupContext, InContext}
	found       = section{groupFound, InFound}
	list        = section{groupList, InList}
	symbols     = section{groupList, InSymbols}
	help        = section{groupHelp, InHelp}
	prompt      = section{groupPrompt, InPrompt}
	command     = section{groupPrompt, InCommand}
	question    = section{groupPrompt, InQuestion}
	letter      = section{groupPrompt, InLetter}
	text        = section{groupText, inText}
)

// table has a row for each action, in the order of the declarations below, and tableHints what the footer says of them.
var (
	table      []binding
	tableHints []Hint
)

// row adds an action to the table: its name in the settings, its keys with blanks between them ("space" is the blank),
// and its help.
func (s section) row(name Action, keys, help string, more ...func(*binding)) Action {
	table = append(table, binding{Action: name, own: keys, Context: s.context, Group: s.group, Help: help})
	for _, set := range more {
		set(&table[len(table)-1])
	}
	return name
}

// hint has the footer name the key in a state; pair is an action whose key stands behind it, such as the way back.
func hint(when When, order int16, word string, pair ...Action) func(*binding) {
	return func(b *binding) {
		h := Hint{Action: b.Action, When: when, order: order, Word: word}
		if len(pair) > 0 {
			h.Pair = pair[0]
		}
		tableHints = append(tableHints, h)
	}
}

// asks names what has to be typed after the key, for help texts.
func asks(what string) func(*binding) { return func(b *binding) { b.Takes = what } }

// everywhere marks a row that can be chosen in every mode of the file, also where its keys mean something else.
func everywhere(b *binding) { b.Everywhere = true }

// counted marks a key that takes a count before it.
func counted(b *binding) { b.Count = true }

// What the model gets.
var (
	NextMode = model.row("next-mode", "tab", "read another way: by lines (slice), by block, by bytes",
		hint(Reading, 10, "mode"), hint(Block, 35, "mode"))
	PrevMode = model.row(
		"previous-mode", "shift+tab", "read the way before: bytes, block, slice",
	)
	NextTool = model.row("next-tool", "t",
		"preview the next tool of this mode, of the favourites if there are any, or none",
		hint(Reading, 20, "tool"), hint(Refused, 20, "other tool"))
	PrevTool   = model.row("previous-tool", "alt+t", "preview the previous tool of this mode, or none")
	ChooseTool = model.row("choose-tool", "L", "list of all tools by agent: narrow it by typing, choose one",
		hint(Reading, 90, "all tools"))
	ToggleTool = model.row("tool-on-off", "ctrl+t", "turn the tool off, to page the file as text, or on again",
		hint(Paging, 30, "tool"), hint(Refused, 15, "text only"))
	Options = model.row("options", "o", "every argument of the tool, editable", hint(Reading, 80, "options"),
		hint(Refused, 10, "options"), hint(Comparing, 60, "options"))
	NextPane = model.row("next-pane", "p", "show the file, the model's view, or both",
		hint(Reading, 60, "view"), hint(Recorded, 60, "panes"))
	Compare = model.row("compare", "C",
		"compare with another tool, other options or a preset, line by line",
		hint(Reading, 30, "compare"))
	Anchor = model.row(
		"anchor", "a", "read from the cursor on: put the window there",
	)
	Follow     = model.row("anchor-follows", "A", "let the window follow the cursor, or stop")
	NextWindow = model.row("next-window", "]", "read on: the next window, or the next block at this level", counted,
		hint(More, 10, "read on"), hint(Block, 60, "next block"))
	PrevWindow = model.row(
		"previous-window", "[", "back to the window before, exactly as it was", counted,
	)
	Walk = model.row("walk", ";", "list all calls that it takes to read the file on, each before it is made",
		hint(Onward, 10, "calls"), hint(Refused, 12, "calls"))
	NextLoss = model.row("next-loss", "~ alt+n",
		"next loss: a cut line, a replaced byte, an altered line end, a hidden character", counted,
		hint(Lost, 10, "loss"))
	PrevLoss  = model.row("previous-loss", "` alt+p", "previous loss", counted)
	WindowTop = model.row("window-first-line", "ctrl+home alt+g", "first line of the window")
	WindowEnd = model.row("window-last-line", "ctrl+end alt+G", "last line of the window")
	Larger    = model.row("larger", "+", "larger: more lines, levels or bytes", counted,
		hint(Block, 10, "size", "smaller"), hint(Bytes, 10, "size", "smaller"), hint(Comparing, 50, "size", "smaller"),
		hint(Reading, 100, "size", "smaller"))
	Smaller = model.row("smaller", "- _", "smaller: fewer lines, levels or bytes", counted)
	Undo    = model.row("undo", "z", "undo the last change of an option", counted, hint(Refused, 30, "undo"),
		hint(Tuning, 35, "undo"))
	Redo  = model.row("redo", "Z", "redo it; twice with nothing to redo: quit", counted)
	Solve = model.row("solve", "S",
		"find calls for exactly the marked lines, or the function at the cursor",
		hint(Marked, 10, "find reads"), hint(Block, 22, "exact"))
	Presets = model.row("presets", "P", "list of presets: recall or save options under a name")
)

// The block of the tool, while it is tuned.
var (
	Siblings = block.row("siblings", "s", "with or without the sibling blocks at the outermost level",
		hint(Block, 30, "siblings"))
	Header = block.row("header-comments", "c", "with or without the comments above the block",
		hint(Block, 40, "comments"))
	Why = block.row("why", "w", "show or hide the column that says why each line is included",
		hint(Block, 50, "why"))
	Blocks = block.row("blocks", "I", "list every block around the line, from the smallest to the largest",
		hint(Block, 20, "blocks"))
)

// Moving in the file.
var (
	LineDown   = moving.row("line-down", "j down enter ctrl+n", "line down", counted)
	LineUp     = moving.row("line-up", "k up ctrl+k", "line up", counted)
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
		"go to :LINE, :N%, :@BYTE (0x…, KiB MiB GiB); :n :p :e FILE, another file", asks("place"))
	Symbols = moving.row("symbols", "O",
		"list the functions and other symbols: go to one, or read exactly its lines",
		hint(Reading, 50, "functions"), hint(Block, 25, "functions"))
	SetMark  = moving.row("set-mark", "m", "set a mark", asks("letter"))
	GotoMark = moving.row("go-to-mark", "'", "go to a mark; '' goes back", asks("letter"))
)

// Searching.
var (
	SearchDown = searching.row("search", "/", "search forward; !pattern finds lines without it", asks("pattern"),
		hint(Reading, 70, "search"), hint(Paging, 10, "search"))
	NextMatch = searching.row("next-match", "n", "next match", counted,
		hint(Searching, 10, "next", "previous-match"))
	PrevMatch = searching.row("previous-match", "N", "previous match", counted)
	WordDown  = searching.row("search-word", "*",
		"search forward for the word of the match, or the first of the line", counted)
	WordUp         = searching.row("search-word-backward", "#", "search backward for it", counted)
	HideMatches    = searching.row("highlights", "alt+u", "hide the highlights, or show them again")
	SearchAsAgents = searching.row("search-as-agents", "@ alt+/",
		"search the repository as agents do: who finds which matches, who never does, and why", asks("pattern"))
	Filter = searching.row("filter", "&", "show matching lines only; !pattern inverts, empty shows all",
		asks("pattern"), hint(Paging, 50, "filter"), hint(Searching, 30, "filter"),
		hint(Filtered, 10, "other filter"))
)

// What leaves the program.
var (
	MarkLines = giving.row("mark-lines", "V", "mark lines by moving, or unmark them; so does dragging the mouse",
		hint(Paging, 60, "mark lines"), hint(Reading, 110, "mark lines"))
	Shell = giving.row("shell", "!", "run a command of the shell; % is the file, !! the last command",
		asks("command"))
	Pipe = giving.row("pipe", "|",
		"give a command the marked lines or, after the letter of a mark, those from there to the screen",
		asks("letter, command"), hint(Marked, 40, "pipe"))
	Copy = giving.row("copy", "y", "copy the exact output, or the marked lines", hint(Marked, 20, "copy"),
		hint(Reading, 40, "copy"))
	CopyRequest = giving.row("copy-request", "Y", "copy the request as JSON")
	CopyCommand = giving.row("copy-command", "x", "copy the eyeline emit command that prints the same")
	Write       = giving.row("write", "e", "write the output, or the marked lines, to a file", asks("path"),
		hint(Marked, 50, "write"))
	LeavePrint = giving.row("leave-and-print", "E", "leave and print the output, or the marked lines",
		hint(Marked, 30, "print"))
)

// How the screen looks.
var (
	Invisibles  = screen.row("invisibles", "i", "show tabs, trailing blanks, carriage returns, BOM")
	Wrap        = screen.row("wrap", "W", "wrap or chop long lines")
	LineNumbers = screen.row("line-numbers", "l", "show or hide line numbers where no tool is on")
	Theme       = screen.row("theme", "T", "next theme")
	PrevTheme   = screen.row("previous-theme", "alt+T", "previous theme")
	Mouse       = screen.row("mouse", "M", "mouse on or off, for the terminal's own selection")
	Redraw      = screen.row("redraw", "ctrl+l r", "draw the screen again")
	Help        = screen.row("help", "? h f1 ctrl+p",
		"every action of this place with its key: find one by typing, Enter does it; ? again lists the keys by topic")
)

// The file: its forms, its changes, what is known of it.
var (
	Files = file.row("files", "ctrl+o",
		"open another file, from the list of those beside this one; :e FILE by its path", hint(Reading, 65, "files"),
		hint(Paging, 65, "files"))
	Hex        = file.row("hex", "H", "bytes in hex, or lines again", hint(Bytes, 20, "hex"))
	ShowAs     = file.row("show-as", "U", "another encoding, or packed bytes as they are (:encoding NAME)")
	Tail       = file.row("tail", "F", "follow the end as the file grows", hint(Paging, 70, "follow"))
	Reload     = file.row("reload", "R", "read the file again")
	Edit       = file.row("edit", "v", "open $VISUAL or $EDITOR at this line", hint(Reading, 130, "edit"))
	NextChange = file.row("next-change", ".", "next change against git's HEAD, or the base of D", counted,
		hint(Changed, 10, "changes", "previous-change"))
	PrevChange = file.row("previous-change", ",", "previous change", counted)
	Base       = file.row("change-base", "D", "mark changes against HEAD, the index, or --base",
		hint(Reading, 135, "base"))
	Revisions = file.row("revisions", "ctrl+r", "list of the git commits that changed the file: open it as of one")
	Marks     = file.row("change-marks", "B", "show or hide the marks of changes: + added, ~ changed, _ deleted below")
	Facts     = file.row("facts", "= ctrl+g",
		"facts about the file: tokens, size, encoding, and what gives the line of the cursor",
		hint(Reading, 120, "facts"))
)

// Stopping and leaving.
var (
	Cancel = leaving.row("cancel", "esc", "stop what runs, or close what is open",
		hint(Searching, 20, "end search"), hint(Marked, 60, "unmark"), hint(Comparing, 40, "leave"),
		hint(Filtered, 20, "all lines"))
	Quit = leaving.row("quit", "q Q", "quit, or leave the comparison", hint(Fresh, 10, "quit"),
		hint(Paging, 20, "quit"), hint(Recorded, 5, "back"), hint(Reading, 140, "quit"))
	Interrupt = leaving.row("interrupt", "ctrl+c", "stop what runs, then quit")
	Suspend   = leaving.row("suspend", "ctrl+z", "suspend")
)

// The file while no tool is on.
var (
	SearchBack   = pager.row("search-backward", "?", "search backward", asks("pattern"), everywhere)
	CloseBracket = pager.row("closing-bracket", "[", "to the ] of the first [ in the top line", counted)
	OpenBracket  = pager.row("opening-bracket", "]", "back to the [ of the first ] in the bottom line", counted)
	SaveStream   = pager.row("save", "s", "save what is piped in a file", asks("path"))
	PagerOption  = pager.row("pager-option", "-",
		"options of less: N numbers, S chops, i I case, R colours, F leaves when all fits, X keeps the screen",
		asks("letter"))
)

// The panel of the tool's arguments, and a value that is typed there.
var (
	EditOption = options.row("edit-option", "enter", "type a value; a digit or a quotation mark begins at once",
		hint(Tuning, 10, "type"))
	MoreOption = options.row("increase-option", "right + space", "one more, or the next choice")
	LessOption = options.row("decrease-option", "left -", "one less, or the previous choice",
		hint(Tuning, 20, "change", "increase-option"))
	ResetOption = options.row("reset-option", "backspace delete ctrl+h",
		"do not give the argument, so that the tool's default applies", hint(Tuning, 30, "default"))
	CloseOptions = options.row("close-options", "esc", "close the options", hint(Tuning, 40, "close"))
	TakeValue    = optionValue.row("take-value", "enter", "while typing: use the value", hint(Typing, 10, "use it"))
	NextValue    = optionValue.row("take-value-go-down", "down tab",
		"while typing: use the value and go to the next argument")
	PrevValue = optionValue.row("take-value-go-up", "up shift+tab",
		"while typing: use the value and go to the previous argument")
	CancelValue = optionValue.row("cancel-value", "esc ctrl+c ctrl+g", "while typing: forget the value",
		hint(Typing, 20, "forget it"))
)

// Two reads side by side.
var (
	SwapCompared = comparison.row("swap-compared", "X",
		"exchange the two sides, each with its options", hint(Comparing, 20, "swap"))
	OtherSide = comparison.row("other-side", "tab", "tune the other side: its options, size and blocks",
		hint(Comparing, 10, "other side"))
	NextDifference = comparison.row("next-difference", "~",
		"next lines in which the two sides differ", hint(Comparing, 5, "difference", "previous-difference"))
	PrevDifference = comparison.row("previous-difference", "`", "previous lines in which the two sides differ")
	TakeSide       = comparison.row("take-side", "enter",
		"take the side that is tuned; Esc goes back to the options as they were", hint(Comparing, 30, "take"))
)

// A panel of rows where one row is chosen.
var (
	TakeRow = menu.row("take-row", "enter", "take the block or the read; the keys that move go through the rows",
		hint(Choosing, 10, "take"))
	CloseMenu = menu.row("close-menu", "esc q", "close, and go back to the block that was",
		hint(Choosing, 20, "close"))
)

// A file of a transcript, and the lists of transcripts, files and calls.
var (
	NextCall = recorded.row("next-call", "}", "next call of this file", counted)
	PrevCall = recorded.row("previous-call", "{", "previous call of this file", counted,
		hint(Recorded, 20, "calls", "next-call"))
	NextUnsent = recorded.row("next-never-sent", "]", "next lines that were not sent", counted)
	PrevUnsent = recorded.row("previous-never-sent", "[", "previous lines that were not sent", counted,
		hint(Recorded, 10, "next unsent", "next-never-sent"))
	NextCut = recorded.row("next-cut", "c", "next line of which only a part was sent", counted,
		hint(Recorded, 30, "cut"))
	PrevCut     = recorded.row("previous-cut", "C", "previous line of which only a part was sent", counted)
	NextWritten = recorded.row("next-written", ".",
		"next lines that the model wrote, or that have changed since they were sent", counted,
		hint(Recorded, 40, "changes"))
	PrevWritten = recorded.row("previous-written", ",",
		"previous lines that the model wrote, or that have changed since", counted)
	AllCalls = recorded.row("all-calls", "L ctrl+t", "list of the calls that concern this file, at this one",
		hint(Recorded, 50, "list"))
	Timeline = transcript.row("timeline", "ctrl+t",
		"in the list of files: all calls in their order, or the files again; of a check: the report as a text")
	Edits = transcript.row("edits", "alt+e ctrl+x",
		"in the list of files: what the model changed, and whether it had been sent it")
	Requests = transcript.row("requests", "alt+r ctrl+r",
		"of a transcript: the requests to the model, what was in each, what was new and what was gone")
	Costs = transcript.row("costs", "alt+o",
		"of a transcript: the tokens of what was sent, by file, and of what was sent again")
	SortRows = transcript.row("sort-rows", "ctrl+s alt+s",
		"the next order of the rows: what is worst first, by path, by time or by size, as the list has them")
	AllFolders = transcript.row("all-folders", "alt+a",
		"in the list of transcripts: those of all folders, or of this one again")
	NextFinding = transcript.row("next-finding", "alt+n", "of a check: the next finding, of this file or the next one")
	PrevFinding = transcript.row("previous-finding", "alt+p", "of a check: the previous finding")
	NextOfAgent = transcript.row("report-next-agent", "alt+t",
		"of a check: the files that the next agent does not get whole, and after the last the findings of all")
	PrevOfAgent = transcript.row("report-previous-agent", "alt+T", "of a check: the same with the previous agent")
	RecordHelp  = transcript.row("transcript-help", "? f1", "help")
)

// What agents get before they read.
var (
	NextSource     = context.row("next-source", "] j down ctrl+n", "next file")
	PrevSource     = context.row("previous-source", "[ k up ctrl+p", "previous file")
	FirstSource    = context.row("first-source", "g home <", "first file")
	LastSource     = context.row("last-source", "G end >", "last file")
	OpenSource     = context.row("open-source", "enter", "open the file with what is sent of it marked")
	SourceAgent    = context.row("context-next-agent", "t", "next agent; of two side by side, that on the right")
	SourceAgentUp  = context.row("context-previous-agent", "alt+t", "previous agent")
	SourceAgents   = context.row("context-agents", "L", "list of the agents, to choose one")
	SourceCompare  = context.row("context-compare", "C", "two agents side by side, or one")
	SourcePane     = context.row("context-pane", "p tab", "show the files, the text as it is sent, or both")
	SourceTextDown = context.row("context-text-down", "space pgdown f d", "the text: on")
	SourceTextUp   = context.row("context-text-up", "pgup b u", "the text: back")
	BackToSource   = context.row("context-back", "esc", "one agent again where two are side by side, or leave")
	LeaveSources   = context.row("leave-context", "q Q ctrl+c", "leave")
	SourceHelp     = context.row("context-help", "? h f1", "help")
)

// What agents' searches find.
var (
	NextFound  = found.row("next-found", "] j down ctrl+n", "next file")
	PrevFound  = found.row("previous-found", "[ k up ctrl+p", "previous file")
	FoundDown  = found.row("found-down", "space pgdown f d", "as many files down as are shown")
	FoundUp    = found.row("found-up", "pgup b u", "as many files up as are shown")
	FirstFound = found.row("first-found", "g home <", "first file")
	LastFound  = found.row("last-found", "G end >", "last file")
	OpenFound  = found.row("open-found", "enter",
		"open the file at the first line that some agent misses, with who finds each line marked")
	FoundAgent = found.row("found-next-agent", "t",
		"what the next agent misses, and after the last what all do; of two compared, the one on the right")
	FoundAgentUp = found.row("found-previous-agent", "alt+t", "the same with the previous agent")
	FoundAgents  = found.row("found-agents", "L",
		"list of the agents, with what each finds and how much an answer holds")
	FoundCompare = found.row("found-compare", "C", "compare two agents: what one finds and the other never does")
	FoundSort    = found.row("found-sort", "s ctrl+s", "sort by path, or by what is never found")
	FoundPattern = found.row("found-pattern", "/", "search for something else", asks("pattern"))
	FoundFixed   = found.row("found-fixed", "x", "take the pattern for the text itself, or for a regular expression")
	FoundNoRg    = found.row("found-no-rg", "r", "as where there is no ripgrep, or with it")
	FoundAgain   = found.row("found-again", "R", "search again")
	StopFound    = found.row("stop-found", "esc ctrl+c", "stop the search; of two agents show one; or leave")
	LeaveFound   = found.row("leave-found", "q Q", "leave")
	FoundHelp    = found.row("found-help", "? h f1", "help")
)

// A list that is narrowed by typing.
var (
	TakeItem  = list.row("take-item", "enter", "choose", hint(Symbolic, 10, "go"), hint(Listing, 10, "choose"))
	NextItem  = list.row("next-item", "down ctrl+n ctrl+j tab", "down")
	PrevItem  = list.row("previous-item", "up ctrl+p ctrl+k shift+tab", "up")
	ItemsDown = list.row("items-down", "pgdown", "as many down as are shown")
	ItemsUp   = list.row("items-up", "pgup", "as many up as are shown")
	FirstItem = list.row("first-item", "home", "the first")
	LastItem  = list.row("last-item", "end", "the last")
	MarkItem  = list.row("mark-item", "alt+m",
		"mark a tool, or take its mark away (list of all tools; of a run: a request)", hint(Marking, 20, "mark"))
	CompareMarked = list.row("compare-marked", "alt+c",
		"compare the two marked tools, or the marked tool or request with the current one",
		hint(Marking, 30, "compare"))
	Favourite = list.row("favourite", "alt+s",
		"make a tool one of those that the key of the next tool steps through, or no longer (list of all tools)",
		hint(Marking, 40, "favourite"))
	SortItems = list.row("sort-items", "ctrl+s",
		"the next order of the tools: by agent, the worst first, the whole file cheapest first (list of all tools)",
		hint(Sorting, 10, "sort"))
	ListHelp     = list.row("list-help", "f1", "help")
	LeaveList    = list.row("leave-list", "esc ctrl+c ctrl+g", "close without choosing", hint(Listing, 50, "close"))
	AnchorSymbol = symbols.row("anchor-symbol", "ctrl+o", "put the block at the symbol (list of symbols)",
		hint(Symbolic, 30, "block of it"))
	TakeSymbol = symbols.row("take-symbol", "ctrl+t", "read exactly the symbol's lines (list of symbols)",
		hint(Symbolic, 20, "its lines"))
	NextLacking = symbols.row("next-symbol-not-sent", "alt+n",
		"next symbol that is not sent, or not whole (list of symbols)", hint(Lacking, 15, "not sent"))
	PrevLacking = symbols.row("previous-symbol-not-sent", "alt+p",
		"previous symbol that is not sent, or not whole (list of symbols)")
)

// The help.
var (
	NarrowHelp = help.row("narrow-help", "/", "the list of actions, to find one by typing")
	CloseHelp  = help.row("close-help", "q esc ctrl+c h f1", "back to the file")
)

// A prompt, a question, and the wait for a letter.
var (
	Complete   = command.row("complete", "tab", "complete the command or the path")
	AcceptText = prompt.row("accept-text", "enter", "use what is typed")
	OlderText  = prompt.row("older-text", "up ctrl+p", "what was typed before")
	NewerText  = prompt.row("newer-text", "down ctrl+n", "what was typed after that")
	TurnSearch = prompt.row("turn-search", "/ ?", "as the first key of a search: search the other way")
	AsAgents   = prompt.row("as-agents", "tab alt+/",
		"in a search: search the repository as agents do for what is typed")
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
