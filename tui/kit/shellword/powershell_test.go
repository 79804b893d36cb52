package shellword

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
)

// TestByTheRulesOfPowerShell: a program that PowerShell starts gets the words that were quoted for it, by the
// documented rules: about_Quoting_Rules and about_Parsing of PowerShell for what stands on its command line, and
// "Parsing C++ command-line arguments" for how a program takes apart what it was started with. PowerShell itself is
// not asked.
func TestByTheRulesOfPowerShell(t *testing.T) {
	words := []string{
		"", "a.txt", "it's", "it’s", "‘a’ ‚b‛", `C:\w\b.txt`, `C:\a b\`, `C:\a@\`, `\\`, `\ \`, `"`, `\"`, `a\\"b`,
		"-a.txt", "--a:b", `{"file_path":"C:\\w\\b.txt","limit":5}`, `{"pattern":"a&b|c>d ‘e’"}`, `"a b" c`,
		"$HOME $(x) `n", "a\u00a0b\\", "#", "@", "@a", "a,b", "(a)", "{a}", "a;b", "%TMP%", "–a", "1>2", "tab\tbed\\",
	}
	letters := strings.Split("'\"\\ -.:$`‘’‚‛a{,\t\u00a0é", "")
	random := rand.New(rand.NewPCG(5, 8))
	for range 20_000 {
		var b strings.Builder
		for range random.IntN(9) {
			b.WriteString(letters[random.IntN(len(letters))])
		}
		words = append(words, b.String())
	}
	for _, word := range words {
		for _, shell := range []shellKind{powerShell, oldPowerShell} {
			value, is := readByPowerShell(shell.Quote(word))
			if !is {
				t.Errorf("shell %d: %q is %s: not one word", shell, word, shell.Quote(word))
				continue
			}
			if shell == powerShell { // it writes the command line so that the program gets the word
				if value != word {
					t.Errorf("%q is %s: %q", word, shell.Quote(word), value)
				}
				continue
			}
			line := "eyeline " + handedOnByOldPowerShell(value) + " last"
			if got := takenApart(line); len(got) != 3 || got[1] != word || got[2] != "last" {
				t.Errorf("%q is %s: %q, %q", word, shell.Quote(word), line, got)
			}
		}
	}
}

// readByPowerShell returns the value of a word of a command line; is is false where it is more or less than one word,
// or has what PowerShell evaluates.
func readByPowerShell(text string) (value string, is bool) {
	const quotes = "'‘’‚‛"
	runes := []rune(text)
	isQuote := func(at int) bool { return at < len(runes) && strings.ContainsRune(quotes, runes[at]) }
	if !isQuote(0) {
		// A bare word, of characters without a meaning, that does not begin as a parameter does.
		is = text != "" && !strings.ContainsAny(text, " \t\u00a0`\"$(){};,|&<>@#\r\n–—―"+quotes) && text[0] != '-'
		return text, is
	}
	var b strings.Builder
	for at := 1; at < len(runes); at++ {
		if isQuote(at) {
			if !isQuote(at + 1) {
				return b.String(), at == len(runes)-1
			}
			at++ // two of them are the second one
		}
		b.WriteRune(runes[at])
	}
	return "", false
}

// handedOnByOldPowerShell is what Windows PowerShell 5.1 writes of a value into a command line: nothing of an empty
// one, and double quotes around one with blanks that no double quotes in it hold.
func handedOnByOldPowerShell(value string) string {
	blank, quoted, escaped := false, false, false
	for _, r := range value {
		switch {
		case r == '"' && !escaped:
			quoted = !quoted
		case unicode.IsSpace(r) && !quoted:
			blank = true
		}
		escaped = r == '\\'
	}
	if blank {
		return `"` + value + `"`
	}
	return value
}

// takenApart are the arguments of a command line as programs of Windows read them: two backslashes before a double
// quote are one, and one makes the quote a character; elsewhere a backslash stands for itself.
func takenApart(line string) (args []string) {
	var b strings.Builder
	isOpen, quoted := false, false
	for at := 0; at < len(line); at++ {
		slashes := len(line[at:]) - len(strings.TrimLeft(line[at:], `\`))
		at += slashes
		isQuote := at < len(line) && line[at] == '"'
		if slashes > 0 {
			isOpen = true
		}
		if isQuote {
			b.WriteString(strings.Repeat(`\`, slashes/2))
		} else {
			b.WriteString(strings.Repeat(`\`, slashes))
		}
		switch {
		case at == len(line):
		case isQuote && slashes%2 == 1:
			b.WriteByte('"')
		case isQuote:
			isOpen, quoted = true, !quoted
		case !quoted && (line[at] == ' ' || line[at] == '\t'):
			if isOpen {
				args = append(args, b.String())
			}
			b.Reset()
			isOpen = false
		default:
			isOpen = true
			b.WriteByte(line[at])
		}
	}
	if isOpen {
		args = append(args, b.String())
	}
	return args
}
