// Package plainread, which changes without notice, tells from reads of small texts what a tool makes of every plain
// text that is far from its limits, so that a check need not render it.
package plainread

import (
	"bytes"
	"context"
	"fmt"

	"eyeline/reader/loss"
	"eyeline/reader/source"
	"eyeline/reader/tokens"
	"eyeline/reader/tools"
)

// Read is what a tool makes of plain texts: found out from small ones, so of all.
type Read struct {
	// stats are those of a whole text without tabs and with some, but for Lines, which are those beside the text's.
	stats [2]tools.Stats
	whole bool // it gives them whole
	// What a line takes beside its text, on average: its number, and what is written otherwise.
	lineBytes, lineTokens float64
}

// Of has each tool read small texts.
func Of(ctx context.Context, all []*tools.Tool) []Read {
	const lines = 40
	few := []byte("value := list\n")
	many := []byte("value := list\n")
	for i := range lines {
		many = fmt.Appendf(many, "\tvalue%d := list[%d]\n", i, i)
	}

	plain := make([]Read, len(all))
	for i, t := range all {
		p := &plain[i]
		short, ok := p.of(ctx, t, few, 0)
		long, also := p.of(ctx, t, many, 1)
		p.whole = ok && also
		if !p.whole {
			continue
		}

		added := func(size func(p []byte) int64) float64 {
			return float64(size(long)-size(short)-size(many)+size(few)) / lines
		}

		p.lineBytes = added(func(p []byte) int64 { return int64(len(p)) })
		p.lineTokens = added(func(p []byte) int64 { return tokens.OfText(string(p)) })
	}

	return plain
}

// of has a tool read a text, and returns the content; ok is false where it does not give all of the text.
func (p *Read) of(ctx context.Context, t *tools.Tool, text []byte, tabs int) (content []byte, ok bool) {
	var m source.Memory
	m.Reset(text)
	file := "x.txt"
	if t.Paths == tools.PathAbsolute {
		file = "/" + file
	}

	r, err := t.Read(ctx, tools.Env{Root: "/", Stream: &m}, tools.BuildArgs(t, file, nil))
	if err != nil {
		return nil, false
	}

	defer r.Close()
	var b bytes.Buffer
	if p.stats[tabs], err = r.Render(ctx, &b); err != nil {
		return nil, false
	}

	p.stats[tabs].Lines -= m.Lines(m.Size())
	return b.Bytes(), loss.AccountOf(r, p.stats[tabs]).Outside() == 0
}

// Gives is what a first read of the file that env shares gives, in one call; false where the limits of the tool do not
// tell that it gives all.
func (p *Read) Gives(t *tools.Tool, env tools.Env) (text tools.PlainText, stats tools.Stats, whole bool) {
	text, ok := t.GivesWhole(env)
	if !ok || !p.whole {
		return text, stats, false
	}
	stats = p.stats[min(text.Tabs, 1)]
	stats.Lines += text.Lines
	return text, stats, true
}

// Tokens estimates the tokens of a number of bytes and lines of files, in which a byte has ratio tokens, as the tool
// gives them: with what it puts before lines, without what it says around them.
func (p *Read) Tokens(t *tools.Tool, ratio float64, bytes int64, lines float64) int64 {
	n := float64(bytes)*ratio + lines*p.lineTokens + 0.5
	return tokens.ByRule(t.Tokens, int64(n), bytes+int64(lines*p.lineBytes), true).Count
}
