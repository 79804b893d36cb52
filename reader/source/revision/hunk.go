package revision

import (
	"cmp"
	"fmt"
	"strconv"

	"eyeline/reader/internal/lazy"
)

// hunkForm is the header of a hunk. Numbers of more digits are none of lines.
var hunkForm = lazy.Regexp(`^@@ -([0-9]{1,12})(?:,([0-9]{1,12}))? \+([0-9]{1,12})(?:,([0-9]{1,12}))? @@`)

// Hunk is the first line of a hunk of a unified diff: where it begins on either side, a 1-based line or, where it has
// none there, the one before it, and how many lines it has.
type Hunk struct{ OldFirst, OldLines, NewFirst, NewLines int64 }

// ParseHunk reads "@@ -OLD,N +NEW,N @@".
func ParseHunk(line string) (h Hunk, err error) {
	m := hunkForm().FindStringSubmatch(line)
	if m == nil {
		return h, fmt.Errorf("%.60q is no hunk header", line)
	}
	for i, to := range []*int64{&h.OldFirst, &h.OldLines, &h.NewFirst, &h.NewLines} {
		*to, _ = strconv.ParseInt(cmp.Or(m[i+1], "1"), 10, 64) // digits
	}
	return h, nil
}
