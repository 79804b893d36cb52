package keymap

// The actions.
const (
	NextMode   Action = "next-mode"
	PrevMode   Action = "previous-mode"
	NextTool   Action = "next-tool"
	ChooseTool Action = "choose-tool"
	ToggleTool Action = "tool-on-off"
	Options    Action = "options"
	NextPane   Action = "next-pane"
	Compare    Action = "compare"
	Anchor     Action = "anchor"
	Follow     Action = "anchor-follows"
	NextWindow Action = "next-window"
	PrevWindow Action = "previous-window"
	Walk       Action = "walk"
	NextLoss   Action = "next-loss"
	PrevLoss   Action = "previous-loss"
	WindowTop  Action = "window-first-line"
	WindowEnd  Action = "window-last-line"
	Larger     Action = "larger"
	Smaller    Action = "smaller"
	Undo       Action = "undo"
	Redo       Action = "redo"
	Presets    Action = "presets"

	Siblings Action = "siblings"
	Header   Action = "header-comments"
	Why      Action = "why"
	Blocks   Action = "blocks"
	Solve    Action = "solve"

	LineDown     Action = "line-down"
	LineUp       Action = "line-up"
	PageDown     Action = "page-down"
	PageUp       Action = "page-up"
	HalfDown     Action = "half-page-down"
	HalfUp       Action = "half-page-up"
	ScrollDown   Action = "scroll-down"
	ScrollUp     Action = "scroll-up"
	Top          Action = "top"
	Bottom       Action = "bottom"
	Left         Action = "left"
	Right        Action = "right"
	LineStart    Action = "line-start"
	LineEnd      Action = "line-end"
	Percent      Action = "percent"
	Command      Action = "command"
	Symbols      Action = "symbols"
	SetMark      Action = "set-mark"
	GotoMark     Action = "go-to-mark"
	SearchDown   Action = "search"
	NextMatch    Action = "next-match"
	PrevMatch    Action = "previous-match"
	Filter       Action = "filter"
	WordDown     Action = "search-word"
	WordUp       Action = "search-word-backward"
	HideMatches  Action = "highlights"
	CloseParen   Action = "closing-parenthesis"
	OpenParen    Action = "opening-parenthesis"
	CloseBrace   Action = "closing-brace"
	OpenBrace    Action = "opening-brace"
	CloseBracket Action = "closing-bracket"
	OpenBracket  Action = "opening-bracket"

	MarkLines   Action = "mark-lines"
	Copy        Action = "copy"
	CopyRequest Action = "copy-request"
	CopyCommand Action = "copy-command"
	Write       Action = "write"
	LeavePrint  Action = "leave-and-print"
	Shell       Action = "shell"
	Pipe        Action = "pipe"
	SaveStream  Action = "save"

	Invisibles  Action = "invisibles"
	Wrap        Action = "wrap"
	LineNumbers Action = "line-numbers"
	Theme       Action = "theme"
	Mouse       Action = "mouse"
	Redraw      Action = "redraw"
	Help        Action = "help"
	PagerOption Action = "pager-option"
	HelpOnly    Action = "help-only"

	Hex    Action = "hex"
	ShowAs Action = "show-as"
	Tail   Action = "tail"
	Reload Action = "reload"
	Edit   Action = "edit"
	Facts  Action = "facts"

	Marks      Action = "change-marks"
	Base       Action = "change-base"
	Revisions  Action = "revisions"
	NextChange Action = "next-change"
	PrevChange Action = "previous-change"

	Cancel    Action = "cancel"
	Quit      Action = "quit"
	Interrupt Action = "interrupt"
	Suspend   Action = "suspend"
)

