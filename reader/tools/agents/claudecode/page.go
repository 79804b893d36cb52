package claudecode

import (
	"bytes"
	"fmt"
	"math"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// textOf is a text file with the lines that a call selects.
type textOf struct {
	file  *tools.File
	form  textfile.LineCoding
	found textfile.Scanned
	// phantom: the empty text after the final line end is selected as a line.
	phantom bool
	// empty: the whole text is empty.
	empty bool
	// nothing: the selected text is empty.
	nothing     bool
	notice      string
	size, limit int64
}

const cannotWrite = " Edit and Write will refuse it: change it with a shell command that keeps its encoding, or ask " +
	"the user whether to convert it to UTF-8.]"

// Notices about encodings that Edit and Write refuse, in the order of checks.
const (
	bigEndianNotice = "\n\n[This file is UTF-16 big-endian (it starts FE FF), which these tools cannot write." +
		cannotWrite
	nulNotice = "\n\n[This file has NUL bytes in its first 8 KB: binary data, UTF-16/UTF-32 without a byte-order " +
		"mark, or text with embedded NULs." + cannotWrite
	invalidNotice = "\n\n[This file is not valid UTF-8: it uses a legacy encoding such as Windows-1252, Shift-JIS or " +
		"GBK, or it is binary. Its undecodable bytes show above as U+FFFD." + cannotWrite
)

// scan finds the selected lines, and checks the encoding.
func (c fileCall) scan() textOf {
	o := c.file
	head := o.Head(headSize)
	t := textOf{file: o, size: o.Size(), limit: c.a.limit}
	utf16 := bytes.HasPrefix(head, []byte("\xFF\xFE")) && !c.old
	switch {
	case utf16:
		t.form = textfile.LineCoding{Coding: textfile.UTF16LE, Skip: 2}
	case bytes.HasPrefix(head, []byte("\xEF\xBB\xBF")):
		t.form.Skip = 3
	}

	speaks := !c.old && !utf16 && t.size < maxNoticed
	switch {
	case !speaks: // no notice
	case bytes.HasPrefix(head, []byte("\xFE\xFF")):
		t.notice = bigEndianNotice
	case bytes.IndexByte(head, 0) >= 0:
		t.notice = nulNotice
	}

	first := max(c.a.offset, 1)
	search := textfile.Search{Form: t.form, First: first, Count: c.a.limit, Valid: speaks && t.notice == ""}
	t.found = o.Scan(search)
	if search.Valid && t.found.Invalid {
		t.notice = invalidNotice
	}

	// If the scan stopped before the end, there are more lines.
	whole := t.found.Ends >= 0 && !t.found.Open
	if t.found.First == 0 {
		t.phantom = whole && first == t.found.Phantom()
	} else {
		t.phantom = whole && t.found.End >= t.size &&
			(c.a.limit == 0 || tools.AddClamped(first, c.a.limit-1) > t.found.Ends)
	}

	if t.size <= t.form.Skip+4 {
		units, _ := t.measure(t.form.Skip, t.size, nil)
		t.empty = units == 0
	}

	t.nothing = t.selectsNothing()
	return t
}

// selectsNothing reports whether a single empty line is selected.
func (t textOf) selectsNothing() bool {
	n := t.found.End - t.found.Start
	if t.found.First == 0 {
		return t.phantom
	}
	if t.phantom || n > 2 {
		return false
	}
	line := t.file.Piece(t.found.Start, n)
	return len(bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))) == 0
}

// lines returns how the selected lines are written; number is that of the first.
func (t textOf) lines(number int64) tools.LineRange {
	return tools.LineRange{
		Form: t.form, Format: lineFormat, Start: t.found.Start, End: t.found.End, Number: number, Count: t.limit,
		Phantom: t.phantom, Trim: 2,
	}
}

// begin counts the alterations of the whole text; top: the first line is shown.
func (t textOf) begin(s *tools.Sink, top bool) {
	if t.form.Coding != textfile.UTF8 {
		s.Stats.Altered[tools.Transcoded]++
	} else if t.form.Skip > 0 && top {
		s.Stats.Altered[tools.DroppedBOM]++
	}
}

