package preview

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/tui/jobs"
	"eyeline/tui/textview"
)

// tokenDelay is how long counting waits, since while the cursor moves an output is soon replaced by the next.
const tokenDelay = 80 * time.Millisecond

// CountTokens counts the tokens of the shown output in the background.
func (p *Preview) CountTokens() tea.Cmd {
	p.jobs.End(jobs.Tokens)
	r := p.reading
	if p.opts.NoTokens || r == nil || r.Out == nil || r.Out.Size() == 0 {
		return nil
	}
	out, rule := r.Out, r.tokenRule()
	return jobs.Try(p.jobs, jobs.Tokens, func(ctx context.Context) (tokens.Estimate, error) {
		if !textview.Rest(ctx, tokenDelay) {
			return tokens.Estimate{}, ctx.Err()
		}
		return tokens.Of(ctx, rule, out, out.Size(), out.Total())
	}, func(n tokens.Estimate, err error) tea.Cmd {
		if err == nil && p.reading != nil {
			p.reading.Tokens = n
		}
		return nil
	})
}

// tokenRule is the agent's own rule for counting tokens; nil for none.
func (r *Reading) tokenRule() *tools.TokenRule {
	switch {
	case r.Recorded == nil:
		return r.Req.Tool().Tokens
	case r.Recorded.Same.Tool == nil:
		return nil
	}
	return r.Recorded.Same.Tool.Tokens
}