// The actions of what is drawn over the panes.
const (
	EditOption   Action = "edit-option"
	MoreOption   Action = "increase-option"
	LessOption   Action = "decrease-option"
	ResetOption  Action = "reset-option"
	CloseOptions Action = "close-options"
	TakeValue    Action = "take-value"
	NextValue    Action = "take-value-go-down"
	PrevValue    Action = "take-value-go-up"
	CancelValue  Action = "cancel-value"

	SwapCompared Action = "swap-compared"
	OtherSide    Action = "other-side"
	TakeSide     Action = "take-side"

	TakeRow   Action = "take-row"
	CloseMenu Action = "close-menu"

	TakeItem      Action = "take-item"
	NextItem      Action = "next-item"
	PrevItem      Action = "previous-item"
	ItemsDown     Action = "items-down"
	ItemsUp       Action = "items-up"
	FirstItem     Action = "first-item"
	LastItem      Action = "last-item"
	LeaveList     Action = "leave-list"
	MarkItem      Action = "mark-item"
	CompareMarked Action = "compare-marked"
	Favourite     Action = "favourite"

	AnchorSymbol Action = "anchor-symbol"
	TakeSymbol   Action = "take-symbol"

	NextCall    Action = "next-call"
	PrevCall    Action = "previous-call"
	NextUnsent  Action = "next-never-sent"
	PrevUnsent  Action = "previous-never-sent"
	NextCut     Action = "next-cut"
	PrevCut     Action = "previous-cut"
	NextWritten Action = "next-written"
	PrevWritten Action = "previous-written"
	AllCalls    Action = "all-calls"
	SortRows    Action = "sort-rows"
	Timeline    Action = "timeline"
	RecordHelp  Action = "transcript-help"

	NarrowHelp Action = "narrow-help"
	SearchBack Action = "search-backward"
	CloseHelp  Action = "close-help"

	AcceptText   Action = "accept-text"
	OlderText    Action = "older-text"
	NewerText    Action = "newer-text"
	TurnSearch   Action = "turn-search"
	LeavePrompt  Action = "leave-prompt"
	AnswerYes    Action = "answer-yes"
	CancelLetter Action = "cancel-letter"

	TextLeft        Action = "text-left"
	TextRight       Action = "text-right"
	WordLeft        Action = "word-left"
	WordRight       Action = "word-right"
	TextStart       Action = "text-start"
	TextEnd         Action = "text-end"
	DeleteLeft      Action = "delete-left"
	DeleteRight     Action = "delete-right"
	DeleteWordLeft  Action = "delete-word-left"
	DeleteWordRight Action = "delete-word-right"
	DeleteToStart   Action = "delete-to-start"
	DeleteToEnd     Action = "delete-to-end"
)

