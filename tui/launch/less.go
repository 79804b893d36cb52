package launch

import (
	"strings"

	"eyeline/tui/address"
)

// less takes the options in $LESS that mean something here and skips all others, as less itself reads them: one
// letter after the other with or without dashes, "+" after a dash to undo one, and after some letters a number or a text
// that ends at "$".
func less(values map[string]value, options string) {
	undo := false
	for s := options; s != ""; {
		c := s[0]
		switch {
		case strings.HasPrefix(s, "--"):
			s = afterWord(s[2:])
			continue
		case strings.HasPrefix(s, "-+"), strings.HasPrefix(s, "-!"):
			undo = true
			s = s[2:]
			continue
		case c == '+':
			s = afterText(s[1:]) // a command
			continue
		case strings.ContainsRune(`DkoOpPtT"`, rune(c)) && !undo:
			s = afterText(s[1:])
			continue
		case strings.ContainsRune("bhjxyz#", rune(c)):
			number := s[1:]
			s = strings.TrimLeft(number, "0123456789.,-")
			if number = number[:len(number)-len(s)]; c == 'x' && !undo {
				takeTabs(values, number)
			}
			continue
		case c == ' ' || c == '\t':
			undo = false
		default:
			takeLetter(values, c, !undo)
		}
		s = s[1:]
	}
}

// afterWord is what follows a long option: it ends at a blank or, where its value has blanks, at "$".
func afterWord(s string) string {
	if i := strings.IndexAny(s, " \t$"); i >= 0 {
		return s[i+1:]
	}
	return ""
}

// afterText is what follows the text of an option.
func afterText(s string) string {
	_, rest, _ := strings.Cut(s, "$")
	return rest
}

// takeLetter takes an option of less that is on or off.
func takeLetter(values map[string]value, letter byte, on bool) {
	text := "false"
	if on {
		text = "true"
	}
	switch letter {
	case 'F':
		takeLess(values, "quit-if-one-screen", text)
	case 'S':
		takeLess(values, "chop-long-lines", text)
	case 'N':
		takeLess(values, "line-numbers", text)
	case 'X':
		takeLess(values, "no-init", text)
	case 'i':
		takeLess(values, "case", "smart")
	case 'I':
		takeLess(values, "case", map[bool]string{true: "ignore", false: "smart"}[on])
	case 'R', 'r':
		if on {
			takeLess(values, "ansi", "always")
		}
	}
}

// takeTabs takes the first of the tab stops of -x.
func takeTabs(values map[string]value, stops string) {
	first, _, _ := strings.Cut(stops, ",")
	if n, err := address.Bytes(first); err == nil && n >= 1 && n <= 64 {
		takeLess(values, "tab-width", first)
	}
}

func takeLess(values map[string]value, name, text string) {
	if values[name].from != fromFlag {
		values[name] = value{text, fromLess}
	}
}
