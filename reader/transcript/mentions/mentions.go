// Package mentions, which changes without notice, finds the records of a transcript in which texts stand, with the
// results of their calls: most of a transcript of 50 MB is then only searched, in one pass for all texts.
package mentions

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/source"
)

const (
	firstRecords = 16        // that the format is told by
	headSize     = 256 << 10 // what is read of the beginning beside the end
	// block is what is read at a time: it stays in the processor's cache, and larger ones cost time for their memory.
	block      = 128 << 10
	limit      = 32 << 20
	maxReaders = 8 // that read at a time, with two places for each
	// longestText is how long a text is at most.
	longestText = 4 << 10
	// sampled is how much of a transcript tells how often bytes occur, of each of some places.
	sampled, samples = 1 << 10, 8
)

// errTooMuch is said where limit is reached.
var errTooMuch = errors.New("more than 32 MiB of the transcript may belong to the file")

// Text is what is looked for, as JSON has it.
type Text struct {
	Is []byte
	// IsMeant reports whether the text counts where it stands, by the bytes behind it: as far as these were read, at
	// least 4 KiB of them or all that there are. nil: it counts everywhere. Several goroutines ask at a time.
	IsMeant func(after []byte) bool
}

// Group are texts: a record that has one of them is kept.
type Group struct {
	Texts []Text
	// Most is how many bytes of records are kept, 0 for 32 MiB. It is an error that there are more, unless the group
	// Forgets: then the earliest of them are left out, but for the first records of the transcript.
	Most    int
	Forgets bool
	// Answers tell the answers of calls. Where they are not nil, a record is kept only as long as one of its calls has
	// none.
	Answers *Answers
}

// TextGroup is a group of texts that count everywhere.
func TextGroup(texts [][]byte) (g Group) {
	for _, text := range texts {
		g.Texts = append(g.Texts, Text{Is: text})
	}
	return g
}

// Scan keeps records of a transcript, which has a record a line: for each of its groups of texts those that have one
// of them.
type Scan struct {
	path   string
	groups []Group
	info   fs.FileInfo // of the transcript as it was read
	from   int64       // where reading goes on: at the record that was not whole
	end    int64
	kept   []*keeper // by the groups
	piece  int64     // where the next piece begins that is taken
	// rest is the record that goes on in the next piece, and restAt where it begins.
	rest        []byte
	restAt      int64
	isMalformed bool // a line is
}

// New is a scan that has read nothing yet.
func New(path string, groups ...Group) *Scan { return &Scan{path: path, groups: groups} }

// End is how far the transcript was read.
func (s *Scan) End() int64 { return s.end }

// Advance reads what was added to the transcript since, all of one that was put in its place. It reports whether there
// was anything.
func (s *Scan) Advance(ctx context.Context) (grown bool, err error) {
	src, info, err := source.OpenRegular(s.path)
	if err != nil {
		return false, err
	}

	defer src.Close()
	if s.info != nil && os.SameFile(s.info, info) && info.Size() == s.end && info.ModTime().Equal(s.info.ModTime()) {
		return false, nil
	}

	if s.info == nil || !os.SameFile(s.info, info) || info.Size() < s.end {
		s.from = 0
		s.kept = nil
		s.isMalformed = false
		for _, g := range s.groups {
			s.kept = append(s.kept, newKeeper(g))
		}
	}

	s.info = info
	s.end = info.Size()
	s.piece = s.from
	s.rest = nil
	s.restAt = s.from
	finder := s.finder(src)
	for _, k := range s.kept {
		k.named = false
	}

	err = search(ctx, finder, io.NewSectionReader(src, s.from, s.end-s.from), s.take)
	if err != nil {
		s.info = nil // it begins anew
		return true, err
	}

	s.from = s.end - int64(len(s.rest))
	return true, nil
}

// finder finds the texts of all groups, one group after the other.
func (s *Scan) finder(src io.ReaderAt) *finder {
	var all []Text
	for _, g := range s.groups {
		all = append(all, g.Texts...)
	}
	return newFinder(sampleOf(src, s.end), all)
}

