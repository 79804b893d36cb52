//go:build unix

package terminal

import (
	"bytes"
	"time"
)

const (
	// maxPasted is the most that is handed on of one paste, in bytes; the rest is dropped. Bubble Tea keeps a paste
	// until its end, and copies it again and again.
	maxPasted = 64 << 10
	// pasteWait is how long a paste may pause. The text of one that pauses longer is over, whether its end has come or
	// not; what follows is dropped until the end comes, or a key.
	pasteWait = 2 * time.Second
)

// paste is the state of a bracketed paste: what a terminal sends between two marks, where nothing is a key. The end may
// never come, or be far away; the keys must work again all the same.
type paste struct {
	on     bool
	size   int  // bytes so far
	cut    bool // the rest of it is dropped
	paused bool // for so long, or by a key, that its end may not come any more
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
		n, more := expected(p)
		switch {
		case more:
			in.hold(p)
			return out, nil
		case bytes.HasPrefix(p, []byte(pasteEnd)):
			out = in.endText(out)
			in.paste.on = false
			return out, p[n:]
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
	if room := maxPasted - in.paste.size; !in.paste.cut && len(text) > room {
		out = append(append(out, text[:room]...), pasteEnd...)
		text = text[room:]
		in.paste.cut = true
	}

	in.paste.size += len(text)
	if in.paste.cut {
		return out
	}

	return append(out, text...)
}

// endText ends the text of a paste: Bubble Tea waits for the mark, unless it has had it. What follows is dropped.
func (in *Input) endText(out []byte) []byte {
	if !in.paste.cut {
		out = append(out, pasteEnd...)
	}
	in.paste.cut = true
	in.paste.paused = true
	return out
}

// pressed reports whether a read inside of a paste is a key that a person pressed: it came alone, and nothing follows.
// Ctrl-C is one at any time, also more than once, and so is Escape; any other key is one in a paste that has paused.
// Many bytes are never keys: what is pasted must not act, however slowly it comes.
func (in *Input) pressed(read []byte) bool {
	wait := escapeWait
	switch {
	case !in.paste.on || len(read) == 0:
		return false
	case len(bytes.Trim(read, "\x03")) == 0: // Ctrl-C is a key, however often
	case len(in.held) > 0:
		return false
	case string(read) == "\x1b":
		wait = sequenceWait // or the beginning of the mark of its end
	case !in.paste.paused || unit(read) != len(read) || answer(read) || string(read) == pasteEnd:
		return false
	}

	return !in.ready(wait)
}

// pressKey hands on a key that a person pressed inside of a paste. In one that has not paused it ends the text alone:
// the rest is still no keys.
func (in *Input) pressKey(out, key []byte) []byte {
	over := in.paste.paused
	out = in.endText(in.pasteText(out, in.takeHeld()))
	in.paste.on = !over
	return append(out, key...)
}

// awaitPaste is called before out is handed on: it ends the text of a paste that pauses for too long. There is room for
// that in out.
func (in *Input) awaitPaste(out []byte) []byte {
	if !in.paste.on || in.paste.paused || in.ready(pasteWait) {
		return out
	}
	return in.endText(out)
}
