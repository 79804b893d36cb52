package tui

import (
	"strings"
	"testing"
)

// TestConfineInTheViewer: a tool that reads anything refuses a file outside the root, and the command to copy says so.
func TestConfineInTheViewer(t *testing.T) {
	t.Parallel()
	outside := t.TempDir()
	for _, confined := range []bool{false, true} {
		onScreen(t, sample(t), 100, 12, func(o *Options) {
			o.Root, o.Confine = outside, confined
			o.Request = o.Request.WithModeTool(o.Request.Mode(), "codex")
		}, func(s *screen) {
			if r := s.m.file.Preview.Reading; r == nil || (r.Refused != "") != confined {
				t.Errorf("confined: %v: %+v", confined, r)
			}
			if c := s.m.file.Export.CommandLine(); strings.Contains(c, " --confine ") != confined {
				t.Errorf("confined: %v: %s", confined, c)
			}
		})
	}
}
