// Package gnuname has what GNU programs say of files: their names in quotes, and the errors of the system.
package gnuname

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode"
	"unicode/utf8"

	"eyeline/reader/access"
	"eyeline/reader/internal/lazy"
)

// Quoted is a file's name as GNU programs write it in messages: in quotes when it needs them, or always.
func Quoted(name string, always bool) string {
	const special = " !\"$&()*;<=>[^`|?\\"
	quote := always || name == "" || name == "{" || name == "}" || strings.ContainsAny(name, special) ||
		name[0] == '#' || name[0] == '~'
	control := strings.ContainsFunc(name, func(c rune) bool { return !unicode.IsPrint(c) })
	switch {
	case !control && !quote && !strings.Contains(name, "'"):
		return name
	case !control && strings.Contains(name, "'") && !strings.ContainsAny(name, "\"$`\\!"):
		return `"` + name + `"`
	}

	text := quotedParts().ReplaceAllStringFunc(name, func(run string) string {
		run, quote := strings.CutSuffix(run, "'")
		escaped := ""
		for _, c := range []byte(run) {
			if i := strings.IndexByte("\a\b\t\n\v\f\r", c); i >= 0 {
				escaped += `\` + string("abtnvfr"[i])
			} else {
				escaped += fmt.Sprintf(`\%03o`, c)
			}
		}

		switch {
		case run == "":
			return `'\''`
		case quote:
			return "'$'" + escaped + `'\''`
		}

		return "'$'" + escaped + "''"
	})
	if last, _ := utf8.DecodeLastRuneInString(name); control && !unicode.IsPrint(last) {
		return "'" + strings.TrimSuffix(text, "'")
	}

	return "'" + text + "'"
}

// quotedParts matches characters that do not print, and quotes.
var quotedParts = lazy.Regexp(`[^\pL\pM\pN\pP\pS ]*'|[^\pL\pM\pN\pP\pS ]+`)

// Strerror is the C library's text for an error.
func Strerror(err error) string {
	switch {
	case errors.Is(err, access.ErrDirectory):
		return "Is a directory"
	case errors.Is(err, access.ErrNowhere), errors.Is(err, fs.ErrNotExist):
		return "No such file or directory"
	}
	text, _, _ := strings.Cut(access.Text(access.System(err)), " (os error")
	return text
}
