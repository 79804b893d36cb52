package text

import (
	"context"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/source/revision"
	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/jobs"
	"eyeline/tui/pane"
	"eyeline/tui/words"
)

// Change marks say in the gutter which lines of a file in a git work tree differ from a revision. git computes them in
// the background, once the first page has come and again when the file changes; nothing waits for them.

// Values of --marks.
const (
	MarksAuto  = "auto"
	MarksNever = "never"
)

// Head is the base of change marks unless another is asked for.
const Head = "HEAD"

const (
	// marksLimit is the size in bytes of the largest file that is compared.
	marksLimit = 64 << 20
	// marksPause is how long a file that has changed must rest before it is compared again.
	marksPause = 200 * time.Millisecond
)

// Changes are the lines that differ from a git revision.
type Changes struct {
	text  *Text
	base  string            // the revision that they differ from; "" is the index
	List  []revision.Change // by rising lines
	Known bool              // List is what git said
	Begun bool              // git has been asked, or need not be
	Why   string            // why there are none
	jump  int64             // changes to go on by once they are known; 0: none
}

// baseName is the base in words.
func baseName(base string) string {
	if base == "" {
		return "the index"
	}
	return cells.Sanitize(base)
}

// foundChanges are the changes of the file.
type foundChanges struct {
	list  []revision.Change
	files []string // what changes with the base, and how it was before git was asked
	state string
}

