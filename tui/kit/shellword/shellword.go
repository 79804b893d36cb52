// Package shellword, which changes without notice, writes words for the command line that a person copies them to.
package shellword

import (
	"strings"
	"sync"
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
	if s != "" && strings.Trim(s, plain+also[shell]) == "" {
		return s
	}

	switch shell {
	case cmd:
		return forCmd(forProgram(s))
	case powerShell:
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	case oldPowerShell:
		inner := strings.TrimSuffix(strings.TrimPrefix(forProgram(s), `"`), `"`)
		return "'" + strings.ReplaceAll(inner, "'", "''") + "'"
	}

	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
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
