package coverage

import (
	"bytes"
	"cmp"
	"context"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
)

// Placement is what one call gave of one file, laid against the file as it is.
type Placement struct {
	Lines []PlacedLine
	// Then are the lines in the file's own numbers when they were sent, Now those of them that are still there as they
	// were sent, in the file's numbers now. Now is Then where the file does not exist.
	Then, Now record.Ranges
	// Disagreement says in words that two ways of knowing the lines do not agree; "" when they do.
	Disagreement string
}

// PlacedLine is one line that a call gave.
type PlacedLine struct {
	// Content is the 0-based number of the line of the result's text that shows it, -1 when that is not known; Prefix
	// is how many bytes of that line come before the file's own text.
	Content int64
	Prefix  int
	Number  int64 // 1-based, in the file then
	Now     int64 // 1-based, in the file now; 0 when the line is not there
	Cut     bool
}

// Place lays what a call gave of a file, by the path that a [File] has, against the file as it is.
func Place(ctx context.Context, s *transcript.Session, root string, c *record.Call, path string) (Placement, error) {
	p := Placement{}
	w := s.Workspace(root)
	reads, err := s.Reads(c)
	text, _, err2 := s.Text(c.Result, record.TextLimit)
	if err = cmp.Or(err, err2); err != nil {
		return p, err
	}

	var known heldlines.KnownLines
	full := "" // the recorded path
	for _, r := range reads {
		if r.Rev != "" || r.Path != path && w.Short(r.Path) != path {
			continue
		}

		full = r.Path
		p.Disagreement = r.Disagreement
		known.TakeRead(hasher(s).Lines(c, r))
		p.Lines = append(p.Lines, placedLines(text, r)...)
	}

	for _, l := range known.Lines() {
		p.Then.Add(l.Number)
	}

	p.Then = p.Then.List()
	p.Now = p.Then
	if full == "" || len(p.Lines) == 0 {
		return p, nil
	}

	now, err := look(ctx, s, w, full, nil)
	if err != nil || !now.Exists {
		return p, ctx.Err()
	}

	p.layOver(&known, now)
	return p, nil
}

// layOver finds the lines in the file as it is.
func (p *Placement) layOver(known *heldlines.KnownLines, now *heldlines.Current) {
	a := now.Align(known)
	place := make(map[int64]int64, len(a.Lines)) // by the number then
	p.Now = record.Ranges{}

	for i, at := range a.Lines {
		if at >= 0 {
			place[a.Known[i].Number] = int64(at) + 1
			p.Now.Add(int64(at) + 1)
		}
	}

	for i := range p.Lines {
		p.Lines[i].Now = place[p.Lines[i].Number]
	}
}

// placedLines finds the lines of a read in the text of the whole result.
func placedLines(text []byte, r record.Read) []PlacedLine {
	at := 0 // of the read's text in the whole
	if len(text) != len(r.Text) {
		at = bytes.Index(text, []byte(r.Text))
	}

	lines := make([]PlacedLine, 0, len(r.Lines))
	content := int64(0)
	counted := 0
	for _, l := range r.Lines {
		placed := PlacedLine{Content: -1, Number: l.Number, Cut: l.Cut}
		if at >= 0 && at+l.Start >= counted && at+l.Start <= len(text) {
			content += int64(bytes.Count(text[counted:at+l.Start], []byte("\n")))
			counted = at + l.Start
			placed.Content = content
			placed.Prefix = counted - (bytes.LastIndexByte(text[:counted], '\n') + 1)
		}

		lines = append(lines, placed)
	}

	return lines
}
