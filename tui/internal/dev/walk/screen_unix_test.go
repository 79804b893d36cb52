//go:build unix

package walk

import (
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"eyeline/tui/terminal"
)

// marks are what is looked for in what the program writes. A redraw begins with blankAll.
var marks = []string{
	blankAll, syncOn, syncOff, altOn, altOff, terminal.Reset, terminal.AskStatus, terminal.AskBackground,
}

var leftWith = regexp.MustCompile(`\[left with (\d+)\]`) // see script

// took takes what was read, and gives it to the screen. The screen is looked at where a redraw begins, and where it
// ends: at the end of its synchronised update or, where it is short and has none, of what came with it.
func (s *session) took(text string) {
	s.at = time.Now()
	s.out = append(s.out, text...)
	if m := leftWith.FindSubmatch(s.out[max(len(s.out)-len(text)-20, 0):]); m != nil {
		s.status, _ = strconv.Atoi(string(m[1]))
	}
	text = s.rest + text
	n := heldFrom(text)
	text, s.rest = text[:n], text[n:]
	for {
		at, mark := len(text), ""
		for _, m := range marks {
			if i := strings.Index(text, m); i >= 0 && i < at {
				at, mark = i, m
			}
		}
		s.screen.Write(text[:at])
		if mark == "" {
			break
		}
		s.marked(mark)
		text = text[at+len(mark):]
	}
	if s.rest == "" {
		s.whole()
	}
}

// heldFrom is where the end of a text begins that waits for the rest: of a mark, or of a character that more may
// belong to.
func heldFrom(text string) int {
	n := len(text)
	for n > 0 && text[n-1] >= utf8.RuneSelf {
		n--
	}
	for _, m := range marks {
		for k := 1; k < min(len(m), len(text)+1); k++ {
			if strings.HasSuffix(text, m[:k]) {
				n = min(n, len(text)-k)
			}
		}
	}
	return n
}

// marked takes a mark.
func (s *session) marked(mark string) {
	switch mark {
	case blankAll:
		s.before, s.drawing = s.screen.Cells(), true
		s.redraws++
	case syncOn, syncOff:
		s.sync = mark == syncOn
	case altOn:
		s.alt = true
	case altOff, terminal.Reset:
		s.alt, s.leaving = false, s.leaving || mark == terminal.Reset
	case terminal.AskStatus:
		go s.answer("\x1b[0n")
	case terminal.AskBackground:
		go s.answer("\x1b]11;rgb:ffff/ffff/ffff\x1b\\")
	}
	s.screen.Write(mark)
	if mark == syncOff {
		s.whole()
	}
}

// whole is called when nothing more comes of what was written.
func (s *session) whole() {
	if s.drawing && !s.sync {
		s.after, s.drawing = s.screen.Cells(), false
	}
}