// measure counts the UTF-16 units of the text between two offsets and its lines: with the line breaks between lines,
// without the one '\r' at their ends that is dropped. take, if not nil, is called after each line with its number, from
// 1, and the units so far; it returns false to stop.
func (t textOf) measure(start, end int64, take func(line, units int64) bool) (units, lines int64) {
	v := &meter{take: take}
	t.file.Fail(textfile.Walk(t.file.Context(), source.View(t.file, end), t.form, start, v))
	return v.units, v.lines
}

// meter is a textfile.LineVisitor.
type meter struct {
	units, lines int64
	cr           bool // the current line ends with '\r'
	take         func(line, units int64) bool
}

// Text implements textfile.LineVisitor.
func (v *meter) Text(p []byte, _ textfile.Span, replaced bool) textfile.Continuation {
	v.units += tools.UTF16.Length(p)
	v.cr = !replaced && p[len(p)-1] == '\r'
	return textfile.More
}

// End implements textfile.LineVisitor.
func (v *meter) End(_, _ int64, term string) bool {
	if v.cr {
		v.units--
		v.cr = false
	}

	v.lines++
	if v.take != nil && !v.take(v.lines, v.units) || term == "" {
		return false
	}

	v.units++
	return true
}

// tokens estimates the tokens of the selected text; 0 if its size in bytes shows that they are within the limit.
func (c fileCall) tokens(t textOf, most int64) (tokens, units, lines int64) {
	per := c.file.Tool.Caps.Output.PerToken
	switch extensionOf(c.path) {
	case "json", "jsonl", "jsonc":
		per = 2
	}

	if t.found.End-t.found.Start <= most*per { // UTF-16 units are never more than bytes
		return 0, 0, 0
	}
	units, lines = t.measure(t.found.Start, t.found.End, nil)
	if !t.phantom && (t.found.End < t.size || t.found.Ends < 0 || !t.found.Open) {
		units--
		lines = lines - 1 // without the break after the last selected line
	}

	return int64(math.Floor(float64(units)/float64(per) + 0.5)), units, lines
}

// page returns the first page if the selected text has too many tokens; nil if it does not.
func (c fileCall) page(t textOf) (*tools.Result, error) {
	most := c.env.Setting("max-output-tokens", c.file.Tool.Caps.Output.Most)
	if c.a.large {
		return nil, nil
	}

	tokens, units, lines := c.tokens(t, most)
	if tokens <= most {
		return nil, nil
	}

	if c.a.limit > 0 || c.a.offset >= 2 || js.Trim(c.a.pages) != "" {
		refusal := tools.Refuse(fmt.Sprintf("File content (%d tokens) exceeds maximum allowed tokens (%d). %s%s",
			tokens, most, advice, c.tail(tokens > maxTokensEver)))
		refusal.NamesEstimate = true
		return nil, refusal
	}

	p := firstPage{fileCall: c, text: t, tokens: tokens, units: units, lines: lines, most: most}
	return p.result(), nil
}

// firstPage is the first page of a text that is too long: the page rule of the contract.
type firstPage struct {
	fileCall
	text                       textOf
	tokens, units, lines, most int64
}

// share returns the share of n of the text's tokens that a page aims at.
func (p firstPage) share(n int64) int64 {
	return int64(math.Floor(float64(n) * float64(p.most) / float64(p.tokens) * 0.85))
}

func (p firstPage) result() *tools.Result {
	k := p.pageLines()
	if k == 0 {
		return p.excerpt()
	}

	found := p.file.Scan(textfile.Search{Form: p.text.form, First: 1, Count: k})
	if !p.old && p.file.OnlySpace(p.text.form, found.Start, found.End) {
		return p.excerpt()
	}

	lines := p.text.lines(1)
	lines.End = found.End
	lines.Count = k
	lines.Phantom = false
	next := tools.Set(p.file.Args, "offset", k+1, "limit", k)
	return p.show(lines, found.End, k, next, fmt.Sprintf(
		"showing lines 1-%d of %d total (%d tokens, cap %d). Call Read with offset=%d limit=%d for the next page, or "+
			"Grep to find a specific section.",
		k, p.lines, p.tokens, p.most, k+1, k), "page alone if the answer may be further in the file.")
}

