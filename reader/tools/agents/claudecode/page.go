package claudecode

import (
	"bytes"
	"context"
	"fmt"
	"math"

	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/tools/runtime/js"
	"eyeline/reader/tools/textfile"
)

// textOf is the text of a file and the lines that a call selects of it.
type textOf struct {
	form  textfile.Form
	found textfile.Scanned
	// phantom: the empty text after the final line end is selected as a line.
	phantom bool
	// empty: the whole text is empty; nothing: the selected text is.
	empty, nothing bool
	notice         string
	size, limit    int64
}

// scan finds the lines that the call selects, and what is to be said of the encoding.
func (c fileCall) scan(ctx context.Context) (textOf, error) {
	o := c.file
	head, err := textfile.Head(o, headSize)
	if err != nil {
		return textOf{}, err
	}
	t := textOf{size: o.Size(), limit: c.a.limit}
	utf16 := bytes.HasPrefix(head, []byte("\xFF\xFE")) && !c.old
	switch {
	case utf16:
		t.form = textfile.Form{Coding: textfile.UTF16LE, Skip: 2}
	case bytes.HasPrefix(head, []byte("\xEF\xBB\xBF")):
		t.form.Skip = 3
	}
	speaks := !c.old && !utf16 && t.size < mostNoticed
	switch {
	case !speaks:
	case bytes.HasPrefix(head, []byte("\xFE\xFF")):
		t.notice = bigEndianNotice
	case bytes.IndexByte(head, 0) >= 0:
		t.notice = nulNotice
	}
	first := max(c.a.offset, 1)
	search := textfile.Search{Form: t.form, First: first, Count: c.a.limit, Valid: speaks && t.notice == "", Index: o.Index}
	if t.found, err = textfile.Scan(ctx, o, search); err != nil {
		return t, err
	}
	if search.Valid && t.found.Invalid {
		t.notice = invalidNotice
	}
	// Where the file's end was not reached there are more lines than are selected.
	whole := t.found.Ends >= 0 && !t.found.Open
	if t.found.First == 0 {
		t.phantom = whole && first == t.found.Phantom()
	} else {
		t.phantom = whole && t.found.End >= t.size && lastLine(first, c.a.limit) > t.found.Ends
	}
	if t.size <= t.form.Skip+4 {
		units, _, err := t.measure(ctx, o, t.form.Skip, t.size, nil)
		if err != nil {
			return t, err
		}
		t.empty = units == 0
	}
	t.nothing, err = t.selectsNothing(o)
	return t, err
}

// selectsNothing reports whether the selected lines are one without text.
func (t textOf) selectsNothing(o *tools.File) (bool, error) {
	n := t.found.End - t.found.Start
	if t.found.First == 0 {
		return t.phantom, nil
	}
	if t.phantom || n > 2 {
		return false, nil
	}
	line := make([]byte, n)
	if _, err := source.ReadFull(o, line, t.found.Start); err != nil {
		return false, err
	}
	return len(bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))) == 0, nil
}

const cannotWrite = " Edit and Write will refuse it: change it with a shell command that keeps its encoding, or ask the user whether to convert it to UTF-8.]"

// The notices of what Edit and Write refuse, in the order in which they are looked for.
const (
	bigEndianNotice = "\n\n[This file is UTF-16 big-endian (it starts FE FF), which these tools cannot write." + cannotWrite
	nulNotice       = "\n\n[This file has NUL bytes in its first 8 KB: binary data, UTF-16/UTF-32 without a byte-order mark, or text with embedded NULs." + cannotWrite
	invalidNotice   = "\n\n[This file is not valid UTF-8: it uses a legacy encoding such as Windows-1252, Shift-JIS or GBK, or it is binary. " +
		"Its undecodable bytes show above as U+FFFD." + cannotWrite
)

// lines is how the selected lines are written; number is that of the first.
func (t textOf) lines(number int64) tools.LineRange {
	return tools.LineRange{
		Form: t.form, Format: lineFormat, Start: t.found.Start, End: t.found.End, Number: number, Count: t.limit, Phantom: t.phantom, Trim: 2,
	}
}

// begin counts what is altered in the whole text; top: the first line is shown.
func (t textOf) begin(s *tools.Sink, top bool) {
	if t.form.Coding != textfile.UTF8 {
		s.Stats.Altered[tools.Transcoded]++
	} else if t.form.Skip > 0 && top {
		s.Stats.Altered[tools.DroppedBOM]++
	}
}

