package tui

import (
	"context"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/source/revision"
	"eyeline/themes"
	"eyeline/tui/jobs"
	"eyeline/tui/pane"
)

// Change marks say in the gutter which lines of a file in a git work tree differ from a revision. git computes them in the
// background, once the first page has come and again when the file changes; nothing waits for them.

// Values of --marks.
const (
	marksAuto  = "auto"
	marksNever = "never"
)

// head is the base of change marks unless another is asked for.
const head = "HEAD"

const (
	// marksLimit is the size in bytes of the largest file that is compared.
	marksLimit = 64 << 20
	// marksPause is how long a file that has changed must rest before it is compared again.
	marksPause = 200 * time.Millisecond
)

// changeMarks are the change marks of a sheet.
type changeMarks struct {
	list  []revision.Change // by rising lines
	known bool              // list is what git said
	begun bool              // git has been asked, or need not be
	why   string            // why there are none
	jump  int64             // changes to go on by once they are known; 0: none
}

// baseName is the base in words.
func baseName(base string) string {
	if base == "" {
		return "the index"
	}
	return plain(base)
}

// foundChanges are the changes of the file.
type foundChanges struct {
	list  []revision.Change
	files []string // what changes with the base, and how it was before git was asked
	state string
}

// marksOff says why the file cannot have change marks; "" when it can.
func (m *Model) marksOff() string {
	switch d := m.doc; {
	case d == nil:
		return "there is no file"
	case m.sent != nil:
		return "the marks are of what was sent"
	case m.opts.Secure:
		return "change marks are off: the viewer runs with --secure"
	case d.IsStream():
		return "only a file in a git work tree has changes"
	case d.Decoded():
		return "what is shown is decoded: git compares the bytes"
	case d.Raw().Size() > marksLimit:
		return "the file is too large for change marks"
	}
	return ""
}

// beginMarks asks git for the changes, once the first page has been drawn, unless that was done before.
func (m *Model) beginMarks() tea.Cmd {
	if m.changed.begun || m.opts.Marks != marksAuto {
		return nil
	}
	return m.markChanges(countAfter)
}

// marksAgain asks git again after the file has changed.
func (m *Model) marksAgain() tea.Cmd {
	if !m.changed.begun || m.opts.Marks != marksAuto {
		return nil
	}
	return m.markChanges(marksPause)
}

// markChanges asks git for the changes after a pause.
func (m *Model) markChanges(pause time.Duration) tea.Cmd {
	m.changed.begun = true
	if why := m.marksOff(); why != "" {
		m.jobs.End(jobs.Marks, jobs.Repository)
		m.changed.list, m.changed.known, m.changed.why = nil, false, why
		return nil
	}
	path, base := m.doc.Path(), m.base
	return jobs.Try(m.jobs, jobs.Marks, func(ctx context.Context) (found foundChanges, err error) {
		if !rest(ctx, pause) {
			return found, ctx.Err()
		}
		found.files, found.state = repositoryState(ctx, path, base)
		found.list, err = revision.Changes(ctx, path, base)
		return found, err
	}, m.takeChanges)
}

// rest waits; it returns false when ctx is done first.
func rest(ctx context.Context, pause time.Duration) bool {
	if pause == 0 {
		return true
	}
	select {
	case <-ctx.Done():
		return false
	case <-time.After(pause):
		return true
	}
}

// takeChanges takes the changes, and goes on to the one that was asked for.
func (m *Model) takeChanges(found foundChanges, err error) tea.Cmd {
	c := &m.changed
	c.list, c.known, c.why = found.list, err == nil, ""
	if err != nil {
		c.why = "no changes are known: " + plain(err.Error())
	}
	m.invalidateRows()
	jump := c.jump
	c.jump = 0
	var cmds []tea.Cmd
	if len(found.files) > 0 {
		cmds = append(cmds, m.watchRepository(found.files, found.state))
	}
	if jump != 0 {
		cmds = append(cmds, m.stepChange(jump))
	}
	return tea.Batch(cmds...)
}

// marksShown reports whether the gutter has change marks.
func (m *Model) marksShown() bool { return m.opts.Marks == marksAuto && m.changed.known }

