package tui

import (
	"testing"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/tui/file/document"
)

// While the first file is still being opened there is none, and no action may take one for granted.
func TestEveryActionWithoutAFile(t *testing.T) {
	t.Parallel()
	for _, mode := range []tools.Mode{tools.ModeSlice, tools.ModeBlock, tools.ModeBytes} {
		onDocument(t, func(Options) (*document.Document, error) { return nil, nil }, 100, 20, func(o *Options) {
			o.Request = o.Request.WithMode(mode).At(5)
			if mode == tools.ModeSlice {
				o.Request = o.Request.WithTool("open_file")
			}
		}, func(s *screen) {
			for _, row := range s.m.file.ActionRows() {
				action := row.Name
				switch action {
				case keymap.Quit, keymap.Interrupt, keymap.Suspend, keymap.Shell, keymap.Edit, keymap.LeavePrint:
					continue // these leave the screen
				}
				s.run(s.m.file.Act(action, 1, false))
				s.settle()
				for s.m.overlays.Any() {
					s.m.overlays.Drop(s.m.overlays.Top())
				}
			}
			for _, tool := range tools.All() {
				s.run(s.m.file.ToolPanels.Tools.TakeTool(tool))
				s.settle()
				s.keys("+", "-", "z")
			}
		})
	}
}
