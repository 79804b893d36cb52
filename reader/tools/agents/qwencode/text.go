package qwencode

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// foundRange is the range of the requested lines.
type foundRange struct {
	start int64 // offset of the first line; -1 if no line is shown
	most  int64 // lines
	total int64 // lines of the file, or as many as are known, including the empty one after a final line end
	exact bool  // total is for the whole file
	// streamed: the file was only read as far as necessary.
	streamed bool
}

// readText returns lines of a text.
func readText(
	env tools.Env, o *tools.File, form textfile.LineCoding, a readArguments,
) (*tools.Result, error) {
	rng, err := findLines(env, o, form, a)
	if err != nil {
		return nil, err
	}

	v := gatherLines(o, form, a, rng)
	last := a.offset + float64(v.included)
	heading := ""
	if a.offset > 0 || !rng.exact || last < float64(rng.total) || v.cut || v.clipped {
		phrase := some
		if !rng.exact {
			phrase = atLeast
		}
		heading = phrase.Fill(js.NumberText(a.offset+1), js.NumberText(last), js.NumberText(float64(rng.total)))
	}

	remember(env, o, a.full() && heading == "")
	win := v.window(o.Size(), a, rng)
	var onward json.RawMessage
	if v.shown.End < o.Size() && v.shown.Count > 0 {
		next := last
		if (v.cut || v.clipped) && v.included > 1 {
			next--
		}
		onward = tools.Set(o.Args, "offset", next)
	}

	if heading == "" && len(bytes.TrimLeftFunc(v.content, textfile.IsJSSpace)) == 0 {
		// The white space is not in the answer.
		win = window.Window{Kind: window.Notice, TotalLines: win.TotalLines}
		r := &tools.Result{Window: win, NextArgs: onward}
		return r.Content(o, func(s *tools.Sink) { s.Notice(emptyNotice) }), nil
	}

	r := &tools.Result{Window: win, NextArgs: onward}
	return r.Content(o, func(s *tools.Sink) {
		s.Str(heading)
		s.NoteForm(form)
		if v.shown.Count > 0 {
			s.BeginRun(0, true, 0)
			s.AddLines(v.shown.Count)
		}

		s.Bytes(v.content)
		s.Stats.Altered[tools.TrimmedBlanks] += v.blanks
		s.Stats.Replaced += v.replaced
		if v.cut {
			s.CutLine(int64(last), v.cutAt, v.textEnd)
		}
	}), nil
}

// findLines finds the requested lines, and counts those of the file as far as the agent does.
func findLines(env tools.Env, o *tools.File, form textfile.LineCoding, a readArguments) (foundRange, error) {
	most := o.Caps().Lines.Most
	if a.hasLimit {
		most = js.ClampFloat(a.limit)
	}

	offset := js.ClampFloat(min(a.offset, js.MaxSafeInteger))
	if o.Size() >= env.Setting(streamFrom, streamSize) {
		return scanLarge(o, form, relative(env, a.path), offset, most)
	}

	found := o.Scan(textfile.Search{Form: form, First: offset + 1, Count: most, Total: true})
	rng := foundRange{start: -1, most: most, total: found.Phantom(), exact: true}
	if offset < rng.total {
		rng.start = found.Start
	}

	return rng, nil
}

// scanLarge scans a large file like the agent, in pieces of 512 KiB up to the last requested line or the byte that
// exceeds the limit; the pieces determine how many lines it knows. name is the file in messages.
func scanLarge(o *tools.File, form textfile.LineCoding, name string, offset, most int64) (foundRange, error) {
	const piece = 512 << 10
	s := largeScan{offset: offset, end: math.MaxInt64, rng: foundRange{start: -1, most: most, streamed: true}}
	if offset < math.MaxInt64-most {
		s.end = offset + most
	}

	invalid := tools.Refuse("Error reading file " + name + ": Large text file contains invalid UTF-8 byte sequence " +
		"beyond the initial encoding sample. Convert or extract a smaller UTF-8 slice and read that instead.")
	held := int64(0) // unfinished bytes at the end of a piece
	for end := int64(0); end < o.Size() && !s.stopped && o.Err() == nil; {
		from := end - held
		end = min(end+piece, o.Size())
		p := o.Piece(from, end-from)
		held = int64(lossy.PartialTail(p))
		p = p[:int64(len(p))-held]
		if !utf8.Valid(p) {
			return s.rng, invalid
		}

		skip := 0
		if from == 0 {
			skip = int(form.Skip)
		}

		s.piece(p, from, skip)
	}

	if !s.stopped && held > 0 {
		return s.rng, invalid
	}

	s.rng.total = s.line + 1
	s.rng.exact = !s.stopped
	return s.rng, nil
}

