package source

import (
	"context"
	"errors"
	"hash/crc32"
	"io"
	"sync"
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
			if took, same = s.matchBlock((off+skip)/sumBlock, block); !same {
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
	s.doubted, s.left = true, len(s.order)*runBlocks
}

// next is the number of the next block to read again and how many bytes of it; more is false when there is none.
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

// until is how long blocks may be read again now.
func (s *sums) until() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	long := min(max(now.Sub(s.last)/shareAgain, leastAgain), mostAgain)
	s.last = now
	return now.Add(long)
}

// readAgain reads blocks again that may be others now, for some milliseconds; the next look goes on. It reports false
// when one differs.
func (l *look) readAgain(ctx context.Context) bool {
	until := l.sums.until()
	var buf []byte
	for ctx.Err() == nil && !time.Now().After(until) {
		number, n, more := l.sums.next()
		if !more {
			return true
		}
		if buf == nil {
			buf = make([]byte, sumBlock)
		}
		if !l.standsBlock(buf[:n], number*sumBlock) {
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
	return l.standsBlock(buf, 0) && l.standsBlock(buf[:size-last], last)
}

// standsBlock reads bytes at the start of a block again, as many as fit into p, and reports whether they are the same.
func (l *look) standsBlock(p []byte, off int64) bool {
	n, err := ReadFull(l.f, p, off)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return false // it was cut
	}
	return l.sums.match(p[:n], off)
}
