package tui

import (
	"strings"
	"testing"

	"eyeline/reader/ospath"
	"eyeline/tui/file/document"
	"eyeline/tui/kit/shellword"
)

// TestTheScreenOfAnotherSystem: with --system windows the top row names the file as a person finds it here, and the
// command that is copied as the agent has it there, quoted for the shell of the person.
func TestTheScreenOfAnotherSystem(t *testing.T) {
	t.Parallel()
	path := written(t, "f.txt", numbered(30))
	onDocument(t, func(o Options) (*document.Document, error) {
		return document.Open(path, document.Options{System: o.Input.System})
	}, 160, 20, func(o *Options) {
		o.Paths, o.Input.System = []string{path}, ospath.Windows
	}, func(s *screen) {
		agents, err := ospath.Machine{System: ospath.Windows}.Agent(path)
		if err != nil {
			t.Fatal(err)
		}
		args := `{"file_path":` + `"` + strings.ReplaceAll(agents, `\`, `\\`) + `"`
		command := s.m.file.Export.CommandLine()
		if !strings.Contains(command, " --system windows ") || !strings.Contains(command, strings.Trim(shellword.Quote(args), `'"`)) {
			t.Errorf("the command is %s, without %s", command, args)
		}
		if top, _, _ := strings.Cut(s.text(), "\n"); !strings.Contains(top, "f.txt ") || strings.Contains(top, agents) {
			t.Errorf("the top row does not name the file as this system does:\n%s", top)
		}
	})
}
