// Package shellword, which changes without notice, writes words for the command line that a person copies them to.
package shellword

import (
	"strings"
	"sync"
	"unicode"
)

// shellKind is how a shell reads a word.
type shellKind uint8

const (
	posix         shellKind = iota // sh, bash, zsh; fish takes the same
	cmd                            // the command prompt of Windows
	powerShell                     // from 7.3 on
	oldPowerShell                  // Windows PowerShell, which hands double quotes on as they are
)

// here is the shell that the program was started from.
var here = sync.OnceValue(startedFrom)

// Quote makes one word of s for the shell that the program was started from.
func Quote(s string) string { return here().Quote(s) }

// QuoteForSystem makes one word of s for the shell that runs the commands of "!": the command prompt on Windows,
// whatever shell the program was started from, and one of POSIX elsewhere.
func QuoteForSystem(s string) string { return systemShell.Quote(s) }

// Commented is a command with a comment behind it, for that shell.
func Commented(command, text string) string { return here().commented(command, text) }

func (shell shellKind) commented(command, text string) string {
	if shell == cmd { // for which # is a word like others
		return command + "  & rem " + text
	}
	return command + "  # " + text
}

// Comment is a line that this shell passes over.
func Comment(text string) string { return here().comment(text) }

func (shell shellKind) comment(text string) string {
	if shell == cmd {
		return "rem " + text
	}
	return "# " + text
}

// plain are the characters that no shell reads in a way of its own.
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:"

// also are those that one of them takes as they are, too.
var also = map[shellKind]string{posix: "@%+,=", cmd: `\+@`, powerShell: `\+`, oldPowerShell: `\+`}

// Quote makes one word of s.
func (shell shellKind) Quote(s string) string {
	if shell.isPlain(s) {
		return s
	}

	switch shell {
	case cmd:
		return forCmd(forProgram(s))
	case powerShell:
		return verbatim(s)
	case oldPowerShell:
		return verbatim(forOldPowerShell(s))
	}

	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// isPlain reports whether a word needs no quotes. Of one that begins with a dash PowerShell makes two at a dot or
// colon.
func (shell shellKind) isPlain(s string) bool {
	if (shell == powerShell || shell == oldPowerShell) && strings.HasPrefix(s, "-") {
		return false
	}
	return s != "" && strings.Trim(s, plain+also[shell]) == ""
}

// singleQuotes double what is a single quote to PowerShell: the typographic ones end a text, too.
var singleQuotes = strings.NewReplacer("'", "''", "‘", "‘‘", "’", "’’", "‚", "‚‚", "‛", "‛‛")

// verbatim is a text that PowerShell takes as it is.
func verbatim(s string) string { return "'" + singleQuotes.Replace(s) + "'" }

// forOldPowerShell is what Windows PowerShell is to get for a word. It writes the word as it is into the command line
// of a program, between double quotes where there are blanks in it, and leaves out an empty one.
func forOldPowerShell(s string) string {
	if s == "" {
		return `""`
	}

	word := strings.TrimSuffix(strings.TrimPrefix(forProgram(s), `"`), `"`)
	if strings.ContainsFunc(s, unicode.IsSpace) {
		return word
	}

	// Without double quotes behind them backslashes at the end stand for themselves.
	return strings.TrimRight(word, `\`) + s[len(strings.TrimRight(s, `\`)):]
}

// forProgram is a word in double quotes as programs of Windows take the command line apart: a backslash stands for
// itself, but before a double quote.
func forProgram(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	slashes := 0
	for i := range len(s) {
		switch s[i] {
		case '\\':
			slashes++
		case '"':
			b.WriteString(strings.Repeat(`\`, slashes+1))
			slashes = 0
		default:
			slashes = 0
		}

		b.WriteByte(s[i])
	}

	b.WriteString(strings.Repeat(`\`, slashes) + `"`)
	return b.String()
}

// forCmd escapes what the command prompt would read in a quoted word: for it that ends at each double quote, also at
// one that the program is to get, and a name between percent signs is that of a variable, also in quotes.
func forCmd(quoted string) string {
	ends := strings.Contains(quoted, `\"`) && strings.ContainsAny(quoted, "&|<>^")
	if !ends && !strings.Contains(quoted, "%") {
		return quoted
	}

	var b strings.Builder
	for _, r := range quoted {
		if strings.ContainsRune(`"&|<>^()%`, r) {
			b.WriteByte('^')
		}

		b.WriteRune(r)
	}

	return b.String()
}
