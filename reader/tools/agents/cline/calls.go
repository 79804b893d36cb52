package cline

import "eyeline/reader/tools"

// callsLeft is how many calls read on after a page of whose lines the middle is cut out: each goes on with the line in
// which the text before the cut ends, and has all lines from there to the end of the file. 0 where that is not known
// without making them: where the page is of a range or does not end with the file, the lines before the cut are so long
// that some of the file is never given, the cut is within a line, or a later page has not all the lines.
func (p *shownLines) callsLeft(caps tools.Caps, e entry) (calls int64) {
	if p.more || e.request.last > 0 {
		return 0
	}

	for page := *p; ; calls++ {
		if page.head < 3 || page.head >= page.tail {
			return 0
		}

		page.lines = page.lines[page.head-1:]
		page.start += int64(page.head) - 1
		_, _, cut := page.selectLines(e.most)
		switch {
		case !page.isOnePage(caps):
			return 0
		case !cut:
			return calls + 1
		}
	}
}

// isOnePage reports whether a call that asks for all lines from the first one on gets them as one page.
func (p *shownLines) isOnePage(caps tools.Caps) bool {
	n := int64(len(p.lines))
	chars := n * prefixLength(p.start+caps.Lines.Most-1)
	for _, l := range p.lines {
		chars += int64(l.length)
	}
	return n <= caps.Lines.Most && chars <= caps.Output.Most
}

// prefixLength is how many UTF-16 units Cline counts for the number of a line and its line break, where widest is the
// last number that a page may have.
func prefixLength(widest int64) int64 { return int64(tools.Digits(widest) + len(" | ") + len("\n")) }
