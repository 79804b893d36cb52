package tui

import (
	"context"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/decode"
	"eyeline/themes"
	"eyeline/tui/highlight"
)

// colours holds the syntax colours of the lines near the screen; commands compute them.
type colours struct {
	lexer  *highlight.Highlighter
	spans  map[int64][]highlight.Span // by the offset of the line
	rough  map[int64]bool             // lines whose colours may get better
	asked  uint64
	busy   bool
	cancel context.CancelFunc
	doc    uint64
}

// maxColoured bounds the lines whose colours are kept.
const maxColoured = 4096

// colouredMsg carries colours, or a lexer made ready.
type colouredMsg struct {
	doc    uint64
	asked  uint64
	lexer  *highlight.Highlighter
	starts []int64
	result highlight.Result
	err    error
}

func (c *colours) init() { c.spans, c.rough = map[int64][]highlight.Span{}, map[int64]bool{} }

// reset forgets all colours: the bytes changed.
func (c *colours) reset() {
	if c.cancel != nil {
		c.cancel()
		c.cancel = nil
	}
	c.busy = false
	c.asked++
	clear(c.spans)
	clear(c.rough)
}

func (c *colours) language() string {
	if c.lexer == nil {
		return ""
	}
	return c.lexer.Language()
}

// prepare chooses the lexer by the file's name and first bytes.
func (c *colours) prepare(d *document) tea.Cmd {
	c.lexer = nil
	if d == nil {
		return nil
	}
	c.doc = d.number
	view, name, id := d.view(), d.path, d.number
	if d.form.Compression != decode.None && d.decoded() {
		name = strings.TrimSuffix(name, filepath.Ext(name)) // main.go.gz holds Go
	}
	return func() tea.Msg {
		head := make([]byte, min(256, view.Size()))
		n, _ := view.ReadAt(head, 0) // a read error shows in the pane; the name alone decides then
		return colouredMsg{doc: id, lexer: highlight.New(name, head[:n])}
	}
}

// colour asks for the colours of the file pane's lines that lack them.
func (m *Model) colour() tea.Cmd {
	c := &m.hl
	if c.lexer == nil || c.busy || m.hex || m.doc == nil || c.lexer.Language() == "" || m.shows == layoutModel || m.theme.Profile == themes.None {
		return nil
	}
	height := m.file.Height()
	lines, top := m.file.Near(height/2, 2*height)
	missing := false
	var starts []int64
	for i, l := range lines {
		if l.Continued {
			continue
		}
		starts = append(starts, l.Off)
		if _, ok := c.spans[l.Off]; (!ok || c.rough[l.Off]) && i >= top && i < top+height {
			missing = true
		}
	}
	if !missing || len(starts) == 0 {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	c.cancel = cancel
	c.asked++
	c.busy = true
	asked, lexer, view, id, gen := c.asked, c.lexer, m.doc.view(), m.doc.number, m.doc.snap.Generation
	return func() tea.Msg {
		defer cancel()
		res, err := lexer.Lines(ctx, view, gen, starts)
		return colouredMsg{doc: id, asked: asked, starts: starts, result: res, err: err}
	}
}

func (m *Model) coloured(msg colouredMsg) tea.Cmd {
	c := &m.hl
	if msg.doc != c.doc || m.doc == nil || msg.doc != m.doc.number {
		return nil
	}
	if msg.lexer != nil {
		c.lexer = msg.lexer
		return m.colour()
	}
	if msg.asked != c.asked {
		return nil
	}
	c.busy, c.cancel = false, nil
	if msg.err != nil {
		for _, off := range msg.starts {
			c.spans[off] = nil // drawn plain; a read error shows where the text is read
		}
		return nil
	}
	if len(c.spans) > maxColoured {
		clear(c.spans)
		clear(c.rough)
	}
	for i, off := range msg.starts {
		c.spans[off] = msg.result.Spans[i]
		if msg.result.More {
			c.rough[off] = true
		} else {
			delete(c.rough, off)
		}
	}
	m.fresh()
	return m.colour()
}
