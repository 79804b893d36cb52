package tui

import (
	"context"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/tiktoken-go/tokenizer/codec"

	"eyeline/tui/capture"
)

const (
	// maxTokenized is the largest output, in bytes, whose tokens are all counted; of a larger one a part is counted.
	maxTokenized = 1 << 20
	// tokenPiece is what is counted at a time.
	tokenPiece = 16 << 10
	// tokenDelay is how long counting waits, since while the cursor moves an output is soon replaced by the next.
	tokenDelay = 80 * time.Millisecond
)

// vocabulary loads the tokenizer when it is first needed: it takes some milliseconds and megabytes.
var vocabulary = sync.OnceValue(codec.NewO200kBase)

// tokensMsg carries the number of tokens of a reading's output.
type tokensMsg struct {
	stamp
	tokens  int64
	partial bool
	err     error
}

// countTokens counts the tokens of the shown output in the background.
func (m *Model) countTokens() tea.Cmd {
	m.jobs.end(jobTokens)
	r := m.reading
	if m.opts.NoTokens || r == nil || r.out == nil || r.out.Size() == 0 {
		return nil
	}
	ctx, x := m.start(jobTokens)
	out := r.out
	return func() tea.Msg {
		select {
		case <-time.After(tokenDelay):
		case <-ctx.Done():
			return nil
		}
		n, partial, err := tokensOf(ctx, out)
		return tokensMsg{x, n, partial, err}
	}
}

// tokensOf counts in pieces that end where the tokenizer ends a token in any case.
func tokensOf(ctx context.Context, out *capture.Capture) (tokens int64, partial bool, err error) {
	enc := vocabulary()
	buf := make([]byte, tokenPiece)
	end := min(out.Size(), maxTokenized)
	off := int64(0)
	for off < end {
		if err := ctx.Err(); err != nil {
			return 0, false, err
		}
		n, err := out.ReadAt(buf[:min(int64(len(buf)), end-off)], off)
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
	if off < out.Total() {
		return int64(float64(tokens) * float64(out.Total()) / float64(off)), true, nil
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

// handleTokens takes the number of tokens of the output.
func (m *Model) handleTokens(msg tokensMsg) {
	m.jobs.end(jobTokens)
	if msg.err == nil && m.reading != nil {
		m.reading.tokens, m.reading.tokensPartial = msg.tokens, msg.partial
	}
}
