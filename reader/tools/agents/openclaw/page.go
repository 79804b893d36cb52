package openclaw

import (
	"fmt"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/runtime/js"
)

const (
	maxPages  = 4
	pageLines = 2000 // of one page
)

// continuation is where an answer continues: at a line, or within it.
type continuation struct {
	line   int64 // 1-based
	cursor int64 // in UTF-16 units; only if within is set
	within bool
	limit  int64 // limit of lines; 0 for no limit
}

// page is a page of an answer.
type page struct {
	text    string        // text with the notice
	content string        // text of the file
	next    *continuation // where it continues; nil at the end
	lines   int64         // number of lines, if some requested ones are missing
	ends    bool          // it ends at the end of the file, but is cut
}

// pager makes the pages of an answer from the text of the requested lines.
type pager struct {
	budget budget
	total  int64 // number of lines of the file
	// first and last are the requested lines; limit is their requested number, else 0.
	first, last, limit int64
	text               string // text from the first line on, as much as pages can have
	blank              func(first int64) bool
	// length returns the length of a line in UTF-16 units; known of them are known.
	length func(line, known int64) int64
	note   string // precedes the answer
}

// notice returns the text that says where to continue.
func (p *pager) notice(c continuation) string {
	text := fmt.Sprintf("\n\n[Read output capped at %s for this call. Use offset=%d", sizeText(p.budget.bytes), c.line)
	if c.within {
		text += fmt.Sprintf(", cursor=%d", c.cursor)
	}
	if c.limit > 0 {
		text += fmt.Sprintf(", limit=%d", c.limit)
	}
	return text + " to continue.]"
}

// bounded cuts a text, lines of the file, to a page.
func (p *pager) bounded(content string, from continuation, last int64) page {
	most := int(min(p.budget.page, p.budget.bytes)) - len(p.note)
	notice := ""
	var after *continuation
	if remaining := p.total - last; p.limit > 0 && remaining > 0 {
		const more = "\n\n[%d more line%s in file. Use offset=%d to continue.]"
		notice = fmt.Sprintf(more, remaining, plural(remaining), last+1)
		after = &continuation{line: last + 1, limit: p.limit}
	}

	whole := func(text string) page {
		return page{text: text + notice, content: text, next: after, lines: last - from.line + 1}
	}

	if last-from.line < p.budget.lines && len(content)+len(notice) <= most && p.budget.fits(p.note+content+notice) {
		return whole(content)
	}

	first, _, _ := strings.Cut(content, "\n")
	length := from.cursor + js.Length(first)
	if first == content {
		length = p.length(from.line, length)
	}

	inLine := continuation{line: from.line, cursor: length, within: true, limit: p.limit}
	reserved := max(len(p.notice(inLine)), len(p.notice(continuation{line: p.total + 1, limit: p.limit})))
	prefix := bytesOf(content, most-reserved)
	prefix = within(prefix, p.budget.chars-int64(reserved)-estimate(p.note, 1), 1)
	prefix = within(prefix, p.budget.weighed-2*int64(reserved)-estimate(p.note, 2), 2)
	room := len(prefix)
	lines := int64(strings.Count(content, "\n"))
	if !strings.HasSuffix(content, "\n") && content != "" {
		lines++
	}
	if lines <= p.budget.lines && len(content) <= room {
		return whole(content)
	}

	if len(first) > room {
		part := bytesOf(first, room)
		return p.cut(page{content: part}, continuation{
			line: from.line, cursor: from.cursor + js.Length(part), within: true, limit: p.limit,
		})
	}

	some, kept := wholeLines(content, room, min(lines, p.budget.lines))
	next := continuation{line: from.line + kept}
	if p.limit > 0 {
		next.limit = max(1, last-next.line+1)
	}

	return p.cut(page{content: some, lines: kept}, next)
}

// wholeLines returns as many of the first lines of a text as fit, and their number.
func wholeLines(content string, room int, most int64) (kept string, lines int64) {
	size := 0
	for lines < most {
		end := strings.IndexByte(content[size:], '\n')
		if end < 0 {
			end = len(content) - size
		}
		if size+end > room {
			break
		}

		lines++
		size = min(size+end+1, len(content)+1)
	}

	return content[:max(size-1, 0)], lines
}

// cut returns a page that continues at a place.
func (p *pager) cut(c page, next continuation) page {
	c.text = c.content + p.notice(next)
	c.next = &next
	return c
}

// one returns the page of a call for the lines from a place on; content is their text.
func (p *pager) one(content string, from continuation) page {
	c := p.bounded(content, from, p.last)
	if p.blank(from.line) && !from.within {
		which := "Selected range"
		if from.line == 1 && p.last == p.total {
			which = "File"
		}

		n := p.last - from.line + 1
		said := fmt.Sprintf("%s contains %d blank line%s.", which, n, plural(n))
		c.text = said + strings.TrimPrefix(c.text, c.content)
	}

	c.ends = c.next != nil && from.line-1+c.lines >= p.total
	return c
}

// answer returns the whole answer: as many pages as fit.
func (p *pager) answer(from continuation) answered {
	all := answered{}
	previous := ""
	at := from
	rest := p.text
	for n := 1; ; n++ {
		c := p.one(rest, at)
		with, notice := p.join(all, c, at)
		longer := !p.budget.holds(with.content) || !p.budget.holds(with.text+notice)
		switch {
		case longer && all.text != "":
			return answered{all.text + previous, all.content, &at}
		case longer, p.limit > 0:
			return answered{c.text, c.content, c.next}
		case c.ends:
			return answered{with.text, with.content, nil}
		case c.next == nil, n == maxPages:
			return answered{with.text + notice, with.content, c.next}
		}

		all = with
		previous = notice
		at = *c.next
		rest = p.text[len(all.content):]
		if !at.within {
			rest = strings.TrimPrefix(rest, "\n")
		}
	}
}

// join returns an answer with one more page, which begins at a place, and the notice that would follow.
func (p *pager) join(all answered, c page, at continuation) (with answered, notice string) {
	shown := c.text
	if c.next != nil || c.ends {
		shown = continues().ReplaceAllString(c.text, "")
	}

	between := ""
	if all.text != "" && shown != "" && !at.within {
		between = "\n"
	}
	if c.next != nil {
		notice = p.notice(*c.next)
	}

	return answered{text: all.text + between + shown, content: all.content + between + c.content}, notice
}

// continues matches the notice at the end of a page.
var continues = lazy.Regexp(`\n\n\[(?:Read output capped [^\]]*|\d+ more lines? in file\. [^\]]*)\]\s*$`)

func plural(n int64) string {
	if n == 1 {
		return ""
	}
	return "s"
}
