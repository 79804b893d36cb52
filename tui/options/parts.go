package options

// Options that belong together, with what a person changes of them while the viewer runs.

// longLines says what becomes of lines that are wider than the screen.
type longLines struct {
	// Wrap wraps them while a tool is on.
	Wrap bool
	// Chop chops them while no tool is on.
	Chop bool
}

// SetWrap wraps long lines or chops them: those of a paged text, or those that are shown while a tool is on.
func (l *longLines) SetWrap(paging, wraps bool) {
	if paging {
		l.Chop = !wraps
		return
	}
	l.Wrap = wraps
}

// Wraps reports whether long lines are wrapped: those of a paged text, or those that are shown while a tool is on.
func (l *longLines) Wraps(paging bool) bool {
	if paging {
		return !l.Chop
	}
	return l.Wrap
}

// gutter says what stands left of the text.
type gutter struct {
	// Numbers shows line numbers while no tool is on.
	Numbers bool
	// Why shows in block mode why each line is in the block.
	Why bool
}

// ToggleNumbers shows line numbers while no tool is on, or hides them.
func (g *gutter) ToggleNumbers() { g.Numbers = !g.Numbers }

// ToggleWhy shows why each line is in a block, or hides it, and reports which.
func (g *gutter) ToggleWhy() bool {
	g.Why = !g.Why
	return g.Why
}

// The values of ChangeMarks.Marks.
const (
	MarksAuto  = "auto"
	marksNever = "never"
)

// ChangeMarks are the marks of lines that differ from a git revision.
type ChangeMarks struct {
	Marks string // whether there are any: MarksAuto or never; "" is never
	Base  string // the revision that is compared with at first
}

// Mark marks the lines, or none.
func (c *ChangeMarks) Mark(on bool) {
	c.Marks = marksNever
	if on {
		c.Marks = MarksAuto
	}
}

// terminalUse says how the terminal is used.
type terminalUse struct {
	Mouse bool // the viewer gets the mouse, and not the terminal
	// Plain reads commands from a prompt line and prints plain lines.
	Plain bool
	// AskBackground asks the terminal for its background, once the first screen is drawn, and follows its answer.
	AskBackground bool
}

// ToggleMouse gives the mouse to the viewer or to the terminal, and reports whether the viewer has it.
func (t *terminalUse) ToggleMouse() bool {
	t.Mouse = !t.Mouse
	return t.Mouse
}

// KeepBackground keeps the theme whatever the terminal answers to what its background is.
func (t *terminalUse) KeepBackground() { t.AskBackground = false }

// copying says how texts are copied.
type copying struct {
	// Clipboard puts a text into the terminal's clipboard; nil without one.
	Clipboard func(text string) error
	// With is what copies: auto, a command, or terminal; "" is terminal.
	With string
}

// By says what puts a text into the terminal's clipboard.
func (c *copying) By(write func(text string) error) { c.Clipboard = write }

// leaving says when the viewer is left, and what stays then.
type leaving struct {
	IfOneScreen bool // a text that fits on the screen is printed, and the viewer left
	KeepScreen  bool // the last screen stays on the terminal
	Status      int  // the exit status of leaving without output
}

// ToggleKeep leaves the last screen on the terminal at the end, or not, and reports which.
func (l *leaving) ToggleKeep() bool {
	l.KeepScreen = !l.KeepScreen
	return l.KeepScreen
}

// Keep leaves the last screen on the terminal at the end.
func (l *leaving) Keep() { l.KeepScreen = true }
