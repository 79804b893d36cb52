package text

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

// Colours are the syntax colours of the lines near the screen. Commands compute them.
type Colours struct {
	text  *Text
	asked string // the language of --language; "" for none
	Lexer *highlight.Highlighter
	Lines map[int64]lineColours // by the offset of the line
	// undecided: of the first bytes, which may name the language, not all had arrived.
	Undecided bool
	chosenAt  int64 // the size of what had arrived when the language was chosen
}

// lineColours are the colours of a line.
type lineColours struct {
	Spans []highlight.Span
	rough bool // they are a guess so far, which asking again improves
}

// MaxColoured bounds the lines whose colours are kept.
const MaxColoured = 4096

func (c *Colours) init() {
	c.Lines = map[int64]lineColours{}
}

// Language is the name of the language that the text is coloured as; "" for none.
func (c *Colours) Language() string {
	if c.Lexer == nil {
		return ""
	}
	return c.Lexer.Language()
}

// chosenLexer is the lexer of a language; undecided: with more of the document it may be another.
type chosenLexer struct {
	lexer     *highlight.Highlighter
	undecided bool
}

// ChooseLanguage chooses the lexer in the background, by the file's name and first bytes. It then asks for the first
// colours.
func (c *Colours) ChooseLanguage() tea.Cmd {
	c.Lexer, c.Undecided = nil, false
	d := c.text.doc
	if d == nil {
		return nil
	}
	c.chosenAt = d.Shown().Size()
	view, name, complete := d.Shown().Bytes(), d.Path(), d.Shown().Complete()
	if d.Form().Compression != decode.None && d.Decoded() {
		name = strings.TrimSuffix(name, filepath.Ext(name)) // main.go.gz is Go
	}
	asked := c.asked
	return jobs.Ask(c.text.jobs, jobs.Language, func(context.Context) chosenLexer {
		if asked != "" {
			if lexer, ok := highlight.Named(asked); ok {
				return chosenLexer{lexer, false}
			}
		}
		head := make([]byte, min(languageHead, view.Size()))
		n, err := view.ReadAt(head, 0) // a read error shows in the pane; the name alone decides then
		lexer := highlight.New(name, head[:n])
		all := complete || n == languageHead || bytes.IndexByte(head[:n], '\n') >= 0 ||
			err != nil && !errors.Is(err, io.EOF)
		return chosenLexer{lexer, !all && lexer.Language() == ""}
	}, func(chosen chosenLexer) tea.Cmd {
		c.Lexer, c.Undecided = chosen.lexer, chosen.undecided
		return tea.Batch(c.text.host.Colour(), c.ChooseAgain())
	})
}

// languageHead is how many of the first bytes may name the language, up to the end of the first line.
const languageHead = 256

// ChooseAgain chooses the language again when more of the first bytes may have arrived since.
func (c *Colours) ChooseAgain() tea.Cmd {
	if !c.Undecided || c.text.jobs.Runs(jobs.Language) ||
		c.text.doc.Shown().Size() == c.chosenAt && !c.text.doc.Shown().Complete() {
		return nil
	}
	return c.ChooseLanguage()
}

// missing reports whether some of the units [from, to), as far as there are so many, have no colours yet.
func (c *Colours) missing(lines []page.Unit, from, to int) bool {
	for i := max(from, 0); i < min(to, len(lines)); i++ {
		if lines[i].Continued {
			continue
		}
		if l, ok := c.Lines[lines[i].Off]; !ok || l.rough {
			return true
		}
	}
	return false
}

// ColourFile does so for the file pane, and for half a screen above and below, so that lines have their colours when
// they come onto the screen.
func (c *Colours) ColourFile() tea.Cmd {
	if c.text.jobs.Runs(jobs.Colour) || c.text.doc == nil || c.text.hex || c.Language() == "" ||
		c.text.host.FileHidden() ||
		c.text.desk.Theme().Profile == themes.None {
		return nil
	}
	height := c.text.file.Height()
	lines, top := c.text.file.Near(height, 3*height)
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
	lexer, view, gen := c.Lexer, c.text.doc.Shown().Bytes(), c.text.doc.Shown().Snapshot().Generation
	return jobs.Try(c.text.jobs, jobs.Colour, func(ctx context.Context) (highlight.Result, error) {
		return lexer.Lines(ctx, view, gen, starts)
	}, func(res highlight.Result, err error) tea.Cmd {
		return c.takeColours(starts, res, err)
	})
}

// takeColours takes the colours of the lines at starts and asks for those that are still missing.
func (c *Colours) takeColours(starts []int64, res highlight.Result, err error) tea.Cmd {
	if len(c.Lines) > MaxColoured {
		clear(c.Lines)
	}
	for i, off := range starts {
		var l lineColours // drawn plain after an error; a read error shows where the text is read
		if err == nil {
			l = lineColours{res.Spans[i], res.More}
		}
		c.Lines[off] = l
	}
	c.text.file.Redraw()
	if err != nil {
		return nil
	}
	return c.ColourFile()
}

// Ask asks for a language by its name; "" is as the file's name and first line tell.
func (c *Colours) Ask(language string) { c.asked = language }
