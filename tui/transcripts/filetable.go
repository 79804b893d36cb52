package transcripts

import (
	"fmt"
	"path/filepath"
	"strings"

	"eyeline/keymap"
	sent "eyeline/reader/transcript/coverage"
	"eyeline/themes"
	"eyeline/tui/bar"
	"eyeline/tui/cells"
	"eyeline/tui/coverage"
	"eyeline/tui/draw"
	"eyeline/tui/words"
)

var _ table = (*filesScreen)(nil)

func (f *filesScreen) noun() (noun, hint string) { return "files", "type a part of a path" }

// notes say, below the title, what the record has other than was sent. A list of few rows is not made shorter by them,
// and none by more than a third.
func (f *filesScreen) notes(height int) []string {
	if f.view == nil || f.view.Note == "" || height < roomForNote {
		return nil
	}
	var out []string
	for _, text := range cells.WrapWords(cells.Sanitize(f.view.Note), f.canvas().Width-2) {
		out = append(out, f.canvas().Line(themes.Dim, " "+text))
	}
	if len(out) > height/3 {
		return nil
	}
	return out
}

// roomForNote is from how many rows of a list on its transcript's note is shown.
const roomForNote = 14

// title names the run.
func (f *filesScreen) title() string {
	if f.view == nil {
		return f.canvas().Bar([]bar.Part{{Text: cells.Sanitize(filepath.Base(f.path)), Role: themes.Title, Keep: 9}},
			nil, themes.TitleDim)
	}
	c := f.view.Coverage
	left := []bar.Part{
		{Text: cells.Sanitize(f.view.Title()), Role: themes.Title, Keep: 9},
		{Text: "  " + cells.Sanitize(c.Dir), Role: themes.TitleDim, Keep: 5},
	}
	if !c.Started.IsZero() {
		left = append(left, bar.Part{
			Text: "  " + c.Started.Local().Format("2006-01-02 15:04"), Role: themes.TitleDim,
			Keep: 4,
		})
	}
	right := []bar.Part{{
		Text: words.Count(int64(len(c.Files)), "file") + " · " + words.Count(int64(c.Calls), "call"),
		Role: themes.TitleAccent, Keep: 8,
	}}
	if f.services.Follow {
		right = append(right, bar.Part{Text: " · following", Role: themes.TitleAccent, Keep: 6})
	}
	for _, one := range []struct {
		n    int
		text string
	}{{len(c.Compactions), "compaction"}, {len(c.BadLines), "malformed line"}, {c.Unknown, "unknown record"}} {
		if one.n > 0 {
			right = append(right, bar.Part{
				Text: " · " + words.Count(int64(one.n), one.text), Role: themes.TitleDim,
				Keep: 2,
			})
		}
	}
	return f.canvas().Bar(left, right, themes.TitleDim)
}

func (f *filesScreen) emptyText() string {
	switch {
	case f.stopped:
		return "the reading of the transcript was stopped; " + f.keyName(keymap.TakeItem) + " reads it again"
	case f.failed != "":
		return "cannot open the transcript: " + f.failed
	case f.view == nil:
		return f.openingText()
	case len(f.view.Coverage.Files) == 0:
		return "no call gave or changed lines of a file"
	case len(f.list.order) == 0:
		return "no file matches"
	}
	return ""
}

func (f *filesScreen) columns(row int) []draw.Cell {
	var file *sent.File
	if row >= 0 {
		file = &f.view.Coverage.Files[row]
	}
	barWidth := max(min(f.canvas().Width/6, 24), 6)
	out := []draw.Cell{
		{Text: "file", Role: themes.Dim},
		{Text: "sent", Width: barWidth, Role: themes.Dim, Keep: 6},
		{Text: "%", Width: 7, Right: true, Role: themes.Dim, Keep: 9},
		{Text: "reads", Width: 5, Right: true, Role: themes.Dim, Keep: 3},
		{Text: "changes", Width: 7, Right: true, Role: themes.Dim, Keep: 2},
		{Text: "", Width: f.marksWidth(), Role: themes.Dim, Keep: 5},
	}
	if file != nil {
		out[0].Text, out[0].Role = cells.Sanitize(file.Path), themes.Text
		out[1].Text = "" // drawn below
		out[2].Text, out[2].Role = shareText(file), themes.ModelLineValue
		out[3].Text, out[3].Role = dashed(int64(file.Reads)), themes.Text
		out[4].Text, out[4].Role = dashed(int64(len(file.Changes))), themes.Text
		out[5].Text, out[5].Role = fileMarks(file, out[5].Width), themes.ModelLineWarn
	}
	out = f.canvas().Fit(out, min(18, f.canvas().Width/2))
	if f.view != nil { // paths take what they need, the bar some of what is left
		spare := max(out[0].Width-max(f.view.Widest, 12), 0)
		out[0].Width -= spare
		if out[1].Width > 0 {
			out[1].Width += min(spare, 2*barWidth)
		}
	}
	if file != nil && out[1].Width > 0 {
		out[1].Pieces = coveragePieces(coverage.Bar(file, out[1].Width), f.canvas().ASCII)
	}
	return out
}

// coveragePieces are the states of a bar as they are drawn.
func coveragePieces(states []coverage.State, ascii bool) []draw.Piece {
	pieces := []draw.Piece{}
	for i := 0; i < len(states); {
		n := 1
		for i+n < len(states) && states[i+n] == states[i] {
			n++
		}
		pieces = append(pieces, draw.Piece{Text: strings.Repeat(states[i].Sign(ascii), n), Role: states[i].Role()})
		i += n
	}
	return pieces
}

// marksWidth is the width of the marks: of words from 100 columns on, else of letters.
func (f *filesScreen) marksWidth() int {
	if f.canvas().Width >= 100 {
		return wordsWidth
	}
	return 6
}

// wordsWidth is the width of a column in which marks are words.
const wordsWidth = 34

// shareText is how much of a file was sent, or why that cannot be said.
func shareText(f *sent.File) string {
	switch share := coverage.Share(f); {
	case share >= 0:
		return fmt.Sprintf("%d%%", share)
	case f.Outside:
		return "outside"
	}
	return "gone"
}

// fileMarks are the marks of a file: what a person should look at. In a narrow column they are letters.
func fileMarks(f *sent.File, width int) string {
	var words []string
	letters := ""
	for _, one := range []struct {
		n      int64
		letter string
		word   string
	}{
		{f.Cut.Count(), "c", "cut"},
		{int64(f.Refused), "r", "refused"},
		{coverage.Blind(f), "b", "changed blind"},
		{f.Changed.Count(), "~", "changed since"},
		{int64(f.Unknown), "?", "unknown"},
		{int64(f.Disagree), "!", "disagree"},
	} {
		if one.n > 0 {
			words = append(words, fmt.Sprintf("%s %d", one.word, one.n))
			letters += one.letter
		}
	}
	if width < 10 {
		return letters
	}
	return strings.Join(words, ", ")
}

// dashed is a number, with a dash for none.
func dashed(n int64) string {
	if n == 0 {
		return "-"
	}
	return words.Group(n)
}
