package tui

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/decode"
	"eyeline/themes"
	"eyeline/tui/highlight"
	"eyeline/tui/jobs"
	"eyeline/tui/page"
)

// colours are the syntax colours of the lines near the screen. Commands compute them.
type colours struct {
	asked string // the language of --language; "" for none
	lexer *highlight.Highlighter
	lines map[int64]lineColours // by the offset of the line
	// undecided: of the first bytes, which may name the language, not all had arrived.
	undecided bool
	chosenAt  int64 // the size of what had arrived when the language was chosen
}

// lineColours are the colours of a line.
type lineColours struct {
	spans []highlight.Span
	rough bool // they are a guess so far, which asking again improves
}

// maxColoured bounds the lines whose colours are kept.
const maxColoured = 4096

func (c *colours) init() {
	c.lines = map[int64]lineColours{}
}

// resetColours forgets all colours, because the bytes have changed.
func (s *sheet) resetColours() {
	s.jobs.End(jobs.Colour, jobs.OutputColour)
	clear(s.hl.lines)
	s.file.Redraw()
	clear(s.painted)
	s.output.Redraw()
}

func (c *colours) language() string {
	if c.lexer == nil {
		return ""
	}
	return c.lexer.Language()
}

// chosenLexer is the lexer of a language; undecided: with more of the document it may be another.
type chosenLexer struct {
	lexer     *highlight.Highlighter
	undecided bool
}

// chooseLanguage chooses the lexer in the background, by the file's name and first bytes. It then asks for the first colours.
func (m *Model) chooseLanguage() tea.Cmd {
	m.hl.lexer, m.hl.undecided = nil, false
	d := m.doc
	if d == nil {
		return nil
	}
	m.hl.chosenAt = d.Shown().Size()
	view, name, complete := d.Shown().Bytes(), d.Path(), d.Shown().Complete()
	if d.Form().Compression != decode.None && d.Decoded() {
		name = strings.TrimSuffix(name, filepath.Ext(name)) // main.go.gz is Go
	}
	asked := m.hl.asked
	return jobs.Ask(m.jobs, jobs.Language, func(context.Context) chosenLexer {
		if asked != "" {
			if lexer, ok := highlight.Named(asked); ok {
				return chosenLexer{lexer, false}
			}
		}
		head := make([]byte, min(languageHead, view.Size()))
		n, err := view.ReadAt(head, 0) // a read error shows in the pane; the name alone decides then
		lexer := highlight.New(name, head[:n])
		all := complete || n == languageHead || bytes.IndexByte(head[:n], '\n') >= 0 || err != nil && !errors.Is(err, io.EOF)
		return chosenLexer{lexer, !all && lexer.Language() == ""}
	}, func(c chosenLexer) tea.Cmd {
		m.hl.lexer, m.hl.undecided = c.lexer, c.undecided
		return tea.Batch(m.colour(), m.chooseAgain())
	})
}

// languageHead is how many of the first bytes may name the language, up to the end of the first line.
const languageHead = 256

// chooseAgain chooses the language again when more of the first bytes may have arrived since.
func (m *Model) chooseAgain() tea.Cmd {
	if !m.hl.undecided || m.jobs.Runs(jobs.Language) || m.doc.Shown().Size() == m.hl.chosenAt && !m.doc.Shown().Complete() {
		return nil
	}
	return m.chooseLanguage()
}

// colour computes, in the background, the colours of the lines on the screen that have none yet.
func (m *Model) colour() tea.Cmd { return tea.Batch(m.colourFile(), m.colourOutputs()) }

// missing reports whether some of the units [from, to), as far as there are so many, have no colours yet.
func (c *colours) missing(lines []page.Unit, from, to int) bool {
	for i := max(from, 0); i < min(to, len(lines)); i++ {
		if lines[i].Continued {
			continue
		}
		if l, ok := c.lines[lines[i].Off]; !ok || l.rough {
			return true
		}
	}
	return false
}

// colourFile does so for the file pane, and for half a screen above and below, so that lines have their colours when they come onto
// the screen.
func (m *Model) colourFile() tea.Cmd {
	c := &m.hl
	if m.jobs.Runs(jobs.Colour) || m.doc == nil || m.hex || c.language() == "" || m.fileHidden() ||
		m.theme.Profile == themes.None {
		return nil
	}
	height := m.file.Height()
	lines, top := m.file.Near(height, 3*height)
	if !c.missing(lines, top-height/2, top+height+height/2) {
		return nil
	}
	if c.missing(lines, top, top+height) { // a person waits for these
		lines = lines[max(top-height/2, 0):min(top+2*height, len(lines))]
	}
	starts := make([]int64, 0, len(lines))
	for _, l := range lines {
		if !l.Continued {
			starts = append(starts, l.Off)
		}
	}
	lexer, view, gen := c.lexer, m.doc.Shown().Bytes(), m.doc.Shown().Snapshot().Generation
	return jobs.Try(m.jobs, jobs.Colour, func(ctx context.Context) (highlight.Result, error) {
		return lexer.Lines(ctx, view, gen, starts)
	}, func(res highlight.Result, err error) tea.Cmd {
		return m.takeColours(starts, res, err)
	})
}

// takeColours takes the colours of the lines at starts and asks for those that are still missing.
func (m *Model) takeColours(starts []int64, res highlight.Result, err error) tea.Cmd {
	c := &m.hl
	if len(c.lines) > maxColoured {
		clear(c.lines)
	}
	for i, off := range starts {
		var l lineColours // drawn plain after an error; a read error shows where the text is read
		if err == nil {
			l = lineColours{res.Spans[i], res.More}
		}
		c.lines[off] = l
	}
	m.file.Redraw()
	if err != nil {
		return nil
	}
	return m.colourFile()
}
