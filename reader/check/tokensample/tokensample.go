// Package tokensample, which changes without notice, estimates tokens of files from samples of them.
package tokensample

import (
	"bytes"
	"cmp"
	"strings"

	"eyeline/reader/internal/textfile"
	"eyeline/reader/source"
	"eyeline/reader/tokens"
)

const (
	// Each is how many files of an extension are sampled.
	Each = 4
	// MaxExtensions bounds how many extensions have a ratio of their own.
	MaxExtensions = 256
	// sampleSize is how many bytes are taken of a file.
	sampleSize = 2 << 10
	// usual is the tokens of a byte where nothing was sampled.
	usual = 0.28
)

// Sample is a part of a file and its tokens; the zero value is of nothing.
type Sample struct{ bytes, tokens int64 }

// Of counts the tokens of a part from the middle of a file.
func Of(b source.Bytes) Sample {
	n := min(b.Size(), sampleSize)
	p, err := textfile.Piece(b, (b.Size()-n)/2, n)
	if err != nil || bytes.IndexByte(p, 0) >= 0 {
		return Sample{}
	}
	return Sample{n, tokens.OfText(strings.ToValidUTF8(string(p), "\uFFFD"))}
}

// Ratios estimates tokens from bytes, by the extension of the file. It is used in the order of the files, so that the
// estimates do not depend on which file was read first.
type Ratios map[string]Sample

// Add adds a sample of a file with an extension.
func (r Ratios) Add(ext string, s Sample) {
	if s.bytes == 0 {
		return
	}
	for _, name := range []string{ext, ""} {
		t := r[name]
		r[name] = Sample{t.bytes + s.bytes, t.tokens + s.tokens}
	}
}

// PerByte is the tokens of a byte of a file.
func (r Ratios) PerByte(ext string) float64 {
	if s := cmp.Or(r[ext], r[""]); s.bytes > 0 {
		return float64(s.tokens) / float64(s.bytes)
	}
	return usual
}
