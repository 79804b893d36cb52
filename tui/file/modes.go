package file

import (
	"cmp"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/tui/jobs"
	"eyeline/tui/layout"
	"eyeline/tui/overlay"
	"eyeline/tui/preview"
	"eyeline/tui/readpanels"
	"eyeline/tui/toolrequest"
)

// While no tool is on, a file or a stream is paged as text: nothing is read through a tool, nothing is dimmed, there is
// no title, no model line and no cursor, and the place is the top row. That is a state of the viewer, of which the
// tools know nothing. The request stays as it is, so that the tool can be turned on again.

// modes knows the mode of the screen, which is another thing than the mode of a tool ([tools.Mode]): whether a tool
// reads the file, the file is paged as text, or it is one of a transcript.
type modes struct {
	screen    *Screen
	explained bool // the signs of a transcript's file
}

// now is the mode that the screen is in.
func (m *modes) now() mode {
	s := m.screen
	now := mode{
		keys: keymap.InFile, state: keymap.Reading, panes: s.Panes.layout, wraps: s.opts.Wrap, wrapping: &s.opts.Wrap,
		noCalls: "in a file of a transcript only", numbered: "lines are always numbered while a tool is on",
	}
	switch {
	case s.Preview.Sent != nil:
		now.keys, now.state, now.noCalls = keymap.InRecorded, keymap.Recorded, ""
		now.noChoice = "this is what was recorded: no tool reads the file"
	case s.Text.ToolOff: // there is nothing for the model pane
		now.keys, now.state, now.panes, now.numbered = keymap.InPager, keymap.Paging, layout.File, ""
		now.wraps, now.wrapping = !s.opts.Chop, &s.opts.Chop
	}
	return now
}

// KeyContext is where a key of the file is looked up.
func (m *modes) KeyContext() keymap.Context { return m.now().keys }

// Applies reports whether the keys of a context mean something in the file now.
func (m *modes) Applies(c keymap.Context) bool { return c == keymap.InFile || c == m.now().keys }

// stepTool goes to the next tool of the mode, or to the one before with -1. Behind the last of them there is none, then
// the first.
func (m *modes) stepTool(step int) tea.Cmd {
	all := m.screen.Tuning.Tools.SteppedTools()
	at := slices.Index(all, m.screen.Preview.Request.ToolName())
	switch {
	case m.screen.Text.ToolOff:
		at = len(all)
	case at < 0 && step < 0:
		at = 0
	}
	places := len(all) + 1 // with that of no tool, unless what is open over the file is about tools
	if m.screen.beside() != nil || m.screen.overlays.Panel() != nil {
		places = len(all)
	}
	if at = (at + step + places) % places; at == len(all) {
		return m.TurnToolOff()
	}
	return m.screen.Tuning.Tools.Turn(m.screen.Preview.Request, all[at])
}

func (m *modes) toggleTool() tea.Cmd {
	if m.screen.Text.ToolOff {
		return m.TurnToolOn(m.screen.Preview.Request)
	}
	return m.TurnToolOff()
}

// TurnToolOff stops what runs for the tool, frees what it gave and pages the file from the line at the top.
func (m *modes) TurnToolOff() tea.Cmd {
	s := m.screen
	s.jobs.EndOfTool()
	overlay.Close[*readpanels.OptionsPanel](s.overlays)
	overlay.Close[*readpanels.LadderPanel](s.overlays)
	overlay.Close[*readpanels.WalkPanel](s.overlays)
	cmd := tea.Batch(s.Preview.Forget(), s.Tuning.Comparing.CloseComparison())
	s.Text.SetToolOff(true)
	s.desk.Say("no tool; " + s.desk.KeyName(keymap.ToggleTool) + " turns " + s.Preview.Request.ToolName() + " on again")
	return cmd
}

// TurnToolOn previews a request, at the line at the top where the window follows the cursor.
func (m *modes) TurnToolOn(r toolrequest.Request) tea.Cmd {
	m.screen.Text.SetToolOff(false)
	m.screen.Preview.Begin(r)
	var cmds []tea.Cmd
	if m.screen.Preview.Request.Follows() {
		cmds = append(cmds, m.screen.Preview.FollowCursor())
	}
	if !m.screen.jobs.Runs(jobs.Read) {
		cmds = append(cmds, m.screen.Preview.Read(preview.ThenNothing))
	}
	return tea.Batch(cmds...)
}

// Page pages the document as text, with no tool on, before anything of it is shown.
func (m *modes) Page() { m.screen.Text.SetToolOff(true) }

// Recorded reports whether the file is one of a transcript.
func (m *modes) Recorded() bool { return m.screen.Preview.Sent != nil }

// mode is a way to look at the file: what differs between them.
type mode struct {
	keys     keymap.Context // where a key is looked up
	state    keymap.When    // what the footer names keys for
	panes    layout.Panes   // which panes are shown
	wraps    bool           // long lines are wrapped
	wrapping *bool          // the setting that says so, or the opposite
	// noChoice and noCalls say why nothing is done that needs a tool that can be chosen, or recorded calls, and numbered
	// why line numbers are not turned off; "" where it can be done.
	noChoice, noCalls, numbered string
}

