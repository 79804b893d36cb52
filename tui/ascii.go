package tui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// asciiMarks are what stands for each mark on a terminal that shows ASCII only. Each takes one cell, as the mark does.
var asciiMarks = map[string]string{
	"│": "|", "┤": "+", "─": "-", "▌": "|", "▸": ">", "▏": "_", "■": "#", "·": ".", "…": "~", "–": "-", "—": "-",
	"≈": "~", "→": ">", "←": "<", "↑": "^", "↓": "v", "‹": "<", "›": ">",
	"×": "x", "␊": "/", "␍": "<", "≤": "<", "█": "#", "▒": "%", "░": ":", "�": "?",
}

// inASCII writes a screen in ASCII: marks by others, and what else there is, such as the letters of a file's name, as
// question marks. The text of files has been laid out in ASCII already.
func inASCII(screen string) string {
	var b strings.Builder
	b.Grow(len(screen))
	for len(screen) > 0 {
		n := 0
		for n < len(screen) && screen[n] < 0x80 {
			n++
		}
		b.WriteString(screen[:n])
		screen = screen[n:]
		if screen == "" {
			break
		}
		g, width := ansi.FirstGraphemeCluster(screen, ansi.GraphemeWidth)
		screen = screen[max(len(g), 1):]
		switch mark, ok := asciiMarks[g]; {
		case g == "·" && strings.HasSuffix(b.String(), " ") && strings.HasPrefix(screen, " "):
			b.WriteByte('|') // between words
		case g == "…":
			rest, seqs, room := pastBlanks(screen, 2)
			if !room {
				b.WriteString(mark)
				break
			}
			b.WriteString("...")
			b.WriteString(seqs)
			screen = rest
		case ok:
			b.WriteString(mark)
		default:
			b.WriteString(strings.Repeat("?", width))
		}
	}
	return b.String()
}

// pastBlanks goes past n blanks, if a row begins with so many, and returns what comes after them, and the sequences
// between.
func pastBlanks(s string, n int) (rest, sequences string, ok bool) {
	var seqs strings.Builder
	for n > 0 {
		switch {
		case strings.HasPrefix(s, " "):
			s = s[1:]
			n--
		case strings.HasPrefix(s, "\x1b["):
			end := strings.IndexByte(s, 'm')
			if end < 0 {
				return "", "", false
			}
			seqs.WriteString(s[:end+1])
			s = s[end+1:]
		default:
			return "", "", false
		}
	}
	return s, seqs.String(), true
}
