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
	"eyeline/tui/stamp"
)

// colours are the syntax colours of the lines near the screen. Commands compute them.
type colours struct {
	asked string // the language of --language; "" for none
	lexer *highlight.Highlighter
	spans map[int64][]highlight.Span // by the offset of the line
	rough map[int64]bool             // lines whose colours are a guess so far, which asking again improves
	// outputs are the colours of what tools give.
	outputs map[outputLine]outputSpans
	// undecided: of the first bytes, which may name the language, not all had arrived.
	undecided bool
	chosenAt  int64 // the size of what had arrived when the language was chosen
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
	c.spans, c.rough, c.outputs = map[int64][]highlight.Span{}, map[int64]bool{}, map[outputLine]outputSpans{}
}

// resetColours forgets all colours, because the bytes have changed.
func (s *sheet) resetColours() {
	s.jobs.end(jobColour)
	clear(s.hl.spans)
	clear(s.hl.rough)
	s.jobs.end(jobOutputColour)
	clear(s.hl.outputs)
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
	s.hl.chosenAt = d.shown.snap.Size
	_, x := s.start(jobLanguage)
	view, name, complete := d.shown.view(), d.path, d.shown.snap.Complete
	if d.form.Compression != decode.None && d.decoded() {
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
	if !m.hl.undecided || m.jobs.runs(jobLanguage) || m.doc.shown.snap.Size == m.hl.chosenAt && !m.doc.shown.snap.Complete {
		return nil
	}
	return m.chooseLanguage()
}

// colour computes, in the background, the colours of the lines on the screen that have none yet.
func (m *Model) colour() tea.Cmd { return tea.Batch(m.colourFile(), m.colourOutputs()) }

// colourFile does so for the file pane.
func (m *Model) colourFile() tea.Cmd {
	c := &m.hl
	if c.lexer == nil || m.jobs.runs(jobColour) || m.hex || m.doc == nil || c.lexer.Language() == "" || m.panes() == layoutModel || m.theme.Profile == themes.None {
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
	ctx, x := m.start(jobColour)
	lexer, view, gen := c.lexer, m.doc.shown.view(), m.doc.shown.snap.Generation
	return func() tea.Msg {
		res, err := lexer.Lines(ctx, view, gen, starts)
		return colouredMsg{Stamp: x, starts: starts, result: res, err: err}
	}
}

// handleColours takes colours and asks for those that are still missing.
func (m *Model) handleColours(msg colouredMsg) tea.Cmd {
	c := &m.hl
	m.jobs.end(jobColour)
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
	m.invalidateRows()
	return m.colourFile()
}