// MarksOff says why the file cannot have change marks; "" when it can.
func (c *Changes) MarksOff() string {
	switch d := c.text.doc; {
	case d == nil:
		return "there is no file"
	case c.text.host.Recorded():
		return "the marks are of what was sent"
	case c.text.opts.Secure:
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

// CompareWith makes a revision the one that lines are compared with; "" is the index.
func (c *Changes) CompareWith(base string) { c.base = base }

// BeginMarks asks git for the changes, once the first page has been drawn, unless that was done before.
func (c *Changes) BeginMarks() tea.Cmd {
	if c.Begun || c.text.opts.Marks != MarksAuto {
		return nil
	}
	return c.markChanges(CountAfter)
}

// MarksAgain asks git again after the file has changed.
func (c *Changes) MarksAgain() tea.Cmd {
	if !c.Begun || c.text.opts.Marks != MarksAuto {
		return nil
	}
	return c.markChanges(marksPause)
}

// markChanges asks git for the changes after a pause.
func (c *Changes) markChanges(pause time.Duration) tea.Cmd {
	c.Begun = true
	if why := c.MarksOff(); why != "" {
		c.text.jobs.End(jobs.Marks, jobs.Repository)
		c.List, c.Known, c.Why = nil, false, why
		return nil
	}
	path, base := c.text.doc.Path(), c.base
	return jobs.Try(c.text.jobs, jobs.Marks, func(ctx context.Context) (found foundChanges, err error) {
		if !Rest(ctx, pause) {
			return found, ctx.Err()
		}
		found.files, found.state = RepositoryState(ctx, path, base)
		found.list, err = revision.Changes(ctx, path, base)
		return found, err
	}, c.takeChanges)
}

// Rest waits; it returns false when ctx is done first.
func Rest(ctx context.Context, pause time.Duration) bool {
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
func (c *Changes) takeChanges(found foundChanges, err error) tea.Cmd {
	c.List, c.Known, c.Why = found.list, err == nil, ""
	if err != nil {
		c.Why = "no changes are known: " + cells.Sanitize(err.Error())
	}
	c.text.host.Redraw()
	jump := c.jump
	c.jump = 0
	var cmds []tea.Cmd
	if len(found.files) > 0 {
		cmds = append(cmds, c.watchRepository(found.files, found.state))
	}
	if jump != 0 {
		cmds = append(cmds, c.StepChange(jump))
	}
	return tea.Batch(cmds...)
}

// marksShown reports whether the gutter has change marks.
func (c *Changes) marksShown() bool { return c.text.opts.Marks == MarksAuto && c.Known }

// ChangeMark is the mark of a line, 1-based, and its colour; " " for none. The marks are ASCII.
func (c *Changes) ChangeMark(line int64) (themes.Role, string) {
	if line == 0 || !c.marksShown() {
		return themes.LineNumber, " "
	}
	list := c.List
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

// MarkedNumber draws the number of a line and, in the cell after it, its change mark.
func (c *Changes) MarkedNumber(b *strings.Builder, role themes.Role, number string, l pane.Row) {
	marked, sign := c.ChangeMark(l.Number)
	if sign == " " || l.Row > 0 || l.Continued {
		c.text.desk.Put(b, role, number+" ")
		return
	}
	c.text.desk.Put(b, role, number)
	c.text.desk.Put(b, marked, sign)
}

// ToggleMarks shows or hides the change marks.
func (c *Changes) ToggleMarks(int64, bool) tea.Cmd {
	if c.text.opts.Marks == MarksAuto {
		c.text.opts.Marks = MarksNever
		c.text.jobs.End(jobs.Marks, jobs.Repository)
		c.text.host.Redraw()
		c.text.desk.Say("change marks are off")
		return nil
	}
	c.text.opts.Marks = MarksAuto
	cmd := c.markChanges(0)
	c.text.host.Redraw()
	if c.Why != "" && cmd == nil {
		c.text.desk.Say(c.Why)
	} else {
		c.text.desk.Say("change marks against " + baseName(c.base))
	}
	return cmd
}

// NextBase compares with the next of HEAD, the index and the revision of --base.
func (c *Changes) NextBase(int64, bool) tea.Cmd {
	bases := []string{Head, ""}
	if c.text.opts.Base != "" && c.text.opts.Base != Head {
		bases = append(bases, c.text.opts.Base)
	}
	c.base = bases[(slices.Index(bases, c.base)+1)%len(bases)]
	c.text.opts.Marks = MarksAuto
	cmd := c.markChanges(0)
	if cmd == nil {
		c.text.desk.Say(c.Why)
		return nil
	}
	c.text.desk.Say("change marks against " + baseName(c.base))
	return cmd
}

// StepChange goes n changes on, or back where n is below 0.
func (c *Changes) StepChange(n int64) tea.Cmd {
	if c.text.opts.Marks != MarksAuto || !c.Known {
		if c.Begun && c.text.opts.Marks == MarksAuto && c.Why != "" {
			c.text.desk.Say(c.Why)
			return nil
		}
		c.text.opts.Marks = MarksAuto
		if !c.text.jobs.Runs(jobs.Marks) {
			cmd := c.markChanges(0)
			if cmd == nil {
				c.text.desk.Say(c.Why)
				return nil
			}
			c.jump = n
			return cmd
		}
		c.jump = n
		return nil
	}
	if len(c.List) == 0 {
		c.text.desk.Say("no line differs from " + baseName(c.base))
		return nil
	}
	here, ok := c.text.file.CursorLine()
	if !ok || here.Number == 0 {
		c.text.desk.Say("this line's number is still being counted")
		return nil
	}
	to := int64(-1)
	if n > 0 {
		for _, x := range c.List {
			if x.First > here.Number && n > 0 {
				to, n = x.First, n-1
			}
		}
	} else {
		for i := len(c.List) - 1; i >= 0 && n < 0; i-- {
			if x := c.List[i]; x.First < here.Number {
				to, n = x.First, n+1
			}
		}
	}
	if to < 0 {
		c.text.desk.Say(map[bool]string{true: "no further change", false: "no change before this line"}[n > 0])
		return nil
	}
	c.text.letters.KeepPlace()
	before := c.text.file.Cursor()
	c.text.filter.Left = true
	return tea.Batch(c.text.file.Do(c.text.ToLine(to, pane.Middle)), c.text.host.CursorMoved(before),
		c.text.host.Colour())
}

// ChangesFact is what the facts say of the changes.
func (c *Changes) ChangesFact() string {
	if !c.marksShown() {
		return ""
	}
	var added, changed, deleted int64
	for _, change := range c.List {
		switch change.Kind {
		case revision.Added:
			added += change.Last - change.First + 1
		case revision.Changed:
			changed += change.Last - change.First + 1
		default:
			deleted++
		}
	}
	var said []string
	for _, x := range []struct {
		n    int64
		text string
	}{
		{added, words.Count(added, "line") + " added"},
		{changed, words.Count(changed, "line") + " changed"},
		{deleted, "deleted in " + words.Count(deleted, "place")},
	} {
		if x.n > 0 {
			said = append(said, x.text)
		}
	}
	if said == nil {
		said = []string{"none"}
	}
	return strings.Join(said, ", ") + " against " + baseName(c.base)
}
