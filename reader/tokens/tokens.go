// Package tokens, which changes without notice, counts the tokens of a text in one vocabulary, or estimates them from a
// part of it. The number is exact for the models that use the vocabulary; for others it is near.
package tokens

import (
	"context"
	"io"
	"sync"

	"eyeline/reader/source"
	"eyeline/reader/tools"
)

// Vocabulary is the name of the vocabulary that is counted in. It is OpenAI's, of its library tiktoken.
const Vocabulary = "o200k"

const (
	// Most is the size in bytes of the largest text whose tokens are all counted; of a larger one about as much is
	// counted.
	Most = 1 << 20
	// Piece is what is counted at a time, in bytes.
	Piece = 16 << 10
)

// Estimate is a number of tokens and how it came about.
type Estimate struct {
	// Count is the number, in Vocabulary: o200k, or the words of the agent's own rule.
	Count      int64
	Vocabulary string
	// Estimated: it was made from a part of the text, or by a rule.
	Estimated bool
	// Model is the family of models that count in another vocabulary, which is not public; "" without one. They
	// make about Low to High tokens of the text, as Source says.
	Model     string
	Low, High int64
	Source    string
}

// Of counts the tokens of what a tool with a rule gave, as Count does; rule may be nil.
func Of(ctx context.Context, rule *tools.TokenRule, r io.ReaderAt, kept, total int64) (Estimate, error) {
	if rule != nil && rule.Count != nil {
		return ByRule(rule, 0, total, true), nil
	}
	n, partial, err := Count(ctx, r, kept, total)
	return ByRule(rule, n, total, partial), err
}

// ByRule is the number of tokens, as a rule counts them, of a text of a size in bytes that has n tokens in Vocabulary;
// rule may be nil.
func ByRule(rule *tools.TokenRule, n, bytes int64, estimated bool) Estimate {
	e := Estimate{Count: n, Vocabulary: Vocabulary, Estimated: estimated}
	switch {
	case rule == nil: // the vocabulary's own number is all there is
	case rule.Count != nil:
		e = Estimate{Count: rule.Count(bytes), Vocabulary: rule.Name, Estimated: true}
	case rule.Model != "":
		e.Model = rule.Model
		e.Source = rule.Source
		e.Low = int64(float64(n) * rule.Low)
		e.High = int64(float64(n)*rule.High + 0.5)
	}

	return e
}

// String is the number in words: "≈540 tokens", or "≈32,000–47,000 tokens" where the model's own number is known only
// to lie between two.
func (e Estimate) String() string { return e.Number() + " tokens" }

// Number is the number as String has it, without the word: for a column of a table.
func (e Estimate) Number() string {
	if e.Model != "" {
		return "≈" + tools.Thousands(rounded(e.Low, false)) + "–" + tools.Thousands(rounded(e.High, true))
	}
	return "≈" + tools.Thousands(e.Count)
}

// rounded is a number with two digits that mean something, the rest 0: more would claim what is not known.
func rounded(n int64, up bool) int64 {
	unit := int64(1)
	for n/unit >= 100 {
		unit *= 10
	}
	if up {
		n += unit - 1
	}
	return n / unit * unit
}

// Times is about the number of a text that is factor times as long, with two significant digits.
func (e Estimate) Times(factor float64) Estimate {
	times := func(n int64) int64 { return rounded(int64(float64(n)*factor+0.5), false) }
	e.Count = times(e.Count)
	e.Low = times(e.Low)
	e.High = times(e.High)
	e.Estimated = true
	return e
}

// Add is the number of two texts together.
func (e Estimate) Add(o Estimate) Estimate {
	if e.Vocabulary == "" {
		return o
	}
	e.Count += o.Count
	e.Low += o.Low
	e.High += o.High
	e.Estimated = e.Estimated || o.Estimated
	return e
}

// rooms are those for a piece that no goroutine uses.
var rooms = sync.Pool{New: func() any { return new([Piece]byte) }}

// Count counts the tokens of a text of total bytes; its first kept bytes can be read from r. Of a text of more than
// Most bytes parts from all over it are counted, and the number is estimated from them; so it is where not all is kept.
// partial says that it was. Errors are those of ctx and of reading; a text that ends before kept is
// io.ErrUnexpectedEOF, a size below 0 source.ErrNegativeSize.
func Count(ctx context.Context, r io.ReaderAt, kept, total int64) (tokens int64, partial bool, err error) {
	if kept < 0 || total < 0 {
		return 0, false, source.ErrNegativeSize
	}

	room := rooms.Get().(*[Piece]byte)
	defer rooms.Put(room)
	buf := room[:]
	done := int64(0) // bytes
	for off := int64(0); off < kept; {
		if err := ctx.Err(); err != nil {
			return 0, false, err
		}

		end := min(off+int64(len(buf)), kept)
		p := buf[:end-off]
		if _, err := source.ReadFull(r, p, off); err != nil {
			return tokens, true, err
		}
		if end < kept {
			p = p[:pieceEnd(p)]
		}

		tokens += countPiece(p)
		done += int64(len(p))
		off += int64(len(p))
		if kept > Most { // about Most/Piece pieces, all over the text
			off += (kept - Most) / (Most / Piece)
		}
	}

	if done < total {
		return int64(float64(tokens) * float64(total) / float64(max(done, 1))), true, nil
	}

	return tokens, false, nil
}

// wordEnd is where the last word in p ends that one blank and a letter follow: a token of o200k that has the blank
// begins with it. It is 0 without such a word.
func wordEnd(p []byte) int {
	for i := len(p) - 2; i > 0; i-- {
		if p[i] == ' ' && p[i-1] > ' ' && p[i-1] < 0x7F && isLetter(p[i+1]) {
			return i
		}
	}
	return 0
}

// isLetter reports whether a byte is a letter of ASCII.
func isLetter(c byte) bool { return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' }

// pieceEnd is the end of the last line in p that a letter or digit follows: no token of o200k extends over that.
// Without one it is the end of the last line. In one long line it is the end of the last word, or of the last whole
// character.
func pieceEnd(p []byte) int {
	line := 0
	for i := len(p) - 1; i > 0; i-- {
		if p[i-1] != '\n' {
			continue
		}
		c := p[i]
		if c >= '0' && c <= '9' || isLetter(c) {
			return i
		}

		line = max(line, i)
	}

	if line > 0 {
		return line
	}
	if end := wordEnd(p); end > 0 {
		return end
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
