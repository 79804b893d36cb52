package file

import (
	"slices"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/tui/overlay"
	"eyeline/tui/request"
	"eyeline/tui/tuning"
)

// noChanges says why there is no change to go to.
func (s *Screen) noChanges() string {
	if s.Active() != s.text.File() {
		return "changes are in the file; " + s.desk.KeyName(keymap.NextPane) + " shows it"
	}
	return s.text.Changes().MarksOff()
}

// Reasons say of an action why it can do nothing now, "" when it can. Its key then shows the reason, and the help dims
// it. An action that is not listed can always do something.
var Reasons map[keymap.Action]func(s *Screen) string

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
	Reasons = map[keymap.Action]func(screen *Screen) string{
		keymap.Compare:      needs((*Screen).noFile, (*Screen).nothingToCompare),
		keymap.SwapCompared: (*Screen).noComparison,
		keymap.OtherSide:    (*Screen).nothingCompared,
		keymap.TakeSide:     (*Screen).nothingCompared,
		keymap.Siblings: needs((*Screen).noBlock, func(screen *Screen) string {
			return screen.lacksFlag(screen.preview.Request().Block().Siblings, "siblings")
		}),
		keymap.Header: needs((*Screen).noBlock, func(screen *Screen) string {
			return screen.lacksFlag(screen.preview.Request().Block().Header, "header comments")
		}),
		keymap.Why:          (*Screen).noBlock,
		keymap.Blocks:       needs((*Screen).noFile, (*Screen).noBlock),
		keymap.Walk:         needs((*Screen).noFile, func(s *Screen) string { return s.tuning.NoWalk() }),
		keymap.NextLoss:     needs((*Screen).noFile, func(s *Screen) string { return s.preview.NoWindow() }, func(s *Screen) string { return s.tuning.OtherBytes() }),
		keymap.PrevLoss:     needs((*Screen).noFile, func(s *Screen) string { return s.preview.NoWindow() }, func(s *Screen) string { return s.tuning.OtherBytes() }),
		keymap.WindowTop:    needs((*Screen).noFile, func(s *Screen) string { return s.preview.NoWindow() }),
		keymap.WindowEnd:    needs((*Screen).noFile, func(s *Screen) string { return s.preview.NoWindow() }),
		keymap.Solve:        needs((*Screen).noFile, func(s *Screen) string { return s.tuning.Unmarkable() }),
		keymap.TakeRow:      (*Screen).noMenu,
		keymap.CloseMenu:    (*Screen).noMenu,
		keymap.Undo:         func(screen *Screen) string { return unless(screen.preview.CanUndo(), "nothing to undo") },
		keymap.Redo:         func(screen *Screen) string { return unless(screen.preview.CanRedo(), "nothing to redo") },
		keymap.Left:         (*Screen).nothingAside,
		keymap.Right:        (*Screen).nothingAside,
		keymap.NextMatch:    (*Screen).noPattern,
		keymap.PrevMatch:    (*Screen).noPattern,
		keymap.CopyRequest:  (*Screen).noFile,
		keymap.CopyCommand:  needs((*Screen).noFile, (*Screen).NotByCommand),
		keymap.Write:        needs(func(s *Screen) string { return s.give.NoWriting() }, (*Screen).noOutput),
		keymap.LeavePrint:   (*Screen).noOutput,
		keymap.LineNumbers:  (*Screen).numberedAlready,
		keymap.HideMatches:  (*Screen).noPattern,
		keymap.Shell:        func(s *Screen) string { return s.give.NoShell() },
		keymap.Pipe:         needs((*Screen).noFile, func(s *Screen) string { return s.give.NoShell() }),
		keymap.SaveStream:   needs(func(s *Screen) string { return s.give.NoWriting() }, func(s *Screen) string { return s.give.NoStream() }),
		keymap.Edit:         func(s *Screen) string { return s.give.NoEditing() },
		keymap.Symbols:      needs((*Screen).noFile, func(s *Screen) string { return s.tuning.NoSymbols() }),
		keymap.SetMark:      (*Screen).noFile,
		keymap.GotoMark:     (*Screen).noFile,
		keymap.Base:         func(s *Screen) string { return s.text.Changes().MarksOff() },
		keymap.Revisions:    needs((*Screen).noFile, (*Screen).noRevisions),
		keymap.NextChange:   (*Screen).noChanges,
		keymap.PrevChange:   (*Screen).noChanges,
		keymap.Facts:        (*Screen).noFile,
		keymap.EditOption:   (*Screen).noOptions,
		keymap.MoreOption:   (*Screen).noOptions,
		keymap.LessOption:   (*Screen).noOptions,
		keymap.ResetOption:  (*Screen).noOptions,
		keymap.CloseOptions: (*Screen).noOptions,
	}
}

