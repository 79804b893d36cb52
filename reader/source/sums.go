package source

import (
	"context"
	"errors"
	"hash/crc32"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// sumBlock is how many bytes have one check value: as many as one number of the index of lines stands for.
	sumBlock = 64 << 10
	// runBlocks is how many check values are kept together.
	runBlocks = 512
	// leastAgain and mostAgain bound for how long one look reads blocks again, and shareAgain is what part of the time
	// since the look before that is, so that a file that is written to all the time costs little.
	leastAgain, mostAgain = 2 * time.Millisecond, 50 * time.Millisecond
	shareAgain            = 20
)

// update is the check value of bytes with the value crc and p after them. The table is made with the first use.
func update(crc uint32, p []byte) uint32 {
	return crc32.Update(crc, crc32.MakeTable(crc32.Castagnoli), p)
}

// sums are the check values of the blocks of a file that have been read, by which a file that was changed and has grown
// is told from one that was only appended to: 8 bytes for each block. They are of one generation.
type sums struct {
	mu    sync.Mutex
	runs  map[int64]*run
	order []*run
	// doubted: the file has been written to since the first read, and each block is compared when it is read again.
	doubted bool
	// at is the number of the next block to read again, counted in order, left how many are to be, last when some were.
	at, left int
	last     time.Time
	// recent are the blocks that were read last, and recentAt where the next one goes: a person may look at them.
	recent   [8]int64
	recentAt int
}

// run are the check values of consecutive blocks from the one with the number first on.
type run struct {
	first int64
	sums  [runBlocks]sum
}

// sum is the check value of the first n bytes of a block; n is 0 when nothing is known.
type sum struct{ n, crc uint32 }

// match takes in what was read at off, where blocks begin in it. It reports false when a block is another than before.
func (s *sums) match(p []byte, off int64) bool {
	skip := (sumBlock - off%sumBlock) % sumBlock
	s.extend(off, p[:min(skip, int64(len(p)))])
	for ; skip < int64(len(p)); skip += sumBlock {
		block := p[skip:min(skip+sumBlock, int64(len(p)))]
		for took := false; !took; {
			var same bool
			took, same = s.matchBlock((off+skip)/sumBlock, block)
			if !same {
				return false
			}
		}
	}
	return true
}

// extend takes in what was read within a block, where all before it is known: of a file that is read in small pieces.
func (s *sums) extend(off int64, p []byte) {
	known, _ := s.get(off / sumBlock)
	if n := off % sumBlock; len(p) > 0 && int64(known.n) == n {
		s.set(off/sumBlock, known, sum{known.n + uint32(len(p)), update(known.crc, p)})
	}
}

// matchBlock is match for the beginning of one block. took is false when another has read the block meanwhile.
func (s *sums) matchBlock(number int64, p []byte) (took, same bool) {
	known, doubted := s.get(number)
	n := uint32(len(p))
	if known.n > n || known.n == n && !doubted {
		return true, true
	}
	crc := update(0, p[:known.n])
	if crc != known.crc {
		return true, false
	}
	if known.n == n {
		return true, true
	}
	return s.set(number, known, sum{n, update(crc, p[known.n:])}), true
}

// get is what is known of a block.
func (s *sums) get(number int64) (known sum, doubted bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.runs[number/runBlocks]; r != nil {
		known = r.sums[number%runBlocks]
	}
	return known, s.doubted
}

// set makes next what is known of a block, if that is still known.
func (s *sums) set(number int64, known, next sum) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.runs[number/runBlocks]
	if r == nil {
		r = &run{first: number - number%runBlocks}
		if s.runs == nil {
			s.runs = map[int64]*run{}
		}

		s.runs[number/runBlocks] = r
		s.order = append(s.order, r)
		if s.left > 0 {
			s.left += runBlocks // the blocks at the start come after these
		}
	}

	at := &r.sums[number%runBlocks]
	if *at != known {
		return false
	}

	*at = next
	return true
}

// doubt has all blocks that have been read compared: the file was written to.
func (s *sums) doubt() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.doubted = true
	s.left = len(s.order) * runBlocks
}

// note remembers that the block at off was read lately.
func (s *sums) note(off int64) {
	number := off / sumBlock
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Contains(s.recent[:], number) {
		s.recent[s.recentAt] = number
		s.recentAt = (s.recentAt + 1) % len(s.recent)
	}
}

