package commandline

import (
	"strings"

	"eyeline/tui/kit/address"
	"eyeline/tui/kit/humanize"
)

// less applies the options in $LESS that mean something here and skips all others. It parses them as less does: letters
// one after the other, with or without dashes; "+" after a dash resets an option; after some letters comes a number, or
// a text that ends at "$".
func less(values map[string]Value, options string) {
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
		case c == '+': // a command
			s = afterText(s)
			continue
		case strings.ContainsRune(`DkoOpPtT"`, rune(c)) && !undo:
			s = afterText(s)
			continue
		case strings.ContainsRune("bhjxyz#", rune(c)):
			number := s[1:]
			s = strings.TrimLeft(number, "0123456789.,-")
			number = number[:len(number)-len(s)]
			if c == 'x' && !undo {
				setTabs(values, number)
			}
			continue
		case c == ' ' || c == '\t':
			undo = false
		default:
			setLetter(values, c, !undo)
		}

		s = s[1:]
	}
}

// afterWord returns what follows a long option, which ends at a blank or, if its value contains blanks, at "$".
func afterWord(s string) string {
	if i := strings.IndexAny(s, " \t$"); i >= 0 {
		return s[i+1:]
	}
	return ""
}

// afterText returns what follows the letter and the text of an option.
func afterText(s string) string {
	_, rest, _ := strings.Cut(s[1:], "$")
	return rest
}

// lessLetters are the options of less that are switches of the viewer.
var lessLetters = map[byte]string{
	'F': "quit-if-one-screen", 'S': "chop-long-lines", 'N': "line-numbers", 'X': "no-init",
}

// setLetter applies an option of less that is a switch.
func setLetter(values map[string]Value, letter byte, on bool) {
	name := lessLetters[letter]
	switch {
	case name != "":
		takeLess(values, name, humanize.Either(on, "true", "false"))
	case letter == 'I' && on:
		takeLess(values, "case", "ignore")
	case letter == 'i' || letter == 'I':
		takeLess(values, "case", "smart")
	case (letter == 'R' || letter == 'r') && on:
		takeLess(values, "ansi", "always")
	}
}

// setTabs sets the first tab stop of -x.
func setTabs(values map[string]Value, stops string) {
	first, _, _ := strings.Cut(stops, ",")
	n, err := address.Bytes(first)
	if err == nil && n >= 1 && n <= maxTabWidth {
		takeLess(values, "tab-width", first)
	}
}

func takeLess(values map[string]Value, name, text string) {
	if !values[name].typed() {
		values[name] = Value{text, fromLess}
	}
}
