//go:build unix

package terminal

import (
	"bytes"
	"time"
)

const (
	// mostPasted is the most that is handed on of one paste, in bytes; the rest is dropped. Bubble Tea keeps a paste
	// until its end, and copies it again and again.
	mostPasted = 64 << 10
	// pasteWait is how long a paste may pause. One that pauses longer is over, whether its end has come or not.
	pasteWait = 2 * time.Second

	ctrlC = 0x03
)

// paste is the state of a bracketed paste: what a terminal sends between two marks, none of which are keys. The end may
// never come, or be far away; the keys must work again all the same.
type paste struct {
	on   bool
	size int  // bytes so far
	cut  bool // the rest of it is dropped
}

func (in *Input) beginPaste() { in.paste = paste{on: true} }

// pasted takes what follows in a paste off p. It returns what is handed on, and the rest of p; at the beginning of a
// mark or an answer, the rest is held. What the terminal answers to a question may come between two parts of a paste.
func (in *Input) pasted(p []byte) (out, rest []byte) {
	for len(p) > 0 {
		i := bytes.IndexByte(p, esc)
		if i < 0 {
			i = len(p)
		}
		out = in.pasteText(out, p[:i])
		p = p[i:]
		switch n, more := expected(p); {
		case more:
			in.hold(p)
			return out, nil
		case bytes.HasPrefix(p, []byte(pasteEnd)):
			return in.endPaste(out), p[n:]
		case n > 0:
			in.hear(p[:n])
			p = p[n:]
		case len(p) > 0:
			out = in.pasteText(out, p[:1])
			p = p[1:]
		}
	}
	return out, nil
}

// pasteText hands on a text of a paste, as far as there is room for it.
func (in *Input) pasteText(out, text []byte) []byte {
	if room := mostPasted - in.paste.size; !in.paste.cut && len(text) > room {
		out = append(append(out, text[:room]...), pasteEnd...)
		text, in.paste.cut = text[room:], true
	}
	in.paste.size += len(text)
	switch {
	case in.paste.cut && bytes.IndexByte(text, ctrlC) >= 0:
		out = append(out, ctrlC) // the way out of one that does not end
	case !in.paste.cut:
		out = append(out, text...)
	}
	return out
}

// endPaste ends a paste: Bubble Tea waits for the mark, unless it has had it.
func (in *Input) endPaste(out []byte) []byte {
	if !in.paste.cut {
		out = append(out, pasteEnd...)
	}
	in.paste = paste{}
	return out
}

// awaitPaste is called before out is handed on: it ends a paste that pauses for too long, or whose last byte so far is
// Ctrl-C or Escape with nothing after it, which a person pressed. There is room for that in out.
func (in *Input) awaitPaste(out []byte) []byte {
	if !in.paste.on {
		return out
	}
	if n := len(out); n > 0 && (out[n-1] == ctrlC || out[n-1] == esc) && !in.paste.cut && !in.ready(escapeWait) {
		key := out[n-1]
		return append(in.endPaste(out[:n-1]), key)
	}
	if !in.ready(pasteWait) {
		return in.endPaste(out)
	}
	return out
}