// recently is what is known of the blocks that were read last.
func (s *sums) recently() (numbers [8]int64, known [8]sum) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, number := range s.recent {
		if r := s.runs[number/runBlocks]; r != nil {
			known[i] = r.sums[number%runBlocks]
		}
	}
	return s.recent, known
}

// next is the number of the next block to read again and how many bytes of it; more is false without one.
func (s *sums) next() (number int64, n uint32, more bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.left > 0 {
		s.left--
		i := s.at % (len(s.order) * runBlocks)
		s.at = i + 1
		r := s.order[i/runBlocks]
		if n := r.sums[i%runBlocks].n; n > 0 {
			return r.first + int64(i%runBlocks), n, true
		}
	}
	return 0, 0, false
}

// pending reports whether blocks are left to be read again.
func (s *sums) pending() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.left > 0
}

// until is how long blocks may be read again now.
func (s *sums) until() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	long := min(max(now.Sub(s.last)/shareAgain, leastAgain), mostAgain)
	s.last = now
	return now.Add(long)
}

// recentStand reads the blocks again that were read last: a program that has mapped the file changes it without a
// trace.
func (l *look) recentStand() bool {
	numbers, known := l.sums.recently()
	buf := make([]byte, sumBlock)
	for i, k := range known {
		if k.n == 0 {
			continue
		}
		n, err := ReadFull(l.f, buf[:k.n], numbers[i]*sumBlock)
		if errors.Is(err, io.ErrUnexpectedEOF) || n == int(k.n) && update(0, buf[:n]) != k.crc {
			return false
		}
	}
	return true
}

// readAgain reads blocks again that may be others now, for some milliseconds; the next look goes on. It reports false
// when one differs.
func (l *look) readAgain(ctx context.Context) bool {
	until := l.sums.until()
	buf := make([]byte, sumBlock)
	for ctx.Err() == nil && !time.Now().After(until) {
		number, n, more := l.sums.next()
		if !more {
			return true
		}
		if !l.sums.stands(l.f, buf[:n], number*sumBlock) {
			return false
		}
	}
	return true
}

// standsAt reports whether the bytes read at the file's start and before size, in blocks, are still there. What cannot
// be read cannot be compared either.
func (l *look) standsAt(size int64) bool {
	buf := make([]byte, min(sumBlock, size))
	last := max(size-1, 0) / sumBlock * sumBlock
	return l.sums.stands(l.f, buf, 0) && l.sums.stands(l.f, buf[:size-last], last)
}

// stands reads bytes at the start of a block again, as many as fit into p, and reports whether they are the same.
func (s *sums) stands(r io.ReaderAt, p []byte, off int64) bool {
	n, err := ReadFull(r, p, off)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return false // it was cut
	}
	return s.match(p[:n], off)
}

// Checked is a run of bytes of a file. It keeps check values of the bytes that were read, 8 bytes for each 64 KiB, and
// finds a later change by them. Bytes that were read from the middle of a block on are checked only if the
// bytes before them in the block are.
type Checked struct {
	view
	sums    sums
	changed atomic.Bool
}

// Check is r as a run of size bytes.
func Check(r io.ReaderAt, size int64) *Checked {
	return &Checked{view: view{r, size}, sums: sums{doubted: true}}
}

// ReadAt implements [io.ReaderAt].
func (c *Checked) ReadAt(p []byte, off int64) (int, error) {
	n, err := c.view.ReadAt(p, off)
	if !c.sums.match(p[:n], off) {
		c.changed.Store(true)
	}
	return n, err
}

// Same reads again what has been read and reports whether the bytes are still the same; where one read found other
// bytes than another, they are not. The error is ctx's.
func (c *Checked) Same(ctx context.Context) (bool, error) {
	c.sums.doubt()
	buf := make([]byte, sumBlock)
	for !c.changed.Load() {
		if err := ctx.Err(); err != nil {
			return false, err
		}

		number, n, more := c.sums.next()
		if !more {
			return true, nil
		}
		if !c.sums.stands(c.ReaderAt, buf[:n], number*sumBlock) {
			return false, nil
		}
	}

	return false, nil
}
