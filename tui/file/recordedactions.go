package file

import (
	"eyeline/keymap"
)

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
