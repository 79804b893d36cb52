package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/tui/stamp"
)

// tokenDelay is how long counting waits, since while the cursor moves an output is soon replaced by the next.
const tokenDelay = 80 * time.Millisecond

// tokensMsg carries the number of tokens of a reading's output.
type tokensMsg struct {
	stamp.Stamp
	tokens tokens.Estimate
	err    error
}

// countTokens counts the tokens of the shown output in the background.
func (m *Model) countTokens() tea.Cmd {
	m.jobs.end(jobTokens)
	r := m.reading
	if m.opts.NoTokens || r == nil || r.out == nil || r.out.Size() == 0 {
		return nil
	}
	ctx, x := m.start(jobTokens)
	out, rule := r.out, r.tokenRule()
	return func() tea.Msg {
		select {
		case <-time.After(tokenDelay):
		case <-ctx.Done():
			return nil
		}
		n, err := tokens.Of(ctx, rule, out, out.Size(), out.Total())
		return tokensMsg{x, n, err}
	}
}

// tokenRule is the agent's own rule for counting tokens; nil for none.
func (r *reading) tokenRule() *tools.TokenRule {
	switch {
	case r.recorded == nil:
		return r.req.Tool().Tokens
	case r.recorded.Same.Tool == nil:
		return nil
	}
	return r.recorded.Same.Tool.Tokens
}

// handleTokens takes the number of tokens of the output.
func (m *Model) handleTokens(msg tokensMsg) {
	m.jobs.end(jobTokens)
	if msg.err == nil && m.reading != nil {
		m.reading.tokens = msg.tokens
	}
}
