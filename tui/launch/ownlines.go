package launch

import "io"

// ownLines writes several texts so that each begins on a new line: if the text before does not end with a newline, one
// is added. Nothing is added after the last text.
type ownLines struct {
	w      io.Writer
	midway bool // what was written does not end with a newline
	next   bool // another text follows
}

// begin starts another text, which may be empty.
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
