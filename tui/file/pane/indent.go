package pane

import "eyeline/tui/file/filepages"

// SetIndent sets how many columns of leading blanks are left out of each chopped line that is shown from its start. Of
// a line with fewer leading blanks all are left out. What a tool puts before the text stays.
func (p *Pane) SetIndent(columns int) { p.indent = columns }

// LeavePrefixOut sets whether what a tool puts before the text of a line is left out of each chopped line that is shown
// from its start.
func (p *Pane) LeavePrefixOut(out bool) { p.bare = out }

// Indentation is how many columns of blanks the text of each line on the screen begins with at least, and whether the
// whole of one of them does not fit. textAt says where the text of a line begins, in bytes; false for one that does not
// count. A line of blanks alone does not count either. least is -1 where no line counts.
func (p *Pane) Indentation(textAt func(filepages.Unit) (int, bool)) (least int, cut bool) {
	top := max(p.find(p.Top), 0)
	least = -1
	for k, u := range p.chopped() {
		at, ok := textAt(u)
		if !ok || at > len(u.Head) || u.Skip > 0 || u.Continued {
			continue
		}

		line := p.layout(top + k)
		out := 0
		if p.bare {
			out = line.Column(at)
		}

		cut = cut || !u.Whole || line.Width()-out > p.TextWidth()
		end := blanksEnd(u.Head, at)
		if end == len(u.Head) {
			continue
		}
		if columns := line.Column(end) - line.Column(at); least < 0 || columns < least {
			least = columns
		}
	}

	return least, cut
}

// shortened is how many columns of a row are drawn before its text, and the column of the row that comes next, where
// something is left out: the indentation, or what the tool puts before the text. Both are 0 where nothing is.
func (p *Pane) shortened(r Row) (before, next int) {
	if p.indent == 0 && !p.bare || p.Left > 0 || p.Text.Prefix == nil || r.Skip > 0 || r.Continued || r.Seam > 0 {
		return 0, 0
	}

	begin := min(p.Text.Prefix(r.Unit), len(r.Head))
	at := r.layout.Column(begin)
	next = at + min(p.indent, r.layout.Column(blanksEnd(r.Head, begin))-at)

	if p.bare {
		return 0, next
	}

	return at, next
}

// blanksEnd is where the blanks of a text end that begin at a byte.
func blanksEnd(text []byte, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t') {
		at++
	}
	return at
}
