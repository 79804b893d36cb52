package textview

import (
	"cmp"
	"context"
	"slices"
	"sort"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/source/revision"
	"eyeline/reader/wait"
	"eyeline/themes"
	"eyeline/tui/file/pane"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/options"
)

// Change marks say in the gutter which lines of a file in a git work tree differ from a revision. git computes them in
// the background, once the first page has come and again when the file changes; nothing waits for them.

const (
	// head is the base of change marks unless another is asked for.
	head = "HEAD"
	// marksLimit is the size in bytes of the largest file that is compared.
	marksLimit = 64 << 20
	// marksPause is how long a file that has changed must rest before it is compared again.
	marksPause = 200 * time.Millisecond
)

// changesPart are the lines that differ from a git revision.
type changesPart struct {
	view  *view
	jumps *jumpPart
	Base  string            // the revision that they differ from; "" is the index
	List  []revision.Change // by rising lines
	Known bool              // List is what git said
	Begun bool              // git has been asked, or need not be
	Why   string            // why the marks cannot be had
	jump  int64             // changes to go on by once they are known; 0: none
}

// baseName is the base in words.
func baseName(base string) string { return cmp.Or(cells.Sanitize(base), "the index") }

// foundChanges are the changes of the file.
type foundChanges struct {
	list  []revision.Change
	files []string // what changes with the base, and how it was before git was asked
	state string
}

