// Package loss finds the places of a file where a tool gives its model something else than what is there: lines that
// are cut, bytes that are replaced, line ends that are dropped or altered, and characters that a model gets and a
// person does not see. The package changes without notice.
package loss

import (
	"context"
	"sort"

	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Kind is what is lost.
type Kind uint8

const (
	Cut        Kind = iota // the rest of a line that is too long
	Hole                   // what the tool leaves out between what it shows
	Replaced               // bytes that are not UTF-8, shown as U+FFFD
	Altered                // see Loss.Alteration
	Rest                   // what follows the read
	HiddenRune             // nothing is lost, but a person does not see what the model gets
)

// Loss is one place.
type Loss struct {
	Kind       Kind
	Alteration tools.Alteration // of Altered
	Name       string           // of HiddenRune: the character's
	// Line is the tool's number of a line that is Cut, 1-based; of other kinds it is what Regained's caller finds.
	Line int64
	// Start and End are the half-open range of bytes of the file.
	Start, End int64
}

// Bytes is how many bytes of the file the model does not get as they are.
func (l Loss) Bytes() int64 {
	if l.Kind == HiddenRune {
		return 0
	}
	return l.End - l.Start
}

// Reading is what a tool gave of a file.
type Reading struct {
	file   source.Bytes
	window window.Window
	stats  tools.Stats
	// python: the tool ends lines at other characters than '\r' and '\n', too.
	python bool
}

const (
	// chunk is how much of the file is looked at at a time, around how much is known besides of what is before and
	// after it.
	chunk  = 64 << 10
	around = 4 << 10
)

// Of is what a tool gave of a file. Errors are those of ctx and of reading.
func Of(ctx context.Context, file source.Bytes, w window.Window, stats tools.Stats) (Reading, error) {
	r := Reading{file: file, window: w, stats: stats}
	if stats.Altered[tools.NormalizedCR] == 0 {
		return r, nil
	}

	// More line ends were altered than there are lone '\r', so others were.
	alone := int64(0)
	for _, s := range w.Spans() {
		for at := s.Start; at < s.End && alone < stats.Altered[tools.NormalizedCR]; at += chunk {
			if err := ctx.Err(); err != nil {
				return r, err
			}

			p, err := r.bytes(at, min(at+chunk, s.End)+1)
			if err != nil {
				return r, err
			}

			alone += loneCRs(p, min(chunk, s.End-at))
		}
	}

	r.python = alone < stats.Altered[tools.NormalizedCR]
	return r, nil
}

// loneCRs counts the '\r' among the first n bytes of p that no '\n' follows.
func loneCRs(p []byte, n int64) (alone int64) {
	for i, c := range p[:min(n, int64(len(p)))] {
		if c == '\r' && (i+1 == len(p) || p[i+1] != '\n') {
			alone++
		}
	}
	return alone
}

// bytes are those of the file from lo to hi, or to its end.
func (r Reading) bytes(lo, hi int64) ([]byte, error) {
	p := make([]byte, max(min(hi, r.file.Size())-lo, 0))
	n, err := source.ReadFull(r.file, p, lo)
	if n == 0 && err != nil {
		return nil, err
	}
	return p[:n], nil
}

// Next finds the first loss that begins at byte from or after it; ok is false without one. Of cut lines those
// that tools.Stats.Cuts names are found. Errors are those of ctx and of reading.
func (r Reading) Next(ctx context.Context, from int64) (l Loss, ok bool, err error) {
	for at := max(from, r.start()); at < r.window.End; at += chunk {
		found, err := r.between(ctx, at, min(at+chunk, r.window.End))
		if err != nil {
			return Loss{}, false, err
		}
		if len(found) > 0 {
			return found[0], true, nil
		}
	}
	rest, ok := r.rest()
	return rest, ok && from <= rest.Start, nil
}

// rest is what of the file follows the last run; false when the answer goes to the end of the file or gives nothing
// of it.
func (r Reading) rest() (Loss, bool) {
	rest := Loss{Kind: Rest, Start: r.window.End, End: r.file.Size()}
	return rest, len(r.window.Spans()) > 0 && rest.Start < rest.End
}

// Prev finds the last loss that begins before byte to, as Next does.
func (r Reading) Prev(ctx context.Context, to int64) (l Loss, ok bool, err error) {
	if rest, ok := r.rest(); ok && to > rest.Start {
		return rest, true, nil
	}
	for at := min(to, r.window.End); at > r.start(); at -= chunk {
		found, err := r.between(ctx, max(at-chunk, r.start()), at)
		if err != nil {
			return Loss{}, false, err
		}
		if len(found) > 0 {
			return found[len(found)-1], true, nil
		}
	}
	return Loss{}, false, nil
}

// start is where the window begins, or the byte-order mark before it that is not shown.
func (r Reading) start() int64 {
	if runs := Runs(r.window, r.stats); len(runs) > 0 {
		return runs[0].Start
	}
	return r.window.Start
}

// between lists the losses that begin in the bytes from lo to hi, in their order.
func (r Reading) between(ctx context.Context, lo, hi int64) ([]Loss, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}

	var found []Loss
	spans := r.window.Spans()
	for i := 1; i < len(spans); i++ {
		at := spans[i-1].End
		if at >= lo && at < hi && spans[i].Start > at {
			found = append(found, Loss{Kind: Hole, Start: at, End: spans[i].Start})
		}
	}

	cuts := r.stats.Cuts
	for _, c := range cuts[sort.Search(len(cuts), func(i int) bool { return cuts[i].Start >= lo }):] {
		if c.Start >= hi {
			break
		}
		found = append(found, Loss{Kind: Cut, Line: c.Line, Start: c.Start, End: c.End})
	}

	inText, err := r.inText(lo, hi)
	if err != nil {
		return nil, err
	}

	for _, l := range inText {
		if l.Alteration == tools.DroppedBOM && l.Kind == Altered || r.shown(l.Start) {
			found = append(found, l)
		}
	}

	sort.SliceStable(found, func(i, j int) bool { return found[i].Start < found[j].Start })
	return found, nil
}

// shown reports whether the answer shows the byte at off in some form.
func (r Reading) shown(off int64) bool {
	cuts := r.stats.Cuts
	i := sort.Search(len(cuts), func(i int) bool { return cuts[i].End > off })
	return r.window.Covers(off) && (i == len(cuts) || cuts[i].Start > off)
}

// inText lists what is lost of the text itself, also where it is not shown.
func (r Reading) inText(lo, hi int64) ([]Loss, error) {
	begin := max(lo-around, 0)
	p, err := r.bytes(begin, hi+around)
	if err != nil {
		return nil, err
	}

	s := scan{reading: r, p: p, begin: begin, lo: int(lo - begin), hi: min(int(hi-begin), len(p))}
	s.mark()
	if r.stats.Altered[tools.Transcoded] > 0 {
		return s.found, nil // the bytes are not those of UTF-8
	}

	s.ends()
	s.dataURIs()
	s.invalid()
	s.hidden()
	return s.found, nil
}
