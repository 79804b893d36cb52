package tui

import (
	"testing"

	"eyeline/reader/tools"
)

// TestSecureReadsNoOtherFile: no tool that runs a command, or that takes a path, opens another file than the one on the screen.
func TestSecureReadsNoOtherFile(t *testing.T) {
	withEveryTool(t)
	path, other := written(t, "f.txt", "inside\n"), written(t, "other.txt", "the secret\n")
	for name, option := range map[string]string{
		"codex_exec": "cat " + other, "codex_exec_bytes": "cat < " + other,
		"codex_code_mode": `const r = await tools.exec_command({cmd: "cat ` + other + `"}); text(r.output);`,
		"swe_agent":       "open " + other,
	} {
		onScreen(t, path, 160, 24, func(o *Options) {
			with(tools.ModeSlice, name)(o)
			o.Secure = true
		}, func(s *screen) {
			s.lacks("the viewer runs with --secure")
			s.keys("o", "enter", "type:"+option, "enter")
			s.has("refused: eyeline: no other file than the open one is read: the viewer runs with --secure")
			s.keys("esc", "p")
			s.lacks("the secret")
		})
	}
}
