package check

import (
	"bytes"
	"cmp"
	"strings"

	"eyeline/reader/internal/textfile"
	"eyeline/reader/source"
	"eyeline/reader/tokens"
)

const (
	// samplesEach is how many files of an extension are sampled, sampleSize the bytes that are taken of one.
	samplesEach = 4
	sampleSize  = 2 << 10
	// mostExtensions bounds how many extensions have a ratio of their own.
	mostExtensions = 256
	// usual is the tokens of a byte where nothing was sampled.
	usual = 0.28
)

// sample is a part of a file and its tokens.
type sample struct{ bytes, tokens int64 }

// sampleOf counts the tokens of a part from the middle of a file.
func sampleOf(b source.Bytes) sample {
	n := min(b.Size(), sampleSize)
	p, err := textfile.Piece(b, (b.Size()-n)/2, n)
	if err != nil || bytes.IndexByte(p, 0) >= 0 {
		return sample{}
	}
	return sample{n, tokens.OfText(strings.ToValidUTF8(string(p), "\uFFFD"))}
}

// ratios estimates tokens from bytes, by the extension of the file. It is used in the order of the files, so that the
// estimates do not depend on which file was read first.
type ratios map[string]sample

func (r ratios) add(ext string, s sample) {
	for _, name := range []string{ext, ""} {
		t := r[name]
		r[name] = sample{t.bytes + s.bytes, t.tokens + s.tokens}
	}
}

// of is the tokens of a byte of a file.
func (r ratios) of(ext string) float64 {
	if s := cmp.Or(r[ext], r[""]); s.bytes > 0 {
		return float64(s.tokens) / float64(s.bytes)
	}
	return usual
}
