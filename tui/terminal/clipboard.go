package terminal

import (
	"strings"

	"github.com/aymanbagabas/go-osc52/v2"
)

// Clipboard is the sequence that puts a text into the terminal's clipboard (OSC 52), wrapped so that tmux and screen
// pass it on.
func Clipboard(text string, env Env) string {
	seq := osc52.New(text)
	switch {
	case env("TMUX") != "":
		seq = seq.Tmux()
	case strings.HasPrefix(env("TERM"), "screen"):
		seq = seq.Screen()
	}
	return seq.String()
}