// MarksOff says why the file cannot have change marks; "" when it can.
func (c *changesPart) MarksOff() string {
	d := c.view.Doc
	switch {
	case d == nil:
		return "there is no file"
	case c.view.recorded:
		return "the marks are of what was sent"
	case c.view.opts.Secure:
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

// BeginMarks asks git for the changes, once the first page has been drawn, unless that was done before.
func (c *changesPart) BeginMarks() tea.Cmd {
	if c.Begun || c.marks().Marks != options.MarksAuto {
		return nil
	}
	return c.markChanges(CountAfter)
}

// MarksAgain asks git again after the file has changed.
func (c *changesPart) MarksAgain() tea.Cmd {
	if !c.Begun || c.marks().Marks != options.MarksAuto {
		return nil
	}
	return c.markChanges(marksPause)
}

// markChanges asks git for the changes after a pause.
func (c *changesPart) markChanges(pause time.Duration) tea.Cmd {
	c.Begun = true
	if why := c.MarksOff(); why != "" {
		c.view.Jobs.End(jobs.Marks, jobs.Repository)
		c.List = nil
		c.Known = false
		c.Why = why
		return nil
	}

	path := c.view.Doc.Path()
	base := c.Base
	return jobs.Try(c.view.Jobs, jobs.Marks, func(ctx context.Context) (found foundChanges, err error) {
		if err := wait.For(ctx, pause); err != nil {
			return found, err
		}
		if files, err := revision.StateFiles(ctx, path, base); err == nil {
			found.files = files
			found.state = revision.State(files)
		}

		found.list, err = revision.Changes(ctx, path, base)
		return found, err
	}, c.setChanges)
}

// setChanges stores the changes that were found, and goes to the one that was asked for.
func (c *changesPart) setChanges(found foundChanges, err error) tea.Cmd {
	c.List = found.list
	c.Known = err == nil
	c.Why = ""
	if err != nil {
		c.Why = "no changes are known: " + cells.Sanitize(err.Error())
	}

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

// marks are what a person asks of the marks.
func (c *changesPart) marks() *options.ChangeMarks { return &c.view.opts.Changes }

// marksShown reports whether the gutter has change marks.
func (c *changesPart) marksShown() bool { return c.marks().Marks == options.MarksAuto && c.Known }

// ChangeMark is the mark of a line, 1-based, and its colour; " " for none. The marks are ASCII.
func (c *changesPart) ChangeMark(line int64) (themes.Role, string) {
	if line == 0 || !c.marksShown() {
		return themes.LineNumber, " "
	}

	i := sort.Search(len(c.List), func(i int) bool { return c.List[i].Last >= line })
	if i == len(c.List) || c.List[i].First > line {
		return themes.LineNumber, " "
	}

	switch c.List[i].Kind {
	case revision.Added:
		return themes.Added, "+"
	case revision.Changed:
		return themes.Changed, "~"
	}

	return themes.Lost, "_"
}

// MarkedNumber draws the number of a line and, in the cell after it, its change mark.
func (c *changesPart) MarkedNumber(b *strings.Builder, role themes.Role, number string, l pane.Row) {
	marked, sign := c.ChangeMark(l.Number)
	if sign == " " || l.Row > 0 || l.Continued {
		c.view.program.Put(b, role, number+" ")
		return
	}
	c.view.program.Put(b, role, number)
	c.view.program.Put(b, marked, sign)
}

// ToggleMarks shows or hides the change marks.
func (c *changesPart) ToggleMarks(int64, bool) tea.Cmd {
	if c.marks().Marks == options.MarksAuto {
		c.marks().Mark(false)
		c.view.Jobs.End(jobs.Marks, jobs.Repository)
		return c.view.program.Say("change marks are off")
	}
	return c.restart()
}

// restart asks git now, and says what the lines are compared with or why they cannot be.
func (c *changesPart) restart() tea.Cmd {
	c.marks().Mark(true)
	cmd := c.markChanges(0)
	if cmd == nil {
		c.view.program.Say(c.Why)
	} else {
		c.view.program.Say("change marks against " + baseName(c.Base))
	}
	return cmd
}

// NextBase compares with the next of HEAD, the index and the revision of --base.
func (c *changesPart) NextBase(int64, bool) tea.Cmd {
	bases := []string{head, ""}
	if c.marks().Base != "" && c.marks().Base != head {
		bases = append(bases, c.marks().Base)
	}
	c.Base = bases[(slices.Index(bases, c.Base)+1)%len(bases)]
	return c.restart()
}

// StepChange goes n changes on, or back where n is below 0.
func (c *changesPart) StepChange(n int64) tea.Cmd {
	on := c.marks().Marks == options.MarksAuto
	switch {
	case on && c.Known:
		return c.step(n)
	case on && c.Begun && c.Why != "":
		return c.view.program.Say(c.Why)
	}

	c.marks().Mark(true)
	c.jump = n
	if c.view.Jobs.Runs(jobs.Marks) {
		return nil
	}

	cmd := c.markChanges(0)
	if cmd == nil {
		c.jump = 0
		c.view.program.Say(c.Why)
	}

	return cmd
}

// step is [changesPart.StepChange] once the changes are known.
func (c *changesPart) step(n int64) tea.Cmd {
	list := c.List
	if len(list) == 0 {
		return c.view.program.Say("no line differs from " + baseName(c.Base))
	}

	here, ok := c.view.File.CursorLine()
	if !ok || here.Number == 0 {
		return c.view.program.Say("this line's number is still being counted")
	}

	most := int64(len(list))
	by := int(max(min(n, most), -most))
	after := sort.Search(len(list), func(i int) bool { return list[i].First > here.Number })
	before := sort.Search(len(list), func(i int) bool { return list[i].First >= here.Number })
	to := max(before+by, 0)
	switch {
	case n > 0 && after == len(list):
		return c.view.program.Say("no further change")
	case n > 0:
		to = min(after+by, len(list)) - 1
	case before == 0:
		return c.view.program.Say("no change before this line")
	}

	return c.jumps.to(c.view.ToLine(list[to].First, pane.Middle))
}

// ChangesFact is what the facts say of the changes.
func (c *changesPart) ChangesFact() string {
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
	if added > 0 {
		said = append(said, humanize.Count(added, "line")+" added")
	}
	if changed > 0 {
		said = append(said, humanize.Count(changed, "line")+" changed")
	}
	if deleted > 0 {
		said = append(said, "deleted in "+humanize.Count(deleted, "place"))
	}

	return cmp.Or(strings.Join(said, ", "), "none") + " against " + baseName(c.Base)
}

// repositoryPause is the time between two looks at a repository.
const repositoryPause = time.Second

// watchRepository looks now and then whether the repository is still as it was when the changes were computed.
func (c *changesPart) watchRepository(files []string, state string) tea.Cmd {
	return jobs.Ask(c.view.Jobs, jobs.Repository, func(ctx context.Context) error {
		for revision.State(files) == state && wait.For(ctx, repositoryPause) == nil {
		}
		return nil
	}, func(error) tea.Cmd { return c.MarksAgain() })
}
