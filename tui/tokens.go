package tui

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/tui/jobs"
)

// tokenDelay is how long counting waits, since while the cursor moves an output is soon replaced by the next.
const tokenDelay = 80 * time.Millisecond

// countTokens counts the tokens of the shown output in the background.
func (m *Model) countTokens() tea.Cmd {
	m.jobs.End(jobs.Tokens)
	r := m.reading
	if m.opts.NoTokens || r == nil || r.out == nil || r.out.Size() == 0 {
		return nil
	}
	out, rule := r.out, r.tokenRule()
	return jobs.Try(m.jobs, jobs.Tokens, func(ctx context.Context) (tokens.Estimate, error) {
		if !rest(ctx, tokenDelay) {
			return tokens.Estimate{}, ctx.Err()
		}
		return tokens.Of(ctx, rule, out, out.Size(), out.Total())
	}, func(n tokens.Estimate, err error) tea.Cmd {
		if err == nil && m.reading != nil {
			m.reading.tokens = n
		}
		return nil
	})
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
