package record

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"io"
	"iter"

	"eyeline/reader/internal/jsonskim"
)

// TextForm says how the bytes of a place become a text.
type TextForm uint8

const (
	Nothing  TextForm = iota // there is no text
	AsText                   // a JSON string: what it stands for
	AsJSON                   // any JSON value: its own bytes
	AsBlocks                 // a string, or a list of blocks, of which the texts are joined
	AsFormat                 // as the format writes it, see [Texts]
)

// Place is where a text is in one of the run's files.
type Place struct {
	Off  int64 // 0-based offset in bytes
	Len  int64 // in bytes, before decoding
	File int32 // index into the run's files
	As   TextForm
}

// WriteBlocks writes the texts of a list of blocks one after the other. Models are sent the list itself; nothing is
// between its texts.
func WriteBlocks(v jsonskim.Value, w io.Writer) error {
	if v.Kind == jsonskim.String {
		return v.WriteText(w)
	}
	return v.Each(func(key []byte, block jsonskim.Value) error {
		if key != nil {
			return nil
		}
		return textOf(block).WriteText(w)
	})
}

// textOf is the text of a block; missing where it has none.
func textOf(block jsonskim.Value) jsonskim.Value {
	if block.Kind == jsonskim.String {
		return block
	}
	text := block.Get("text")
	if text.Kind != jsonskim.String {
		text = block.Get("content")
	}
	return text
}

// TextsIn are the texts of a message: a text, or those of a list of blocks, each by itself, since a line ends with its
// block. Results of calls are left out.
func TextsIn(content jsonskim.Value) iter.Seq[jsonskim.Value] {
	return func(yield func(jsonskim.Value) bool) {
		if content.Kind == jsonskim.String {
			yield(content)
			return
		}

		for block := range content.Values() {
			text := block
			if block.Kind == jsonskim.Object {
				text = block.Get("text")
			}
			if text.Kind == jsonskim.String && !yield(text) {
				return
			}
		}
	}
}

// HasMedia reports whether a list of blocks has one that is not a text.
func HasMedia(v jsonskim.Value) bool {
	if v.Kind != jsonskim.Array {
		return false
	}
	for block := range v.Values() {
		if block.Kind == jsonskim.Object && textOf(block).Kind != jsonskim.String {
			return true
		}
	}
	return false
}

// TextLimit is how many bytes of an argument or a result are looked at. Of a longer one nothing is known.
const TextLimit = 32 << 20

// MaxTextDepth is how many levels deep arguments and results in JSON are searched for texts.
const MaxTextDepth = 8

// Texts reads the texts of a run by their places. It is not safe for concurrent use.
type Texts struct {
	files  []*jsonskim.Source
	format func(v jsonskim.Value, w io.Writer) error
	err    error // the first that [Texts.During] is to return
}

// SameRecorded reports whether the values at two places are recorded by the same bytes.
func (t *Texts) SameRecorded(a, b Place) bool {
	if a.Len != b.Len {
		return false
	}
	first, isFirst := t.sum(a)
	second, isSecond := t.sum(b)
	return isFirst && isSecond && first == second
}

// sum is the digest of the bytes at a place; false where they cannot be read.
func (t *Texts) sum(p Place) (digest [sha256.Size]byte, _ bool) {
	v, source := t.at(p)
	if source == nil {
		return digest, false
	}
	hash := sha256.New()
	err := v.WriteRaw(hash)
	return [sha256.Size]byte(hash.Sum(nil)), err == nil && source.Err() == nil
}

// During is why something that look looks at could not be read, so that it need not ask after each text. A look may be
// part of another.
func (t *Texts) During(look func()) error {
	before := t.err
	t.err = nil
	look()
	err := t.err
	t.err = cmp.Or(before, err)
	return err
}