// changeMark is the mark of a line, 1-based, and its colour; " " for none. The marks are ASCII.
func (m *Model) changeMark(line int64) (themes.Role, string) {
	if line == 0 || !m.marksShown() {
		return themes.LineNumber, " "
	}
	list := m.changed.list
	low, high := 0, len(list) // the first change that does not end before the line
	for low < high {
		if mid := (low + high) / 2; list[mid].Last < line {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low == len(list) || list[low].First > line {
		return themes.LineNumber, " "
	}
	switch list[low].Kind {
	case revision.Added:
		return themes.Added, "+"
	case revision.Changed:
		return themes.Changed, "~"
	}
	return themes.Lost, "_"
}

// markedNumber draws the number of a line and, in the cell after it, its change mark.
func (m *Model) markedNumber(b *strings.Builder, role themes.Role, number string, l pane.Row) {
	marked, sign := m.changeMark(l.Number)
	if sign == " " || l.Row > 0 || l.Continued {
		m.put(b, role, number+" ")
		return
	}
	m.put(b, role, number)
	m.put(b, marked, sign)
}

// toggleMarks shows or hides the change marks.
func (m *Model) toggleMarks(int64, bool) tea.Cmd {
	if m.opts.Marks == marksAuto {
		m.opts.Marks = marksNever
		m.jobs.End(jobs.Marks, jobs.Repository)
		m.invalidateRows()
		m.say("change marks are off")
		return nil
	}
	m.opts.Marks = marksAuto
	cmd := m.markChanges(0)
	m.invalidateRows()
	if m.changed.why != "" && cmd == nil {
		m.say(m.changed.why)
	} else {
		m.say("change marks against " + baseName(m.base))
	}
	return cmd
}

// nextBase compares with the next of HEAD, the index and the revision of --base.
func (m *Model) nextBase(int64, bool) tea.Cmd {
	bases := []string{head, ""}
	if m.opts.Base != "" && m.opts.Base != head {
		bases = append(bases, m.opts.Base)
	}
	m.base = bases[(slices.Index(bases, m.base)+1)%len(bases)]
	m.opts.Marks = marksAuto
	cmd := m.markChanges(0)
	if cmd == nil {
		m.say(m.changed.why)
		return nil
	}
	m.say("change marks against " + baseName(m.base))
	return cmd
}

// stepChange goes n changes on, or back where n is below 0.
func (m *Model) stepChange(n int64) tea.Cmd {
	c := &m.changed
	if m.opts.Marks != marksAuto || !c.known {
		if c.begun && m.opts.Marks == marksAuto && c.why != "" {
			m.say(c.why)
			return nil
		}
		m.opts.Marks = marksAuto
		if !m.jobs.Runs(jobs.Marks) {
			cmd := m.markChanges(0)
			if cmd == nil {
				m.say(c.why)
				return nil
			}
			c.jump = n
			return cmd
		}
		c.jump = n
		return nil
	}
	if len(c.list) == 0 {
		m.say("no line differs from " + baseName(m.base))
		return nil
	}
	here, ok := m.file.CursorLine()
	if !ok || here.Number == 0 {
		m.say("this line's number is still being counted")
		return nil
	}
	to := int64(-1)
	if n > 0 {
		for _, x := range c.list {
			if x.First > here.Number && n > 0 {
				to, n = x.First, n-1
			}
		}
	} else {
		for i := len(c.list) - 1; i >= 0 && n < 0; i-- {
			if x := c.list[i]; x.First < here.Number {
				to, n = x.First, n+1
			}
		}
	}
	if to < 0 {
		m.say(map[bool]string{true: "no further change", false: "no change before this line"}[n > 0])
		return nil
	}
	m.keepPlace()
	before := m.file.Cursor()
	m.filter.left = true
	return tea.Batch(m.file.Do(m.toLine(to, pane.Middle)), m.cursorMoved(before), m.colour())
}

// changesFact is what the facts say of the changes.
func (m *Model) changesFact() string {
	if !m.marksShown() {
		return ""
	}
	var added, changed, deleted int64
	for _, c := range m.changed.list {
		switch c.Kind {
		case revision.Added:
			added += c.Last - c.First + 1
		case revision.Changed:
			changed += c.Last - c.First + 1
		default:
			deleted++
		}
	}
	var words []string
	for _, x := range []struct {
		n    int64
		text string
	}{{added, count(added, "line") + " added"}, {changed, count(changed, "line") + " changed"}, {deleted, "deleted in " + count(deleted, "place")}} {
		if x.n > 0 {
			words = append(words, x.text)
		}
	}
	if words == nil {
		words = []string{"none"}
	}
	return strings.Join(words, ", ") + " against " + baseName(m.base)
}

// noChanges says why there is no change to go to.
func (m *Model) noChanges() string {
	if m.active() != &m.file {
		return "changes are in the file; " + m.keyName(keymap.NextPane) + " shows it"
	}
	return m.marksOff()
}
