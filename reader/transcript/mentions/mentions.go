// Package mentions finds the records of a transcript in which texts stand, with the results of their calls: most of a
// transcript of 50 MB is then only searched, in one pass for all texts. The package changes without notice.
package mentions

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"iter"
	"math"
	"os"
	"runtime"
	"slices"
	"sort"
	"sync"

	"eyeline/reader/source"
	"eyeline/reader/transcript/formats"
)

const (
	idsWithin    = 4 << 10   // of a record that has the text, where its calls' identifiers are
	answerWithin = 512       // of another one, likewise: its kind and whose answer it is stand first
	answerAfter  = 128       // how many records after one that belongs to a call its next one may be
	firstRecords = 16        // that the format is told by
	block        = 256 << 10 // what is read at a time: it stays in the processor's cache
	limit        = 32 << 20
	mostReaders  = 8 // that read at a time, each with two buffers
	// longestText is how long a text is at most.
	longestText = 4 << 10
	// sampled is how much of a transcript tells how often bytes occur, of each of some places.
	sampled, samples = 1 << 10, 8
)

// errTooMuch is said where limit is reached.
var errTooMuch = errors.New("more than 32 MiB of the transcript may belong to the file")

// Scan keeps records of a transcript, which has a record a line. Its texts are in groups: the records are those that
// have one text of a group.
type Scan struct {
	path   string
	groups [][][]byte
	info   fs.FileInfo // of the transcript as it was read
	from   int64       // where reading goes on: at the record that was not whole
	end    int64
	kept   []*keeper // by the groups
	// unfinished are the bytes behind the last line end.
	unfinished int64
	piece      int64 // where the next piece begins that is taken
}

// New is a scan for texts that has read nothing yet. Texts are as JSON has them.
func New(path string, groups ...[][]byte) *Scan {
	for _, texts := range groups {
		for i, text := range texts {
			texts[i] = text[:min(len(text), longestText)]
		}
	}
	return &Scan{path: path, groups: groups}
}

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
		s.from, s.kept = 0, nil
		for range s.groups {
			s.kept = append(s.kept, newKeeper())
		}
	}
	s.info, s.end, s.unfinished = info, info.Size(), 0
	s.piece = s.from
	needles := s.needles(src)
	for _, k := range s.kept {
		k.rest, k.named = nil, false
	}
	err = search(ctx, needles, io.NewSectionReader(src, s.from, s.end-s.from), s.take)
	if err != nil {
		s.info = nil // it begins anew
		return true, err
	}
	s.from = s.end - s.unfinished
	return true, nil
}

// needles are the texts of all groups, one group after the other.
func (s *Scan) needles(src io.ReaderAt) (all []needle) {
	sample := sampleOf(src, s.end)
	for _, texts := range s.groups {
		for _, text := range texts {
			all = append(all, needleIn(sample, text))
		}
	}
	return all
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

// take takes the records of a piece.
func (s *Scan) take(f found) error {
	if end := bytes.LastIndexByte(f.piece, '\n'); end >= 0 {
		s.unfinished = int64(len(f.piece) - end - 1)
	} else {
		s.unfinished += int64(len(f.piece))
	}
	first := 0
	for i, k := range s.kept {
		last := first + len(s.groups[i])
		at := slices.Concat(f.at[first:last]...)
		slices.Sort(at)
		if k.err == nil {
			k.err = k.piece(s.piece, f.piece, append(at, math.MaxInt))
		}
		first = last
	}
	s.piece += int64(len(f.piece))
	return nil
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
	if err := last.end(); err != nil {
		return nil, err
	}
	return last.kept, nil
}

// At is where the record begins in the transcript that a byte of Kept is of.
func (s *Scan) At(group, kept int) int64 {
	starts := s.kept[group].starts
	if i := sort.Search(len(starts), func(i int) bool { return starts[i].kept > kept }); i > 0 {
		return starts[i-1].at
	}
	return 0
}

// Recent are the records that have a text, of the last bytes of a transcript and the first ones.
func Recent(path string, most int64, text []byte) ([]byte, error) {
	first, last, err := ends(path, most)
	k := newKeeper()
	for _, piece := range [][]byte{first, last} {
		if len(piece) == 0 || err != nil {
			continue
		}
		one := needleIn(piece[:min(len(piece), sampled*samples)], text)
		err = k.piece(0, piece, append(one.all(piece, len(piece)), math.MaxInt))
	}
	return k.kept, cmp.Or(err, k.end())
}

// ends are the whole records of the first bytes of a transcript, and those of the last ones, with what was written of
// one that is not whole.
func ends(path string, most int64) (first, last []byte, err error) {
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
		first = read(0, min(from, block))
		first = first[:bytes.LastIndexByte(first, '\n')+1]
	}
	return first, last, err
}

// all are the places where the text begins before an index.
func (n *needle) all(piece []byte, before int) (at []int) {
	for i := n.index(piece); i < min(before, len(piece)); i += 1 + n.index(piece[i+1:]) {
		at = append(at, i)
	}
	return at
}

// found is a piece of a file, and the offsets in it where each of the texts begins.
type found struct {
	piece []byte
	at    [][]int
	err   error
}