// sampleOf are some bytes of a transcript up to an end, from several places.
func sampleOf(src io.ReaderAt, end int64) (sample []byte) {
	for i := range int64(samples) {
		piece := make([]byte, min(end, sampled))
		n, _ := src.ReadAt(piece, (end-int64(len(piece)))*i/samples) // what cannot be read is found later
		sample = append(sample, piece[:n]...)
	}
	return sample
}

// take takes the records of a piece. One that began in a piece before is put together once for all groups.
func (s *Scan) take(f found) error {
	goesOn := len(s.rest) > 0
	isEnded := len(f.ends) > 0
	after := len(f.piece) // the end of the record that began before, or of the first one
	if isEnded {
		after = f.ends[0] + 1
	}

	s.rest = append(s.rest, bytes.TrimSuffix(f.piece[:after], []byte("\n"))...)
	if len(s.rest) > limit {
		return errTooMuch
	}

	first := 0
	for i, k := range s.kept {
		last := first + len(s.groups[i].Texts)
		if k.err == nil {
			k.err = s.takeFor(k, f, goesOn, inOrder(f.at[first:last]))
		}
		first = last
	}

	s.isMalformed = s.isMalformed || f.isMalformed || isEnded && s.isRestMalformed()
	if isEnded {
		last := f.ends[len(f.ends)-1] + 1
		s.rest = append(s.rest[:0], f.piece[last:]...)
		s.restAt = s.piece + int64(last)
	}
	s.piece += int64(len(f.piece))

	return nil
}

// takeFor takes the records of a piece for a group, with the places where its texts begin. goesOn: its first bytes
// belong to the record that began before.
func (s *Scan) takeFor(k *keeper, f found, goesOn bool, found []int) error {
	if !goesOn {
		return k.piece(s.piece, f.piece, 0, f.ends, found)
	}

	after := len(f.piece)
	if len(f.ends) > 0 {
		after = f.ends[0] + 1
	}
	for ; found[0] < after; found = found[1:] {
		k.named = true
	}
	if len(f.ends) == 0 {
		return nil
	}

	if err := k.take(s.rest, s.restAt); err != nil {
		return err
	}
	return k.piece(s.piece, f.piece, after, f.ends[1:], found)
}

// inOrder are the places of some texts, which math.MaxInt follows.
func inOrder(places [][]int) []int {
	at := slices.Concat(places...)
	slices.Sort(at)
	return append(at, math.MaxInt)
}

// Since are the kept records of a group that begin at an offset of the transcript or after it, and head those of the
// first records that begin before it. false: of those since then some are not kept.
func (s *Scan) Since(group int, from int64) (head, since []byte, ok bool) {
	kept, err := s.Kept(group)
	if err != nil || len(s.kept) == 0 || from < s.kept[group].forgotten {
		return nil, nil, false
	}
	head, since = s.kept[group].cut(kept, from)
	return head, since, true
}

// Kept are the records that have a text of a group, also the last one where it has no line end, and some of the first.
func (s *Scan) Kept(group int) ([]byte, error) {
	if len(s.kept) == 0 {
		return nil, nil
	}

	last := *s.kept[group]
	if last.err != nil {
		return nil, last.err
	}
	if err := last.end(s.rest, s.restAt); err != nil {
		return nil, err
	}

	return last.kept, nil
}

// At is where the record begins in the transcript that a byte of Kept is of.
func (s *Scan) At(group, kept int) int64 { return s.kept[group].at(kept) }

// Recent are the records that have a text, of the last bytes of a transcript and the first ones.
func Recent(path string, most int64, text []byte) ([]byte, error) {
	first, last, err := WholeRecords(path, most)
	k := newKeeper(Group{})
	var rest []byte
	for _, piece := range [][]byte{first, last} {
		if len(piece) == 0 || err != nil {
			continue
		}

		finder := newFinder(piece[:min(len(piece), sampled*samples)], []Text{{Is: text}})
		err = k.piece(0, piece, 0, lineEnds(nil, piece), inOrder(finder.find(piece, len(piece))))
		rest = piece[bytes.LastIndexByte(piece, '\n')+1:]
	}

	return k.kept, cmp.Or(err, k.end(rest, 0))
}

