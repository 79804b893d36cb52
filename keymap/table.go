package keymap

// The actions.
const (
	NextMode   Action = "next-mode"
	PrevMode   Action = "previous-mode"
	NextTool   Action = "next-tool"
	Options    Action = "options"
	NextPane   Action = "next-pane"
	Compare    Action = "compare"
	Anchor     Action = "anchor"
	Follow     Action = "anchor-follows"
	NextWindow Action = "next-window"
	PrevWindow Action = "previous-window"
	Larger     Action = "larger"
	Smaller    Action = "smaller"
	Undo       Action = "undo"
	Redo       Action = "redo"
	Presets    Action = "presets"

	Siblings Action = "siblings"
	Header   Action = "header-comments"
	Why      Action = "why"

	LineDown   Action = "line-down"
	LineUp     Action = "line-up"
	PageDown   Action = "page-down"
	PageUp     Action = "page-up"
	HalfDown   Action = "half-page-down"
	HalfUp     Action = "half-page-up"
	ScrollDown Action = "scroll-down"
	ScrollUp   Action = "scroll-up"
	Top        Action = "top"
	Bottom     Action = "bottom"
	Left       Action = "left"
	Right      Action = "right"
	LineStart  Action = "line-start"
	LineEnd    Action = "line-end"
	Percent    Action = "percent"
	Command    Action = "command"
	SetMark    Action = "set-mark"
	GotoMark   Action = "go-to-mark"
	SearchDown Action = "search"
	NextMatch  Action = "next-match"
	PrevMatch  Action = "previous-match"
	Filter     Action = "filter"

	Copy        Action = "copy"
	CopyRequest Action = "copy-request"
	CopyCommand Action = "copy-command"
	Write       Action = "write"
	LeavePrint  Action = "leave-and-print"

	Invisibles Action = "invisibles"
	Wrap       Action = "wrap"
	Theme      Action = "theme"
	Mouse      Action = "mouse"
	Redraw     Action = "redraw"
	Help       Action = "help"
	HelpOnly   Action = "help-only"

	Hex    Action = "hex"
	ShowAs Action = "show-as"
	Tail   Action = "tail"
	Reload Action = "reload"
	Edit   Action = "edit"
	Facts  Action = "facts"

	Quit      Action = "quit"
	Interrupt Action = "interrupt"
	Suspend   Action = "suspend"
)

