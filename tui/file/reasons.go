package file

import (
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

// ReasonRows say of an action why it can do nothing now, "" when it can. Its key then shows the reason, and the help dims
// it. An action that is not listed can always do something.
var ReasonRows map[keymap.Action]func(s *Screen) string

func init() {
	needs := func(first func(screen *Screen) string, more ...func(screen *Screen) string) func(screen *Screen) string {
		return func(screen *Screen) string {
			for _, why := range append([]func(screen *Screen) string{first}, more...) {
				if s := why(screen); s != "" {
					return s
				}
			}
			return ""
		}
	}
	ReasonRows = map[keymap.Action]func(screen *Screen) string{
		keymap.Compare:      needs(func(s *Screen) string { return s.reasons.noFile() }, func(s *Screen) string { return s.reasons.nothingToCompare() }),
		keymap.SwapCompared: func(s *Screen) string { return s.reasons.noComparison() },
		keymap.OtherSide:    func(s *Screen) string { return s.reasons.nothingCompared() },
		keymap.TakeSide:     func(s *Screen) string { return s.reasons.nothingCompared() },
		keymap.Siblings: needs(func(s *Screen) string { return s.reasons.noBlock() }, func(screen *Screen) string {
			return screen.reasons.lacksFlag(screen.preview.Request().Block().Siblings, "siblings")
		}),
		keymap.Header: needs(func(s *Screen) string { return s.reasons.noBlock() }, func(screen *Screen) string {
			return screen.reasons.lacksFlag(screen.preview.Request().Block().Header, "header comments")
		}),
		keymap.Why:          func(s *Screen) string { return s.reasons.noBlock() },
		keymap.Blocks:       needs(func(s *Screen) string { return s.reasons.noFile() }, func(s *Screen) string { return s.reasons.noBlock() }),
		keymap.Walk:         needs(func(s *Screen) string { return s.reasons.noFile() }, func(s *Screen) string { return s.tuning.NoWalk() }),
		keymap.NextLoss:     needs(func(s *Screen) string { return s.reasons.noFile() }, func(s *Screen) string { return s.preview.NoWindow() }, func(s *Screen) string { return s.tuning.OtherBytes() }),
		keymap.PrevLoss:     needs(func(s *Screen) string { return s.reasons.noFile() }, func(s *Screen) string { return s.preview.NoWindow() }, func(s *Screen) string { return s.tuning.OtherBytes() }),
		keymap.WindowTop:    needs(func(s *Screen) string { return s.reasons.noFile() }, func(s *Screen) string { return s.preview.NoWindow() }),
		keymap.WindowEnd:    needs(func(s *Screen) string { return s.reasons.noFile() }, func(s *Screen) string { return s.preview.NoWindow() }),
		keymap.Solve:        needs(func(s *Screen) string { return s.reasons.noFile() }, func(s *Screen) string { return s.tuning.Unmarkable() }),
		keymap.TakeRow:      func(s *Screen) string { return s.reasons.noMenu() },
		keymap.CloseMenu:    func(s *Screen) string { return s.reasons.noMenu() },
		keymap.Undo:         func(screen *Screen) string { return unless(screen.preview.CanUndo(), "nothing to undo") },
		keymap.Redo:         func(screen *Screen) string { return unless(screen.preview.CanRedo(), "nothing to redo") },
		keymap.Left:         func(s *Screen) string { return s.reasons.nothingAside() },
		keymap.Right:        func(s *Screen) string { return s.reasons.nothingAside() },
		keymap.NextMatch:    func(s *Screen) string { return s.reasons.noPattern() },
		keymap.PrevMatch:    func(s *Screen) string { return s.reasons.noPattern() },
		keymap.CopyRequest:  func(s *Screen) string { return s.reasons.noFile() },
		keymap.CopyCommand:  needs(func(s *Screen) string { return s.reasons.noFile() }, func(s *Screen) string { return s.reasons.NotByCommand() }),
		keymap.Write:        needs(func(s *Screen) string { return s.give.NoWriting() }, func(s *Screen) string { return s.reasons.noOutput() }),
		keymap.LeavePrint:   func(s *Screen) string { return s.reasons.noOutput() },
		keymap.LineNumbers:  func(s *Screen) string { return s.reasons.numberedAlready() },
		keymap.HideMatches:  func(s *Screen) string { return s.reasons.noPattern() },
		keymap.Shell:        func(s *Screen) string { return s.give.NoShell() },
		keymap.Pipe:         needs(func(s *Screen) string { return s.reasons.noFile() }, func(s *Screen) string { return s.give.NoShell() }),
		keymap.SaveStream:   needs(func(s *Screen) string { return s.give.NoWriting() }, func(s *Screen) string { return s.give.NoStream() }),
		keymap.Edit:         func(s *Screen) string { return s.give.NoEditing() },
		keymap.Symbols:      needs(func(s *Screen) string { return s.reasons.noFile() }, func(s *Screen) string { return s.tuning.NoSymbols() }),
		keymap.SetMark:      func(s *Screen) string { return s.reasons.noFile() },
		keymap.GotoMark:     func(s *Screen) string { return s.reasons.noFile() },
		keymap.Base:         func(s *Screen) string { return s.text.Changes().MarksOff() },
		keymap.Revisions:    needs(func(s *Screen) string { return s.reasons.noFile() }, func(s *Screen) string { return s.reasons.noRevisions() }),
		keymap.NextChange:   func(s *Screen) string { return s.reasons.noChanges() },
		keymap.PrevChange:   func(s *Screen) string { return s.reasons.noChanges() },
		keymap.Facts:        func(s *Screen) string { return s.reasons.noFile() },
		keymap.EditOption:   func(s *Screen) string { return s.reasons.noOptions() },
		keymap.MoreOption:   func(s *Screen) string { return s.reasons.noOptions() },
		keymap.LessOption:   func(s *Screen) string { return s.reasons.noOptions() },
		keymap.ResetOption:  func(s *Screen) string { return s.reasons.noOptions() },
		keymap.CloseOptions: func(s *Screen) string { return s.reasons.noOptions() },
	}
}

// Disabled is why an action can do nothing now; "" when it can.
func (s *Screen) Disabled(a keymap.Action) string {
	if s.text.ToolOff() && needTool[a] {
		return s.reasons.noTool()
	}
	if why := s.reasons.recordedOnly(a); why != "" {
		return why
	}
	if why, ok := ReasonRows[a]; ok {
		return why(s)
	}
	return ""
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
func (r *Reasons) noTool() string {
	return "no tool is on; " + r.screen.desk.KeyName(keymap.ToggleTool) + " turns " + r.screen.preview.Request().ToolName() + " on"
}

func (r *Reasons) numberedAlready() string {
	if !r.screen.text.ToolOff() {
		return "lines are always numbered while a tool is on"
	}
	return ""
}

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

// recordedOnly says why an action does nothing while a transcript's file is shown, or while none is; "" when it does
// something.
func (r *Reasons) recordedOnly(a keymap.Action) string {
	if r.screen.preview.Sent() == nil && ofRecorded[a] {
		return "in a file of a transcript only"
	}
	if r.screen.preview.Sent() == nil || !needTool[a] && !needsOwnTool[a] || a == keymap.NextPane {
		return ""
	}
	return "this is what was recorded: no tool reads the file"
}

// ofRecorded are the actions that go through what was sent of a file.
var ofRecorded = map[keymap.Action]bool{
	keymap.NextCall: true, keymap.PrevCall: true, keymap.NextUnsent: true, keymap.PrevUnsent: true, keymap.NextCut: true,
	keymap.PrevCut: true, keymap.NextWritten: true, keymap.PrevWritten: true, keymap.AllCalls: true,
}

// needsOwnTool are actions that choose what a tool reads, also where none is on.
var needsOwnTool = map[keymap.Action]bool{
	keymap.NextTool: true, keymap.ChooseTool: true, keymap.ToggleTool: true, keymap.Presets: true, keymap.Solve: true,
	keymap.Marks: true, keymap.Base: true, keymap.LineNumbers: true,
}
