package coreutils

import (
	"math"
	"slices"
	"strings"
)

// sed is sed with scripts of p, d and q.
func sed(r *Runner, args []string, in stream) (stream, bool) {
	o, ok := getopt(args, "nEru", "e", map[string]byte{"quiet": 'n', "silent": 'n', "expression": 'e', "regexp-extended": 'E'})
	if !ok {
		return nil, false
	}
	var s sedProgram
	var scripts []string
	for _, f := range o.flags {
		switch f.name {
		case "n":
			s.silent = true
		case "e":
			scripts = append(scripts, f.value)
		}
	}
	if scripts == nil {
		if len(o.operands) == 0 {
			return nil, false
		}
		scripts, o.operands = o.operands[:1], o.operands[1:]
	}
	if s.commands, ok = parseSed(strings.Join(scripts, "\n")); !ok {
		return nil, false
	}
	return func(emit func(Piece) bool) { s.run(r, operandsOf(o.operands, in), emit) }, true
}

// lines are the first and last line that a command is for, where total lines is the number of lines; without not.
func (c sedCommand) lines(total int64) (from, to int64) {
	resolve := func(a sedAddress) int64 {
		if a.last {
			return total
		}
		return a.line
	}
	if c.from == (sedAddress{}) {
		return 1, math.MaxInt64
	}
	from = resolve(c.from)
	to = from
	if c.ranged {
		if to = resolve(c.to); c.plus {
			if to += from; to < from {
				to = math.MaxInt64
			}
		}
	}
	return from, max(to, from)
}

// sedSpan says how often the lines from first to last, inclusive, are written.
type sedSpan struct {
	first, last int64
	copies      int
}

// spans works out what is written of which lines. stop is the last line that is read, status the exit status there.
func (s sedProgram) spans(total int64) (spans []sedSpan, stop int64, status int) {
	bounds := []int64{1}
	for _, c := range s.commands {
		from, to := c.lines(total)
		bounds = append(bounds, from, from+1)
		if to < math.MaxInt64 {
			bounds = append(bounds, to+1)
		}
	}
	slices.Sort(bounds)
	bounds = slices.Compact(bounds)
	for i, first := range bounds {
		if first < 1 {
			continue
		}
		last := int64(math.MaxInt64)
		if i+1 < len(bounds) {
			last = bounds[i+1] - 1
		}
		copies, quits, code := s.cycle(first, total)
		if quits {
			last = first
		}
		if copies > 0 {
			if n := len(spans) - 1; n >= 0 && spans[n].last == first-1 && spans[n].copies == copies {
				spans[n].last = last
			} else {
				spans = append(spans, sedSpan{first, last, copies})
			}
		}
		if quits {
			return spans, last, code
		}
	}
	return spans, math.MaxInt64, 0
}

// cycle is what the script does with a line.
func (s sedProgram) cycle(line, total int64) (copies int, quits bool, status int) {
	for _, c := range s.commands {
		from, to := c.lines(total)
		if (line >= from && line <= to) == c.not {
			continue
		}
		switch c.name {
		case 'p':
			copies++
		case 'd':
			return copies, false, 0
		case 'q':
			quits, status = true, c.status
		}
		if quits {
			break
		}
	}
	if !s.silent {
		copies++
	}
	return copies, quits, status
}

// run runs the script over its inputs as over one text.
func (s sedProgram) run(r *Runner, list []operand, emit func(Piece) bool) {
	total := int64(math.MaxInt64)
	if slices.ContainsFunc(s.commands, func(c sedCommand) bool { return c.from.last || c.to.last }) {
		total = r.totalLines(list)
	}
	w := &sedWriter{run: r, emit: emit, line: 1}
	var quitStatus int
	w.spans, w.stop, quitStatus = s.spans(total)
	status := 0
	unread := func(name, why string, opening bool) next {
		if opening {
			r.complain("sed: can't read " + name + ": " + why)
			status = 2
			return goOn
		}
		if name == "-" {
			name = "stdin"
		}
		r.complain("sed: read error on " + name + ": " + why)
		status = 4
		return stop
	}
	if w.stop == math.MaxInt64 {
		// What it complains of comes before what it writes, which it writes at its end.
		r.each(list, func(operand, stream, bool) next { return goOn }, unread)
		said := unread
		unread = func(name, why string, opening bool) next {
			switch {
			case name == "-":
				return said(name, why, opening)
			case opening:
				return goOn
			}
			return stop
		}
	}
	r.each(list, func(_ operand, read stream, _ bool) next {
		read(w.piece)
		w.endFile()
		if w.closed || w.line > w.stop {
			return stop
		}
		return goOn
	}, unread)
	if r.status = status; w.line > w.stop && status == 0 {
		r.status = quitStatus
	}
	if w.line > w.stop && w.open && !w.closed {
		emit(Literal("\n")) // q ends the line that it ends at
	}
}

