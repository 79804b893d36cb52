package terminal

import (
	"strings"

	"github.com/aymanbagabas/go-osc52/v2"
)

// Clipboard is the sequence that puts a text into the terminal's clipboard (OSC 52). tmux gets it in two forms: as it
// is, which tmux takes for itself and hands on as its option set-clipboard says, and wrapped so that the terminal
// around it gets it, which tmux drops unless allow-passthrough is on. GNU screen gets the wrapped form, cut as it
// expects it.
func Clipboard(text string, env Env) string {
	seq := osc52.New(text)
	switch {
	case env("TMUX") != "":
		return seq.String() + seq.Tmux().String()
	case strings.HasPrefix(env("TERM"), "screen"):
		seq = seq.Screen()
	}
	return seq.String()
}
