package source

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"eyeline/reader/longtest"
)

// settledLook looks at a file until nothing is left to be read again.
func settledLook(t *testing.T, s *File) Snapshot {
	t.Helper()
	for {
		snap := refresh(t, s)
		now := s.state.Load()
		now.sums.mu.Lock()
		left := now.sums.left
		now.sums.mu.Unlock()
		if left == 0 {
			return snap
		}
	}
}

// TestChangedAndGrown writes into the middle of files and makes them longer: what was read before is not taken for the
// file's any more, and what was only appended to is.
func TestChangedAndGrown(t *testing.T) {
	steps := 2000
	if !longtest.IsRequested() {
		steps = 300
	}
	random := rand.New(rand.NewPCG(3, 5))
	path := tempFile(t, "")
	s := open(t, path)
	noise := rand.NewChaCha8([32]byte{3})
	var text []byte
	bytesOf := func(n int) []byte {
		p := make([]byte, n)
		_, _ = noise.Read(p)
		return p
	}
	clock := time.Unix(1e9, 0)
	for i := range steps {
		if len(text) > 10*sumBlock {
			text = text[:random.IntN(sumBlock)]
		}
		known := bytes.Clone(text) // what a reader has got of it
		view := s.At(s.Snapshot())
		got := make([]byte, len(known))
		if n, err := ReadFull(view, got, 0); err == nil && !bytes.Equal(got, known) {
			t.Fatalf("step %d: other bytes than there are, %d of %d", i, n, len(known))
		}
		edited := len(text) > 0 && random.IntN(2) == 0
		if edited {
			text[random.IntN(len(text))] ^= byte(1 + random.IntN(255))
		}
		text = append(text, bytesOf(1+random.IntN(2*sumBlock))...)
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(text); err != nil || f.Truncate(int64(len(text))) != nil || f.Close() != nil {
			t.Fatal(err)
		}
		clock = clock.Add(time.Second)
		if err := os.Chtimes(path, clock, clock); err != nil {
			t.Fatal(err)
		}
		was := s.Snapshot()
		snap := settledLook(t, s)
		changed := edited || int64(len(text)) <= was.Size
		if (snap.Generation != was.Generation) != changed || snap.Size != int64(len(text)) {
			t.Fatalf("step %d: edited %v, %+v, then %+v", i, edited, was, snap)
		}
		if _, err := view.ReadAt(make([]byte, 1), 0); changed && !errors.Is(err, ErrStale) {
			t.Fatalf("step %d: a read of bytes that are others now: %v", i, err)
		}
	}
}

// TestAReadFindsTheChange: a block that is read again is compared before the next look, and one that was never read is
// no change.
func TestAReadFindsTheChange(t *testing.T) {
	text := bytes.Repeat([]byte("0123456789abcde\n"), 1<<20/16)
	path := tempFile(t, string(text))
	s := open(t, path)
	block := make([]byte, sumBlock)
	read := func(n int64) {
		t.Helper()
		if _, err := s.ReadAt(block, n*sumBlock); err != nil {
			t.Fatal(err)
		}
	}
	read(5)
	s.state.Load().sums.doubt()
	s.state.Load().sums.left = 0 // nothing but reads compares
	write(t, path, string(bytes.Replace(text, []byte("01234567"), []byte("changed!"), 1<<20)))
	woken(s)
	read(7)
	if s.Snapshot().Generation != 1 {
		t.Error("a block that was not read before has changed")
	}
	read(5)
	if snap := s.Snapshot(); snap.Generation != 2 || snap.State != Truncated || !woken(s) {
		t.Errorf("%+v", snap)
	}
	read(5)
	if snap := refresh(t, s); snap.Generation < 2 {
		t.Errorf("%+v", snap)
	}
}

// TestTheSameTimeAndSize: a file is written to twice between two ticks of the clock that its times are from.
func TestTheSameTimeAndSize(t *testing.T) {
	path := tempFile(t, "one\n")
	at := time.Now()
	put := func(text string) {
		write(t, path, text)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	put("one\n")
	s := open(t, path)
	put("two\n")
	if snap := settledLook(t, s); snap.Generation != 2 || all(t, s) != "two\n" {
		t.Errorf("%+v", snap)
	}
}

// TestALookTakesLittleTime: the blocks of a large file are read again by several looks.
func TestALookTakesLittleTime(t *testing.T) {
	path := tempFile(t, "")
	if err := os.Truncate(path, 3000*sumBlock); err != nil {
		t.Fatal(err)
	}
	s := open(t, path)
	now := s.state.Load()
	for n := range int64(3000) {
		now.sums.set(n, sum{}, sum{sumBlock, 1}) // not that of the bytes
	}
	now.sums.doubt()
	if now.sums.left < 3000 {
		t.Fatalf("%d blocks are to be read again", now.sums.left)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if !now.readAgain(ctx) {
		t.Error("read again though it is not wanted any more")
	}
	now.sums.last = time.Now().Add(time.Hour) // no time has passed since the look before
	began, was := time.Now(), now.sums.until()
	if long := was.Sub(began); long > 10*minRecheck {
		t.Errorf("%v for one look", long)
	}
}

// TestPartsAgree: whatever parts of a file are read in whatever order, they agree with the file as long as that is the
// same.
func TestPartsAgree(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 9))
	text := make([]byte, 6*sumBlock+77)
	for i := range text {
		text[i] = byte(random.Uint32())
	}
	var s sums
	for i := range 5000 {
		if i == 1000 {
			s.doubt()
		}
		from := random.IntN(len(text))
		to := from + random.IntN(len(text)-from+1)
		if !s.match(text[from:to], int64(from)) {
			t.Fatalf("[%d, %d) is taken for other bytes", from, to)
		}
	}
	s.match(text, 0)
	for block := range int64(7) {
		p := bytes.Clone(text[block*sumBlock : min((block+1)*sumBlock, int64(len(text)))])
		p[random.IntN(len(p))]++
		if s.match(p, block*sumBlock) {
			t.Errorf("block %d: another byte is not seen", block)
		}
	}
}

// TestChangedAndGrownInPieces: a file that was read in small pieces is compared whole, too.
func TestChangedAndGrownInPieces(t *testing.T) {
	for _, size := range []int64{16 << 10, 32 << 10, sumBlock, 100_000} {
		for _, first := range []int64{0, 4096, 30_000} {
			text := bytes.Repeat([]byte("0123456789abcde\n"), 8*sumBlock/16)
			path := tempFile(t, string(text))
			s := open(t, path)
			for off, n := int64(0), first; off < int64(len(text)); off, n = off+n, size {
				if n == 0 {
					n = size
				}
				p := make([]byte, min(n, int64(len(text))-off))
				if _, err := ReadFull(s, p, off); err != nil {
					t.Fatal(err)
				}
				n = int64(len(p))
			}
			text[3*sumBlock+40_000] ^= 1
			write(t, path, string(text)+"more\n")
			if snap := settledLook(t, s); snap.Generation == 1 {
				t.Errorf("pieces of %d from %d on: the change is not seen", size, first)
			}
		}
	}
}
