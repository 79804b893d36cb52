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
