package qwencode

import (
	"bytes"
	"context"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"eyeline/reader/access"
	"eyeline/reader/internal/lossy"
	"eyeline/reader/tools"
	"eyeline/reader/tools/runtime/js"
	"eyeline/reader/tools/textfile"
	"eyeline/reader/window"
)

// foundRange is where the lines asked for are.
type foundRange struct {
	start int64 // offset of the first one; -1: there is none
	most  int64 // lines
	total int64 // lines of the file, or those known of; the empty one after a final line end counts
	exact bool  // total is that of the whole file
}

// readText gives lines of a text.
func readText(ctx context.Context, env tools.Env, o *tools.File, form textfile.Form, r *tools.Result, a arguments) (*tools.Result, error) {
	most := o.Tool.Caps.Lines.Most
	if a.hasLimit {
		most = js.ClampFloat(a.limit)
	}
	rng, err := findLines(ctx, env, o, form, a, most)
	if err != nil {
		return nil, err
	}
	v := &gatherer{chars: o.Tool.Caps.Output.Most, most: rng.most, whole: o.Size() < streamSize, bytes: mostBytes, first: rng.start}
	if rng.start >= 0 {
		if err := textfile.Walk(ctx, o, form, rng.start, v); err != nil {
			return nil, err
		}
	}
	content := v.finish()
	last := a.offset + float64(v.included)
	cut := v.cut || v.clipped
	heading := ""
	if a.offset > 0 || !rng.exact || last < float64(rng.total) || cut {
		label := ""
		if !rng.exact {
			label = "at least "
		}
		heading = "Showing lines " + js.NumberText(a.offset+1) + "-" + js.NumberText(last) + " of " + label + js.NumberText(float64(rng.total)) + " total lines." + ruler
	}
	remember(env, o, a.full() && heading == "", true)
	r.Window = v.window(o.Size(), a, rng)
	if v.end < o.Size() && v.shown > 0 {
		next := last
		if cut && v.included > 1 {
			next--
		}
		r.NextArgs = tools.Set(o.Args, "offset", next)
	}
	if heading == "" && len(bytes.TrimLeftFunc(content, textfile.IsJSSpace)) == 0 {
		return r.Content(o, func(s *tools.Sink) { s.Notice(emptyNotice) }), nil
	}
	return r.Content(o, func(s *tools.Sink) {
		s.Str(heading)
		s.NoteForm(form)
		if v.shown > 0 {
			s.BeginRun(0, true, 0)
			s.AddLines(v.shown)
		}
		s.Bytes(content)
		s.Stats.Altered[tools.TrimmedBlanks] += v.blanks
		s.Stats.Replaced += v.replaced
		if v.cut {
			s.CutLine(int64(last), v.cutAt, v.textEnd)
		}
	}), nil
}

// findLines finds the lines asked for, and counts the file's as far as the agent does.
func findLines(ctx context.Context, env tools.Env, o *tools.File, form textfile.Form, a arguments, most int64) (foundRange, error) {
	offset := js.ClampFloat(min(a.offset, js.MaxSafeInteger))
	if o.Size() >= streamSize {
		return scanLarge(ctx, env, o, form, a.path, offset, most)
	}
	found, err := textfile.Scan(ctx, o, textfile.Search{Form: form, First: offset + 1, Count: most, Total: true, Index: o.Index})
	if err != nil {
		return foundRange{}, err
	}
	rng := foundRange{start: -1, most: most, total: found.Phantom(), exact: true}
	if offset < rng.total {
		rng.start = found.Start
	}
	return rng, nil
}

