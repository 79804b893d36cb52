package document

import (
	"cmp"
	"context"
	"errors"
	"io"
	"sync"

	"eyeline/reader/decode"
	"eyeline/reader/lineindex"
	"eyeline/reader/source"
)

// unpackAhead is how far packed bytes are unpacked past what has been looked at, in bytes of text: what is unpacked
// takes room, often memory.
const unpackAhead = 8 << 20

// leastHead is how much of a stream, in bytes, is enough to recognise the forms that begin with bytes of their own.
const leastHead = 64

// Form is how the document is shown.
func (d *Document) Form() decode.Format { return d.form }

// Found is the form that the first bytes say; the zero form until enough of them have arrived.
func (d *Document) Found() decode.Format { return d.found }

// Refused is why the document is not shown in the form that was found; nil when it is.
func (d *Document) Refused() error { return d.refused }

// Detection is what the first bytes of a document say of its form.
type Detection struct {
	Form  decode.Format
	Known bool     // false when the form may be another once more has arrived
	Side  *Content // shows the document in that form; nil for the raw side
	Err   error    // why it cannot be shown in that form
}

// Free is called by package jobs for an answer that is not wanted: it closes the side of a detection that is not
// adopted. It may be called from any goroutine.
func (x Detection) Free() { x.Side.Free() }

// Detect returns what looks for the form in the bytes as of the last refresh; nil when the form is known or too little
// has arrived. It reads, and may be called from any goroutine; what it returns is for [Document.Adopt].
func (d *Document) Detect() (look func() Detection) {
	src := d.raw.src
	snap := d.raw.snap
	if some, _ := recognizable(snap); !some || d.detected {
		return nil
	}

	return func() (x Detection) {
		x.Form, x.Known = recognize(src, snap)
		if x.Known {
			x.Side, x.Err = d.Decode(x.Form)
		}

		return x
	}
}

// DetectNow looks for the form of what has arrived, and shows the document in it. It reads: it is for a document that
// is not on the screen yet.
func (d *Document) DetectNow() {
	if look := d.Detect(); look != nil {
		if x := look(); x.Known {
			d.Adopt(x)
		}
	}
}

// AllToDetect reports whether all that is looked at for the form has arrived, as of the last refresh.
func (d *Document) AllToDetect() bool {
	_, whole := recognizable(d.raw.snap)
	return whole
}

// Adopt takes the form that was found, and shows the document in it if that is another one. It returns the side that
// this replaces and that is to be closed, nil for none. What is not known yet is not adopted.
func (d *Document) Adopt(x Detection) (replaced *Content) {
	d.found = x.Form
	d.detected = true
	d.refused = x.Err
	if x.Err != nil || x.Form == (decode.Format{}) {
		return nil // without a refresh, since the caller does not look for changes
	}
	return d.Show(x.Form, x.Side)
}

// Decode begins to decode the raw bytes, to as many as Options.Limit. The side is nil when the form shows the bytes as
// they are. Nothing is read yet, but a file to spool to is made; the error is that of making it. It may be called from
// any goroutine; what it returns is for [Document.Show].
func (d *Document) Decode(f decode.Format) (*Content, error) {
	if f.Compression == decode.None && (f.Encoding == decode.UTF8 || f.Encoding == decode.Latin1) {
		return nil, nil
	}

	ctx, stop := context.WithCancel(d.ctx)
	raw := &arrivingReader{ctx: ctx, src: d.raw.src}
	o := source.SpoolOptions{Limit: d.options.Limit, Ahead: d.options.Ahead}
	if f.Compression != decode.None {
		o.Ahead = cmp.Or(d.options.UnpackAhead, unpackAhead)
	}

	open := sync.OnceValue(func() io.ReadCloser { return decode.NewReader(raw, f) })
	spool, err := source.Spool(d.name, &decoder{open, stop}, o)
	if err != nil {
		stop()
		return nil, err
	}

	if f.Compression == decode.None {
		return newContent(d.ctx, spool.WithoutDemand()), nil
	}

	s := newContent(d.ctx, spool)
	s.part = spool
	s.packed = raw
	s.index = lineindex.New(spool.WithoutDemand()) // counting the lines is no reason to unpack more of them
	return s, nil
}

// Show shows the document in a form, on the side that Decode returned for it, and refreshes it. It returns the side
// that this replaces and that is to be closed, nil for none.
func (d *Document) Show(f decode.Format, s *Content) (replaced *Content) {
	if d.Decoded() {
		replaced = d.shown
	}
	d.form = f
	d.shown = cmp.Or(s, d.raw)
	d.Refresh()
	return replaced
}

// Unpacked is how much of the packed bytes has been unpacked, 0 to 1; false when what is shown is not unpacked.
func (d *Document) Unpacked() (part float64, unpacks bool) {
	if !d.shown.Unpacks() {
		return 0, false
	}
	return min(float64(d.shown.packed.at.Load())/float64(max(d.raw.snap.Size, 1)), 1), true
}

// recognizable reports whether enough of a source has arrived to look for its form, and whether all that is looked at
// has.
func recognizable(snap source.Snapshot) (some, whole bool) {
	whole = snap.Size >= decode.HeadSize || snap.Complete
	return whole || snap.Size >= leastHead, whole
}

// recognize finds out the form of a source from its first bytes: as many as snap says are there. known is false when
// the form may be another once more has arrived.
func recognize(src source.Source, snap source.Snapshot) (f decode.Format, known bool) {
	_, whole := recognizable(snap)
	head := make([]byte, min(snap.Size, decode.HeadSize))
	n, err := src.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return decode.Format{}, true // the page that is shown has the same error
	}

	f = decode.Detect(head[:n], snap.Complete && int64(n) == snap.Size)
	if !whole && f.Compression == decode.None && !f.BOM {
		return decode.Format{}, false
	}

	return f, true
}
