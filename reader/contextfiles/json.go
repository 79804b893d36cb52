package contextfiles

import (
	"context"
	"strings"

	"eyeline/reader/tokens"
)

// Report is a Briefing as context --json writes it.
type Report struct {
	Version      int          `json:"version"`
	Agent        string       `json:"agent"`
	AgentVersion string       `json:"agent_version"`
	Parts        []reportPart `json:"parts"`
	LeftOut      []LeftOut    `json:"left_out"`
	Aside        string       `json:"aside,omitempty"`
}

// reportPart is a part of a Report.
type reportPart struct {
	Kind    Kind     `json:"kind"`
	Sources []string `json:"sources"`
	Text    string   `json:"text"`
	// Cut is where the first file that is cut is cut.
	Cut    *Cut  `json:"cut,omitempty"`
	Tokens int64 `json:"tokens"`
}

// Report is the briefing with its tokens counted. The error is the context's.
func (b *Briefing) Report(ctx context.Context) (*Report, error) {
	t := b.Profile.Tool
	out := &Report{
		Version: 1, Agent: b.Profile.Name(), AgentVersion: t.Since.Version, Aside: b.Profile.Aside,
		Parts: []reportPart{}, LeftOut: append([]LeftOut{}, b.LeftOut...),
	}
	for _, p := range b.Parts {
		n, err := b.Tokens(ctx, p.Text)
		if err != nil {
			return nil, err
		}
		part := reportPart{Kind: p.Kind, Sources: []string{}, Text: p.Text, Tokens: n}
		for _, s := range p.Sources {
			part.Sources = append(part.Sources, s.Real)
			if part.Cut == nil {
				part.Cut = s.Cut
			}
		}
		out.Parts = append(out.Parts, part)
	}
	return out, nil
}

// Tokens is how many tokens a text is, counted as for the agent's reads.
func (b *Briefing) Tokens(ctx context.Context, text string) (int64, error) {
	n, err := tokens.Of(ctx, b.Profile.Tool.Tokens, strings.NewReader(text), int64(len(text)), int64(len(text)))
	return n.Count, err
}
