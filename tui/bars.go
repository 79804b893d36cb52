package tui

import (
	"fmt"
	"strings"

	"eyeline/reader/source/revision"
	"eyeline/reader/tools"
	"eyeline/themes"
	"eyeline/tui/bar"
	"eyeline/tui/document"
	"eyeline/tui/draw"
	"eyeline/tui/jobs"
	"eyeline/tui/request"
)

// This file gathers what the rows above and below the panes say; package bar draws them.

// part is a piece of such a row.
type part = bar.Part

// titleBar names the file and the request.
func (m *Model) titleBar() string {
	d := m.doc
	if d == nil {
		return bar.Title{NoFile: true}.Row(m.theme, m.width)
	}
	revision, name := shownName(d)
	t := bar.Title{
		Revision: revision, Name: name, Place: m.at + 1, Of: len(m.opts.Paths),
		Language: m.hl.language(), Form: formName(d.Form()), Size: d.Raw().Size(),
		Lines: -1, Counted: d.Shown().Lines().Covered(), Total: d.Shown().Size(),
		Incomplete: m.incomplete(), Arriving: !d.Shown().Complete(), Partly: d.Shown().Paused(),
		Agent: agentOf(m.req.Tool()), Request: m.requestWords(),
	}
	if total, known := d.Shown().TotalLines(); known {
		t.Lines = total
	}
	if m.sent != nil {
		m.sentTitle(&t)
	}
	return t.Row(m.theme, m.width)
}

// shownName is how a document is called on the screen: its name, and before it the git revision with a colon, if it is
// of one.
func shownName(d *document.Document) (rev, name string) {
	n, ok := revision.Parse(d.Revision())
	if !ok || d.Name() != d.Revision() {
		return "", plain(d.Name())
	}
	const id, short = 40, 10 // characters
	if rev = strings.TrimSuffix(n.Text, n.Path); len(n.Rev) >= id && strings.Trim(n.Rev, "0123456789abcdef") == "" {
		rev = n.Rev[:short] + ":"
	}
	return plain(rev), plain(n.Path)
}

// incomplete reports whether reading failed before the end of what is shown.
func (m *Model) incomplete() bool {
	d := m.doc
	return d.Shown().Err() != nil && (d.IsStream() || d.Decoded())
}

// modelLine says what the model gets.
func (m *Model) modelLine() string {
	if m.sent != nil {
		return m.sentLine()
	}
	l := bar.ModelLine{
		NoFile: m.doc == nil, Arriving: m.arriving(),
		Reading: m.jobs.Runs(jobs.Read), Counting: m.jobs.Runs(jobs.Tokens),
	}
	r := m.reading
	if r != nil {
		l.Tokens, l.Walk = r.tokens, m.walkWords()
		if r.refused != "" {
			l.Offer = m.offer()
		}
		l.Refused, l.Estimated = plain(r.refused), r.estimated
		if r.failed != nil {
			l.Failed = plain(r.failed.Error())
		}
		given := r.given()
		given.Arriving = l.Arriving
		l.Given = &given
	}
	return l.Row(m.theme, m.width)
}

// given is what the tool gave, for the words about it.
func (r *reading) given() bar.Given {
	return bar.Given{
		Window: r.win, Stats: r.stats, Mode: r.req.Mode(), Size: sizeArgument(r.req), First: r.firstLine,
		Kind: r.kind, Instead: plain(r.instead), Notes: len(r.notes), Estimated: r.estimated,
	}
}

// sizeArgument is the argument that says how much a request asks for, as the tool's schema names it; "" when it has
// none.
func sizeArgument(r request.Request) string {
	tool := r.Tool()
	if tool == nil {
		return ""
	}
	place, _ := tool.Place(r.Mode())
	if p, ok := tool.Param(place.Size); ok {
		return paramName(p)
	}
	return ""
}

// agentOf names the agent whose tool it is, and its version; "" for a tool of a contract alone.
func agentOf(t *tools.Tool) string {
	if t == nil || t.Since.How == tools.ByContract {
		return ""
	}
	return t.Since.Agent + " " + t.Since.ShortVersion()
}

// requestWords are the request in a few words: codex, block, anchor 142, levels 2.
func (m *Model) requestWords() []string {
	r := m.req
	words := []string{r.ToolName(), request.ModeName(r.Mode())}
	switch r.Mode() {
	case tools.ModeSlice:
		place, _ := r.Tool().Place(tools.ModeSlice)
		if place.Movable() {
			words = append(words, fmt.Sprintf("from %d", r.Place()))
		}
		if !place.Sizable() {
			break
		}
		if !r.HasSize() && place.Size0 == 0 {
			break // as far as the tool goes
		}
		if _, _, ranged := r.Range(); !ranged {
			words = append(words, fmt.Sprintf("limit %d", r.Size()))
		} else if r.HasSize() {
			words = append(words, count(r.Size(), "line"))
		}
	case tools.ModeBlock:
		words = append(words, fmt.Sprintf("anchor %d", r.Place()))
		words = append(words, levelsWord(r.Size()))
		v := r.Values()
		if on, _ := v[r.Block().Siblings].(bool); on {
			words = append(words, "siblings")
		}
		if on, given := v[r.Block().Header].(bool); given && !on {
			words = append(words, "no header")
		}
	case tools.ModeBytes:
		words = append(words, "@"+group(r.Place()), size(r.Size()))
	}
	if r.Follows() {
		words = append(words, "follows")
	}
	return words
}

// bar draws parts on a row of the screen's width; see [bar.Row].
func (m *Model) bar(left, right []part, fill themes.Role) string {
	return bar.Row(m.theme, m.width, left, right, fill)
}

// canvas is what rows as wide as the screen are drawn on.
func (m *Model) canvas() draw.Canvas {
	return draw.Canvas{Theme: m.theme, Width: m.width, ASCII: m.opts.ASCII}
}

// put writes text in a role's style.
func (m *Model) put(b *strings.Builder, role themes.Role, text string) {
	bar.Put(b, m.theme, role, text)
}
