package cmdoutput

import (
	"slices"
	"testing"
)

// TestCrushSaysHowACommandEnded: that, and the folder of the shell, are not of the output of the command.
func TestCrushSaysHowACommandEnded(t *testing.T) {
	const folder = "\n\n<cwd>/w</cwd>"
	for text, want := range map[string]string{
		"\nexit status 1\nExit code 1" + folder:            "",
		"alpha\n\nexit status 1\nExit code 1" + folder:     "alpha\n",
		"alpha\nExit code 127" + folder:                    "alpha",
		"Exit code 1" + folder:                             "",
		"alpha\nit says: Exit code 1" + folder:             "alpha\nit says: Exit code 1",
		"exit status 1\nExit code 1\nalpha" + folder:       "exit status 1\nExit code 1\nalpha",
		"\nexit status 1\nExit code 1 or another" + folder: "\nexit status 1\nExit code 1 or another",
	} {
		if got := Crush(text); !slices.Equal(got.Pieces, []string{want}) {
			t.Errorf("%q: %q, want %q", text, got.Pieces, want)
		}
	}
}