var table = []Binding{
	{Action: NextMode, Keys: []string{"tab"}, Group: GroupModel, Help: "next mode: slice, block, bytes", Short: "mode"},
	{Action: PrevMode, Keys: []string{"shift+tab"}, Group: GroupModel, Help: "previous mode"},
	{Action: NextTool, Keys: []string{"t"}, Group: GroupModel, Help: "next tool that has this mode, of the favourites if there are any, or none", Short: "tool"},
	{Action: ChooseTool, Keys: []string{"L"}, Group: GroupModel, Help: "list of all tools by agent: narrow it by typing, choose one"},
	{Action: ToggleTool, Keys: []string{"ctrl+t"}, Group: GroupModel, Help: "turn the tool off, to page the file as text, or on again"},
	{Action: Options, Keys: []string{"o"}, Group: GroupModel, Help: "every argument of the tool, editable", Short: "options"},
	{Action: NextPane, Keys: []string{"p"}, Group: GroupModel, Help: "show the file, the model's view, or both", Short: "model's view"},
	{Action: Compare, Keys: []string{"C"}, Group: GroupModel, Help: "compare with another tool, other options or a preset, and see what each loses"},
	{Action: Anchor, Keys: []string{"a"}, Group: GroupModel, Help: "put the window at the cursor"},
	{Action: Follow, Keys: []string{"A"}, Group: GroupModel, Help: "let the window follow the cursor, or stop"},
	{Action: NextWindow, Keys: []string{"]"}, Group: GroupModel, Help: "next window, or next block at this level", Count: true},
	{Action: PrevWindow, Keys: []string{"["}, Group: GroupModel, Help: "previous window, exactly as it was", Count: true},
	{Action: Walk, Keys: []string{";"}, Group: GroupModel, Help: "list the calls that read the file on, each before it is made"},
	{Action: NextLoss, Keys: []string{"~", "alt+n"}, Group: GroupModel, Help: "next loss: a cut line, a replaced byte, an altered line end, a hidden character", Count: true},
	{Action: PrevLoss, Keys: []string{"`", "alt+p"}, Group: GroupModel, Help: "previous loss", Count: true},
	{Action: WindowTop, Keys: []string{"ctrl+home", "alt+g"}, Group: GroupModel, Help: "first line of the window"},
	{Action: WindowEnd, Keys: []string{"ctrl+end", "alt+G"}, Group: GroupModel, Help: "last line of the window"},
	{Action: Larger, Keys: []string{"+"}, Group: GroupModel, Help: "larger: limit, levels or bytes", Count: true},
	{Action: Smaller, Keys: []string{"-", "_"}, Group: GroupModel, Help: "smaller: limit, levels or bytes", Count: true},
	{Action: Undo, Keys: []string{"z"}, Group: GroupModel, Help: "undo the last change of an option", Count: true},
	{Action: Redo, Keys: []string{"Z"}, Group: GroupModel, Help: "redo it", Count: true},
	{Action: Solve, Keys: []string{"S"}, Group: GroupModel, Help: "for the marked lines: the arguments of each tool that give exactly them, or come closest"},
	{Action: Presets, Keys: []string{"P"}, Group: GroupModel, Help: "list of presets: recall or save options under a name"},

	{Action: Siblings, Keys: []string{"s"}, Group: GroupBlock, Help: "include or exclude sibling blocks at the outermost level"},
	{Action: Header, Keys: []string{"c"}, Group: GroupBlock, Help: "include or exclude the comments above the block"},
	{Action: Why, Keys: []string{"w"}, Group: GroupBlock, Help: "show or hide the column that says why each line is included"},
	{Action: Blocks, Keys: []string{"I"}, Group: GroupBlock, Help: "every block of the anchor, from the smallest to the largest"},

	{Action: LineDown, Keys: []string{"j", "down", "enter", "ctrl+n"}, Group: GroupMove, Help: "line down", Count: true},
	{Action: LineUp, Keys: []string{"k", "up", "ctrl+p", "ctrl+k"}, Group: GroupMove, Help: "line up", Count: true},
	{Action: PageDown, Keys: []string{" ", "f", "pgdown", "ctrl+f", "ctrl+v"}, Group: GroupMove, Help: "screen down", Count: true},
	{Action: PageUp, Keys: []string{"b", "pgup", "ctrl+b", "alt+v"}, Group: GroupMove, Help: "screen up", Count: true},
	{Action: HalfDown, Keys: []string{"d", "ctrl+d"}, Group: GroupMove, Help: "half a screen down", Count: true},
	{Action: HalfUp, Keys: []string{"u", "ctrl+u"}, Group: GroupMove, Help: "half a screen up", Count: true},
	{Action: ScrollDown, Keys: []string{"J", "ctrl+e"}, Group: GroupMove, Help: "scroll one line down; the cursor keeps its line", Count: true},
	{Action: ScrollUp, Keys: []string{"K", "ctrl+y"}, Group: GroupMove, Help: "scroll one line up; the cursor keeps its line", Count: true},
	{Action: Top, Keys: []string{"g", "home", "<", "alt+<"}, Group: GroupMove, Help: "first line, or line N", Count: true},
	{Action: Bottom, Keys: []string{"G", "end", ">", "alt+>"}, Group: GroupMove, Help: "last line, or line N", Count: true},
	{Action: Left, Keys: []string{"left", "alt+("}, Group: GroupMove, Help: "half a screen left", Count: true},
	{Action: Right, Keys: []string{"right", "alt+)"}, Group: GroupMove, Help: "half a screen right", Count: true},
	{Action: LineStart, Keys: []string{"0", "^", "alt+{"}, Group: GroupMove, Help: "start of a long line"},
	{Action: LineEnd, Keys: []string{"$", "alt+}"}, Group: GroupMove, Help: "end of a long line"},
	{Action: Percent, Keys: []string{"%"}, Group: GroupMove, Help: "N percent into the file", Count: true},
	{Action: CloseParen, Keys: []string{"("}, Group: GroupMove, Help: "to the ) of the line's first ( or, with a count, of its N-th", Count: true},
	{Action: OpenParen, Keys: []string{")"}, Group: GroupMove, Help: "back to the ( of the line's first )", Count: true},
	{Action: CloseBrace, Keys: []string{"{"}, Group: GroupMove, Help: "to the } of the line's first {", Count: true},
	{Action: OpenBrace, Keys: []string{"}"}, Group: GroupMove, Help: "back to the { of the line's first }", Count: true},
	{Action: Command, Keys: []string{":"}, Group: GroupMove, Help: "go to :LINE, :N%, :@BYTE (0x…, KiB MiB GiB); :n :p :e FILE, another file", Takes: "place"},
	{Action: Symbols, Keys: []string{"O"}, Group: GroupMove, Help: "list of the file's symbols: go to one, or take its lines"},
	{Action: SetMark, Keys: []string{"m"}, Group: GroupMove, Help: "set a mark", Takes: "letter"},
	{Action: GotoMark, Keys: []string{"'"}, Group: GroupMove, Help: "go to a mark; '' goes back", Takes: "letter"},

	{Action: SearchDown, Keys: []string{"/"}, Group: GroupSearch, Help: "search forward", Short: "search", Takes: "pattern"},
	{Action: Help, Keys: []string{"?"}, Group: GroupSearch, Help: "help; a pattern and Enter search backward", Short: "help", Takes: "pattern"},
	{Action: NextMatch, Keys: []string{"n"}, Group: GroupSearch, Help: "next match", Count: true},
	{Action: PrevMatch, Keys: []string{"N"}, Group: GroupSearch, Help: "previous match", Count: true},
	{Action: WordDown, Keys: []string{"*"}, Group: GroupSearch, Help: "search forward for the word of the match, or the first of the line", Count: true},
	{Action: WordUp, Keys: []string{"#"}, Group: GroupSearch, Help: "search backward for it", Count: true},
	{Action: HideMatches, Keys: []string{"alt+u"}, Group: GroupSearch, Help: "hide the highlights, or show them again"},
	{Action: Filter, Keys: []string{"&"}, Group: GroupSearch, Help: "show matching lines only; !pattern inverts, empty shows all", Takes: "pattern"},

	{Action: MarkLines, Keys: []string{"V"}, Group: GroupGive, Help: "mark lines by moving, or unmark them; so does dragging the mouse"},
	{Action: Shell, Keys: []string{"!"}, Group: GroupGive, Help: "run a command of the shell; % is the file, !! the last command", Takes: "command"},
	{Action: Pipe, Keys: []string{"|"}, Group: GroupGive, Help: "give a command the marked lines or, after the letter of a mark, those from there to the screen", Takes: "letter, command"},
	{Action: Copy, Keys: []string{"y"}, Group: GroupGive, Help: "copy the exact output, or the marked lines", Short: "copy"},
	{Action: CopyRequest, Keys: []string{"Y"}, Group: GroupGive, Help: "copy the request as JSON"},
	{Action: CopyCommand, Keys: []string{"x"}, Group: GroupGive, Help: "copy the eyeline emit command that prints the same"},
	{Action: Write, Keys: []string{"e"}, Group: GroupGive, Help: "write the output, or the marked lines, to a file", Takes: "path"},
	{Action: LeavePrint, Keys: []string{"E"}, Group: GroupGive, Help: "leave and print the output, or the marked lines"},

	{Action: Invisibles, Keys: []string{"i"}, Group: GroupView, Help: "show tabs, trailing blanks, carriage returns, BOM"},
	{Action: Wrap, Keys: []string{"W"}, Group: GroupView, Help: "wrap or chop long lines"},
	{Action: LineNumbers, Keys: []string{"l"}, Group: GroupView, Help: "show or hide line numbers where no tool is on"},
	{Action: Theme, Keys: []string{"T"}, Group: GroupView, Help: "next theme"},
	{Action: Mouse, Keys: []string{"M"}, Group: GroupView, Help: "mouse on or off, for the terminal's own selection"},
	{Action: Redraw, Keys: []string{"ctrl+l", "r"}, Group: GroupView, Help: "draw the screen again"},
	{Action: HelpOnly, Keys: []string{"h", "f1"}, Group: GroupView, Help: "help"},

	{Action: Hex, Keys: []string{"H"}, Group: GroupFile, Help: "bytes in hex, or lines again"},
	{Action: ShowAs, Keys: []string{"U"}, Group: GroupFile, Help: "another encoding, or packed bytes as they are (:encoding NAME)"},
	{Action: Tail, Keys: []string{"F"}, Group: GroupFile, Help: "follow the end as the file grows"},
	{Action: Reload, Keys: []string{"R"}, Group: GroupFile, Help: "read the file again"},
	{Action: Edit, Keys: []string{"v"}, Group: GroupFile, Help: "open $VISUAL or $EDITOR at this line"},
	{Action: NextChange, Keys: []string{"."}, Group: GroupFile, Help: "next change against git's HEAD, or the base of D", Count: true},
	{Action: PrevChange, Keys: []string{","}, Group: GroupFile, Help: "previous change", Count: true},
	{Action: Base, Keys: []string{"D"}, Group: GroupFile, Help: "mark changes against HEAD, the index, or --base"},
	{Action: Revisions, Keys: []string{"ctrl+r"}, Group: GroupFile, Help: "list of the git commits that changed the file: open it as of one"},
	{Action: Marks, Keys: []string{"B"}, Group: GroupFile, Help: "show or hide the marks of changes: + added, ~ changed, _ deleted below"},
	{Action: Facts, Keys: []string{"=", "ctrl+g"}, Group: GroupFile, Help: "facts about the file"},

	{Action: Cancel, Keys: []string{"esc"}, Group: GroupLeave, Help: "stop what runs, or close what is open"},
	{Action: Quit, Keys: []string{"q", "Q"}, Group: GroupLeave, Help: "quit"},
	{Action: Interrupt, Keys: []string{"ctrl+c"}, Group: GroupLeave, Help: "stop what runs, then quit"},
	{Action: Suspend, Keys: []string{"ctrl+z"}, Group: GroupLeave, Help: "suspend"},

	{Action: CloseBracket, Keys: []string{"["}, Context: InPager, Group: GroupPager, Help: "to the ] of the first [ in the top line", Count: true},
	{Action: OpenBracket, Keys: []string{"]"}, Context: InPager, Group: GroupPager, Help: "back to the [ of the first ] in the bottom line", Count: true},
	{Action: SaveStream, Keys: []string{"s"}, Context: InPager, Group: GroupPager, Help: "save what is piped in a file", Takes: "path"},
	{Action: PagerOption, Keys: []string{"-"}, Context: InPager, Group: GroupPager, Help: "options of less: N numbers, S chops, i I case, R colours, F leaves when all fits, X keeps the screen", Takes: "letter"},

	{Action: EditOption, Keys: []string{"enter"}, Context: InOptions, Group: GroupOptions, Help: "type a value; a digit or a quotation mark begins at once"},
	{Action: MoreOption, Keys: []string{"right", "+", " "}, Context: InOptions, Group: GroupOptions, Help: "one more, or the next choice"},
	{Action: LessOption, Keys: []string{"left", "-"}, Context: InOptions, Group: GroupOptions, Help: "one less, or the previous choice"},
	{Action: ResetOption, Keys: []string{"backspace", "delete", "ctrl+h"}, Context: InOptions, Group: GroupOptions, Help: "do not give the argument, so that the tool's default applies"},
	{Action: CloseOptions, Keys: []string{"esc", "q", "o"}, Context: InOptions, Group: GroupOptions, Help: "close the options"},
	{Action: TakeValue, Keys: []string{"enter"}, Context: InValue, Group: GroupOptions, Help: "while typing: use the value"},
	{Action: NextValue, Keys: []string{"down", "tab"}, Context: InValue, Group: GroupOptions, Help: "while typing: use the value and go to the next argument"},
	{Action: PrevValue, Keys: []string{"up", "shift+tab"}, Context: InValue, Group: GroupOptions, Help: "while typing: use the value and go to the previous argument"},
	{Action: CancelValue, Keys: []string{"esc", "ctrl+c", "ctrl+g"}, Context: InValue, Group: GroupOptions, Help: "while typing: forget the value"},

	{Action: SwapCompared, Keys: []string{"X"}, Context: InComparison, Group: GroupCompare, Help: "exchange the two tools, or the places of two sets of options"},
	{Action: OtherSide, Keys: []string{"tab"}, Context: InComparison, Group: GroupCompare, Help: "tune the other side: its options, size and blocks"},
	{Action: TakeSide, Keys: []string{"enter"}, Context: InComparison, Group: GroupCompare, Help: "take the side that is tuned; Esc goes back to the options as they were"},

	{Action: TakeRow, Keys: []string{"enter"}, Context: InMenu, Group: GroupMenu, Help: "take the block or the read; the keys that move go through the rows"},
	{Action: CloseMenu, Keys: []string{"esc", "q"}, Context: InMenu, Group: GroupMenu, Help: "close, and go back to the block that was"},

	{Action: NextCall, Keys: []string{"}"}, Context: InRecorded, Group: GroupRecord, Help: "next call of this file", Count: true},
	{Action: PrevCall, Keys: []string{"{"}, Context: InRecorded, Group: GroupRecord, Help: "previous call of this file", Count: true},
	{Action: NextUnsent, Keys: []string{"]"}, Context: InRecorded, Group: GroupRecord, Help: "next lines that were never sent", Count: true},
	{Action: PrevUnsent, Keys: []string{"["}, Context: InRecorded, Group: GroupRecord, Help: "previous lines that were never sent", Count: true},
	{Action: NextCut, Keys: []string{"c"}, Context: InRecorded, Group: GroupRecord, Help: "next line of which only a part was sent", Count: true},
	{Action: PrevCut, Keys: []string{"C"}, Context: InRecorded, Group: GroupRecord, Help: "previous line of which only a part was sent", Count: true},
	{Action: NextWritten, Keys: []string{"."}, Context: InRecorded, Group: GroupRecord, Help: "next lines that the model wrote, or that have changed since they were sent", Count: true},
	{Action: PrevWritten, Keys: []string{","}, Context: InRecorded, Group: GroupRecord, Help: "previous lines that the model wrote, or that have changed since", Count: true},
	{Action: AllCalls, Keys: []string{"L", "ctrl+t"}, Context: InRecorded, Group: GroupRecord, Help: "list of all calls, at this one"},
	{Action: Timeline, Keys: []string{"ctrl+t"}, Context: InTranscript, Group: GroupRecord, Help: "in the list of files: all calls in their order, or the files again"},
	{Action: SortRows, Keys: []string{"ctrl+s", "alt+s"}, Context: InTranscript, Group: GroupRecord, Help: "files by path, time or what is missing; transcripts of this folder or of all"},
	{Action: RecordHelp, Keys: []string{"f1", "?"}, Context: InTranscript, Group: GroupRecord, Help: "help"},

	{Action: TakeItem, Keys: []string{"enter"}, Context: InList, Group: GroupList, Help: "choose"},
	{Action: NextItem, Keys: []string{"down", "ctrl+n", "tab"}, Context: InList, Group: GroupList, Help: "down"},
	{Action: PrevItem, Keys: []string{"up", "ctrl+p", "shift+tab"}, Context: InList, Group: GroupList, Help: "up"},
	{Action: ItemsDown, Keys: []string{"pgdown"}, Context: InList, Group: GroupList, Help: "as many down as are shown"},
	{Action: ItemsUp, Keys: []string{"pgup"}, Context: InList, Group: GroupList, Help: "as many up as are shown"},
	{Action: FirstItem, Keys: []string{"home"}, Context: InList, Group: GroupList, Help: "the first"},
	{Action: LastItem, Keys: []string{"end"}, Context: InList, Group: GroupList, Help: "the last"},
	{Action: MarkItem, Keys: []string{"alt+m"}, Context: InList, Group: GroupList, Help: "mark a tool, or take its mark away (list of all tools)"},
	{Action: CompareMarked, Keys: []string{"alt+c"}, Context: InList, Group: GroupList, Help: "compare the two marked tools, or the marked one with the current one"},
	{Action: Favourite, Keys: []string{"alt+s"}, Context: InList, Group: GroupList, Help: "make a tool one of those that the key of the next tool steps through, or no longer (list of all tools)"},
	{Action: LeaveList, Keys: []string{"esc", "ctrl+c", "ctrl+g"}, Context: InList, Group: GroupList, Help: "close without choosing"},

	{Action: AnchorSymbol, Keys: []string{"ctrl+o"}, Context: InSymbols, Group: GroupList, Help: "put the block at the symbol (list of symbols)"},
	{Action: TakeSymbol, Keys: []string{"ctrl+t"}, Context: InSymbols, Group: GroupList, Help: "take exactly the symbol's lines (list of symbols)"},

	{Action: NarrowHelp, Keys: []string{"/"}, Context: InHelp, Group: GroupHelp, Help: "list only the keys that match what is typed", Takes: "text"},
	{Action: SearchBack, Keys: []string{"?"}, Context: InHelp, Group: GroupHelp, Help: "search the file backward", Takes: "pattern"},
	{Action: CloseHelp, Keys: []string{"q", "esc", "ctrl+c", "h", "f1"}, Context: InHelp, Group: GroupHelp, Help: "back to the file"},

	{Action: AcceptText, Keys: []string{"enter"}, Context: InPrompt, Group: GroupPrompt, Help: "use what is typed"},
	{Action: OlderText, Keys: []string{"up", "ctrl+p"}, Context: InPrompt, Group: GroupPrompt, Help: "what was typed before"},
	{Action: NewerText, Keys: []string{"down", "ctrl+n"}, Context: InPrompt, Group: GroupPrompt, Help: "what was typed after that"},
	{Action: TurnSearch, Keys: []string{"/", "?"}, Context: InPrompt, Group: GroupPrompt, Help: "as the first key of a search: search the other way"},
	{Action: LeavePrompt, Keys: []string{"esc", "ctrl+c", "ctrl+g"}, Context: InPrompt, Group: GroupPrompt, Help: "forget what is typed"},
	{Action: AnswerYes, Keys: []string{"y", "Y"}, Context: InQuestion, Group: GroupPrompt, Help: "yes; any other key means no"},
	{Action: CancelLetter, Keys: []string{"esc", "ctrl+c", "ctrl+g"}, Context: InLetter, Group: GroupPrompt, Help: "no mark after all"},

	{Action: TextLeft, Keys: []string{"left", "ctrl+b"}, Context: InText, Group: GroupText, Help: "left"},
	{Action: TextRight, Keys: []string{"right", "ctrl+f"}, Context: InText, Group: GroupText, Help: "right"},
	{Action: WordLeft, Keys: []string{"alt+left", "ctrl+left", "alt+b"}, Context: InText, Group: GroupText, Help: "a word left"},
	{Action: WordRight, Keys: []string{"alt+right", "ctrl+right", "alt+f"}, Context: InText, Group: GroupText, Help: "a word right"},
	{Action: TextStart, Keys: []string{"home", "ctrl+a"}, Context: InText, Group: GroupText, Help: "to the beginning"},
	{Action: TextEnd, Keys: []string{"end", "ctrl+e"}, Context: InText, Group: GroupText, Help: "to the end"},
	{Action: DeleteLeft, Keys: []string{"backspace", "ctrl+h"}, Context: InText, Group: GroupText, Help: "delete the character before the cursor"},
	{Action: DeleteRight, Keys: []string{"delete", "ctrl+d"}, Context: InText, Group: GroupText, Help: "delete the character at the cursor"},
	{Action: DeleteWordLeft, Keys: []string{"ctrl+w", "alt+backspace"}, Context: InText, Group: GroupText, Help: "delete the word before the cursor"},
	{Action: DeleteWordRight, Keys: []string{"alt+d", "alt+delete"}, Context: InText, Group: GroupText, Help: "delete the word after the cursor"},
	{Action: DeleteToStart, Keys: []string{"ctrl+u"}, Context: InText, Group: GroupText, Help: "delete all before the cursor"},
	{Action: DeleteToEnd, Keys: []string{"ctrl+k"}, Context: InText, Group: GroupText, Help: "delete all after the cursor"},
}