// Disabled is why an action can do nothing now; "" when it can.
func (s *Screen) Disabled(a keymap.Action) string {
	if s.text.ToolOff() && needTool[a] {
		return s.noTool()
	}
	if why := s.recordedOnly(a); why != "" {
		return why
	}
	if why, ok := Reasons[a]; ok {
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

func (s *Screen) noFile() string {
	if s.text.Doc() == nil {
		return "there is no file"
	}
	return ""
}

func (s *Screen) nothingToCompare() string {
	if len(s.tuning.Comparing().Comparable()) == 0 {
		return "there is no other tool to compare with"
	}
	return ""
}

// nothingCompared says that there is no comparison.
func (s *Screen) nothingCompared() string {
	if s.beside() == nil {
		return "nothing is compared; " + s.desk.KeyName(keymap.Compare) + " compares"
	}
	return ""
}

func (s *Screen) noComparison() string {
	if why := s.nothingCompared(); why != "" {
		return why
	}
	switch {
	case s.beside().Own != nil:
		return ""
	case !slices.ContainsFunc(tools.ByMode(s.preview.Request().Mode()), func(t *tools.Tool) bool { return t.Name == s.beside().Tool }):
		return s.beside().Tool + " has no " + request.ModeName(s.preview.Request().Mode()) + " mode"
	}
	return ""
}

func (s *Screen) noBlock() string {
	if s.preview.Request().Mode() != tools.ModeBlock {
		return "in block mode only; " + s.desk.KeyName(keymap.NextMode) + " changes the mode"
	}
	return ""
}

// lacksFlag says that the tool has no argument for something.
func (s *Screen) lacksFlag(flag, what string) string {
	if flag == "" {
		return s.preview.Request().ToolName() + " has no argument for " + what
	}
	return ""
}

func (s *Screen) noOptions() string {
	if _, open := overlay.Of[*tuning.OptionsPanel](s.overlays); !open {
		return "the options are closed; " + s.desk.KeyName(keymap.Options) + " opens them"
	}
	return ""
}

func (s *Screen) noMenu() string {
	if s.MenuOpen() {
		return ""
	}
	return "no blocks or reads are listed; " + s.desk.KeyName(keymap.Blocks) + " and " + s.desk.KeyName(keymap.Solve) + " list them"
}

func (s *Screen) nothingAside() string {
	switch p := s.Active(); {
	case p.Stride() > 0:
		return "the hex view shows all of its bytes"
	case p.Wrap():
		return "long lines are wrapped; " + s.desk.KeyName(keymap.Wrap) + " chops them"
	}
	return ""
}

func (s *Screen) noPattern() string {
	if s.text.Search().Pattern == nil {
		return "no pattern yet; " + s.desk.KeyName(keymap.SearchDown) + " searches"
	}
	return ""
}

func (s *Screen) noOutput() string {
	_, why := s.give.Content()
	return why
}

func (s *Screen) NotByCommand() string {
	if s.text.Doc().IsStream() && s.text.Doc().Revision() == "" {
		return "standard input cannot be read again by a command; " + s.desk.KeyName(keymap.Write) + " writes the output to a file"
	}
	return ""
}

// NothingMarked says why there is nothing to give while no tool is on.
func (s *Screen) NothingMarked() string {
	if s.text.Marking().On {
		return ""
	}
	return "nothing is marked: " + s.desk.KeyName(keymap.MarkLines) + " marks lines, " + s.desk.KeyName(keymap.ToggleTool) + " turns " + s.preview.Request().ToolName() + " on"
}
