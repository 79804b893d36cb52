package file

import (
	"fmt"
	"strings"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/humanize"
	"eyeline/tui/overlay"
	"eyeline/tui/textview"

	tea "github.com/charmbracelet/bubbletea"
)

// fact is one thing that is known about the file.
type fact struct{ Name, Value string }

// Facts lists what is known about the file and the place in it.
func (s *Screen) Facts() []fact {
	d := s.text.Doc()
	if d == nil {
		return nil
	}
	out := append(s.readFacts(), fact{"file", cells.Sanitize(d.Name())})
	add := func(name, value string) {
		if value != "" {
			out = append(out, fact{name, value})
		}
	}
	add("size", humanize.Group(d.Raw().Size())+" bytes ("+humanize.Size(d.Raw().Size())+")")
	if total, known := d.Shown().TotalLines(); known {
		add("lines", humanize.Group(total))
	}
	add("read as", textview.FormName(d.Form()))
	if d.Decoded() {
		add("decoded", humanize.Size(d.Shown().Size()))
	}
	if l, ok := s.text.File().CursorLine(); ok {
		if l.Number > 0 {
			add("cursor line", humanize.Group(l.Number))
		}
		add("cursor byte", fmt.Sprintf("%s (0x%x)", humanize.Group(l.Off), l.Off))
	}
	if s.preview.Sent() != nil {
		add("sent", s.sent.Fact())
	}
	add("changes", s.text.Changes().ChangesFact())
	if !d.Raw().Snapshot().ModTime.IsZero() {
		add("modified", d.Raw().Snapshot().ModTime.Format("2006-01-02 15:04:05"))
	}
	add("root", cells.Sanitize(d.Root()))
	if d.Shown().Err() != nil {
		add("error", cells.Sanitize(d.Shown().Err().Error()))
	}
	return out
}

// readFacts are all that the model line has to say, and the tool's notes word for word.
func (s *Screen) readFacts() []fact {
	r := s.preview.Reading()
	if r == nil || s.text.ToolOff() || s.preview.Sent() != nil || r.Out == nil && r.Refused == "" {
		return nil
	}
	out := []fact{{"read", s.bars.read().Text()}}
	for i, note := range r.Notes {
		lines := strings.Split(note, "\n")
		for k := range lines {
			lines[k] = cells.Sanitize(lines[k])
		}
		out = append(out, fact{fmt.Sprintf("note %d of %d", i+1, len(r.Notes)), strings.Join(lines, "\n")})
	}
	if r.Aside != "" {
		out = append(out, fact{"remark", cells.Sanitize(r.Aside)})
	}
	return out
}

// factsPanel shows the facts in full below the panes. A key that does not scroll it closes it and, unless it is one
// that only closes, does what it does in the file.
type factsPanel struct {
	screen *Screen
	top    int
}

func (s *Screen) showFacts() tea.Cmd {
	s.overlays.Push(&factsPanel{screen: s})
	return nil
}

func (f *factsPanel) Key(msg tea.KeyMsg) (tea.Cmd, bool) {
	action, _ := f.screen.desk.Keys().Lookup(keymap.InFile, msg.String())
	if n, ok := overlay.Scrolling(action, f.page()); ok && len(f.lines()) > f.page() {
		f.move(n)
		return nil, true
	}
	f.screen.overlays.Drop(f)
	return nil, action == keymap.Cancel || action == keymap.Facts
}

// lines are the facts as they are drawn: a name and its value, which goes on under itself when it is long.
func (f *factsPanel) lines() []fact {
	var out []fact
	for _, x := range f.screen.Facts() {
		width := max(f.screen.desk.Width()-f.nameWidth()-1, 1)
		name := x.Name
		for line := range strings.SplitSeq(x.Value, "\n") {
			for _, piece := range cells.WrapWords(line, width) {
				out, name = append(out, fact{name, piece}), ""
			}
		}
	}
	return out
}

func (f *factsPanel) nameWidth() int { return min(16, max(f.screen.desk.Width()/2, 1)) }

func (f *factsPanel) page() int { return max(f.Height(f.screen.panes.areas.Body.Height)-1, 1) }

// move scrolls by n rows, down when n is positive.
func (f *factsPanel) move(n int) {
	f.top = max(min(f.top+n, len(f.lines())-f.page()), 0)
}

func (f *factsPanel) Height(body int) int { return min(1+len(f.lines()), max(body-1, 1)) }

func (f *factsPanel) Rows(height int) []string {
	lines := f.lines()
	more := ""
	if len(lines) > height-1 {
		more = f.screen.desk.KeyName(keymap.LineDown) + " " + f.screen.desk.KeyName(keymap.LineUp) + " scroll"
	}
	rows := []string{f.screen.desk.Canvas().PanelTitle("facts", more)}
	top := max(min(f.top, len(lines)-height+1), 0)
	for _, l := range lines[top:max(min(top+height-1, len(lines)), top)] {
		var b strings.Builder
		width := f.nameWidth()
		f.screen.desk.Put(&b, themes.HelpKey, cells.Pad("   "+l.Name, width))
		f.screen.desk.Put(&b, themes.HelpText, cells.Pad(l.Value, max(f.screen.desk.Width()-width, 0)))
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
	f.screen.overlays.Drop(f)
	return nil
}
