// Package tokens counts the tokens of a text in one vocabulary, or estimates them from a part of it. The number is exact for
// the models that use the vocabulary; for others it is near.
package tokens

import (
	"context"
	"io"
	"sync"

	"github.com/tiktoken-go/tokenizer/codec"
)

// Vocabulary is the name of the vocabulary that is counted in.
const Vocabulary = "o200k"

const (
	// Most is the size in bytes of the largest text whose tokens are all counted; of a larger one a part is counted.
	Most = 1 << 20
	// Piece is what is counted at a time, in bytes.
	Piece = 16 << 10
)

// vocabulary loads the tokenizer when it is first needed: it takes some milliseconds and megabytes.
var vocabulary = sync.OnceValue(codec.NewO200kBase)

// OfText counts the tokens of a short text.
func OfText(text string) int64 {
	n, err := vocabulary().Count(text)
	if err != nil { // the text cannot be split: every byte may be a token
		return int64(len(text))
	}
	return int64(n)
}

// Count counts the tokens of a text of total bytes, of which the first kept can be read from r. Of a text of more than Most
// bytes, and of one that is not kept whole, a part is counted and the number estimated from it: partial is then set.
// Errors are those of ctx and of reading.
func Count(ctx context.Context, r io.ReaderAt, kept, total int64) (tokens int64, partial bool, err error) {
	enc := vocabulary()
	buf := make([]byte, min(Piece, max(kept, 1)))
	end := min(kept, Most)
	off := int64(0)
	for off < end {
		if err := ctx.Err(); err != nil {
			return 0, false, err
		}
		n, err := r.ReadAt(buf[:min(int64(len(buf)), end-off)], off)
		if n == 0 {
			return tokens, true, err
		}
		p := buf[:n]
		if off+int64(n) < end {
			p = p[:pieceEnd(p)]
		}
		c, err := enc.Count(string(p))
		if err != nil {
			return 0, false, err
		}
		tokens += int64(c)
		off += int64(len(p))
	}
	if off < total {
		return int64(float64(tokens) * float64(total) / float64(off)), true, nil
	}
	return tokens, false, nil
}

// pieceEnd is the end of the last line in p that a letter or digit follows: no token of o200k goes over that. Without
// one it is the end of the last line, or of the last whole character.
func pieceEnd(p []byte) int {
	line := 0
	for i := len(p) - 1; i > 0; i-- {
		if p[i-1] != '\n' {
			continue
		}
		if c := p[i]; c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			return i
		}
		line = max(line, i)
	}
	if line > 0 {
		return line
	}
	for i := len(p); i > len(p)-4 && i > 1; i-- {
		if p[i-1]&0xC0 != 0x80 {
			if p[i-1] < 0x80 {
				return i
			}
			return i - 1
		}
	}
	return len(p)
}