// scanLarge reads a large file as the agent does, in pieces of 512 KiB up to the last line wanted or the byte that is one
// too many; the pieces decide how many lines it knows of then.
func scanLarge(ctx context.Context, env tools.Env, o *tools.File, form textfile.Form, file string, offset, most int64) (foundRange, error) {
	const piece = 512 << 10
	s := largeScan{offset: offset, end: math.MaxInt64, rng: foundRange{start: -1, most: most}}
	if offset < math.MaxInt64-most {
		s.end = offset + most
	}
	invalid := tools.Refuse("Error reading file " + relative(env, file) + ": Large text file contains invalid UTF-8 byte sequence beyond the initial encoding sample. Convert or extract a smaller UTF-8 slice and read that instead.")
	buf := make([]byte, piece+utf8.UTFMax)
	held := 0 // bytes at the front of buf that the last piece left unfinished
	for at := int64(0); at < o.Size() && !s.stopped; {
		if err := ctx.Err(); err != nil {
			return s.rng, err
		}
		n := int(min(piece, o.Size()-at))
		if err := access.ReadFull(o, buf[held:held+n], at); err != nil {
			return s.rng, err
		}
		from := at - int64(held)
		at += int64(n)
		p := buf[:held+n]
		held = lossy.PartialTail(p)
		p = p[:len(p)-held]
		if !utf8.Valid(p) {
			return s.rng, invalid
		}
		skip := 0
		if from == 0 {
			skip = int(form.Skip)
		}
		s.piece(p, from, skip)
		copy(buf, p[len(p):len(p)+held])
	}
	if !s.stopped && held > 0 {
		return s.rng, invalid
	}
	s.rng.total, s.rng.exact = s.line+1, !s.stopped
	return s.rng, nil
}

// largeScan counts lines, and the bytes of those wanted.
type largeScan struct {
	offset, end int64 // half-open range of the lines wanted, 0-based
	line        int64
	bytes       int64
	full        bool // a byte more was wanted than there is room for
	stopped     bool
	rng         foundRange
}

// piece takes the next bytes of the file, from is the offset of the first; skip of them are a byte-order mark.
func (s *largeScan) piece(p []byte, from int64, skip int) {
	start := skip
	if n := int64(bytes.Count(p[start:], []byte{'\n'})); s.line+n < s.offset {
		s.line += n
		return
	}
	for !s.stopped {
		if s.line == s.offset && s.rng.start < 0 {
			s.rng.start = from + int64(start)
		}
		i := bytes.IndexByte(p[start:], '\n')
		if i < 0 {
			break
		}
		if s.line >= s.offset && s.line < s.end {
			s.add(i)
			if s.line+1 < s.end {
				s.add(1)
			}
		}
		s.line++
		start += i + 1
		s.stopped = s.line >= s.end || s.full
	}
	if !s.stopped && start < len(p) && s.line >= s.offset {
		s.add(len(p) - start)
	}
	s.stopped = s.stopped || s.full
}

func (s *largeScan) add(n int) {
	if s.bytes += int64(n); n > 0 && s.bytes > mostBytes {
		s.full = true
	}
}

// gatherer is a textfile.LineVisitor that gathers lines: 100,000 bytes at most, and of what is left of them without white
// space at their ends 25,000 UTF-16 units.
type gatherer struct {
	chars int64 // UTF-16 units of all lines
	most  int64 // lines
	bytes int   // still to be taken
	whole bool  // the rest of a cut line is looked through
	first int64

	line     []byte // the current one
	content  []byte
	length   int64 // of content
	included int64 // lines, as the agent counts
	shown    int64 // lines of the file
	cut      bool  // the last line is
	clipped  bool  // the bytes ended
	phantom  bool  // the line that ended last is the empty one after the final line end
	done     bool
	blanks   int64
	replaced int64
	cutAt    int64 // offset
	textEnd  int64 // of the last line
	end      int64 // after it
}

// Text implements textfile.LineVisitor.
func (v *gatherer) Text(p []byte, span textfile.Span, replaced bool) textfile.Want {
	if replaced {
		v.replaced++
	}
	n, _ := tools.Bytes.Fit(p, int64(v.bytes))
	v.line = append(v.line, p[:n]...)
	if v.bytes -= n; n == len(p) {
		return textfile.More
	}
	v.clipped, v.bytes = true, 0
	v.cutAt = span.Start + int64(n)
	v.textEnd, v.end = v.cutAt, v.cutAt
	v.take()
	v.done = true
	if v.whole {
		return textfile.SkipLine
	}
	return textfile.Stop
}