var table = []Binding{
	{Action: NextMode, Keys: []string{"tab"}, Group: GroupModel, Help: "next mode: slice, block, bytes", Short: "mode"},
	{Action: PrevMode, Keys: []string{"shift+tab"}, Group: GroupModel, Help: "previous mode"},
	{Action: NextTool, Keys: []string{"t"}, Group: GroupModel, Help: "next tool that has this mode", Short: "tool"},
	{Action: Options, Keys: []string{"o"}, Group: GroupModel, Help: "every argument of the tool, editable", Short: "options"},
	{Action: NextPane, Keys: []string{"p"}, Group: GroupModel, Help: "show the file, the model's view, or both", Short: "model's view"},
	{Action: Compare, Keys: []string{"C"}, Group: GroupModel, Help: "compare with another tool, and what each loses"},
	{Action: Anchor, Keys: []string{"a"}, Group: GroupModel, Help: "put the window at the cursor"},
	{Action: Follow, Keys: []string{"A"}, Group: GroupModel, Help: "let the window follow the cursor, or stop"},
	{Action: NextWindow, Keys: []string{"]"}, Group: GroupModel, Help: "next window, or next block at this level", Count: true},
	{Action: PrevWindow, Keys: []string{"["}, Group: GroupModel, Help: "previous window, exactly as it was", Count: true},
	{Action: Larger, Keys: []string{"+"}, Group: GroupModel, Help: "larger: limit, levels or bytes", Count: true},
	{Action: Smaller, Keys: []string{"-", "_"}, Group: GroupModel, Help: "smaller: limit, levels or bytes", Count: true},
	{Action: Undo, Keys: []string{"z"}, Group: GroupModel, Help: "undo the last change of an option", Count: true},
	{Action: Redo, Keys: []string{"Z"}, Group: GroupModel, Help: "redo it", Count: true},
	{Action: Presets, Keys: []string{"P"}, Group: GroupModel, Help: "recall or save the options under a name"},

	{Action: Siblings, Keys: []string{"s"}, Group: GroupBlock, Help: "siblings at the floor, in or out", Block: true},
	{Action: Header, Keys: []string{"c"}, Group: GroupBlock, Help: "header comments, in or out", Block: true},
	{Action: Why, Keys: []string{"w"}, Group: GroupBlock, Help: "column that says why each line is in", Block: true},

	{Action: LineDown, Keys: []string{"j", "down", "enter", "ctrl+n"}, Group: GroupMove, Help: "line down", Count: true},
	{Action: LineUp, Keys: []string{"k", "up", "ctrl+p"}, Group: GroupMove, Help: "line up", Count: true},
	{Action: PageDown, Keys: []string{" ", "f", "pgdown", "ctrl+f", "ctrl+v"}, Group: GroupMove, Help: "screen down", Count: true},
	{Action: PageUp, Keys: []string{"b", "pgup", "ctrl+b"}, Group: GroupMove, Help: "screen up", Count: true},
	{Action: HalfDown, Keys: []string{"d", "ctrl+d"}, Group: GroupMove, Help: "half a screen down", Count: true},
	{Action: HalfUp, Keys: []string{"u", "ctrl+u"}, Group: GroupMove, Help: "half a screen up", Count: true},
	{Action: ScrollDown, Keys: []string{"J", "ctrl+e"}, Group: GroupMove, Help: "scroll one line down", Count: true},
	{Action: ScrollUp, Keys: []string{"K", "ctrl+y"}, Group: GroupMove, Help: "scroll one line up", Count: true},
	{Action: Top, Keys: []string{"g", "home", "<"}, Group: GroupMove, Help: "first line, or line N", Count: true},
	{Action: Bottom, Keys: []string{"G", "end", ">"}, Group: GroupMove, Help: "last line, or line N", Count: true},
	{Action: Left, Keys: []string{"left"}, Group: GroupMove, Help: "half a screen left", Count: true},
	{Action: Right, Keys: []string{"right"}, Group: GroupMove, Help: "half a screen right", Count: true},
	{Action: LineStart, Keys: []string{"0", "^", "alt+{"}, Group: GroupMove, Help: "start of a long line"},
	{Action: LineEnd, Keys: []string{"$", "alt+}"}, Group: GroupMove, Help: "end of a long line"},
	{Action: Percent, Keys: []string{"%"}, Group: GroupMove, Help: "N percent into the file", Count: true},
	{Action: Command, Keys: []string{":"}, Group: GroupMove, Help: "go to :LINE, :N%, :@BYTE (0x…, KiB MiB GiB); :n :p other file", Takes: "place"},
	{Action: SetMark, Keys: []string{"m"}, Group: GroupMove, Help: "set a mark", Takes: "letter"},
	{Action: GotoMark, Keys: []string{"'"}, Group: GroupMove, Help: "go to a mark; '' goes back", Takes: "letter"},

	{Action: SearchDown, Keys: []string{"/"}, Group: GroupSearch, Help: "search forward", Short: "search", Takes: "pattern"},
	{Action: Help, Keys: []string{"?"}, Group: GroupSearch, Help: "help; a pattern and Enter search backward", Short: "help", Takes: "pattern"},
	{Action: NextMatch, Keys: []string{"n"}, Group: GroupSearch, Help: "next match", Count: true},
	{Action: PrevMatch, Keys: []string{"N"}, Group: GroupSearch, Help: "previous match", Count: true},
	{Action: Filter, Keys: []string{"&"}, Group: GroupSearch, Help: "show matching lines only; !pattern inverts, empty shows all", Takes: "pattern"},

	{Action: Copy, Keys: []string{"y"}, Group: GroupGive, Help: "copy the exact output", Short: "copy"},
	{Action: CopyRequest, Keys: []string{"Y"}, Group: GroupGive, Help: "copy the request as JSON"},
	{Action: CopyCommand, Keys: []string{"x"}, Group: GroupGive, Help: "copy the eyeline emit command that prints the same"},
	{Action: Write, Keys: []string{"e"}, Group: GroupGive, Help: "write the output to a file", Takes: "path"},
	{Action: LeavePrint, Keys: []string{"E"}, Group: GroupGive, Help: "leave and print the output"},

	{Action: Invisibles, Keys: []string{"i"}, Group: GroupView, Help: "show tabs, trailing blanks, carriage returns, BOM"},
	{Action: Wrap, Keys: []string{"W"}, Group: GroupView, Help: "wrap or chop long lines"},
	{Action: Theme, Keys: []string{"T"}, Group: GroupView, Help: "next theme"},
	{Action: Mouse, Keys: []string{"M"}, Group: GroupView, Help: "mouse on or off, for the terminal's own selection"},
	{Action: Redraw, Keys: []string{"ctrl+l", "r"}, Group: GroupView, Help: "draw the screen again"},
	{Action: HelpOnly, Keys: []string{"h", "f1"}, Group: GroupView, Help: "help"},

	{Action: Hex, Keys: []string{"H"}, Group: GroupFile, Help: "bytes in hex, or lines again"},
	{Action: ShowAs, Keys: []string{"U"}, Group: GroupFile, Help: "another encoding, or packed bytes as they are (:encoding NAME)"},
	{Action: Tail, Keys: []string{"F"}, Group: GroupFile, Help: "follow the end as the file grows"},
	{Action: Reload, Keys: []string{"R"}, Group: GroupFile, Help: "read the file again"},
	{Action: Edit, Keys: []string{"v"}, Group: GroupFile, Help: "open $VISUAL or $EDITOR at this line"},
	{Action: Facts, Keys: []string{"=", "ctrl+g"}, Group: GroupFile, Help: "facts about the file"},

	{Action: Quit, Keys: []string{"q", "Q"}, Group: GroupLeave, Help: "quit", Short: ""},
	{Action: Interrupt, Keys: []string{"ctrl+c"}, Group: GroupLeave, Help: "stop what runs, then quit"},
	{Action: Suspend, Keys: []string{"ctrl+z"}, Group: GroupLeave, Help: "suspend"},
}
