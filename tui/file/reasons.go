package file

import (
	"cmp"
	"slices"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/tui/overlay"
	"eyeline/tui/request"
	"eyeline/tui/tuning"
)

// Reasons says why something cannot be done now; "" when it can.
type Reasons struct{ screen *Screen }

// noChanges says why there is no change to go to.
func (r *Reasons) noChanges() string {
	if r.screen.moves.Active() != r.screen.text.File() {
		return "changes are in the file; " + r.screen.desk.KeyName(keymap.NextPane) + " shows it"
	}
	return r.screen.text.Changes().MarksOff()
}

// unless is a reason that does not hold where something can be done.
func unless(can bool, why string) string {
	if can {
		return ""
	}
	return why
}

func (r *Reasons) noFile() string {
	if r.screen.text.Doc() == nil {
		return "there is no file"
	}
	return ""
}

func (r *Reasons) nothingToCompare() string {
	if len(r.screen.tuning.Comparing().Comparable()) == 0 {
		return "there is no other tool to compare with"
	}
	return ""
}

// nothingCompared says that there is no comparison.
func (r *Reasons) nothingCompared() string {
	if r.screen.beside() == nil {
		return "nothing is compared; " + r.screen.desk.KeyName(keymap.Compare) + " compares"
	}
	return ""
}

func (r *Reasons) noComparison() string {
	if why := r.nothingCompared(); why != "" {
		return why
	}
	switch {
	case r.screen.beside().Own != nil:
		return ""
	case !slices.ContainsFunc(tools.ByMode(r.screen.preview.Request().Mode()), func(t *tools.Tool) bool { return t.Name == r.screen.beside().Tool }):
		return r.screen.beside().Tool + " has no " + request.ModeName(r.screen.preview.Request().Mode()) + " mode"
	}
	return ""
}

func (r *Reasons) noBlock() string {
	if r.screen.preview.Request().Mode() != tools.ModeBlock {
		return "in block mode only; " + r.screen.desk.KeyName(keymap.NextMode) + " changes the mode"
	}
	return ""
}

// lacksFlag says that the tool has no argument for something.
func (r *Reasons) lacksFlag(flag, what string) string {
	if flag == "" {
		return r.screen.preview.Request().ToolName() + " has no argument for " + what
	}
	return ""
}

func (r *Reasons) noOptions() string {
	if _, open := overlay.Of[*tuning.OptionsPanel](r.screen.overlays); !open {
		return "the options are closed; " + r.screen.desk.KeyName(keymap.Options) + " opens them"
	}
	return ""
}

func (r *Reasons) noMenu() string {
	if r.screen.MenuOpen() {
		return ""
	}
	return "no blocks or reads are listed; " + r.screen.desk.KeyName(keymap.Blocks) + " and " + r.screen.desk.KeyName(keymap.Solve) + " list them"
}

func (r *Reasons) nothingAside() string {
	switch p := r.screen.moves.Active(); {
	case p.Stride() > 0:
		return "the hex view shows all of its bytes"
	case p.Wrap():
		return "long lines are wrapped; " + r.screen.desk.KeyName(keymap.Wrap) + " chops them"
	}
	return ""
}

func (r *Reasons) noPattern() string {
	if r.screen.text.Search().Pattern == nil {
		return "no pattern yet; " + r.screen.desk.KeyName(keymap.SearchDown) + " searches"
	}
	return ""
}

func (r *Reasons) noOutput() string {
	_, why := r.screen.give.Content()
	return why
}

func (r *Reasons) NotByCommand() string {
	if r.screen.text.Doc().IsStream() && r.screen.text.Doc().Revision() == "" {
		return "standard input cannot be read again by a command; " + r.screen.desk.KeyName(keymap.Write) + " writes the output to a file"
	}
	return ""
}

// NothingMarked says why there is nothing to give while no tool is on.
func (r *Reasons) NothingMarked() string {
	if r.screen.text.Marking().On {
		return ""
	}
	return "nothing is marked: " + r.screen.desk.KeyName(keymap.MarkLines) + " marks lines, " + r.screen.desk.KeyName(keymap.ToggleTool) + " turns " + r.screen.preview.Request().ToolName() + " on"
}

// noTool says that no tool is on, and how one is turned on.
func (r *Reasons) noTool() string { return r.screen.modes.now().noTool() }

func (r *Reasons) numberedAlready() string { return r.screen.modes.now().numbered() }

// noRevisions says why the file cannot have revisions; "" when it can.
func (r *Reasons) noRevisions() string {
	switch d := r.screen.text.Doc(); {
	case d.Path() == "":
		return "what is piped has no revisions"
	case r.screen.opts.Secure:
		return "opening other files is off: the viewer runs with --secure"
	}
	return ""
}

// recorded says that the file is one of a transcript, of which no tool is chosen.
func (r *Reasons) recorded() string {
	return r.screen.modes.now().noChoice()
}

// noReading says that nothing is read through a tool.
func (r *Reasons) noReading() string { return cmp.Or(r.noTool(), r.recorded()) }

// notRecorded says that the file is none of a transcript.
func (r *Reasons) notRecorded() string {
	return r.screen.modes.now().noCalls()
}

func (r *Reasons) nothingToRedo() string {
	return unless(r.screen.preview.CanRedo(), "nothing to redo")
}

func (r *Reasons) nothingToUndo() string {
	return unless(r.screen.preview.CanUndo(), "nothing to undo")
}

func (r *Reasons) noSiblings() string {
	return r.lacksFlag(r.screen.preview.Request().Block().Siblings, "siblings")
}

func (r *Reasons) noHeader() string {
	return r.lacksFlag(r.screen.preview.Request().Block().Header, "header comments")
}