// measure counts the UTF-16 units of the text between two offsets and its lines: with the line breaks between the lines
// and without the one '\r' at their ends that reading drops. take, when not nil, is called after each line with its number, counted
// from 1, and the units up to its end; false stops the counting.
func (t textOf) measure(ctx context.Context, b source.Bytes, start, end int64, take func(line, units int64) bool) (units, lines int64, err error) {
	v := &meter{take: take}
	err = textfile.Walk(ctx, source.View(b, end), t.form, start, v)
	return v.units, v.lines, err
}

// meter is a textfile.LineVisitor.
type meter struct {
	units, lines int64
	cr           bool // the current line ends with '\r'
	take         func(line, units int64) bool
	// until is where to stop, in units; at is the offset in the file there. 0: nowhere.
	until, at int64
}

// Text implements textfile.LineVisitor.
func (v *meter) Text(p []byte, span textfile.Span, replaced bool) textfile.Want {
	n := tools.UTF16.Length(p)
	if v.until > 0 && v.units+n > v.until {
		fits, _ := tools.UTF16.Fit(p, v.until-v.units)
		v.at = span.Start + int64(fits)
		if span.End-span.Start != int64(len(p)) && !replaced { // UTF-16
			v.at = span.Start + 2*tools.UTF16.Length(p[:fits])
		}
		v.units += tools.UTF16.Length(p[:fits])
		return textfile.Stop
	}
	v.units += n
	v.cr = !replaced && p[len(p)-1] == '\r'
	return textfile.More
}

// End implements textfile.LineVisitor.
func (v *meter) End(end, next int64, term string) bool {
	if v.at > 0 {
		return false
	}
	if v.cr {
		v.units--
		v.cr = false
	}
	if v.until > 0 && v.units >= v.until {
		v.at = end
		return false
	}
	v.lines++
	if v.take != nil && !v.take(v.lines, v.units) || term == "" {
		return false
	}
	v.units++
	if v.until > 0 && v.units >= v.until {
		v.at = next
		return false
	}
	return true
}

// tokens estimates the tokens of the selected text; 0 where its size in bytes shows that they are within the limit.
func (c fileCall) tokens(ctx context.Context, t textOf, most int64) (tokens, units, lines int64, err error) {
	per := c.file.Tool.Caps.Output.PerToken
	switch extensionOf(c.path) {
	case "json", "jsonl", "jsonc":
		per = 2
	}
	if t.found.End-t.found.Start <= most*per { // no character has more units than bytes
		return 0, 0, 0, nil
	}
	units, lines, err = t.measure(ctx, c.file, t.found.Start, t.found.End, nil)
	if !t.phantom && (t.found.End < t.size || t.found.Ends < 0 || !t.found.Open) {
		units, lines = units-1, lines-1 // the break after the last line selected
	}
	return int64(js.Round(float64(units) / float64(per))), units, lines, err
}

// page answers where the selected text has too many tokens; nil where it has not.
func (c fileCall) page(ctx context.Context, t textOf) (*tools.Result, error) {
	most := c.env.Setting("max-output-tokens", c.file.Tool.Caps.Output.Most)
	if c.a.large {
		return nil, nil
	}
	tokens, units, lines, err := c.tokens(ctx, t, most)
	if err != nil || tokens <= most {
		return nil, err
	}
	if c.a.limit > 0 || c.a.offset >= 2 || c.a.pages != "" {
		refusal := tools.Refuse(fmt.Sprintf("File content (%d tokens) exceeds maximum allowed tokens (%d). %s%s",
			tokens, most, advice, c.tail(tokens > mostTokensEver)))
		refusal.Estimated = true
		return nil, refusal
	}
	p := firstPage{fileCall: c, text: t, tokens: tokens, units: units, lines: lines, most: most}
	return p.result(ctx)
}

// firstPage is the first page of a text that is too long: the page rule of the contract.
type firstPage struct {
	fileCall
	text                       textOf
	tokens, units, lines, most int64
}

// share is the part of n of the text's tokens that is aimed at.
func (p firstPage) share(n int64) int64 {
	return int64(math.Floor(float64(n) * float64(p.most) / float64(p.tokens) * 0.85))
}

