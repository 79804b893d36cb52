package transcript

import (
	"bytes"
	"context"
	"strings"
)

// Placed is what one call gave of one file, laid against the file as it is.
type Placed struct {
	Lines []PlacedLine
	// Then are the lines in the file's own numbers when they were sent, Now those of them that are still there as they were
	// sent, in the file's numbers now. Now is Then where the file does not exist.
	Then, Now []Range
	How       How
	// Disagreement says in words that two ways of knowing the lines do not agree; "" when they do.
	Disagreement string
}

// PlacedLine is one line that a call gave.
type PlacedLine struct {
	// Content is the 0-based number of the line of the result's text that shows it, -1 when that is not known; Prefix is how
	// many bytes of that line come before the file's own text.
	Content int64
	Prefix  int
	Number  int64 // 1-based, in the file then
	Now     int64 // 1-based, in the file now; 0 when the line is not there
	Cut     bool
}

// Placed lays what a call gave of a file, by the path that a FileCoverage has, against the file as it is.
func (s *Session) Placed(ctx context.Context, root string, c *Call, path string) (Placed, error) {
	p := Placed{}
	dir, _, _, _ := s.place(root, path)
	reads, err := s.Reads(c)
	if err != nil {
		return p, err
	}
	text, _, err := s.Text(c.Result, textLimit)
	if err != nil {
		return p, err
	}
	var picture picture
	h := s.hasher()
	full := ""
	for _, r := range reads {
		if r.Rev != "" || r.Path != path && shorten(dir, r.Path) != path {
			continue
		}
		full = r.Path
		p.How, p.Disagreement = r.How, r.Disagreement
		picture.sent(h.held(c.Number, r.Lines, r.Text))
		p.Lines = append(p.Lines, placedLines(text, r)...)
	}
	var then ranges
	for _, l := range picture.lines {
		then.add(l.number)
	}
	p.Then = then.list()
	p.Now = p.Then
	if full == "" || len(p.Lines) == 0 {
		return p, nil
	}
	now, err := s.present(ctx, root, full)
	if err != nil || !now.exists {
		return p, ctx.Err()
	}
	now.fit(&picture)
	l := picture.lay(now.hashes)
	place := make(map[int64]int64, len(l.lines))
	var ranges ranges
	for i, at := range l.lines {
		if at >= 0 {
			place[picture.lines[i].number] = int64(at) + 1
			ranges.add(int64(at) + 1)
		}
	}
	p.Now = ranges.list()
	for i := range p.Lines {
		p.Lines[i].Now = place[p.Lines[i].Number]
	}
	return p, nil
}

// placedLines finds the lines of a read in the text of the whole result.
func placedLines(text []byte, r Read) []PlacedLine {
	at := 0 // of the read's text in the whole
	if len(text) != len(r.Text) {
		at = bytes.Index(text, []byte(r.Text))
	}
	lines := make([]PlacedLine, 0, len(r.Lines))
	content, counted := int64(0), 0
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

// ArgumentsText is the text of a call's arguments on one line, at most limit bytes of it.
func (s *Session) ArgumentsText(c *Call, limit int) (string, error) {
	text, cut, err := s.Text(c.Args, limit)
	if err != nil {
		return "", err
	}
	line := strings.Join(strings.Fields(string(text)), " ")
	if cut {
		line += "…"
	}
	return line, nil
}
