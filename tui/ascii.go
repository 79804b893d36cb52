package tui

import (
	"regexp"
	"strings"
	"sync"

	"eyeline/tui/kit/cells"
)

// asciiMarks are what stands for each mark on a terminal that shows ASCII only. Each takes one cell, as the mark does.
var asciiMarks = map[string]string{
	"│": "|", "┃": "|", "┤": "+", "─": "-", "▌": "|", "▸": ">", "▏": "_", "■": "#", "·": ".", "…": "~", "–": "-",
	"—": "-", "≈": "~", "→": ">", "←": "<", "↑": "^", "↓": "v", "‹": "<", "›": ">",
	"×": "x", "␊": "/", "␍": "<", "≤": "<", "█": "#", "▄": "#", "▓": "=", "▒": "%", "░": ":", "�": "?",
}

// roomyEllipsis is an ellipsis with room for three dots: two blanks after it, with sequences before each.
var roomyEllipsis = sync.OnceValue(func() *regexp.Regexp {
	const sequences = `((?:\x1b\[[^m]*m)*)`
	return regexp.MustCompile("…" + sequences + " " + sequences + " ")
})

// inASCII writes a screen in ASCII: marks by others, and what else there is, such as the letters of a file's name, as
// question marks. The text of files has been laid out in ASCII already.
func inASCII(screen string) string {
	screen = roomyEllipsis().ReplaceAllString(screen, "...$1$2")
	var b strings.Builder
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

		g, width := cells.First(screen)
		screen = screen[max(len(g), 1):]
		mark, ok := asciiMarks[g]
		switch {
		case g == "·" && strings.HasSuffix(b.String(), " ") && strings.HasPrefix(screen, " "):
			b.WriteByte('|') // between words
		case ok:
			b.WriteString(mark)
		default:
			b.WriteString(strings.Repeat("?", width))
		}
	}

	return b.String()
}