// WholeRecords are the whole records of the first bytes of a transcript, and those of the last ones, with what was
// written of one that is not whole.
func WholeRecords(path string, most int64) (first, last []byte, err error) {
	src, info, err := source.OpenRegular(path)
	if err != nil {
		return nil, nil, err
	}

	defer src.Close()
	read := func(from, to int64) []byte {
		piece := make([]byte, to-from)
		n, readErr := src.ReadAt(piece, from)
		if readErr != nil && !errors.Is(readErr, io.EOF) {
			err = readErr
		}
		return piece[:n]
	}

	from := max(info.Size()-most, 0)
	last = read(from, info.Size())
	if from > 0 { // the record that they begin in is not whole, nor is the last one of the first ones
		last = last[bytes.IndexByte(last, '\n')+1:]
		first = read(0, min(from, headSize))
		first = first[:bytes.LastIndexByte(first, '\n')+1]
	}

	return first, last, err
}

// FirstOf are the first of some records: a format is told by them.
func FirstOf(records []byte) []byte {
	end := 0
	for range firstRecords {
		end += bytes.IndexByte(records[end:], '\n') + 1
	}
	return records[:end]
}

// found is a piece of a file, with the offsets in it where its lines end, and where each of the texts begins.
type found struct {
	piece []byte
	ends  []int
	at    [][]int
	// isMalformed: a line within the piece is.
	isMalformed bool
	err         error
}

// blockBuffer has room for a piece, and some more as a text in it may end behind it, and for the ends of its lines. It
// knows the shapes of the records that were read into it.
type blockBuffer struct {
	bytes  [block + longestText]byte
	ends   []int
	shapes jsonskim.Shapes
}

// search has a file read in pieces, side by side, and gives take each in its turn, which keeps none of them. A reader
// takes the next piece when it is done with one, so that none waits for one that is slower, but as many pieces as there
// are places.
func search(ctx context.Context, finder *finder, in *io.SectionReader, take func(found) error) error {
	ctx, stop := context.WithCancel(ctx)
	count := min(runtime.GOMAXPROCS(0), maxReaders, int(in.Size()/block)+1)
	places := make([]blockBuffer, 2*count)
	results := make([]chan found, len(places))
	free := make(chan struct{}, len(places)) // has one for each place that can be read into
	for i := range places {
		results[i] = make(chan found, 1)
		free <- struct{}{}
	}

	var readers sync.WaitGroup
	defer readers.Wait()
	defer stop()
	var next atomic.Int64
	for range count {
		readers.Go(func() {
			for ctx.Err() == nil {
				select {
				case <-free:
				case <-ctx.Done():
					return
				}

				k := next.Add(1) - 1
				if k*block >= in.Size() {
					return
				}
				i := k % int64(len(places))
				results[i] <- read(finder, in, k*block, &places[i])
			}
		})
	}

	for k := int64(0); k*block < in.Size(); k++ {
		select {
		case one := <-results[k%int64(len(places))]:
			if err := cmp.Or(ctx.Err(), one.err, take(one)); err != nil {
				return err
			}
			free <- struct{}{}
		case <-ctx.Done():
			return ctx.Err()
		}
	}

	return nil
}

// read reads a piece into a place, and finds the texts.
func read(finder *finder, in io.ReaderAt, off int64, into *blockBuffer) (f found) {
	size, err := in.ReadAt(into.bytes[:], off)
	if !errors.Is(err, io.EOF) {
		f.err = err
	}

	f.piece = into.bytes[:min(size, block)]
	into.ends = lineEnds(into.ends[:0], f.piece)
	f.ends = into.ends
	f.at = finder.find(into.bytes[:size], len(f.piece))
	f.isMalformed = hasMalformed(f.piece, f.ends, &into.shapes)
	return f
}

// lineEnds adds the offsets of the line ends in a piece to some.
func lineEnds(ends []int, piece []byte) []int {
	for at := 0; ; at++ {
		n := bytes.IndexByte(piece[at:], '\n')
		if n < 0 {
			return ends
		}
		at += n
		ends = append(ends, at)
	}
}
