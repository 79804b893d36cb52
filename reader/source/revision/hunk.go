package revision

import (
	"fmt"
	"strconv"
	"strings"
)

// maxLine is above every number of a line that is believed.
const maxLine = 1 << 40

// Hunk is the first line of a hunk of a unified diff: where it begins on either side, a 1-based line or, where it has
// none there, the one before it, and how many lines it has.
type Hunk struct{ OldFirst, OldLines, NewFirst, NewLines int64 }

// ParseHunk reads "@@ -OLD,N +NEW,N @@".
func ParseHunk(line string) (h Hunk, err error) {
	rest, ok1 := strings.CutPrefix(line, "@@ ")
	before, rest, ok2 := strings.Cut(rest, " ")
	after, _, ok3 := strings.Cut(rest, " @@")
	if !ok1 || !ok2 || !ok3 {
		return h, fmt.Errorf("%.60q is no hunk header", line)
	}
	if h.OldFirst, h.OldLines, err = parseRange(before, "-"); err == nil {
		h.NewFirst, h.NewLines, err = parseRange(after, "+")
	}
	return h, err
}

func parseRange(text, sign string) (first, count int64, err error) {
	rest, ok := strings.CutPrefix(text, sign)
	from, n, counted := strings.Cut(rest, ",")
	if !counted {
		n = "1"
	}
	first, err1 := strconv.ParseInt(from, 10, 64)
	count, err2 := strconv.ParseInt(n, 10, 64)
	if !ok || err1 != nil || err2 != nil || first < 0 || count < 0 || first >= maxLine || count >= maxLine {
		return 0, 0, fmt.Errorf("%.60q is no range of lines", text)
	}
	return first, count, nil
}