// totalLines counts the lines of all inputs.
func (r *Runner) totalLines(list []operand) int64 {
	defer func(quiet bool) { r.quiet = quiet }(r.quiet)
	r.quiet = true
	lines := int64(0)
	r.each(list, func(_ operand, read stream, _ bool) next {
		last := byte('\n')
		read(func(p Piece) bool {
			_, n, err := p.afterLines(r.ctx, math.MaxInt64-1)
			if err == nil && p.Size() > 0 {
				last, err = p.last()
			}
			if err != nil {
				return r.fail(err)
			}
			lines += n
			return true
		})
		if last != '\n' {
			lines++
		}
		return goOn
	}, func(_, _ string, opening bool) next {
		if opening {
			return goOn
		}
		return stop
	})
	return lines
}

// sedWriter writes the lines of spans.
type sedWriter struct {
	run    *Runner
	emit   func(Piece) bool
	spans  []sedSpan
	stop   int64
	line   int64   // of the next byte
	held   []Piece // of a line that is written more than once
	open   bool    // the last line written has no end yet
	done   bool    // nothing more is written
	closed bool    // whoever takes it needs no more
	inner  bool    // the input so far does not end with a line end
	wrote  bool    // the current line is written
}

// write writes a part of a line, after the end that the line before may lack.
func (w *sedWriter) write(p Piece) bool {
	if w.open {
		w.open = false
		w.closed = !w.emit(Literal("\n"))
	}
	w.closed = w.closed || !w.emit(p)
	w.done = w.done || w.closed
	return !w.done
}

// piece takes a piece of an input.
func (w *sedWriter) piece(p Piece) bool {
	for p.Size() > 0 && !w.done {
		for len(w.spans) > 0 && w.spans[0].last < w.line {
			w.spans = w.spans[1:]
		}
		if w.line > w.stop || len(w.spans) == 0 && w.stop == math.MaxInt64 {
			w.done = true
			return false
		}
		upTo, copies := w.stop, 0
		if len(w.spans) > 0 {
			if span := w.spans[0]; span.first > w.line {
				upTo = span.first - 1
			} else {
				upTo, copies = span.last, span.copies
			}
		}
		if copies > 1 {
			upTo = w.line
		}
		wanted := upTo - w.line
		if wanted < math.MaxInt64-1 {
			wanted++
		}
		off, n, err := p.afterLines(w.run.ctx, wanted)
		if err != nil {
			w.done = true
			return w.run.fail(err)
		}
		part, number := p.UpTo(off), p.Line
		p = p.From(off)
		if number > 0 {
			p.Line = number + n
		}
		w.line += n
		last, err := part.last()
		if err != nil {
			w.done = true
			return w.run.fail(err)
		}
		w.inner = last != '\n'
		switch w.wrote = copies > 0; {
		case copies == 1:
			w.write(part)
		case copies > 1:
			if w.held = append(w.held, part); !w.inner {
				w.flush(copies)
			}
		}
	}
	return !w.done
}

// flush writes the line that was kept back.
func (w *sedWriter) flush(copies int) {
	held := w.held
	w.held = nil
	for range copies {
		for _, p := range held {
			if !w.write(p) {
				return
			}
		}
		w.open = w.inner
	}
}

// endFile ends an input: a line without an end is a line all the same.
func (w *sedWriter) endFile() {
	if w.inner && !w.done {
		if w.held != nil && len(w.spans) > 0 {
			w.flush(w.spans[0].copies)
		}
		w.open = w.wrote
		w.inner = false
		w.line++
	}
}
