package preview

import (
	"strings"
	"testing"

	"eyeline/reader/nextcalls"
	"eyeline/tui/file/filepages"
)

// TestALineThatNoCallGives: no call gives a line where all calls were made, and none has it; where more may follow,
// nothing is said.
func TestALineThatNoCallGives(t *testing.T) {
	onText(t, strings.Repeat("a line\n", 30), slice(1, 5), func(b *bench) {
		r := b.preview.Reading
		line := filepages.Unit{Number: 20, Off: r.Window.End + 10, End: r.Window.End + 20}
		var made nextcalls.Steps
		made.Take(r.Window)
		r.noMore(&made)
		if got := b.preview.Walk.Fate(line); got != "L20: no call gives it · = why" {
			t.Errorf("all calls were made: %q", got)
		}
		r.Guessed = true
		if got := b.preview.Walk.Fate(line); got != "" {
			t.Errorf("more calls may follow: %q", got)
		}
		r.Refused, r.NotKnown = "the file is too large to imitate", true
		if got := b.preview.Walk.Fate(line); got != "L20: not known" {
			t.Errorf("a limit of this program: %q", got)
		}
	})
}
