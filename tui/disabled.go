package tui

import (
	"slices"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/tui/request"
)

// reasons say of an action why it can do nothing now, "" when it can. Its key then shows the reason, and the help dims
// it. An action that is not listed can always do something.
var reasons map[keymap.Action]func(m *Model) string

func init() {
	needs := func(first func(m *Model) string, more ...func(m *Model) string) func(m *Model) string {
		return func(m *Model) string {
			for _, why := range append([]func(m *Model) string{first}, more...) {
				if s := why(m); s != "" {
					return s
				}
			}
			return ""
		}
	}
	reasons = map[keymap.Action]func(m *Model) string{
		keymap.Compare:      needs((*Model).noFile, (*Model).nothingToCompare),
		keymap.SwapCompared: (*Model).noComparison,
		keymap.OtherSide:    (*Model).nothingCompared,
		keymap.TakeSide:     (*Model).nothingCompared,
		keymap.Siblings:     needs((*Model).noBlock, func(m *Model) string { return m.lacksFlag(m.req.Block().Siblings, "siblings") }),
		keymap.Header:       needs((*Model).noBlock, func(m *Model) string { return m.lacksFlag(m.req.Block().Header, "header comments") }),
		keymap.Why:          (*Model).noBlock,
		keymap.Blocks:       needs((*Model).noFile, (*Model).noBlock),
		keymap.Walk:         needs((*Model).noFile, (*Model).noWalk),
		keymap.NextLoss:     needs((*Model).noFile, (*Model).noWindow, (*Model).otherBytes),
		keymap.PrevLoss:     needs((*Model).noFile, (*Model).noWindow, (*Model).otherBytes),
		keymap.WindowTop:    needs((*Model).noFile, (*Model).noWindow),
		keymap.WindowEnd:    needs((*Model).noFile, (*Model).noWindow),
		keymap.Solve:        needs((*Model).noFile, (*Model).unmarkable),
		keymap.TakeRow:      (*Model).noMenu,
		keymap.CloseMenu:    (*Model).noMenu,
		keymap.Undo:         func(m *Model) string { return whenEmpty(m.undo, "nothing to undo") },
		keymap.Redo:         func(m *Model) string { return whenEmpty(m.redo, "nothing to redo") },
		keymap.Left:         (*Model).nothingAside,
		keymap.Right:        (*Model).nothingAside,
		keymap.NextMatch:    (*Model).noPattern,
		keymap.PrevMatch:    (*Model).noPattern,
		keymap.CopyRequest:  (*Model).noFile,
		keymap.CopyCommand:  needs((*Model).noFile, (*Model).notByCommand),
		keymap.Write:        needs((*Model).noWriting, (*Model).noOutput),
		keymap.LeavePrint:   (*Model).noOutput,
		keymap.LineNumbers:  (*Model).numberedAlready,
		keymap.HideMatches:  (*Model).noPattern,
		keymap.Shell:        (*Model).noShell,
		keymap.Pipe:         needs((*Model).noFile, (*Model).noShell),
		keymap.SaveStream:   needs((*Model).noWriting, (*Model).noStream),
		keymap.Edit:         (*Model).noEditing,
		keymap.Symbols:      needs((*Model).noFile, (*Model).noSymbols),
		keymap.SetMark:      (*Model).noFile,
		keymap.GotoMark:     (*Model).noFile,
		keymap.Base:         (*Model).marksOff,
		keymap.Revisions:    needs((*Model).noFile, (*Model).noRevisions),
		keymap.NextChange:   (*Model).noChanges,
		keymap.PrevChange:   (*Model).noChanges,
		keymap.Facts:        (*Model).noFile,
		keymap.EditOption:   (*Model).noOptions,
		keymap.MoreOption:   (*Model).noOptions,
		keymap.LessOption:   (*Model).noOptions,
		keymap.ResetOption:  (*Model).noOptions,
		keymap.CloseOptions: (*Model).noOptions,
	}
}

// disabled is why an action can do nothing now; "" when it can.
func (m *Model) disabled(a keymap.Action) string {
	if m.toolOff && needTool[a] {
		return m.noTool()
	}
	if why := m.recordedOnly(a); why != "" {
		return why
	}
	if why, ok := reasons[a]; ok {
		return why(m)
	}
	return ""
}

func whenEmpty(list []request.Request, why string) string {
	if len(list) == 0 {
		return why
	}
	return ""
}

func (m *Model) noFile() string {
	if m.doc == nil {
		return "there is no file"
	}
	return ""
}

func (m *Model) nothingToCompare() string {
	if len(m.comparable()) == 0 {
		return "there is no other tool to compare with"
	}
	return ""
}

// nothingCompared says that there is no comparison.
func (m *Model) nothingCompared() string {
	if m.beside == nil {
		return "nothing is compared; " + m.keyName(keymap.Compare) + " compares"
	}
	return ""
}

func (m *Model) noComparison() string {
	if why := m.nothingCompared(); why != "" {
		return why
	}
	switch {
	case m.beside.own != nil:
		return ""
	case !slices.ContainsFunc(tools.ByMode(m.req.Mode()), func(t *tools.Tool) bool { return t.Name == m.beside.tool }):
		return m.beside.tool + " has no " + request.ModeName(m.req.Mode()) + " mode"
	}
	return ""
}

func (m *Model) noBlock() string {
	if m.req.Mode() != tools.ModeBlock {
		return "in block mode only; " + m.keyName(keymap.NextMode) + " changes the mode"
	}
	return ""
}

// lacksFlag says that the tool has no argument for something.
func (m *Model) lacksFlag(flag, what string) string {
	if flag == "" {
		return m.req.ToolName() + " has no argument for " + what
	}
	return ""
}

func (m *Model) noOptions() string {
	if _, open := overlayOf[*optionsPanel](m); !open {
		return "the options are closed; " + m.keyName(keymap.Options) + " opens them"
	}
	return ""
}

func (m *Model) noMenu() string {
	if m.menuOpen() {
		return ""
	}
	return "no blocks or reads are listed; " + m.keyName(keymap.Blocks) + " and " + m.keyName(keymap.Solve) + " list them"
}

func (m *Model) nothingAside() string {
	switch p := m.active(); {
	case p.Stride() > 0:
		return "the hex view shows all of its bytes"
	case p.Wrap():
		return "long lines are wrapped; " + m.keyName(keymap.Wrap) + " chops them"
	}
	return ""
}

func (m *Model) noPattern() string {
	if m.search.pattern == nil {
		return "no pattern yet; " + m.keyName(keymap.SearchDown) + " searches"
	}
	return ""
}

func (m *Model) noOutput() string {
	_, why := m.content()
	return why
}

func (m *Model) notByCommand() string {
	if m.doc.IsStream() && m.doc.Revision() == "" {
		return "standard input cannot be read again by a command; " + m.keyName(keymap.Write) + " writes the output to a file"
	}
	return ""
}

func (m *Model) noWriting() string {
	if m.opts.Secure {
		return "writing is off: the viewer runs with --secure"
	}
	return ""
}

func (m *Model) noEditing() string {
	switch {
	case m.opts.Secure:
		return "the editor is off: the viewer runs with --secure"
	case m.doc != nil && m.doc.Revision() != "":
		return "a file of a git revision cannot be edited"
	case m.doc == nil || m.doc.IsStream():
		return "standard input cannot be edited"
	}
	return ""
}

// secure reports whether the viewer may only look at files (--secure), and then says so on the screen.
func (m *Model) secure(what string) bool {
	if m.opts.Secure {
		m.say(what + ": the viewer runs with --secure")
	}
	return m.opts.Secure
}
