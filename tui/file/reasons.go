package file

import (
	"cmp"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/tui/file/export"
	"eyeline/tui/file/toolpanels"
	"eyeline/tui/kit/overlay"
)

// reasons has a method for each reason why something is impossible now. It returns "" when the reason does not hold.
type reasons struct {
	*base
	toolPanels *toolpanels.Panels
	export     *export.Exporter
	modes      *modes
}

// unless returns why, unless something can be done: then it returns "".
func unless(can bool, why string) string {
	if can {
		return ""
	}
	return why
}

func (r *reasons) key(a keymap.Action) string { return r.program.KeyName(a) }

// The reasons of the mode: that no tool is on, that none is chosen, that nothing was recorded, that lines have numbers.
func (r *reasons) recorded() string        { return r.modes.now().noChoice }
func (r *reasons) notRecorded() string     { return r.modes.now().noCalls }
func (r *reasons) numberedAlready() string { return r.modes.now().numbered }
func (r *reasons) noTool() string {
	return unless(r.modes.now().state != keymap.Paging,
		"no tool is on; "+r.key(keymap.ToggleTool)+" turns "+r.Preview.Request.ToolName()+" on")
}

// noReading says that nothing is read through a tool.
func (r *reasons) noReading() string { return cmp.Or(r.noTool(), r.recorded()) }

// noChanges says why there is no change to go to.
func (r *reasons) noChanges() string {
	if r.modes.MovesOutput() {
		return "changes are in the file; " + r.key(keymap.NextPane) + " shows it"
	}
	return r.Text.Changes.MarksOff()
}

// noLines says why no lines of the file are filtered: they are not on the screen.
func (r *reasons) noLines() string {
	return unless(!r.modes.MovesOutput(), "lines of the file are filtered, not what the model gets; "+
		r.key(keymap.NextPane)+" shows the file")
}

func (r *reasons) noFile() string { return unless(r.Text.Doc != nil, "there is no file") }

func (r *reasons) noOtherFiles() string {
	return unless(!r.opts.Secure, "opening other files is off: the viewer runs with --secure")
}

func (r *reasons) nothingToCompare() string {
	return unless(len(r.toolPanels.Comparing.Comparable()) > 0, "there is no other tool to compare with")
}

func (r *reasons) nothingCompared() string {
	return unless(r.beside() != nil, "no comparison is open; "+r.key(keymap.Compare)+" opens one")
}

// rowForEachLine says why lines are not wrapped now.
func (r *reasons) rowForEachLine() string {
	return unless(r.beside() == nil, "a comparison has a row for each line; "+r.key(keymap.Right)+" scrolls both sides")
}

// noComparison says why the sides of a comparison cannot be exchanged.
func (r *reasons) noComparison() string { return r.toolPanels.Comparing.NotExchanged() }

func (r *reasons) noBlock() string {
	return unless(r.Preview.Request.Mode() == tools.ModeBlock,
		"in block mode only; "+r.key(keymap.NextMode)+" changes the mode")
}

func (r *reasons) noSiblings() string {
	q := r.Preview.Request
	return unless(q.Block().Siblings != "", q.ToolName()+" has no argument for siblings")
}

func (r *reasons) noHeader() string {
	q := r.Preview.Request
	return unless(q.Block().Header != "", q.ToolName()+" has no argument for header comments")
}

func (r *reasons) noOptions() string {
	_, open := overlay.Topmost[*toolpanels.OptionsPanel](r.overlays)
	return unless(open, "the options are closed; "+r.key(keymap.Options)+" opens them")
}

func (r *reasons) noMenu() string {
	return unless(r.overlays.MenuOpen(),
		"no blocks or reads are listed; "+r.key(keymap.Blocks)+" and "+r.key(keymap.Solve)+" list them")
}

func (r *reasons) nothingAside() string {
	p := r.modes.Active()
	if p.Stride > 0 {
		return hexShowsAll
	}
	return unless(!p.Wrap, "long lines are wrapped; "+r.key(keymap.Wrap)+" chops them")
}

func (r *reasons) noPattern() string {
	return unless(r.Text.Search.Pattern != nil, "no pattern yet; "+r.key(keymap.SearchDown)+" searches")
}

func (r *reasons) noOutput() string {
	_, why := r.export.Content()
	return why
}

// noRevisions says why the file cannot have revisions.
func (r *reasons) noRevisions() string { return r.noPath("what is piped has no revisions") }

// noFolder says why there is nothing beside the file to search.
func (r *reasons) noFolder() string { return r.noPath("what is piped is in no folder") }

// noPath returns why for a document without a path, and says so where there is no document.
func (r *reasons) noPath(why string) string {
	isPiped := r.Text.Doc != nil && r.Text.Doc.Path() == ""
	return cmp.Or(r.noFile(), unless(!isPiped, why))
}

func (r *reasons) nothingToRedo() string {
	return unless(r.Preview.CanRedo(), "nothing to redo; "+r.key(keymap.Redo)+" again quits")
}

func (r *reasons) nothingToUndo() string {
	return unless(r.Preview.CanUndo(), "nothing to undo")
}