// Plain implements textfile.PlainVisitor: lines after which there is room for more.
func (v *gatherer) Plain(l textfile.PlainLines) (taken int, more bool) {
	if v.done || len(v.line) > 0 {
		return 0, true
	}
	n := int(min(int64(l.Len()), v.most-v.included-1))
	if n > 0 {
		v.content = slices.Grow(v.content, int(min(l.Size(n), v.chars-v.length)))
	}
	for taken < n {
		line := l.Text(taken)
		text := line
		for len(text) > 0 && (text[len(text)-1] == ' ' || text[len(text)-1] == '\t') {
			text = text[:len(text)-1]
		}
		length := int64(len(text))
		if v.included > 0 {
			length++
		}
		if len(line) >= v.bytes || v.length+length > v.chars {
			break
		}
		if v.included > 0 {
			v.content = append(v.content, '\n')
		}
		v.content = append(v.content, text...)
		v.blanks += int64(len(line) - len(text))
		v.length += length
		v.bytes -= len(line) + 1
		v.included++
		v.shown++
		taken++
	}
	if taken > 0 {
		v.end = l.Start(taken)
		v.textEnd, v.phantom = v.end-1, false
	}
	return taken, true
}

// End implements textfile.LineVisitor.
func (v *gatherer) End(end, next int64, term string) bool {
	v.phantom = term == "" && v.shown > 0 && end == v.end
	v.textEnd, v.end = end, next
	if v.done {
		return false
	}
	v.take()
	if v.done || term == "" || v.included == v.most {
		return false
	}
	if v.bytes == 0 {
		v.clipped = true
		return false
	}
	v.bytes--
	return true
}

// take adds the current line to the content.
func (v *gatherer) take() {
	text := bytes.TrimRightFunc(v.line, textfile.IsJSSpace)
	v.blanks += int64(len(v.line) - len(text))
	length, sep := tools.UTF16.Length(text), int64(0)
	if v.included > 0 {
		sep = 1
		v.content = append(v.content, '\n')
	}
	v.included++
	v.shown++
	if v.length+length+sep <= v.chars {
		v.content = append(v.content, text...)
		v.length += length + sep
		v.line = v.line[:0]
		return
	}
	fits, left := tools.UTF16.Fit(text, max(v.chars-v.length-sep, 10))
	v.content = append(v.content, text[:fits]...)
	if left > 0 && fits < len(text) {
		v.content = append(v.content, "\uFFFD"...)
	}
	v.content = append(v.content, cutMark...)
	v.cut, v.done = true, true
	v.cutAt = v.textEnd - int64(len(v.line)-fits)
}

// finish is the content.
func (v *gatherer) finish() []byte {
	if v.included == 0 { // nothing to show is one empty line to the agent
		v.included = 1
	}
	if v.clipped && !bytes.HasSuffix(v.content, []byte(cutMark)) {
		content := js.Prefix(string(v.content), v.chars-int64(len(cutMark))-1)
		if content != "" && !strings.HasSuffix(content, "\n") {
			content += "\n"
		}
		return []byte(content + cutMark)
	}
	return v.content
}

// window is the window of the lines shown.
func (v *gatherer) window(size int64, a arguments, rng foundRange) window.Window {
	w := window.Window{Kind: window.Slice, Start: size, End: size, TotalLines: -1}
	if rng.exact {
		w.TotalLines = rng.total
	}
	if v.shown == 0 || v.first == size {
		return w
	}
	w.Start, w.End = v.first, v.end
	w.First = js.ClampFloat(a.offset) + 1
	w.Last = w.First + v.shown - 1
	if v.phantom {
		w.Last--
	}
	w.Top, w.Bottom = window.StopAsked, window.StopLimit
	if w.First == 1 {
		w.Top, w.Start = window.StopFile, 0
	}
	switch {
	case v.cut || v.clipped:
		w.Bottom = window.StopOutput
	case v.end == size:
		w.Bottom = window.StopFile
	case a.hasLimit:
		w.Bottom = window.StopAsked
	}
	return w
}
