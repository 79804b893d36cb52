package tui

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/cells"
)

// fact is one thing that is known about the file.
type fact struct{ name, value string }

// facts lists what is known about the file and the place in it.
func (m *Model) facts() []fact {
	d := m.doc
	if d == nil {
		return nil
	}
	out := []fact{{"file", plain(d.Name())}}
	add := func(name, value string) {
		if value != "" {
			out = append(out, fact{name, value})
		}
	}
	add("size", group(d.Raw().Size())+" bytes ("+size(d.Raw().Size())+")")
	if total, known := d.Shown().TotalLines(); known {
		add("lines", group(total))
	}
	add("read as", formName(d.Form()))
	if d.Decoded() {
		add("decoded", size(d.Shown().Size()))
	}
	if l, ok := m.file.CursorLine(); ok {
		if l.Number > 0 {
			add("cursor line", group(l.Number))
		}
		add("cursor byte", fmt.Sprintf("%s (0x%x)", group(l.Off), l.Off))
	}
	if m.sent != nil {
		add("sent", m.sentFact())
	}
	add("changes", m.changesFact())
	if !d.Raw().Snapshot().ModTime.IsZero() {
		add("modified", d.Raw().Snapshot().ModTime.Format("2006-01-02 15:04:05"))
	}
	add("root", plain(d.Root()))
	if d.Shown().Err() != nil {
		add("error", plain(d.Shown().Err().Error()))
	}
	return out
}

// factsPanel shows the facts in full below the panes. A key that does not scroll it closes it and, unless it is one that
// only closes, does what it does in the file.
type factsPanel struct{ top int }

func (m *Model) showFacts(int64, bool) tea.Cmd {
	if m.doc != nil {
		m.push(&factsPanel{})
	}
	return nil
}

func (f *factsPanel) key(m *Model, msg tea.KeyMsg) (tea.Cmd, bool) {
	action, _ := m.keys.Lookup(keymap.InFile, msg.String())
	if n, ok := scrolling(action, f.page(m)); ok && len(f.lines(m)) > f.page(m) {
		f.scroll(m, n)
		return nil, true
	}
	m.drop(f)
	return nil, action == keymap.Cancel || action == keymap.Facts
}

// lines are the facts as they are drawn: a name and its value, which goes on under itself when it is long.
func (f *factsPanel) lines(m *Model) []fact {
	var out []fact
	for _, x := range m.facts() {
		width := max(m.width-f.nameWidth(m)-1, 1)
		for i, piece := range cells.WrapWords(x.value, width) {
			name := ""
			if i == 0 {
				name = x.name
			}
			out = append(out, fact{name, piece})
		}
	}
	return out
}

func (f *factsPanel) nameWidth(m *Model) int { return min(16, max(m.width/2, 1)) }

func (f *factsPanel) page(m *Model) int { return max(f.height(m, m.areas.body.height)-1, 1) }

func (f *factsPanel) scroll(m *Model, n int) {
	f.top = max(min(f.top+n, len(f.lines(m))-f.page(m)), 0)
}

func (f *factsPanel) height(m *Model, body int) int { return min(1+len(f.lines(m)), max(body-1, 1)) }

func (f *factsPanel) rows(m *Model, height int) []string {
	lines := f.lines(m)
	more := ""
	if len(lines) > height-1 {
		more = m.keyName(keymap.LineDown) + " " + m.keyName(keymap.LineUp) + " scroll"
	}
	rows := []string{m.canvas().PanelTitle("facts", more)}
	top := max(min(f.top, len(lines)-height+1), 0)
	for _, l := range lines[top:] {
		if len(rows) == height {
			break
		}
		var b strings.Builder
		width := f.nameWidth(m)
		m.put(&b, themes.HelpKey, cells.Pad("   "+l.name, width))
		m.put(&b, themes.HelpText, cells.Pad(l.value, max(m.width-width, 0)))
		rows = append(rows, b.String())
	}
	return rows
}

func (f *factsPanel) footer(*Model) string { return "" }

func (f *factsPanel) wheel(m *Model, n int) tea.Cmd {
	f.scroll(m, n)
	return nil
}

func (f *factsPanel) click(m *Model, _ int) tea.Cmd {
	m.drop(f)
	return nil
}
