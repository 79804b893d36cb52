package vt

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ours are the sequences that the viewer writes: two questions, the cursor kept, and those of xterm that tmux and the
// Linux console know too. (The console has no scrolling by SU and SD.) The last one ends a sequence that was cut off.
var ours = regexp.MustCompile(`^(?:\x1b\[5n|\x1b\]11;\?\x07|\x1b[78M]|\x1b\[[0-9;]*[HGCKJmr]|` +
	`\x1b\[(?:4l|=0u)|\x1b\[\?(?:1|6|7|25|1000|1002|1003|1006|1049|2004|2026)[hl]|\x18\x1b\[\?1000l)`)

// Allowed compares every byte that the viewer writes to a terminal with what it may write: printable text, and the few
// sequences of its own. The error names the first that is another.
func Allowed(out string) error {
	bad := func(at int, what string) error {
		return fmt.Errorf("%s at %d: %q", what, at, out[max(at-40, 0):min(at+40, len(out))])
	}

	prev := rune(0)
	for i := 0; i < len(out); {
		if out[i] == 0x1B || out[i] == 0x18 {
			n := len(ours.FindString(out[i:]))
			if n == 0 {
				return bad(i, "a sequence that is none of ours")
			}
			i += n
			continue
		}

		r, n := utf8.DecodeRuneInString(out[i:])
		next, _ := utf8.DecodeRuneInString(out[i+n:])
		joins := (r == '\u200d' || r == '\ufe0f') && (prev > 0x2000 || next == '\u20e3')
		switch {
		case r == utf8.RuneError && n == 1:
			return bad(i, "a byte that is not UTF-8")
		case !joins && !unicode.IsPrint(r) && !strings.ContainsRune("\r\n", r):
			return bad(i, fmt.Sprintf("%U", r))
		}

		prev = r
		i += n
	}

	return nil
}
