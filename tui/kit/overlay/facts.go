package overlay

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/kit/cells"
)

// factsPanel shows the facts in full below the panes. A key that does not scroll it closes it and, unless it is one
// that only closes, does what it does in the file.
type factsPanel struct {
	stack *Stack
	facts func() []Fact
	top   int
}

// Fact is one thing that is known about the file.
type Fact struct{ Name, Value string }

// OpenFacts opens the panel of what facts returns.
func (s *Stack) OpenFacts(facts func() []Fact) { s.Push(&factsPanel{stack: s, facts: facts}) }

func (f *factsPanel) Key(msg tea.KeyMsg) (tea.Cmd, bool) {
	action, _ := f.stack.keys().Lookup(keymap.InFile, msg.String())
	if n, ok := scrolling(action, f.page()); ok && len(f.lines()) > f.page() {
		f.move(n)
		return nil, true
	}
	f.stack.Drop(f)
	return nil, action == keymap.Cancel || action == keymap.Facts || action == keymap.Interrupt
}

// lines are the facts as they are drawn: a name and its value, which goes on under itself when it is long.
func (f *factsPanel) lines() []Fact {
	var out []Fact
	for _, x := range f.facts() {
		width := max(f.stack.program.Width()-f.nameWidth()-1, 1)
		name := x.Name
		for line := range strings.SplitSeq(x.Value, "\n") {
			for _, piece := range cells.WrapWords(line, width) {
				out = append(out, Fact{name, piece})
				name = ""
			}
		}
	}

	return out
}

func (f *factsPanel) nameWidth() int { return min(16, max(f.stack.program.Width()/2, 1)) }

func (f *factsPanel) page() int { return max(f.Height(f.stack.host.BodyHeight())-1, 1) }

// move scrolls by n rows, down when n is positive.
func (f *factsPanel) move(n int) {
	f.top = max(min(f.top+n, len(f.lines())-f.page()), 0)
}

func (f *factsPanel) Height(body int) int { return min(1+len(f.lines()), max(body-1, 1)) }

func (f *factsPanel) Rows(height int) []string {
	lines := f.lines()
	more := f.stack.program.KeyName(keymap.Cancel) + " close"
	if len(lines) > height-1 {
		down := f.stack.program.KeyName(keymap.LineDown)
		more = down + " " + f.stack.program.KeyName(keymap.LineUp) + " scroll  " + more
	}

	rows := []string{f.stack.canvas().PanelTitle("facts", more)}
	top := max(min(f.top, len(lines)-height+1), 0)
	for _, l := range lines[top:max(min(top+height-1, len(lines)), top)] {
		var b strings.Builder
		width := f.nameWidth()
		f.stack.program.Put(&b, themes.HelpKey, cells.Pad("   "+l.Name, width))
		f.stack.program.Put(&b, themes.HelpText, cells.Pad(l.Value, max(f.stack.program.Width()-width, 0)))
		rows = append(rows, b.String())
	}

	return rows
}

func (f *factsPanel) Footer() string { return "" }

func (f *factsPanel) Wheel(n int) tea.Cmd {
	f.move(n)
	return nil
}

func (f *factsPanel) Click(int, int) tea.Cmd {
	f.stack.Drop(f)
	return nil
}
