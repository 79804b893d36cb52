package moreutils

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"eyeline/reader/internal/coreutils"
)

// maxCompared is how many pairs of lines diff compares.
const maxCompared = 4 << 20

// diff imitates diff of two files in its normal format. Of several shortest differences it may choose another one.
func diff(c *coreutils.Call, o coreutils.Options) int {
	if len(o.Operands()) != 2 || len(o.Flags()) > 0 {
		return c.Unknown("what is asked for")
	}

	a, status, ok := linesOf(c, o.Operands()[:1])
	b, status2, ok2 := linesOf(c, o.Operands()[1:])
	if !ok || !ok2 || status+status2 > 0 {
		return 2
	}
	if hasUnknown(a) || hasUnknown(b) || len(a)*len(b) > maxCompared {
		return c.Unknown("lines that are not known")
	}

	changed := false
	for _, h := range differences(a, b) {
		changed = true
		if !writeHunk(c, a, b, h) {
			break
		}
	}

	if changed {
		return 1
	}

	return 0
}

// hasUnknown reports whether some lines are not known.
func hasUnknown(lines []coreutils.Line) bool {
	for _, l := range lines {
		if bytes.Contains(l.Text(), []byte(coreutils.UnknownMark)) {
			return true
		}
	}
	return false
}

// difference says that lines [a, b) of one file are replaced by [c, d) of the other, from 0.
type difference struct{ a, b, c, d int }

// differences compares lines by their longest common subsequence.
func differences(x, y []coreutils.Line) (all []difference) {
	start := 0
	for start < len(x) && start < len(y) && bytes.Equal(x[start].Text(), y[start].Text()) {
		start++
	}

	n := len(x) - start
	m := len(y) - start
	best := make([]int32, (n+1)*(m+1))
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			if bytes.Equal(x[start+i].Text(), y[start+j].Text()) {
				best[i*(m+1)+j] = best[(i+1)*(m+1)+j+1] + 1
			} else {
				best[i*(m+1)+j] = max(best[(i+1)*(m+1)+j], best[i*(m+1)+j+1])
			}
		}
	}

	for i, j := 0, 0; i < n || j < m; {
		if i < n && j < m && bytes.Equal(x[start+i].Text(), y[start+j].Text()) {
			i++
			j++
			continue
		}

		d := difference{a: start + i, c: start + j}
		for (i < n || j < m) && !(i < n && j < m && bytes.Equal(x[start+i].Text(), y[start+j].Text())) {
			if j == m || i < n && best[(i+1)*(m+1)+j] >= best[i*(m+1)+j+1] {
				i++
			} else {
				j++
			}
		}

		d.b = start + i
		d.d = start + j
		all = append(all, d)
	}

	return all
}

// writeHunk writes a difference; it returns false when the reader of the output wants no more.
func writeHunk(c *coreutils.Call, a, b []coreutils.Line, h difference) bool {
	numbers := func(from, to int) string {
		if to-from <= 1 {
			return strconv.Itoa(max(to, 0))
		}
		return fmt.Sprintf("%d,%d", from+1, to)
	}

	letter := "c"
	switch {
	case h.a == h.b:
		letter = "a"
	case h.c == h.d:
		letter = "d"
	}

	on := c.Out(coreutils.Literal(numbers(h.a, h.b) + letter + numbers(h.c, h.d) + "\n"))
	side := func(mark string, lines []coreutils.Line) {
		for _, l := range lines {
			on = on && c.Out(coreutils.Literal(mark)) && c.WriteWhole(l)
		}
	}

	side("< ", a[h.a:h.b])
	if letter == "c" {
		on = on && c.Out(coreutils.Literal("---\n"))
	}

	side("> ", b[h.c:h.d])
	return on
}

// patchFiles imitates patch with a diff as its input.
func patchFiles(c *coreutils.Call, o coreutils.Options) int {
	strip := 0
	for _, f := range o.Flags() {
		switch f.Name() {
		case "p":
			n, ok := coreutils.Decimal(f.Value())
			if !ok {
				return c.Unknown("-p " + f.Value())
			}
			strip = int(n)
		case "d", "o", "i":
			return c.Unknown("-" + f.Name())
		}
	}

	text, err := c.In.All(c.Runner, coreutils.MaxWritten)
	if err != nil || strings.Contains(text, coreutils.UnknownMark) {
		c.MayHaveChanged(o.Operands())
		return c.Unknown("a patch that is not known")
	}

	c.Note(c.System.Patch(c.Dir, text, strip))
	return 0
}

// applyPatch imitates apply_patch, with the patch as its input or argument.
func applyPatch(c *coreutils.Call, o coreutils.Options) int {
	text := strings.Join(o.Operands(), "\n")
	if text == "" {
		var err error
		if text, err = c.In.All(c.Runner, coreutils.MaxWritten); err != nil {
			return c.Unknown("a patch that is not known")
		}
	}
	c.Note(c.System.Patch(c.Dir, text, -1))
	return 0
}