func (p firstPage) result(ctx context.Context) (*tools.Result, error) {
	k, err := p.pageLines(ctx)
	if err != nil {
		return nil, err
	}
	if k == 0 {
		return p.excerpt(ctx)
	}
	found, err := textfile.Scan(ctx, p.file, textfile.Search{Form: p.text.form, First: 1, Count: k})
	if err != nil {
		return nil, err
	}
	lines := p.text.lines(1)
	lines.End, lines.Count, lines.Phantom = found.End, k, false
	next := tools.Set(p.file.Args, "offset", k+1)
	next = tools.Set(next, "limit", k)
	return p.show(lines, found.End, k, next, fmt.Sprintf(
		"showing lines 1-%d of %d total (%d tokens, cap %d). Call Read with offset=%d limit=%d for the next page, or Grep to find a specific section.",
		k, p.lines, p.tokens, p.most, k+1, k), "page alone if the answer may be further in the file."), nil
}

// pageLines is the number of lines of a page; 0 when no number of lines fits.
func (p firstPage) pageLines(ctx context.Context) (int64, error) {
	tries := []int64{max(p.share(p.lines), 1)}
	for range 6 {
		if k := tries[len(tries)-1]; k > 1 {
			tries = append(tries, max(int64(math.Floor(float64(k)*0.7)), 1))
		}
	}
	upTo := make([]int64, len(tries)) // the units of so many lines
	next := len(tries) - 1            // the smallest number that is to come
	_, _, err := p.text.measure(ctx, p.file, p.text.found.Start, p.text.found.End, func(line, units int64) bool {
		for ; next >= 0 && tries[next] == line; next-- {
			upTo[next] = units
		}
		return line < tries[0]
	})
	if err != nil {
		return 0, err
	}
	for i, k := range tries {
		if float64(upTo[i])*float64(p.tokens)/float64(p.units) <= float64(p.most) {
			return k, nil
		}
	}
	return 0, nil
}

// excerpt is the first characters of a text with lines that are too long for a page.
func (p firstPage) excerpt(ctx context.Context) (*tools.Result, error) {
	n := p.share(p.units)
	v := &meter{until: n}
	lineStart := int64(0) // in units
	v.take = func(_, units int64) bool {
		lineStart = units + 1
		return true
	}
	if err := textfile.Walk(ctx, p.file, p.text.form, p.text.form.Skip, v); err != nil {
		return nil, err
	}
	if v.units < n { // a character of two units is not cut in half
		n = v.units
	}
	k := v.lines + 1
	found, err := textfile.Scan(ctx, p.file, textfile.Search{Form: p.text.form, First: 1, Count: k})
	if err != nil {
		return nil, err
	}
	lines := p.text.lines(1)
	lines.End, lines.Count, lines.CutLast, lines.LastLimit = found.End, k, true, n-lineStart
	lines.Phantom = false
	return p.show(lines, v.at, k, nil, fmt.Sprintf(
		"showing the first %d of %d characters (%d tokens, cap %d); this file has very long lines and cannot be paginated by line. "+
			"Use Grep to find a specific section, or Read with offset/limit to page through it.",
		n, p.units, p.tokens, p.most), "excerpt alone if the answer may be elsewhere in the file."), nil
}

const BannerHead = "<system-reminder>[Truncated: PARTIAL view — "

// show makes the result of a page that ends at an offset with the line k, what is said of it before the hint and after.
func (p firstPage) show(lines tools.LineRange, end, k int64, next []byte, what, alone string) *tools.Result {
	r := &tools.Result{NextArgs: next, Estimated: true}
	r.Window = pageWindow(p.file.Size(), end, k)
	r.Window.TotalLines = p.text.found.Lines
	if lines.CutLast && k == 1 {
		r.Window.Partial, r.Window.LineEnd = true, lines.End
	}
	banner := ""
	if p.old {
		banner = BannerHead + what + " Do NOT answer from this " + alone + "]</system-reminder>\n\n"
	} else {
		r.Notes = []string{"[Truncated: PARTIAL view — " + p.path + ": " + what + largeHint + ". Do NOT answer from this " + alone + "]"}
	}
	return r.Content(p.file, func(s *tools.Sink) {
		s.Str(banner)
		p.text.begin(s, true)
		s.WriteLines(p.file, lines)
		s.Notice(p.text.notice)
	})
}