// reasons says why something cannot be done now; "" when it can.
type reasons struct{ screen *Screen }

// unless is a reason that does not hold where something can be done.
func unless(can bool, why string) string {
	if can {
		return ""
	}
	return why
}

func (r *reasons) key(a keymap.Action) string { return r.screen.desk.KeyName(a) }

// The reasons of the mode: that no tool is on, that none is chosen, that nothing was recorded, that lines have numbers.
func (r *reasons) recorded() string        { return r.screen.Modes.now().noChoice }
func (r *reasons) notRecorded() string     { return r.screen.Modes.now().noCalls }
func (r *reasons) numberedAlready() string { return r.screen.Modes.now().numbered }
func (r *reasons) noTool() string {
	return unless(r.screen.Modes.now().state != keymap.Paging,
		"no tool is on; "+r.key(keymap.ToggleTool)+" turns "+r.screen.Preview.Request.ToolName()+" on")
}

// noReading says that nothing is read through a tool.
func (r *reasons) noReading() string { return cmp.Or(r.noTool(), r.recorded()) }

// noChanges says why there is no change to go to.
func (r *reasons) noChanges() string {
	if r.screen.Moves.MovesOutput() {
		return "changes are in the file; " + r.key(keymap.NextPane) + " shows it"
	}
	return r.screen.Text.Changes.MarksOff()
}

func (r *reasons) noFile() string { return unless(r.screen.Text.Doc != nil, "there is no file") }

func (r *reasons) noOtherFiles() string {
	return unless(!r.screen.opts.Secure, "opening other files is off: the viewer runs with --secure")
}

func (r *reasons) nothingToCompare() string {
	return unless(len(r.screen.Tuning.Comparing.Comparable()) > 0, "there is no other tool to compare with")
}

func (r *reasons) nothingCompared() string {
	return unless(r.screen.beside() != nil, "no comparison is open; "+r.key(keymap.Compare)+" opens one")
}

// noComparison says why the sides of a comparison cannot be exchanged.
func (r *reasons) noComparison() string { return r.screen.beside().NotExchanged() }

func (r *reasons) noBlock() string {
	return unless(r.screen.Preview.Request.Mode() == tools.ModeBlock,
		"in block mode only; "+r.key(keymap.NextMode)+" changes the mode")
}

func (r *reasons) noSiblings() string {
	q := r.screen.Preview.Request
	return unless(q.Block().Siblings != "", q.ToolName()+" has no argument for siblings")
}

func (r *reasons) noHeader() string {
	q := r.screen.Preview.Request
	return unless(q.Block().Header != "", q.ToolName()+" has no argument for header comments")
}

func (r *reasons) noOptions() string {
	_, open := overlay.Of[*readpanels.OptionsPanel](r.screen.overlays)
	return unless(open, "the options are closed; "+r.key(keymap.Options)+" opens them")
}

func (r *reasons) noMenu() string {
	return unless(r.screen.overlays.MenuOpen(),
		"no blocks or reads are listed; "+r.key(keymap.Blocks)+" and "+r.key(keymap.Solve)+" list them")
}

func (r *reasons) nothingAside() string {
	p := r.screen.Moves.Active()
	if p.Stride > 0 {
		return hexShowsAll
	}
	return unless(!p.Wrap, "long lines are wrapped; "+r.key(keymap.Wrap)+" chops them")
}

func (r *reasons) noPattern() string {
	return unless(r.screen.Text.Search.Pattern != nil, "no pattern yet; "+r.key(keymap.SearchDown)+" searches")
}

func (r *reasons) noOutput() string {
	_, why := r.screen.Give.Content()
	return why
}

// NotByCommand says why no command can read the file again.
func (r *reasons) NotByCommand() string {
	d := r.screen.Text.Doc
	return unless(!d.IsStream() || d.Revision() != "",
		"standard input cannot be read again by a command; "+r.key(keymap.Write)+" writes the output to a file")
}

// NothingMarked says why there is nothing to give while no tool is on.
func (r *reasons) NothingMarked() string {
	return unless(r.screen.Text.Marking.On, "nothing is marked: "+r.key(keymap.MarkLines)+" marks lines, "+
		r.key(keymap.ToggleTool)+" turns "+r.screen.Preview.Request.ToolName()+" on")
}

// noRevisions says why the file cannot have revisions.
func (r *reasons) noRevisions() string {
	return unless(r.screen.Text.Doc.Path() != "", "what is piped has no revisions")
}

func (r *reasons) nothingToRedo() string {
	return unless(r.screen.Preview.CanRedo(), "nothing to redo; "+r.key(keymap.Redo)+" again quits")
}

func (r *reasons) nothingToUndo() string {
	return unless(r.screen.Preview.CanUndo(), "nothing to undo")
}
