// Package loss, which changes without notice, finds where a tool's output differs from the file: cut lines, replaced
// bytes, dropped or altered line ends, and characters that a model gets and a person does not see.
package loss

import (
	"context"
	"sort"

	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Kind is the kind of a loss.
type Kind uint8

const (
	Cut        Kind = iota // the rest of a line over the tool's limit
	Hole                   // a gap between the runs of a window
	Replaced               // invalid UTF-8, shown as U+FFFD
	Altered                // see Loss.Alteration
	Rest                   // what follows the window
	HiddenRune             // a hidden character, which the model gets
)

// Loss is one difference.
type Loss struct {
	Kind       Kind
	Alteration tools.Alteration // for Altered
	Name       string           // for HiddenRune, name of the character
	// For Cut, Line is the tool's number of the line, 1-based; for other kinds, what the caller of RecoveringCall sets.
	Line int64
	// Start and End are the half-open range of bytes of the file.
	Start, End int64
}

// Bytes returns how many bytes of the file the model does not get unchanged.
func (l Loss) Bytes() int64 {
	if l.Kind == HiddenRune {
		return 0
	}
	return l.End - l.Start
}

// Reading is a read of a file whose losses are searched.
type Reading struct {
	file   source.Bytes
	window window.Window
	stats  tools.Stats
	// python: the tool's line ends include others than '\r' and '\n'.
	python bool
}

const (
	// chunk is how many bytes are checked at a time, and around how many are read on either side of them.
	chunk  = 64 << 10
	around = 4 << 10
)

// Of returns the Reading of a file. The error is ctx's or that of reading.
func Of(ctx context.Context, file source.Bytes, w window.Window, stats tools.Stats) (Reading, error) {
	r := Reading{file: file, window: w, stats: stats}
	if stats.Altered[tools.NormalizedCR] == 0 {
		return r, nil
	}

	// More line ends were altered than there are lone '\r'.
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

// loneCRs returns the number of '\r' among the first n bytes of p that are not followed by '\n'.
func loneCRs(p []byte, n int64) (alone int64) {
	for i, c := range p[:min(n, int64(len(p)))] {
		if c == '\r' && (i+1 == len(p) || p[i+1] != '\n') {
			alone++
		}
	}
	return alone
}

// bytes returns the file's bytes from lo to hi, or to its end.
func (r Reading) bytes(lo, hi int64) ([]byte, error) {
	p := make([]byte, max(min(hi, r.file.Size())-lo, 0))
	n, err := source.ReadFull(r.file, p, lo)
	if n == 0 && err != nil {
		return nil, err
	}
	return p[:n], nil
}

// Next returns the first loss that begins at offset from or later; ok is false if there is no further one. Only cut
// lines in tools.Stats.Cuts are found. The error is ctx's or that of reading.
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

// rest returns the loss after the last run; false if the answer extends to the end of the file or shows nothing of it.
func (r Reading) rest() (Loss, bool) {
	rest := Loss{Kind: Rest, Start: r.window.End, End: r.file.Size()}
	return rest, len(r.window.Spans()) > 0 && rest.Start < rest.End
}

// Prev returns the last loss that begins before offset to, like Next.
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

// start returns the offset of the window, or of an omitted byte order mark before it.
func (r Reading) start() int64 {
	if runs := Runs(r.window, r.stats); len(runs) > 0 {
		return runs[0].Start
	}
	return r.window.Start
}

// between returns the losses that begin in the bytes from lo to hi, in order.
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

// inText returns losses that depend on the text, whether or not it is shown.
func (r Reading) inText(lo, hi int64) ([]Loss, error) {
	begin := max(lo-around, 0)
	p, err := r.bytes(begin, hi+around)
	if err != nil {
		return nil, err
	}

	s := scan{reading: r, p: p, begin: begin, lo: int(lo - begin), hi: min(int(hi-begin), len(p))}
	s.mark()
	if r.stats.Altered[tools.Transcoded] > 0 {
		return s.found, nil // the file is not UTF-8
	}

	s.ends()
	s.dataURIs()
	s.invalid()
	s.hidden()
	return s.found, nil
}
