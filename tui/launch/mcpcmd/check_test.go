package mcpcmd

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"eyeline/tui/kit/cells"
)

// TestServersStandardError: nothing of it controls a terminal, wherever it is cut between two writes, and only its
// beginning is shown, which is said once.
func TestServersStandardError(t *testing.T) {
	const said = "started\n\x1b[31mred\x1b[0m \x07\u009b2J \u202eright\x7f \x1b]0;title\x07\xff\rover\r\nend\n"
	for size := 1; size <= len(said); size++ {
		var shown bytes.Buffer
		e := &serverErrors{to: cells.NewPrinter(&shown), left: maxServerErrors}
		for rest := said; rest != ""; {
			n := min(size, len(rest))
			if got, err := fmt.Fprint(e, rest[:n]); got != n || err != nil {
				t.Fatal(got, err)
			}
			rest = rest[n:]
		}
		text := strings.ReplaceAll(shown.String(), "\r\n", "\n") // a line end
		if strings.ContainsAny(text, "\x1b\x07\x7f\u009b\u202e\r") || strings.Contains(text, "\x9b") {
			t.Errorf("in parts of %d bytes: %q", size, text)
		}
		for _, part := range []string{"started\n", "red", "right", "end\n"} {
			if !strings.Contains(text, part) {
				t.Errorf("in parts of %d bytes %q is not in %q", size, part, text)
			}
		}
	}
	var shown bytes.Buffer
	e := &serverErrors{to: cells.NewPrinter(&shown), left: maxServerErrors}
	for range 1000 {
		if n, err := e.Write(bytes.Repeat([]byte("x"), 1000)); n != 1000 || err != nil {
			t.Fatal(n, err)
		}
	}
	if text := shown.String(); strings.Count(text, "x") != maxServerErrors || strings.Count(text, "is left out") != 1 {
		t.Errorf("%d bytes are shown, %q", len(text), text[maxServerErrors-10:])
	}
}
