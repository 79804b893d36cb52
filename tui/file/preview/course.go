package preview

import "time"

// course says how far reading has come, and what follows:
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
// A person who presses Esc ends what waits: wanted and Pending.
type course struct {
	then       AfterRead // what is done once the reading under way has come
	ReadsAgain bool      // it was begun because the bytes have changed
	Pending    int64     // windows to go on by, or back, once the reading under way has come
	pausing    bool      // a command waits for the time to read again
	ended      time.Time // when the last read ended
	// wanted is where the window is to be put as soon as the number of the line is known that begins there: one more
	// than its 0-based offset in what is shown; 0 for none.
	wanted int64
}

// begin starts a reading that a person asked for; then is what follows it.
func (c *course) begin(then AfterRead) {
	c.then = then
	c.ReadsAgain = false
}

// takeWindows is by how many windows to go on, or back, now that a reading has come: forward one at a time, since only
// the tool knows where each next one begins.
func (c *course) takeWindows() (n int64) {
	n = c.Pending
	switch {
	case n > 0:
		c.Pending--
	case n < 0:
		c.Pending = 0
	}
	return n
}

// stay forgets where the window was still to go to.
func (c *course) stay() {
	c.wanted = 0
	c.Pending = 0
}
