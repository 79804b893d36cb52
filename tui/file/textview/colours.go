package textview

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/decode"
	"eyeline/reader/search"
	"eyeline/themes"
	"eyeline/tui/file/document"
	"eyeline/tui/file/filepages"
	"eyeline/tui/kit/highlight"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/options"
)

// coloursPart are the syntax colours of the lines near the screen. Commands compute them.
type coloursPart struct {
	view  *view
	asked string // the language of --language; "" is as the file's name and first line tell
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

// Ask has the text coloured as a language from the next choice on; "" is as the file's name and first line tell.
func (c *coloursPart) Ask(language string) { c.asked = language }

// Language is the name of the language that the text is coloured as; "" for none.
func (c *coloursPart) Language() string {
	if c.Lexer == nil {
		return ""
	}
	return c.Lexer.Language()
}

// languageHead is how many of the first bytes may name the language, up to the end of the first line.
const languageHead = 256

// ChooseLanguage chooses the lexer in the background, by the file's name and first bytes. It then asks for the first
// colours.
func (c *coloursPart) ChooseLanguage() tea.Cmd {
	c.Lexer = nil
	c.Undecided = false
	d := c.view.Doc
	if d == nil {
		return nil
	}

	c.chosenAt = d.Shown().Size()
	view := d.Shown().Bytes()
	name := d.Path()
	complete := d.Shown().Complete()
	if d.Form().Compression != decode.None && d.Decoded() {
		name = strings.TrimSuffix(name, filepath.Ext(name)) // main.go.gz is Go
	}

	asked := c.asked
	undecided := false
	return jobs.Ask(c.view.Jobs, jobs.Language, func(context.Context) *highlight.Highlighter {
		if lexer, ok := highlight.Named(asked); ok && asked != "" {
			return lexer
		}

		head := make([]byte, min(languageHead, view.Size()))
		n, err := view.ReadAt(head, 0) // a read error shows in the pane; the name alone decides then
		lexer := highlight.New(name, head[:n])
		all := complete || n == languageHead || bytes.IndexByte(head[:n], '\n') >= 0 ||
			err != nil && !errors.Is(err, io.EOF)
		undecided = !all && lexer.Language() == ""
		return lexer
	}, func(lexer *highlight.Highlighter) tea.Cmd {
		c.Lexer = lexer
		c.Undecided = undecided
		return c.ChooseAgain()
	})
}

// ChooseAgain chooses the language again when more of the first bytes may have arrived since.
func (c *coloursPart) ChooseAgain() tea.Cmd {
	if !c.Undecided || c.view.Jobs.Runs(jobs.Language) ||
		c.view.Shown().Size() == c.chosenAt && !c.view.Shown().Complete() {
		return nil
	}
	return c.ChooseLanguage()
}

// missing reports whether some of the units [from, to), cut to those that exist, have no colours yet.
func (c *coloursPart) missing(lines []filepages.Unit, from, to int) bool {
	return slices.ContainsFunc(lines[max(from, 0):min(to, len(lines))], func(u filepages.Unit) bool {
		l, ok := c.Lines[u.Off]
		return !u.Continued && (!ok || l.rough)
	})
}

// ColourFile does so for the file pane, and for half a screen above and below, so that lines have their colours when
// they come onto the screen.
func (c *coloursPart) ColourFile() tea.Cmd {
	if c.view.Jobs.Runs(jobs.Colour) || c.view.Doc == nil || c.view.Hex || c.Language() == "" ||
		c.view.program.Theme().Profile == themes.None {
		return nil
	}

	height := c.view.File.Height
	lines, top := c.view.File.Near(height, 3*height)
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

	lexer := c.Lexer
	view := c.view.Shown().Bytes()
	gen := c.view.Shown().Snapshot().Generation
	return jobs.Try(c.view.Jobs, jobs.Colour, func(ctx context.Context) (highlight.Result, error) {
		return lexer.Lines(ctx, view, gen, starts)
	}, func(res highlight.Result, err error) tea.Cmd {
		return c.storeColours(starts, res, err)
	})
}

// Forget forgets the colours of all lines, because the bytes have changed.
func (c *coloursPart) Forget() {
	c.view.Jobs.End(jobs.Colour)
	clear(c.Lines)
}

// storeColours stores the colours of the lines at starts.
func (c *coloursPart) storeColours(starts []int64, res highlight.Result, err error) tea.Cmd {
	if len(c.Lines) > MaxColoured {
		clear(c.Lines)
	}
	if err != nil { // drawn plain; a read error shows where the text is read
		res = highlight.Result{Spans: make([][]highlight.Span, len(starts))}
	}
	for i, off := range starts {
		c.Lines[off] = lineColours{res.Spans[i], res.More}
	}

	return nil
}

// LookForStyle looks whether the current page is coloured, or has letters printed over each other, where that is shown
// as what it means: patterns then are looked for in the bare text.
func (t *Text) LookForStyle() tea.Cmd {
	if t.styled || !t.File.Options.Colours {
		return nil
	}

	for _, l := range t.File.Lines() {
		if bytes.IndexByte(l.Head, 0x1B) >= 0 || bytes.IndexByte(l.Head, '\b') >= 0 {
			t.styled = true
			return t.recompile()
		}
	}

	return nil
}

// recompile reads the pattern of the search again, for another way of looking for it.
func (t *Text) recompile() tea.Cmd {
	s := t.Search
	if s.Pattern == nil {
		return nil
	}

	p, err := t.Compile(s.Pattern.String())
	if err != nil {
		return nil // it was read before
	}

	s.Pattern = p
	again := s.ResetSearch()
	s.Counter = search.NewCounter(p)
	return tea.Batch(again, s.CountMatches())
}

// OwnColours reports whether the colours that a document's text sets are shown: those of what is piped, unless the
// options say otherwise.
func OwnColours(o *options.Options, d *document.Document) bool {
	return o.ANSI == "always" || o.ANSI != "never" && d != nil && d.IsStream() && d.Revision() == ""
}
