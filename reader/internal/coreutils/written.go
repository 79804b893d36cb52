package coreutils

import "bytes"

// Written collects what is written to a file of a [System].
type Written struct {
	Call    *Call
	Path    string
	Appends bool
	InPlace bool // the file's lines are changed
	text    bytes.Buffer
	tooMuch bool
}

// MaxWritten is the most that a command may write to a file, in bytes.
const MaxWritten = 16 << 20

// Empty truncates the file.
func (w *Written) Empty() { w.Call.Note(w.Call.System.Write(w.Path, nil)) }

// Take is an emit that collects pieces.
func (w *Written) Take(p Piece) bool {
	if int64(w.text.Len())+p.Size() > MaxWritten {
		w.tooMuch = true
		return false
	}

	b, err := p.Bytes(0, p.Size())
	if err != nil {
		return w.Call.Fail(err)
	}

	w.text.Write(b)
	return true
}

// Close writes what was collected to the file.
func (w *Written) Close() {
	content := w.text.Bytes()
	if w.tooMuch || bytes.Contains(content, []byte(AnyLines[:len(AnyLines)-1])) {
		w.Call.System.Lost(w.Path)
		return
	}

	switch {
	case w.Appends:
		w.Call.Note(w.Call.System.Append(w.Path, content))
	case w.InPlace:
		w.Call.Note(w.Call.System.Rewrite(w.Path, content))
	default:
		w.Call.Note(w.Call.System.Write(w.Path, content))
	}
}
