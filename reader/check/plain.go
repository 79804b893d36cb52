package check

import (
	"bytes"
	"context"
	"fmt"

	"eyeline/reader/loss"
	"eyeline/reader/source"
	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// plainRead is what a tool makes of plain texts: found out from small ones, so of all.
type plainRead struct {
	// stats are those of a whole text without tabs and with some, but for Lines, which are those beside the text's.
	stats [2]tools.Stats
	whole bool // it gives them whole
	// What a line takes beside its text, on average: its number, and what is written otherwise.
	lineBytes, lineTokens float64
}

// plainReads has each tool read small texts.
func plainReads(ctx context.Context, all []*tools.Tool) []plainRead {
	const lines = 40
	few, many := []byte("value := list\n"), []byte("value := list\n")
	for i := range lines {
		many = fmt.Appendf(many, "\tvalue%d := list[%d]\n", i, i)
	}
	plain := make([]plainRead, len(all))
	for i, t := range all {
		p := &plain[i]
		short, ok := p.of(ctx, t, few, 0)
		long, also := p.of(ctx, t, many, 1)
		if p.whole = ok && also; !p.whole {
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
func (p *plainRead) of(ctx context.Context, t *tools.Tool, text []byte, tabs int) (content []byte, ok bool) {
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

// gives fills in a read of the file that env shares, and reports whether the limits of the tool tell that it gives all.
func (p *plainRead) gives(r *read, env tools.Env) bool {
	text, ok := r.tool.GivesWhole(env)
	if !ok || !p.whole {
		return false
	}
	r.stats = p.stats[min(text.Tabs, 1)]
	r.stats.Lines += text.Lines
	r.window = window.Window{Kind: window.Whole, End: text.Size, First: 1, Last: text.Lines, TotalLines: text.Lines}
	r.account = loss.Account{File: text.Size, Window: text.Size}
	r.calls, r.allSent, r.lines = 1, text.Size, text.Lines
	return true
}

// tokens estimates the tokens of a number of bytes and lines of files, in which a byte has ratio tokens, as the tool
// gives them: with what it puts before lines, without what it says around them.
func (p *plainRead) tokens(t *tools.Tool, ratio float64, bytes int64, lines float64) int64 {
	n := float64(bytes)*ratio + lines*p.lineTokens + 0.5
	return tokens.ByRule(t.Tokens, int64(n), bytes+int64(lines*p.lineBytes), true).Count
}