// search has a file read in pieces, side by side, and gives take each in its turn, which keeps none of them.
func search(ctx context.Context, needles []needle, in *io.SectionReader, take func(found) error) error {
	ctx, stop := context.WithCancel(ctx)
	results := make([]chan found, min(runtime.GOMAXPROCS(0), mostReaders, int(in.Size()/block)+1))
	var readers sync.WaitGroup
	defer readers.Wait()
	defer stop()
	every := int64(len(results))
	for i := range results {
		results[i] = make(chan found)
		readers.Go(func() {
			defer close(results[i])
			var buffers [2][block + longestText]byte // what is in one is taken before the next piece is
			for k := int64(i); k*block < in.Size() && ctx.Err() == nil; k += every {
				select {
				case results[i] <- find(needles, in, k*block, buffers[k/every%2][:]):
				case <-ctx.Done():
				}
			}
		})
	}
	for k := int64(0); k*block < in.Size(); k++ {
		one := <-results[k%every]
		if err := cmp.Or(ctx.Err(), one.err, take(one)); err != nil {
			return err
		}
	}
	return nil
}

// find reads a piece and, as a text in it may end behind it, some more.
func find(needles []needle, in io.ReaderAt, off int64, buffer []byte) (f found) {
	size, err := in.ReadAt(buffer, off)
	if !errors.Is(err, io.EOF) {
		f.err = err
	}
	f.piece = buffer[:min(size, block)]
	for i := range needles {
		f.at = append(f.at, needles[i].all(buffer[:size], len(f.piece)))
	}
	return f
}

// callIDs are the identifiers in the beginning of a record under the names that agents have for those of calls.
func callIDs(head []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for i := 0; ; i++ {
			next := bytes.IndexByte(head[i:], ':')
			if next < 0 {
				return
			}
			if i += next; i < 2 || head[i-1] != '"' || head[i-2]|' ' != 'd' {
				continue
			}
			name, rest := head[:i], head[i+1:]
			switch name = name[bytes.LastIndexByte(name[:i-1], '"')+1:]; string(name) {
			case `id"`, `tool_use_id"`, `call_id"`, `tool_call_id"`, `callId"`, `toolCallId"`,
				`toolUseID"`, `parentToolUseID"`: // of what is said while a call runs
				rest, quoted := bytes.CutPrefix(bytes.TrimLeft(rest, " "), []byte(`"`))
				id, _, ended := bytes.Cut(rest, []byte(`"`))
				if quoted && ended && len(id) > 0 && !yield(id) {
					return
				}
			}
		}
	}
}

// keeper keeps the records that have a text, and those that belong to their calls.
type keeper struct {
	kept  []byte
	ids   map[string]struct{} // of those calls
	seen  int                 // how many records were looked at
	left  int                 // how many more are, before those are skipped that do not have a text
	rest  []byte              // of a record that goes on in the next piece
	named bool                // that has a text
	err   error               // why not all of them are kept
	// restAt is where the record begins that goes on in the next piece.
	restAt int64
	starts []start
	// isMeant reports whether a record with a text is to be kept; nil: each is.
	isMeant     func(record []byte) bool
	most        int // bytes that are kept
	mostRecords int // likewise
}

// start is where a record begins among those that are kept, and in the transcript.
type start struct {
	kept int
	at   int64
}

func newKeeper() *keeper {
	return &keeper{ids: map[string]struct{}{}, left: firstRecords, most: limit, mostRecords: math.MaxInt}
}

// end takes what was written of the last record.
func (k *keeper) end() error {
	if len(k.rest) == 0 {
		return nil
	}
	return k.record(k.rest, k.restAt)
}

// piece takes the records of a piece of the transcript, which begins at an offset, with the places where a text begins,
// followed by math.MaxInt.
func (k *keeper) piece(off int64, piece []byte, found []int) error {
	for at := 0; at < len(piece); {
		if k.left <= 0 && len(k.rest) == 0 {
			at += bytes.LastIndexByte(piece[at:min(found[0], len(piece))], '\n') + 1
		}
		line, _, ended := bytes.Cut(piece[at:], []byte("\n"))
		if len(k.rest) == 0 {
			k.restAt = off + int64(at)
		}
		for at += len(line) + 1; found[0] < at; found = found[1:] {
			k.named = true
		}
		if len(k.rest) > 0 || !ended {
			k.rest = append(k.rest, line...)
			line = k.rest
		}
		if ended {
			if err := k.record(line, k.restAt); err != nil {
				return err
			}
			k.rest, k.named = k.rest[:0], false
		}
	}
	if len(k.rest) > limit {
		return errTooMuch
	}
	return nil
}

// record takes a record, which begins at an offset of the transcript.
func (k *keeper) record(line []byte, at int64) error {
	isNamed := k.named && (k.isMeant == nil || k.isMeant(line))
	keep, within := isNamed, answerWithin
	if isNamed {
		within = idsWithin
	}
	for id := range callIDs(line[:min(len(line), within)]) {
		if isNamed {
			k.ids[string(id)] = struct{}{}
		}
		_, isOf := k.ids[string(id)]
		keep = keep || isOf
	}
	if k.left--; keep {
		k.left = max(k.left, answerAfter)
	}
	if k.seen++; !keep && (k.seen > firstRecords || len(line) >= formats.HeadSize/firstRecords) {
		return nil
	}
	if len(k.kept)+len(line) >= k.most || len(k.starts) >= k.mostRecords {
		return errTooMuch
	}
	k.starts = append(k.starts, start{len(k.kept), at})
	k.kept = append(append(k.kept, line...), '\n')
	return nil
}
