package contextfiles

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"eyeline/reader/tokens"
	"eyeline/reader/tools"
)

// Row is a line of a table: a source, a file that is left out, or the sum.
type Row struct {
	// Source is nil for the sum and for a file that is left out, Left is nil for others.
	Source *Source
	Left   *LeftOut
	// Part is the index of the part, from 0; -1 without one.
	Part                       int
	Name, Bytes, Tokens, State string
}

// Failures returns the arguments of Has.
func Failures() []string { return []string{"cut", "left-out"} }

// Has reports whether a file is cut ("cut") or left out ("left-out").
func (b *Briefing) Has(failure string) bool {
	if failure == "left-out" {
		return len(b.LeftOut) > 0
	}
	return b.cuts() > 0
}

// Loss says how many files are cut and left out, and of how many; "" for none, or for a nil briefing.
func (b *Briefing) Loss() string {
	if b == nil {
		return ""
	}

	var lost []string
	if n := b.cuts(); n > 0 {
		lost = append(lost, fmt.Sprintf("%d cut", n))
	}
	if n := len(b.LeftOut); n > 0 {
		lost = append(lost, fmt.Sprintf("%d of %d left out", n, n+b.sources()))
	}

	return strings.Join(lost, ", ")
}

// sources returns how many files are sent.
func (b *Briefing) sources() (n int) {
	for _, p := range b.Parts {
		n += len(p.Sources)
	}
	return n
}

// cuts returns how many files are cut.
func (b *Briefing) cuts() (n int) {
	for _, p := range b.Parts {
		for _, s := range p.Sources {
			if s.Cut != nil {
				n++
			}
		}
	}
	return n
}

// Rows returns the sources in the order in which they are sent, the files that are left out, and the sum. The tokens of
// a file are those of its text as sent; the sum is of all that is sent. The error is ctx's.
func (b *Briefing) Rows(ctx context.Context) (rows []Row, err error) {
	var bytes int64
	var all tokens.Estimate
	for i, p := range b.Parts {
		n, err := b.estimate(ctx, p.Text)
		if err != nil {
			return nil, err
		}

		all = all.Add(n)
		bytes += int64(len(p.Text))
		for _, s := range p.Sources {
			if n, err = b.estimate(ctx, s.Text); err != nil {
				return nil, err
			}

			rows = append(rows, Row{
				Source: s, Part: i, Name: s.Path, Bytes: tools.Thousands(s.Sent), Tokens: inColumn(n),
				State: s.State(),
			})
		}
	}

	for i := range b.LeftOut {
		l := &b.LeftOut[i]
		rows = append(rows, Row{Left: l, Part: -1, Name: l.Path, State: "left out: " + l.Why})
	}

	sum := fmt.Sprintf("sum of %d parts, with the agent's words", len(b.Parts))
	switch len(b.Parts) {
	case 0:
		sum = "nothing is sent"
	case 1:
		sum = "sum of 1 part, with the agent's words"
	}

	last := Row{Part: -1, Name: "all", Bytes: tools.Thousands(bytes), Tokens: inColumn(all), State: sum}
	return append(rows, last), nil
}

// countBytes is a number of bytes in words.
func countBytes(n int64) string {
	if n == 1 {
		return "1 byte"
	}
	return tools.Thousands(n) + " bytes"
}

// Extent says in words how much of a source is sent, without figures of what is not.
func (s *Source) Extent() string {
	switch {
	case s.Cut != nil:
		return "cut in line " + tools.Thousands(s.Cut.Line)
	case s.Whole && s.blankBytes > 0:
		return "whole but for " + tools.Thousands(s.blankBytes) + " bytes of white space at its ends"
	case s.Whole:
		return "whole"
	case s.Sent == 0:
		return "named"
	}
	return "partly removed"
}

// State is Extent with how much is not sent, what kind of file it is and what imports it.
func (s *Source) State() string {
	text := s.Extent()
	switch {
	case s.Cut != nil:
		text += ": " + tools.Thousands(s.Cut.Lost) + " bytes are not sent"
	case !s.Whole && s.Sent > 0:
		text = countBytes(s.Size-s.Sent-s.lineEndBytes) + " removed, of " + tools.Thousands(s.Size)
	}

	if s.Kind != Instructions {
		text += ", " + string(s.Kind)
	}
	if len(s.By) > 0 {
		text += ", imported by " + filepath.Base(s.By[0])
	}

	return text
}

// Report is the form of a briefing for "context --json".
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
	// Cut is that of the first file that is cut.
	Cut    *Cut  `json:"cut,omitempty"`
	Tokens int64 `json:"tokens"`
}

// Report returns the briefing with its tokens counted. The error is ctx's.
func (b *Briefing) Report(ctx context.Context) (*Report, error) {
	t := b.Profile.Tool
	out := &Report{
		Version: 1, Agent: b.Profile.Name(), AgentVersion: t.Origin.Newest(), Aside: b.Profile.Aside,
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
			part.Cut = cmp.Or(part.Cut, s.Cut)
		}

		out.Parts = append(out.Parts, part)
	}

	return out, nil
}

// Tokens counts the tokens of a text as for the agent's reads.
func (b *Briefing) Tokens(ctx context.Context, text string) (int64, error) {
	n, err := b.estimate(ctx, text)
	return n.Count, err
}

// estimate counts the tokens of a text, and says how exact that is.
func (b *Briefing) estimate(ctx context.Context, text string) (tokens.Estimate, error) {
	return tokens.Of(ctx, b.Profile.Tool.Tokens, strings.NewReader(text), int64(len(text)), int64(len(text)))
}

// inColumn formats a number of tokens like the viewer of files, so that the two agree.
func inColumn(n tokens.Estimate) string {
	if n.Count == 0 {
		return "0"
	}
	return n.Number()
}
