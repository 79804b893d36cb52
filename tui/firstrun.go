package tui

import (
	"fmt"

	"eyeline/keymap"
	"eyeline/tui/screens"
)

// firstRun is what a person sees who starts the program without a file.
func firstRun(m *model) string {
	key := func(a keymap.Action) string { return plain(screens.KeyName(m.keys, a)) }
	return fmt.Sprintf(`Eyeline shows a file as a coding agent's read tool shows it to its model.

  eyeline main.go                     look at a file; the bar marks what the model gets
  eyeline --mode block +42 main.go    the block around line 42, as indentation cuts it
  git diff | eyeline                  page what comes from a pipe
  eyeline emit --offset 10 main.go    print the exact text, for scripts

In the viewer: %s the modes, %s the tools, %s what the model gets, %s copies it, %s all keys, %s leaves.
eyeline --help lists the options, eyeline man is the manual.
`, key(keymap.NextMode), key(keymap.NextTool), key(keymap.NextPane), key(keymap.Copy), key(keymap.Help),
		key(keymap.Quit))
}
