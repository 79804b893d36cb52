package tui

import (
	"testing"

	"eyeline/reader/tools"
	"eyeline/reader/transcript"
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

// TestSecureOpensNoFileOfATranscript: all of them count as outside.
func TestSecureOpensNoFileOfATranscript(t *testing.T) {
	for _, secure := range []bool{false, true} {
		m := &model{opts: Options{Secure: secure}}
		if root := m.transcriptServices("/folder", false).Root; (root == transcript.NoFiles) != secure {
			t.Errorf("secure %v: files are looked for in %q", secure, root)
		}
	}
}
