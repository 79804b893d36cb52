package tui

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/decode"
	"eyeline/themes"
	"eyeline/tui/highlight"
	"eyeline/tui/page"
	"eyeline/tui/stamp"
)

// colours are the syntax colours of the lines near the screen. Commands compute them.
type colours struct {
	asked string // the language of --language; "" for none
	lexer *highlight.Highlighter
	lines map[int64]lineColours // by the offset of the line
	// outputs are the colours of what tools give.
	outputs map[outputLine]outputSpans
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

// languageMsg brings the lexer of the file's language.
type languageMsg struct {
	stamp.Stamp
	lexer     *highlight.Highlighter
	undecided bool // with more of the document it may be another
}

// colouredMsg brings the colours of the lines at starts.
type colouredMsg struct {
	stamp.Stamp
	starts []int64
	result highlight.Result
	err    error
}

func (c *colours) init() {
	c.lines, c.outputs = map[int64]lineColours{}, map[outputLine]outputSpans{}
}

// resetColours forgets all colours, because the bytes have changed.
func (s *sheet) resetColours() {
	s.jobs.end(jobColour)
	clear(s.hl.lines)
	s.file.Redraw()
	s.jobs.end(jobOutputColour)
	clear(s.hl.outputs)
	s.output.Redraw()
}

func (c *colours) language() string {
	if c.lexer == nil {
		return ""
	}
	return c.lexer.Language()
}

// chooseLanguage chooses the lexer in the background, by the file's name and first bytes.
func (s *sheet) chooseLanguage() tea.Cmd {
	s.hl.lexer, s.hl.undecided = nil, false
	d := s.doc
	if d == nil {
		return nil
	}
	s.hl.chosenAt = d.Shown().Size()
	_, x := s.start(jobLanguage)
	view, name, complete := d.Shown().Bytes(), d.Path(), d.Shown().Complete()
	if d.Form().Compression != decode.None && d.Decoded() {
		name = strings.TrimSuffix(name, filepath.Ext(name)) // main.go.gz is Go
	}
	asked := s.hl.asked
	return func() tea.Msg {
		if asked != "" {
			if lexer, ok := highlight.Named(asked); ok {
				return languageMsg{x, lexer, false}
			}
		}
		head := make([]byte, min(languageHead, view.Size()))
		n, err := view.ReadAt(head, 0) // a read error shows in the pane; the name alone decides then
		lexer := highlight.New(name, head[:n])
		all := complete || n == languageHead || bytes.IndexByte(head[:n], '\n') >= 0 || err != nil && !errors.Is(err, io.EOF)
		return languageMsg{x, lexer, !all && lexer.Language() == ""}
	}
}

// languageHead is how many of the first bytes may name the language, up to the end of the first line.
const languageHead = 256

// handleLanguage takes the lexer and asks for the first colours.
func (m *Model) handleLanguage(msg languageMsg) tea.Cmd {
	m.jobs.end(jobLanguage)
	m.hl.lexer, m.hl.undecided = msg.lexer, msg.undecided
	return tea.Batch(m.colour(), m.chooseAgain())
}

// chooseAgain chooses the language again when more of the first bytes may have arrived since.
func (m *Model) chooseAgain() tea.Cmd {
	if !m.hl.undecided || m.jobs.runs(jobLanguage) || m.doc.Shown().Size() == m.hl.chosenAt && !m.doc.Shown().Complete() {
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
	if c.lexer == nil || m.jobs.runs(jobColour) || m.hex || m.doc == nil || c.lexer.Language() == "" || m.panes() == layoutModel || m.theme.Profile == themes.None {
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
	ctx, x := m.start(jobColour)
	lexer, view, gen := c.lexer, m.doc.Shown().Bytes(), m.doc.Shown().Snapshot().Generation
	return func() tea.Msg {
		res, err := lexer.Lines(ctx, view, gen, starts)
		return colouredMsg{Stamp: x, starts: starts, result: res, err: err}
	}
}

// handleColours takes colours and asks for those that are still missing.
func (m *Model) handleColours(msg colouredMsg) tea.Cmd {
	c := &m.hl
	m.jobs.end(jobColour)
	if len(c.lines) > maxColoured {
		clear(c.lines)
	}
	for i, off := range msg.starts {
		var l lineColours // drawn plain after an error; a read error shows where the text is read
		if msg.err == nil {
			l = lineColours{msg.result.Spans[i], msg.result.More}
		}
		c.lines[off] = l
	}
	m.file.Redraw()
	if msg.err != nil {
		return nil
	}
	return m.colourFile()
}
