package moreutils

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"eyeline/reader/internal/coreutils"
)

// sortKey is a key of sort.
type sortKey struct {
	// fields, from 1; first 0 is the whole line, last 0 is its end
	first, last int
	how         string
}

// sorting is a run of sort. Locales other than C may order texts in another way.
type sorting struct {
	keys      []sortKey
	separator string // "" for blanks
	// options of keys without their own, and of the final comparison
	how string
}

// sortLines imitates sort, by lines or fields, as texts or numbers.
func sortLines(c *coreutils.Call, o coreutils.Options) int {
	if o.Has("Vgzo") {
		return c.Unknown("-" + o.Last("Vgzo"))
	}

	s, refused := sortingOf(o)
	if refused != "" {
		return c.Unknown(refused)
	}

	lines, status, ok := linesOf(c, o.Operands())
	if !ok {
		return status
	}

	slices.SortStableFunc(lines, func(a, b coreutils.Line) int {
		n := s.compare(a.Text(), b.Text())
		if n == 0 && !o.Has("su") {
			n = bytes.Compare(a.Text(), b.Text())
			if o.Has("r") {
				n = -n
			}
		}

		return n
	})
	for i, l := range lines {
		if o.Has("u") && i > 0 && s.compare(lines[i-1].Text(), l.Text()) == 0 {
			continue
		}
		if !c.WriteWhole(l) {
			break
		}
	}

	return status
}

// sortingOf parses the options; refused is one that is not imitated.
func sortingOf(o coreutils.Options) (s sorting, refused string) {
	for _, f := range o.Flags() {
		switch f.Name() {
		case "k":
			key, ok := sortKeyOf(f.Value())
			if !ok {
				return s, "-k " + f.Value()
			}
			s.keys = append(s.keys, key)
		case "t":
			s.separator = f.Value()
			if len(s.separator) != 1 {
				return s, "-t " + f.Value()
			}
		case "n", "r", "f", "b":
			s.how += f.Name()
		}
	}

	if len(s.keys) == 0 {
		s.keys = []sortKey{{}}
	}

	for i := range s.keys {
		if s.keys[i].how == "" {
			s.keys[i].how = s.how
		}
	}

	return s, ""
}

// sortKeyOf parses a key such as "2", "2n" or "2,3nr"; positions in fields are not imitated.
func sortKeyOf(text string) (key sortKey, ok bool) {
	from, to, bounded := strings.Cut(text, ",")
	key.first, key.how, ok = sortFieldOf(from)
	if bounded && ok {
		how := ""
		key.last, how, ok = sortFieldOf(to)
		key.how += how
	}
	return key, ok
}

// sortFieldOf parses the number of a field and the letters after it.
func sortFieldOf(text string) (field int, how string, ok bool) {
	how = strings.TrimLeft(text, "0123456789")
	n, ok := coreutils.Decimal(text[:len(text)-len(how)])
	return int(min(n, 1<<20)), how, ok && n > 0 && strings.Trim(how, "nrfb") == ""
}

// compare compares two lines by the keys in order.
func (s sorting) compare(a, b []byte) int {
	for _, k := range s.keys {
		x := s.part(a, k)
		y := s.part(b, k)
		n := 0
		switch {
		case strings.Contains(k.how, "n"):
			n = compareNumbers(x, y)
		case strings.Contains(k.how, "f"):
			n = bytes.Compare(upper(x), upper(y))
		default:
			n = bytes.Compare(x, y)
		}

		if strings.Contains(k.how, "r") {
			n = -n
		}
		if n != 0 {
			return n
		}
	}

	return 0
}

// upper returns text with ASCII letters in upper case.
func upper(text []byte) []byte {
	text = bytes.Clone(text)
	for i, c := range text {
		if c >= 'a' && c <= 'z' {
			text[i] = c - 'a' + 'A'
		}
	}
	return text
}

// part returns the part of a line that is a key.
func (s sorting) part(line []byte, k sortKey) []byte {
	begin := 0
	end := len(line)
	if k.first > 0 {
		for range k.first - 1 {
			begin = s.fieldEnd(line, begin)
			if s.separator != "" && begin < len(line) {
				begin++
			}
		}
	}

	if k.last > 0 {
		end = 0
		for i := range k.last {
			if i > 0 && s.separator != "" && end < len(line) {
				end++
			}
			end = s.fieldEnd(line, end)
		}
	}

	part := line[begin:max(begin, end)]
	if strings.Contains(k.how, "b") {
		part = bytes.TrimLeft(part, " \t")
	}

	return part
}

// fieldEnd returns the end of the field that begins at an offset; blanks before a field belong to it.
func (s sorting) fieldEnd(line []byte, at int) int {
	rest := line[at:]
	if s.separator != "" {
		if i := bytes.IndexByte(rest, s.separator[0]); i >= 0 {
			return at + i
		}

		return len(line)
	}

	inner := bytes.TrimLeft(rest, " \t")
	if i := bytes.IndexAny(inner, " \t"); i >= 0 {
		return at + len(rest) - len(inner) + i
	}

	return len(line)
}

// compareNumbers compares the numbers at the start of two texts, of any number of digits; no number is 0.
func compareNumbers(a, b []byte) int {
	x := decimalOf(a)
	y := decimalOf(b)
	switch {
	case x.negative != y.negative && x.negative:
		return -1
	case x.negative != y.negative:
		return 1
	case x.negative:
		x, y = y, x
	}

	return cmp.Or(
		cmp.Compare(len(x.whole), len(y.whole)), bytes.Compare(x.whole, y.whole), bytes.Compare(x.rest, y.rest),
	)
}

// decimalNumber is a number: its digits before and after the point, without leading and trailing zeros.
type decimalNumber struct {
	negative    bool
	whole, rest []byte
}

// decimalOf parses the number at the start of a text.
func decimalOf(text []byte) (n decimalNumber) {
	const digits = "0123456789"
	text, n.negative = bytes.CutPrefix(bytes.TrimLeft(text, " \t"), []byte("-"))
	after := bytes.TrimLeft(text, digits)
	n.whole = bytes.TrimLeft(text[:len(text)-len(after)], "0")

	if len(after) > 0 && after[0] == '.' {
		after = after[1:]
		n.rest = bytes.TrimRight(after[:len(after)-len(bytes.TrimLeft(after, digits))], "0")
	}

	n.negative = n.negative && len(n.whole)+len(n.rest) > 0 // -0 is 0
	return n
}