// largeScan counts lines, and the bytes of the requested ones.
type largeScan struct {
	offset, end int64 // requested lines, half-open, 0-based
	line        int64
	bytes       int64
	full        bool // the limit of bytes was exceeded
	stopped     bool
	rng         foundRange
}

// piece processes the next bytes of the file, which begin at offset from; the first skip of them are a byte order mark.
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
	s.bytes += int64(n)
	if n > 0 && s.bytes > maxBytes {
		s.full = true
	}
}

// gathered is the lines of an answer: at most 100,000 bytes, and of these, after trimming lines, 25,000 UTF-16 units.
type gathered struct {
	content  []byte
	included int64             // number of lines, as the agent counts
	shown    tools.ChosenLines // lines of the file
	cut      bool              // the last line is
	clipped  bool              // the limit of bytes was reached
	phantom  bool              // the last line is the empty one after the final line end
	blanks   int64
	replaced int64
	cutAt    int64 // offset
	textEnd  int64 // end of the text of the last line
}

// gatherLines collects the lines of a range as far as they are shown.
func gatherLines(o *tools.File, form textfile.LineCoding, a readArguments, rng foundRange) *gathered {
	v := &gathered{shown: tools.ChosenLines{Start: rng.start, First: js.ClampFloat(a.offset) + 1}}
	if rng.start >= 0 {
		v.gather(o, form, rng)
	}

	v.included = max(v.included, 1) // no line counts as an empty one
	if v.clipped && !bytes.HasSuffix(v.content, []byte(cutMark)) {
		content := js.Prefix(string(v.content), o.Caps().Output.Most-int64(len(cutMark))-1)
		if content != "" && !strings.HasSuffix(content, "\n") {
			content += "\n"
		}

		v.content = []byte(content + cutMark)
	}

	return v
}

func (v *gathered) gather(o *tools.File, form textfile.LineCoding, rng foundRange) {
	part := source.Bytes(o)
	if rng.streamed { // the rest of a cut line is not read; it is UTF-8
		part = source.View(o, min(o.Size(), rng.start+form.Skip+maxBytes+utf8.UTFMax))
	}

	room := int64(maxBytes)
	chars := o.Caps().Output.Most
	v.content = slices.Grow(v.content, int(min(chars, o.Size()-rng.start)))
	for l := range o.LinesOf(part, tools.LineReading{Form: form, Start: rng.start, Most: maxBytes, Phantom: true}) {
		fits, _ := tools.Bytes.Fit(l.Text, room)
		v.clipped = int64(fits) < l.Length
		v.phantom = l.Term == "" && l.Start == l.End && v.shown.Count > 0
		v.textEnd = l.End
		v.shown.End = l.Next

		if v.clipped && rng.streamed {
			taken := l.Offset(fits)
			v.textEnd = taken
			v.shown.End = taken
		}

		v.replaced += l.Replaced(fits)
		v.append(l, fits, &chars)
		room -= int64(fits)
		if v.clipped || v.cut || l.Term == "" || v.included == rng.most {
			return
		}
		v.clipped = room == 0
		if v.clipped {
			return
		}

		room--
	}
}

// append adds the first n bytes of a line's text to the content, as far as chars, in UTF-16 units, allows.
func (v *gathered) append(l *tools.TextLine, n int, chars *int64) {
	text := bytes.TrimRightFunc(l.Text[:n], textfile.IsJSSpace)
	v.blanks += int64(n - len(text))
	if v.included > 0 {
		*chars--
		v.content = append(v.content, '\n')
	}

	v.included++
	v.shown.Count++
	length := tools.UTF16.Length(text)
	if length <= *chars {
		v.content = append(v.content, text...)
		*chars -= length
		return
	}

	fits, left := tools.UTF16.Fit(text, max(*chars, 10))
	v.content = append(v.content, text[:fits]...)
	if left > 0 && fits < len(text) {
		v.content = append(v.content, "\uFFFD"...)
	}

	v.content = append(v.content, cutMark...)
	v.cut = true
	v.cutAt = l.Offset(fits)
}

// window returns the window of the shown lines.
func (v *gathered) window(size int64, a readArguments, rng foundRange) window.Window {
	total := int64(-1)
	if rng.exact {
		total = rng.total
	}

	shown := v.shown
	if rng.start == size {
		shown.Count = 0
	}
	if v.phantom {
		shown.Count--
	}
	if shown.First == 1 {
		shown.Start = 0
	}

	w := shown.Window(size, total)
	if w.Lines() == 0 {
		return w
	}
	if a.hasLimit {
		w = w.Until(window.StopAsked)
	}
	if v.cut || v.clipped {
		w.Bottom = window.StopOutput
	}

	return w
}