// NewTexts are texts of no file yet. format writes what is AsFormat; nil where that is the value itself.
func NewTexts(format func(v jsonskim.Value, w io.Writer) error) *Texts {
	if format == nil {
		format = jsonskim.Value.WriteRaw
	}
	return &Texts{format: format}
}

// Add adds the next file.
func (t *Texts) Add(file *jsonskim.Source) { t.files = append(t.files, file) }

// at is the JSON value at a place, and its source; missing where the place is in no file.
func (t *Texts) at(p Place) (jsonskim.Value, *jsonskim.Source) {
	if p.As == Nothing || int(p.File) >= len(t.files) {
		return jsonskim.Value{}, nil
	}
	source := t.files[p.File]
	return source.First(p.Off, p.Off+p.Len), source
}

// Recorded is the JSON value at a place, as it is recorded; missing where the place is in no file.
func (t *Texts) Recorded(p Place) jsonskim.Value {
	v, _ := t.at(p)
	return v
}

// WithValue hands the JSON value at a place to look, unless the place is in no file.
func (t *Texts) WithValue(p Place, look func(jsonskim.Value)) {
	if v, source := t.at(p); source != nil {
		look(v)
		t.err = cmp.Or(t.err, source.Err())
	}
}

// WriteText writes the text of a place to w, in pieces.
func (t *Texts) WriteText(w io.Writer, p Place) error {
	v, source := t.at(p)
	if source == nil {
		return nil
	}
	err := cmp.Or(t.WriteValue(w, v, p.As), source.Err())
	if !errors.Is(err, jsonskim.ErrStop) {
		t.err = cmp.Or(t.err, err)
	}
	return err
}

// WriteValue writes the text that a value becomes to w, in pieces.
func (t *Texts) WriteValue(w io.Writer, v jsonskim.Value, as TextForm) error {
	switch as {
	case AsText:
		return v.WriteText(w)
	case AsJSON:
		return v.WriteRaw(w)
	case AsBlocks:
		return WriteBlocks(v, w)
	case AsFormat:
		return t.format(v, w)
	}

	return nil
}

// Text returns the text of a place, at most limit bytes of it; cut says that there is more.
func (t *Texts) Text(p Place, limit int) (text []byte, cut bool, err error) {
	b := LimitedBuffer{Limit: limit}
	b.text.Grow(int(min(p.Len, int64(limit))))
	err = t.WriteText(&b, p)
	if errors.Is(err, jsonskim.ErrStop) {
		err = nil
	}
	return b.Bytes(), b.Cut, err
}

// Value is a place's value as JSON: of a text, what is in it. It is missing where that is no JSON.
func (t *Texts) Value(p Place) (jsonskim.Value, error) {
	_, source := t.at(p)
	if source == nil || p.Len > TextLimit {
		return jsonskim.Value{}, nil
	}

	if p.As == AsJSON {
		v, err := source.Value(p.Off, p.Off+p.Len)
		if err != nil {
			t.err = cmp.Or(t.err, source.Err())
			return jsonskim.Value{}, source.Err()
		}
		return v, nil
	}

	text, _, err := t.Text(p, TextLimit)
	return jsonskim.Parse(text), err // arguments that are no JSON are an agent's, not an error of reading
}

// LimitedBuffer keeps the first Limit bytes that are written to it, and ends the writing there. It has no other way to
// write than Write.
type LimitedBuffer struct {
	text  bytes.Buffer
	Limit int
	Cut   bool // there was more
}

// Bytes are the bytes that are kept, until more is written.
func (b *LimitedBuffer) Bytes() []byte { return b.text.Bytes() }

// String are the bytes that are kept.
func (b *LimitedBuffer) String() string { return b.text.String() }

// Write keeps what fits and never fails.
func (b *LimitedBuffer) Write(p []byte) (int, error) {
	if room := b.Limit - b.text.Len(); len(p) > room {
		b.Cut = true
		b.text.Write(p[:max(room, 0)])
		return len(p), jsonskim.ErrStop
	}
	return b.text.Write(p)
}
