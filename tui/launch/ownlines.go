package launch

import "io"

// ownLines writes texts one after the other so that each begins on a line of its own: a newline comes before one where
// what was written before did not end with one. Nothing is put behind the last.
type ownLines struct {
	w      io.Writer
	midway bool // what was written does not end with a newline
	next   bool // what comes is another text
}

// begin says that another text follows, which may be empty.
func (o *ownLines) begin() { o.next = true }

func (o *ownLines) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if o.next && o.midway {
		if _, err := io.WriteString(o.w, "\n"); err != nil {
			return 0, err
		}
	}
	o.next = false
	o.midway = p[len(p)-1] != '\n'
	return o.w.Write(p)
}
