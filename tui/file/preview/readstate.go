package preview

import "time"

// readState says whether a read is under way, and what follows it:
//
//	          Read                        it has come
//	at rest ────────▶ reading ──────────────────────────────▶ at rest
//	   │                 │                                       │
//	   │                 │ ] and [ are counted in Pending        │ Pending ≠ 0: the next window is read
//	   │                 ▼                                       │ the bytes have changed: it is read again, at once
//	   │              reading                                    ▼ or after a pause
//	   │ the cursor's line has no number yet: wanted          reading, or pausing ──▶ reading
//	   ▼
//	wanted ── the number is known ──▶ reading
//
// Esc ends what waits: wanted and Pending.
type readState struct {
	then       AfterRead // what to do once the read under way has come
	ReadsAgain bool      // the read under way was begun because the bytes have changed, not by a person
	Pending    int64     // how many windows to go on, or back where it is negative, once the read under way has come
	pausing    bool      // a command waits for the time to read again
	ended      time.Time // when the last read ended
	// wanted is where to put the window as soon as the number of the line that begins there is known: 1 + the offset of
	// that line in the shown bytes; 0 when nothing is wanted.
	wanted int64
}

// begin records that a read begins that a person asked for; then is what to do once it has come.
func (c *readState) begin(then AfterRead) {
	c.then = then
	c.ReadsAgain = false
}

// nextSteps returns how many windows to go on, or back where it is negative, now that a read has come. It goes forward
// one window at a time, since only the answer of the tool says where the next one begins.
func (c *readState) nextSteps() (n int64) {
	n = c.Pending
	switch {
	case n > 0:
		c.Pending--
	case n < 0:
		c.Pending = 0
	}
	return n
}

// cancel forgets the windows that were still to be read.
func (c *readState) cancel() {
	c.wanted = 0
	c.Pending = 0
}