// pageLines returns the number of lines of a page; 0 if no line fits.
func (p firstPage) pageLines() int64 {
	tries := []int64{max(p.share(p.lines), 1)}
	for range 6 {
		if k := tries[len(tries)-1]; k > 1 {
			tries = append(tries, max(int64(math.Floor(float64(k)*0.7)), 1))
		}
	}

	upTo := make([]int64, len(tries)) // upTo[i] is the number of units of the first tries[i] lines
	next := len(tries) - 1            // index of the smallest number left
	p.text.measure(p.text.found.Start, p.text.found.End, func(line, units int64) bool {
		for ; next >= 0 && tries[next] == line; next-- {
			upTo[next] = units
		}
		return line < tries[0]
	})
	for i, k := range tries {
		if float64(upTo[i])*float64(p.tokens)/float64(p.units) <= float64(p.most) {
			return k
		}
	}

	return 0
}

// excerpt returns the first characters of a text whose lines are too long for a page.
func (p firstPage) excerpt() *tools.Result {
	n := p.share(p.units)
	units := int64(0)
	k := int64(0)
	last := int64(0)
	end := int64(0) // last: units of the last shown line
	for l := range p.file.Lines(tools.LineReading{Form: p.text.form, Unit: tools.UTF16, Most: n, Phantom: true}) {
		k = l.Number
		fits, left := tools.UTF16.Fit(l.Text, n-units)
		end = l.Offset(fits)
		if l.Length > n-units {
			last = n - units - left
			units = n - left
			break
		}

		last = tools.UTF16.Length(bytes.TrimSuffix(l.Text, []byte("\r"))) // dropped by the agent
		units += last
		if units == n || l.Term == "" {
			end = l.End
			break
		}

		units++
		if units == n {
			k++
			last = 0
			end = l.Next
			break
		}
	}

	found := p.file.Scan(textfile.Search{Form: p.text.form, First: 1, Count: k})
	lines := p.text.lines(1)
	lines.End = found.End
	lines.Count = k
	lines.CutLast = true
	lines.LastLimit = last
	lines.Phantom = false
	return p.show(lines, end, k, nil, fmt.Sprintf(
		"showing the first %d of %d characters (%d tokens, cap %d); this file has very long lines and cannot be "+
			"paginated by line. Use Grep to find a specific section, or Read with offset/limit to page through it.",
		units, p.units, p.tokens, p.most), "excerpt alone if the answer may be elsewhere in the file.")
}

// BannerHead begins the reminder that a result holds only a part of the file.
const BannerHead = "<system-reminder>[Truncated: PARTIAL view — "

// show returns a page that ends at an offset with line k, with words before and after the hint.
func (p firstPage) show(lines tools.LineRange, end, k int64, next []byte, what, alone string) *tools.Result {
	r := &tools.Result{NextArgs: next, NamesEstimate: true}
	r.Window = window.Window{
		Kind: window.Slice, End: min(end, p.file.Size()), First: 1, Last: k, TotalLines: p.text.found.Lines,
		Top: window.StopFile, Bottom: window.StopTokens,
	}
	if lines.CutLast && k == 1 {
		r.Window.Partial = true
		r.Window.LineEnd = lines.End
	}

	banner := ""
	if p.old {
		banner = BannerHead + what + " Do NOT answer from this " + alone + "]</system-reminder>\n\n"
	} else {
		r.Notes = []string{"[Truncated: PARTIAL view — " + p.path + ": " + what + largeHint + ". Do NOT answer from " +
			"this " + alone + "]"}
	}

	return r.Content(p.file, func(s *tools.Sink) {
		s.Str(banner)
		p.text.begin(s, true)
		s.WriteLines(p.file, lines)
		s.Notice(p.text.notice)
	})
}
