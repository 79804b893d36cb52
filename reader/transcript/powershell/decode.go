package powershell

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Decode gives the lines of an output the letters that their file has: Windows PowerShell takes the bytes of a file in
// UTF-8 that does not begin with a byte order mark for letters of Windows-1252. lines are those that were changed,
// counted from 0.
func Decode(output string) (decoded string, lines []int) {
	all := strings.Split(output, "\n")
	for i, line := range all {
		if text, ok := bytesOf(line); ok && text != line && utf8.ValidString(text) {
			all[i] = text
			lines = append(lines, i)
		}
	}
	return strings.Join(all, "\n"), lines
}

// Letters says how what was printed may differ from the letters of the files.
type Letters uint8

const (
	Own     Letters = iota // it has those of the files
	Recoded                // some lines may have others
	Joining                // likewise, and some rows may be several lines each
)

// Of says how a row that PowerShell printed may differ from the line of its file that is proposed for it, "" for no
// line. Letters past ASCII depend on what the system takes the file's bytes for, and those that a terminal does not
// have are printed as "?".
func Of(row, line string) Letters {
	switch {
	case row == line, !strings.Contains(row, "?") && !hasLetters(row) && !hasLetters(line):
		return Own
	case mayJoinLines(row):
		return Joining
	default:
		return Recoded
	}
}

// Failed reports whether PowerShell says in an output why a command failed: the words stand among the lines.
func Failed(output string) bool {
	return strings.Contains(output, "CategoryInfo") || strings.Contains(output, "Get-Content: ")
}

// hasLetters reports whether a line has letters past ASCII.
func hasLetters(line string) bool {
	return strings.IndexFunc(line, func(letter rune) bool { return letter >= utf8.RuneSelf }) >= 0
}

// mayJoinLines reports whether a line that PowerShell printed, and that has not the letters of its file, may be several
// of the file: where two bytes are a letter, as in Chinese, Japanese and Korean, a line break may be the second one.
func mayJoinLines(line string) bool {
	const firstOfEast = '\u2e80' // the first radical of Chinese letters
	return strings.IndexFunc(line, func(letter rune) bool { return letter >= firstOfEast }) >= 0
}

// bytesOf are the bytes that letters stand for. A byte that stands for none in Windows-1252 is the letter of its
// number.
func bytesOf(line string) (text string, ok bool) {
	var b strings.Builder
	for _, letter := range line {
		at, ok := charmap.Windows1252.EncodeRune(letter)
		if !ok && 0x80 <= letter && letter <= 0x9f {
			at, ok = byte(letter), true
		}
		if !ok {
			return "", false
		}
		b.WriteByte(at)
	}
	return b.String(), true
}
