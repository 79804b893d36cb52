package terminal

import (
	"bytes"
	"os"
	"strconv"
	"sync"
)

const (
	home       = "\x1b[H"
	eraseRight = "\x1b[K"
	eraseBelow = "\x1b[J"
	syncBegin  = "\x1b[?2026h"
	syncEnd    = "\x1b[?2026l"
)

// Output writes to a terminal for Bubble Tea. Its renderer paints every row that changed as a whole, and all rows when
// the text scrolls by one. Output knows the rows on the screen, so it moves what only moved with a scroll region and
// writes the cells that differ, inside a synchronised update. What is no frame is passed on as it is.
//
// It is a file as far as Bubble Tea is concerned, so that the terminal's size can be asked.
type Output struct {
	file *os.File
	// PlainFrames passes frames on as they are.
	PlainFrames bool

	mu   sync.Mutex
	rows []string // what the screen shows, row by row; nil when that is not known
	buf  []byte
}

// NewOutput returns an Output over a terminal.
func NewOutput(f *os.File) *Output { return &Output{file: f} }

// Fd, Read, Name and Close make Output a file.
func (o *Output) Fd() uintptr { return o.file.Fd() }

// Read reads from the terminal.
func (o *Output) Read(p []byte) (int, error) { return o.file.Read(p) }

// Name is the terminal's name.
func (o *Output) Name() string { return o.file.Name() }

// Close closes the terminal.
func (o *Output) Close() error { return o.file.Close() }

// Raw writes a sequence that moves no cursor, such as the clipboard's, between two frames.
func (o *Output) Raw(seq string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	_, err := o.file.WriteString(seq)
	return err
}

// Write takes what Bubble Tea writes: a frame in one call, or anything else.
func (o *Output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	out := p
	if frame, ok := parseFrame(p, o.rows); ok && !o.PlainFrames {
		o.buf = o.update(o.buf[:0], frame)
		o.rows = frame
		out = o.buf
	} else if ok || changesScreen(p) {
		o.rows = nil
	}
	if len(out) > 0 {
		if _, err := o.file.Write(out); err != nil {
			o.rows = nil
			return 0, err
		}
	}
	return len(p), nil
}

// changesScreen says whether what is no frame may change rows: all but the modes that Bubble Tea sets does.
func changesScreen(p []byte) bool {
	if bytes.HasPrefix(p, []byte("\x1b[?")) && len(p) > 4 {
		mode, last := p[3:len(p)-1], p[len(p)-1]
		if bytes.HasPrefix(mode, []byte("1049")) || bytes.HasPrefix(mode, []byte("47")) {
			return true
		}
		return last != 'h' && last != 'l'
	}
	return !bytes.HasPrefix(p, []byte("\x1b]")) && string(p) != home && string(p) != "\r"
}

// parseFrame reads a frame of Bubble Tea's renderer on the alternate screen: the cursor to the top left, rows divided
// by "\r\n", an unchanged row left out before a bare "\n", and the cursor's last place. The rows come back whole.
func parseFrame(p []byte, old []string) ([]string, bool) {
	if !bytes.HasPrefix(p, []byte(home)) || len(p) <= len(home) {
		return nil, false
	}
	p = p[len(home):]
	end := bytes.LastIndex(p, []byte("\x1b["))
	if end < 0 || p[len(p)-1] != 'H' {
		return nil, false
	}
	height, err := strconv.Atoi(string(bytes.SplitN(p[end+2:len(p)-1], []byte(";"), 2)[0]))
	if err != nil || height < 1 || height > 10000 {
		return nil, false
	}
	p = bytes.TrimSuffix(p[:end], []byte(eraseBelow))
	p = bytes.TrimPrefix(p, []byte("\r"))
	rows := make([]string, height)
	for i := range rows {
		cut := bytes.IndexByte(p, '\n')
		if last := i == height-1; last != (cut < 0) {
			return nil, false
		}
		row, rest := p, []byte(nil)
		if cut >= 0 {
			row, rest = p[:cut], p[cut+1:]
		}
		p = rest
		painted := len(row) > 0
		row = bytes.TrimSuffix(row, []byte("\r"))
		if !painted {
			if i >= len(old) {
				return nil, false
			}
			rows[i] = old[i]
			continue
		}
		if bytes.ContainsAny(row, "\r\t\b") {
			return nil, false
		}
		rows[i] = string(bytes.TrimSuffix(row, []byte(eraseRight)))
	}
	return rows, true
}

// update appends what makes the screen show want.
func (o *Output) update(dst []byte, want []string) []byte {
	have := o.rows
	start := len(dst)
	dst = append(dst, syncBegin...)
	body := len(dst)
	if len(have) != len(want) {
		dst = append(dst, "\x1b[r\x1b[m\x1b[H\x1b[J"...)
		have = make([]string, len(want))
	} else if s, ok := findScroll(have, want); ok {
		dst = s.appendTo(dst)
		have = s.apply(have)
	}
	for i, row := range want {
		if row != have[i] {
			dst = appendRow(dst, i, have[i], row)
		}
	}
	if len(dst) == body {
		return dst[:start]
	}
	// Bubble Tea takes the cursor to be on the last row.
	return append(appendMove(dst, len(want)-1, 0), syncEnd...)
}
