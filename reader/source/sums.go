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
	// sumBlock is how many bytes have one checksum: a block of the line index.
	sumBlock = 64 << 10
	// runBlocks is how many checksums are stored together.
	runBlocks = 512
	// minRecheck and maxRecheck limit the time of one Refresh for rechecking blocks; recheckShare is the share of the
	// time since the last Refresh, so that a file that is always written to costs little.
	minRecheck, maxRecheck = 2 * time.Millisecond, 50 * time.Millisecond
	recheckShare           = 20
)

// update returns the checksum of bytes with the checksum crc followed by p.
func update(crc uint32, p []byte) uint32 {
	return crc32.Update(crc, crc32.MakeTable(crc32.Castagnoli), p)
}

// sums are checksums of the blocks of a file that have been read, 8 bytes for each, to distinguish a file that was
// changed from one that was only appended to. They belong to one generation.
type sums struct {
	mu    sync.Mutex
	runs  map[int64]*run
	order []*run
	// doubted: the file has been written to since the first read, and each block is compared when it is read again.
	doubted bool
	// at is the number of the next block to recheck, in order, left how many there are, last the time of the last
	// recheck.
	at, left int
	last     time.Time
	// recent are the blocks read last, which a person may be looking at, as a ring with its next index recentAt.
	recent   [8]int64
	recentAt int
}

// run are the checksums of consecutive blocks from number first on.
type run struct {
	first int64
	sums  [runBlocks]sum
}

// sum is the checksum of the first n bytes of a block; n is 0 if it is not known.
type sum struct{ n, crc uint32 }

// match records what was read at off, for the blocks that begin in it. It returns false if a block has changed.
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

// extend records what was read within a block if everything before it is known, as when a file is read in small pieces.
func (s *sums) extend(off int64, p []byte) {
	known, _ := s.get(off / sumBlock)
	if n := off % sumBlock; len(p) > 0 && int64(known.n) == n {
		s.set(off/sumBlock, known, sum{known.n + uint32(len(p)), update(known.crc, p)})
	}
}

// matchBlock is match for the beginning of one block. took is false if another read has recorded it meanwhile.
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

// get returns the checksum of a block.
func (s *sums) get(number int64) (known sum, doubted bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.runs[number/runBlocks]; r != nil {
		known = r.sums[number%runBlocks]
	}
	return known, s.doubted
}

// set replaces the checksum known of a block by next, unless it has changed meanwhile.
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
			s.left += runBlocks // the first blocks come after these
		}
	}

	at := &r.sums[number%runBlocks]
	if *at != known {
		return false
	}

	*at = next
	return true
}

// doubt starts a recheck of all blocks, since the file was written to.
func (s *sums) doubt() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.doubted = true
	s.left = len(s.order) * runBlocks
}

// note adds the block at off to recent.
func (s *sums) note(off int64) {
	number := off / sumBlock
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Contains(s.recent[:], number) {
		s.recent[s.recentAt] = number
		s.recentAt = (s.recentAt + 1) % len(s.recent)
	}
}

// recently returns the checksums of recent.
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

// next returns the number of the next block to recheck and how many bytes of it; more is false at the end.
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

// pending reports whether blocks are to be rechecked.
func (s *sums) pending() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.left > 0
}

// until returns the time until which blocks may be rechecked now.
func (s *sums) until() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	long := min(max(now.Sub(s.last)/recheckShare, minRecheck), maxRecheck)
	s.last = now
	return now.Add(long)
}

// recentStand rechecks the recent blocks: a program that has mapped the file changes it without any other trace.
func (l *fileState) recentStand() bool {
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

// readAgain rechecks blocks for some milliseconds; the next Refresh continues. It returns false if one has changed.
func (l *fileState) readAgain(ctx context.Context) bool {
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

// standsAt reports whether the blocks at the file's start and before size are unchanged. Those that cannot be read
// count as unchanged.
func (l *fileState) standsAt(size int64) bool {
	buf := make([]byte, min(sumBlock, size))
	last := max(size-1, 0) / sumBlock * sumBlock
	return l.sums.stands(l.f, buf, 0) && l.sums.stands(l.f, buf[:size-last], last)
}

// stands rereads the start of a block, as much as fits in p, and reports whether it is unchanged.
func (s *sums) stands(r io.ReaderAt, p []byte, off int64) bool {
	n, err := ReadFull(r, p, off)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return false // it was truncated
	}
	return s.match(p[:n], off)
}

// Checked is a run of bytes of a file that stores checksums of what was read, 8 bytes for each 64 KiB, to detect later
// changes. Bytes read from the middle of a block are only covered if those before them in the block are.
type Checked struct {
	view
	sums    sums
	changed atomic.Bool
}

// Check returns r as a run of size bytes.
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

// Same rereads what has been read and reports whether it is unchanged; it is not if two reads differed. The error is
// ctx's.
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
