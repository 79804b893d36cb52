package moreutils

import (
	"strings"

	"eyeline/reader/internal/coreutils"
)

// tr imitates tr -d, and tr with two sets, of which the second has no classes except for changing case.
func tr(c *coreutils.Call, o coreutils.Options) int {
	sets := o.Operands()
	if o.Has("sc") || o.Has("d") && len(sets) != 1 || !o.Has("d") && len(sets) != 2 {
		return c.Unknown("what is asked for")
	}

	table, refused := trTable(sets)
	if refused != "" {
		return c.Unknown(refused)
	}

	return c.EachLine(nil, func(l coreutils.Line) bool {
		text := make([]byte, 0, len(l.Text())+1)
		for _, b := range l.Text() {
			if to := table[b]; to >= 0 {
				text = append(text, byte(to))
			}
		}

		if l.Ended() {
			text = append(text, '\n')
		}

		return c.Out(l.Replaced(text))
	})
}

// trTable returns what each byte becomes, -1 if it is deleted: with one set those in it. refused is what is not
// imitated.
func trTable(sets []string) (table [256]int, refused string) {
	from, ok := trSet(sets[0])
	to := ""
	if len(sets) > 1 {
		to, ok = trTarget(sets, ok)
	}

	switch {
	case !ok:
		return table, "such a set"
	case strings.Contains(from+to, "\n"):
		return table, "the ends of lines"
	}

	for i := range table {
		table[i] = i
	}

	for i, b := range []byte(from) {
		table[b] = -1
		if to != "" {
			table[b] = int(to[min(i, len(to)-1)])
		}
	}

	return table, ""
}

// trTarget returns the characters of the second set; ok is false if one of both sets is not imitated.
func trTarget(sets []string, first bool) (to string, ok bool) {
	to, ok = trSet(sets[1])
	isCase := sets[0] == "[:lower:]" && sets[1] == "[:upper:]" || sets[0] == "[:upper:]" && sets[1] == "[:lower:]"
	return to, first && ok && to != "" && (isCase || !strings.Contains(sets[1], "[:"))
}

// trClasses are character classes of the C locale.
var trClasses = map[string]string{
	"[:lower:]": span26('a'), "[:upper:]": span26('A'), "[:digit:]": "0123456789", "[:space:]": "\t\n\v\f\r ",
	"[:blank:]": "\t ", "[:alpha:]": span26('A') + span26('a'), "[:alnum:]": "0123456789" + span26('A') + span26('a'),
}

// span26 returns 26 characters from one on.
func span26(from byte) string {
	var all []byte
	for i := range byte(26) {
		all = append(all, from+i)
	}
	return string(all)
}

// trEscapes are the characters of escapes.
var trEscapes = map[byte]byte{
	'n': '\n', 't': '\t', 'r': '\r', 'a': '\a', 'b': '\b', 'f': '\f', 'v': '\v', '\\': '\\',
}

// trSet returns the characters of a set; ok is false if it is not imitated.
func trSet(text string) (set string, ok bool) {
	var all []byte
	for text != "" {
		if end := strings.Index(text, ":]"); strings.HasPrefix(text, "[:") && end > 0 {
			class, known := trClasses[text[:end+2]]
			if !known {
				return "", false
			}
			all = append(all, class...)
			text = text[end+2:]
			continue
		}

		if strings.HasPrefix(text, "[=") || len(text) > 2 && text[0] == '[' && text[2] == '*' {
			return "", false
		}

		first, rest, ok := trByte(text)
		if !ok {
			return "", false
		}

		text = rest
		if len(text) < 2 || text[0] != '-' {
			all = append(all, first)
			continue
		}

		last, rest, ok := trByte(text[1:])
		if !ok || last < first {
			return "", false
		}

		for b := int(first); b <= int(last); b++ {
			all = append(all, byte(b))
		}

		text = rest
	}

	return string(all), true
}

// trByte parses a character of a set.
func trByte(text string) (b byte, rest string, ok bool) {
	if text[0] != '\\' {
		return text[0], text[1:], true
	}
	if len(text) < 2 {
		return 0, "", false
	}
	b, ok = trEscapes[text[1]]
	return b, text[2:], ok
}
