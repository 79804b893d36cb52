//go:build unix

package export

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"eyeline/tui/options"
)

// A program that is to take what is copied may not end: it is given up when its time is over.
func TestACopierThatDoesNotEnd(t *testing.T) {
	t.Parallel()
	script := filepath.Join(t.TempDir(), "copier")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nsleep 30"), 0o755); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	err := copyBy([]string{script}, strings.Repeat("a text\n", 50_000), 500*time.Millisecond)
	if err == nil || err.Error() != script+": it did not end within 0.5 seconds" {
		t.Error(err)
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
}

// A program that is to take what is copied may fail, print what steers a terminal, or leave a child that does not read:
// it is said, nothing of it reaches the terminal, and the terminal takes the copy where no program was named.
func TestCopiersThatMisbehave(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"fails":          {"exit 3", "cannot copy: SCRIPT: exit status 3"},
		"escapes":        {`printf '\033[2J\033]0;title\007' ; printf '\033[2J' >&2; cat >/dev/null`, "copied by SCRIPT: what"},
		"reads nothing":  {"exit 0", "copied by SCRIPT: what"},
		"leaves a child": {"exec 3<&0; sleep 30 <&3 & exit 0", "cannot copy: SCRIPT: it ended before all was taken"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			script := filepath.Join(t.TempDir(), "copier")
			if err := os.WriteFile(script, []byte("#!/bin/sh\n"+c.script+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			opts := &options.Options{}
			opts.Copying.With = script
			g := &Exporter{opts: opts}
			note := g.copying(strings.Repeat("a text\n", 50_000), "what", "e")
			if want := strings.ReplaceAll(c.want, "SCRIPT", script); note.Text != want {
				t.Errorf("%q, want %q", note.Text, want)
			}
			if took := time.Since(began); took > 20*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}
