package agents

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"eyeline/reader/access"
	"eyeline/reader/tools"
)

// execPrograms are the programs that are evaluated: each makes of its arguments and its input what it writes. ok is false
// for arguments that are not evaluated.
var execPrograms = map[string]func(r *execRun, args []string, in execStream) (out execStream, ok bool){
	"cat": execCat, "head": execHead, "tail": execTailOf, "sed": execSed, "nl": execNl, "wc": execWc,
}

// start prepares a pipeline; the status of its last program is in r.status when the stream was run.
func (r *execRun) start(commands []shellCommand) (out execStream, ok bool) {
	out = func(func(execPiece) bool) {} // standard input is closed
	for _, c := range commands {
		program := execPrograms[c.words[0]]
		if program == nil {
			return nil, false
		}
		if c.fed {
			out = r.fed(c.input)
		}
		if out, ok = program(r, c.words[1:], out); !ok {
			return nil, false
		}
		if c.fed {
			out = r.redirected(c.input, out)
		}
	}
	return out, true
}

// redirected is a program that does not run when the file of its "<" cannot be opened.
func (r *execRun) redirected(name string, out execStream) execStream {
	return func(emit func(execPiece) bool) {
		f, err := r.open(name)
		if err != nil && !errors.Is(err, access.ErrDirectory) {
			if message, ok := r.message(err); ok {
				r.complain(r.shell + ": line 1: " + name + ": " + message)
			}
			r.status = 1
			return
		}
		r.input = f
		out(emit)
		r.input = nil
	}
}

// fed is the standard input that "<" makes.
func (r *execRun) fed(name string) execStream {
	return func(emit func(execPiece) bool) {
		f, err := r.open(name)
		if errors.Is(err, access.ErrDirectory) {
			r.inputFailed(err)
			return
		}
		if err == nil {
			emit(execPiece{file: f, end: f.Size(), line: 1})
		}
	}
}

// open opens a file once. The errors are those of tools.Open.
func (r *execRun) open(name string) (*tools.File, error) {
	if f := r.opened[name]; f != nil {
		return f, nil
	}
	path := name
	if r.env.Stream == nil && !strings.HasPrefix(name, "/") {
		if name == "" {
			return nil, access.ErrNowhere
		}
		path = strings.TrimSuffix(r.dir, "/") + "/" + name
	}
	f, err := tools.Open(r.ctx, r.env, tools.PathAny, path)
	if err != nil {
		return nil, err
	}
	r.files = append(r.files, f)
	if r.opened == nil {
		r.opened = map[string]*tools.File{}
	}
	r.opened[name] = f
	return f, nil
}

// message is the system's text for an error; ok is false when the program would not have told of it, and the evaluation
// has failed instead.
func (r *execRun) message(err error) (text string, ok bool) {
	var special *access.SpecialError
	switch {
	case errors.Is(err, tools.ErrConfined), errors.As(err, &special), access.IsChanged(err), r.ctx.Err() != nil:
		r.fail(err)
		return "", false
	}
	return execStrerror(err), true
}

// execStrerror is the C library's text for an error.
func execStrerror(err error) string {
	switch {
	case errors.Is(err, access.ErrDirectory):
		return "Is a directory"
	case errors.Is(err, access.ErrNowhere):
		return "No such file or directory"
	}
	text := access.Text(access.System(err))
	if i := strings.Index(text, " (os error"); i >= 0 {
		text = text[:i]
	}
	return text
}

// execInput is one operand of a program.
type execInput struct {
	name   string
	stdin  bool
	stream execStream
}

// inputFailed notes why a program cannot read its standard input: it is a directory.
func (r *execRun) inputFailed(err error) {
	if r.inputError == nil {
		r.inputError = err
	}
}

// execInputs are a program's operands; none is its standard input.
func execInputs(operands []string, in execStream) []execInput {
	if len(operands) == 0 {
		operands = []string{"-"}
	}
	var list []execInput
	for _, name := range operands {
		i := execInput{name: name}
		if name == "-" {
			i.stdin, i.stream = true, in
		}
		list = append(list, i)
	}
	return list
}

// execMore is what a program wants after an operand.
type execMore uint8

const (
	execGoOn   execMore = iota
	execClosed          // nobody reads what it writes: the other operands are opened, and that is all
	execStop            // nothing
)

// goOn is execGoOn while what is written is read.
func goOn(open bool) execMore {
	if open {
		return execGoOn
	}
	return execClosed
}

// each opens the operands one after the other and hands them to use. unread says what the program writes of one that
// cannot be opened, or cannot be read: a directory, which comes to use as an empty stream before.
func (r *execRun) each(list []execInput, use func(i execInput, read execStream, first bool) execMore, unread func(name, why string, opening bool) execMore) {
	nothing := func(func(execPiece) bool) {}
	first, more := true, execGoOn
	for _, i := range list {
		if r.err != nil || more == execStop {
			return
		}
		if i.stdin {
			if more == execClosed {
				continue
			}
			r.inputError = nil
			more = use(i, i.stream, first)
			first = false
			if err := r.inputError; err != nil {
				r.inputError = nil
				if text, ok := r.message(err); ok {
					more = max(more, unread("-", text, false))
				}
			}
			continue
		}
		f, err := r.open(i.name)
		directory := errors.Is(err, access.ErrDirectory)
		if more == execGoOn && (err == nil || directory) {
			read := nothing
			if err == nil && f.Size() > 0 {
				read = func(emit func(execPiece) bool) { emit(execPiece{file: f, end: f.Size(), line: 1}) }
			}
			more = use(i, read, first)
			first = false
		}
		if err == nil {
			continue
		}
		text, ok := r.message(err)
		if !ok {
			return
		}
		more = max(more, unread(i.name, text, !directory))
	}
}

// options are a program's arguments taken apart as getopt does.
type execOptions struct {
	flags    []execFlag
	operands []string
}

// execFlag is an option: "-n", "--lines", with its value.
type execFlag struct{ name, value string }

// parseOptions takes arguments apart: valued are the letters of options with a value, long the long options, each with
// the letter that it stands for. Letters that are in neither are not taken. ok is false where that fails.
func parseOptions(args []string, plain, valued string, long map[string]byte) (o execOptions, ok bool) {
	for n := 0; n < len(args); n++ {
		a := args[n]
		switch {
		case a == "--":
			o.operands = append(o.operands, args[n+1:]...)
			return o, true
		case strings.HasPrefix(a, "--"):
			name, value, given := strings.Cut(a[2:], "=")
			letter, known := long[name]
			if !known {
				return o, false
			}
			wants := strings.IndexByte(valued, letter) >= 0
			switch {
			case given && !wants:
				return o, false
			case wants && !given:
				if n++; n == len(args) {
					return o, false
				}
				value = args[n]
			}
			o.flags = append(o.flags, execFlag{string(letter), value})
		case len(a) < 2 || a[0] != '-':
			o.operands = append(o.operands, a)
		default:
			for i := 1; i < len(a); i++ {
				if strings.IndexByte(plain, a[i]) >= 0 {
					o.flags = append(o.flags, execFlag{name: a[i : i+1]})
					continue
				}
				if strings.IndexByte(valued, a[i]) < 0 {
					return o, false
				}
				value := a[i+1:]
				if value == "" {
					if n++; n == len(args) {
						return o, false
					}
					value = args[n]
				}
				o.flags = append(o.flags, execFlag{a[i : i+1], value})
				break
			}
		}
	}
	return o, true
}

// count reads a number without a sign or suffix.
func execCount(s string) (int64, bool) {
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil
}

// execCat is cat without options, or with those that number or mark lines.
func execCat(r *execRun, args []string, in execStream) (execStream, bool) {
	o, ok := parseOptions(args, "nbAEeTtvu", "", map[string]byte{
		"number": 'n', "number-nonblank": 'b', "show-all": 'A', "show-ends": 'E', "show-tabs": 'T', "show-nonprinting": 'v',
	})
	if !ok {
		return nil, false
	}
	var show execShow
	for _, f := range o.flags {
		switch f.name {
		case "n":
			show.number = true
		case "b":
			show.number, show.nonblank = true, true
		case "A":
			show.ends, show.tabs, show.marks = true, true, true
		case "E":
			show.ends = true
		case "e":
			show.ends, show.marks = true, true
		case "T":
			show.tabs = true
		case "t":
			show.tabs, show.marks = true, true
		case "v":
			show.marks = true
		}
	}
	return func(emit func(execPiece) bool) {
		r.status = 0
		out := emit
		finish := func() {}
		if show != (execShow{}) {
			w := &showWriter{execShow: show, run: r, emit: emit}
			out, finish = w.piece, w.finish
		}
		status := 0
		r.each(execInputs(o.operands, in), func(_ execInput, read execStream, _ bool) execMore {
			on := true
			read(func(p execPiece) bool {
				on = out(p)
				return on
			})
			return goOn(on)
		}, func(name, why string, _ bool) execMore {
			r.complain("cat: " + gnuQuote(name, false) + ": " + why)
			status = 1
			return execGoOn
		})
		finish()
		r.status = status
	}, true
}

// execHead is head with -n and -c.
func execHead(r *execRun, args []string, in execStream) (execStream, bool) {
	return execEnd(r, "head", args, in)
}

// execTailOf is tail with -n and -c.
func execTailOf(r *execRun, args []string, in execStream) (execStream, bool) {
	return execEnd(r, "tail", args, in)
}

// execEnds is how much head or tail writes.
type execEnds struct {
	tail  bool
	bytes bool
	n     int64
	other bool // tail: from n on; head: all but the last n
}

func execEnd(r *execRun, name string, args []string, in execStream) (execStream, bool) {
	e := execEnds{tail: name == "tail", n: 10}
	old := false
	if len(args) > 0 { // the old form: -5, and of tail +5
		if n, ok := execCount(strings.TrimPrefix(args[0], "-")); ok && args[0][0] == '-' {
			e.n, args, old = n, args[1:], e.tail
		} else if n, ok := execCount(strings.TrimPrefix(args[0], "+")); ok && args[0][0] == '+' && e.tail && len(args) <= 2 {
			e.n, e.other, args = n, true, args[1:]
		}
	}
	o, ok := parseOptions(args, "qv", "nc", map[string]byte{"lines": 'n', "bytes": 'c', "quiet": 'q', "silent": 'q', "verbose": 'v'})
	if !ok {
		return nil, false
	}
	headers := len(o.operands) > 1
	for _, f := range o.flags {
		switch f.name {
		case "q":
			headers = false
		case "v":
			headers = true
		default:
			if !e.amount(f) {
				return nil, false
			}
		}
	}
	if slices.Contains(o.operands, "-") && e.tail {
		return nil, false
	}
	if old && len(o.operands) > 1 {
		return nil, false // tail's own complaint about the old form
	}
	return func(emit func(execPiece) bool) { r.ends(name, e, o.operands, headers, in, emit) }, true
}

// amount takes -n or -c.
func (e *execEnds) amount(f execFlag) bool {
	e.bytes = f.name == "c"
	value := f.value
	e.other = false
	switch {
	case e.tail && strings.HasPrefix(value, "+"), !e.tail && strings.HasPrefix(value, "-"):
		e.other = true
		value = value[1:]
	case strings.HasPrefix(value, "+"), strings.HasPrefix(value, "-"):
		value = value[1:]
	}
	n, ok := execCount(value)
	e.n = n
	return ok
}

// ends runs head or tail.
func (r *execRun) ends(name string, e execEnds, operands []string, headers bool, in execStream, emit func(execPiece) bool) {
	status := 0
	r.status = 0
	if e.tail && e.n == 0 && !e.other { // it does not even open its files
		if len(operands) == 0 {
			in(func(execPiece) bool { return false })
		}
		return
	}
	on := true
	r.each(execInputs(operands, in), func(i execInput, read execStream, first bool) execMore {
		if headers {
			header := "==> " + i.name + " <==\n"
			if i.stdin {
				header = "==> standard input <==\n"
			}
			if !first {
				header = "\n" + header
			}
			if on = emit(execLiteral(header)); !on {
				return execClosed
			}
		}
		e.write(r, read, func(p execPiece) bool {
			on = emit(p)
			return on
		})
		return goOn(on)
	}, func(file, why string, opening bool) execMore {
		status = 1
		quoted := gnuQuote(file, true)
		if file == "-" {
			quoted = "'standard input'"
		}
		if opening {
			r.complain(name + ": cannot open " + quoted + " for reading: " + why)
		} else {
			r.complain(name + ": error reading " + quoted + ": " + why)
			if e.tail && (e.bytes || e.other && e.n <= 1) {
				return execStop
			}
		}
		return execGoOn
	})
	r.status = status
}

// write writes the part of a stream that is asked for.
func (e execEnds) write(r *execRun, read execStream, emit func(execPiece) bool) {
	switch {
	case !e.tail && e.other || e.tail && !e.other:
		e.writeHeld(r, read, emit)
	case e.bytes && e.tail:
		read(skipBytes(max(e.n-1, 0), emit))
	case e.tail:
		read(r.lineRange(max(e.n, 1), -1, emit))
	case e.n == 0:
		read(func(execPiece) bool { return false })
	case e.bytes:
		read(takeBytes(e.n, emit))
	default:
		read(r.lineRange(1, e.n, emit))
	}
}

// writeHeld writes what depends on the stream's end.
func (e execEnds) writeHeld(r *execRun, read execStream, emit func(execPiece) bool) {
	keep := int64(-1)
	if e.tail && !e.bytes {
		keep = e.n
	}
	held := r.gather(read, keep)
	var total int64
	for _, p := range held {
		total += p.size()
	}
	cut := max(total-e.n, 0) // where the last part begins
	if !e.bytes {
		cut = total
		for _, p := range r.lastLines(held, e.n) {
			cut -= p.size()
		}
	}
	out := takeBytes(cut, emit)
	if e.tail {
		out = skipBytes(cut, emit)
	}
	if !e.tail && cut == 0 {
		return
	}
	for _, p := range held {
		if !out(p) {
			return
		}
	}
}

// lineRange writes the lines from first to last of a stream, 1-based and inclusive; last -1 is the end.
func (r *execRun) lineRange(first, last int64, emit func(execPiece) bool) func(execPiece) bool {
	line := int64(1) // of the next byte
	return func(p execPiece) bool {
		for p.size() > 0 {
			if last >= 0 && line > last {
				return false
			}
			if line < first {
				off, n, err := p.afterLines(r.ctx, first-line)
				if err != nil {
					return r.fail(err)
				}
				number := p.line
				p = p.from(off)
				line += n
				if number > 0 {
					p.line = number + n
				}
				continue
			}
			part := p
			if last >= 0 {
				off, n, err := p.afterLines(r.ctx, last-line+1)
				if err != nil {
					return r.fail(err)
				}
				part, p = p.upTo(off), p.from(off)
				line += n
			} else {
				p = execPiece{}
			}
			if !emit(part) {
				return false
			}
		}
		return last < 0 || line <= last
	}
}

// execWc is wc with -l, -w and -c.
func execWc(r *execRun, args []string, in execStream) (execStream, bool) {
	o, ok := parseOptions(args, "lwc", "", map[string]byte{"lines": 'l', "words": 'w', "bytes": 'c'})
	if !ok {
		return nil, false
	}
	show := [3]bool{}
	for _, f := range o.flags {
		show[strings.Index("lwc", f.name)] = true
	}
	if show == ([3]bool{}) {
		show = [3]bool{true, true, true}
	}
	return func(emit func(execPiece) bool) { r.count(show, o.operands, in, emit) }, true
}

// wordCount is what wc counts: line ends, words, bytes.
type wordCount [3]int64

// count runs wc.
func (r *execRun) count(show [3]bool, operands []string, in execStream, emit func(execPiece) bool) {
	r.status = 0
	status, width := 0, r.countWidth(show, operands)
	var total wordCount
	write := func(c wordCount, name string) bool {
		var b []byte
		for i, n := range c {
			if show[i] {
				if len(b) > 0 {
					b = append(b, ' ')
				}
				b = tools.AppendNumber(b, n, width)
			}
		}
		if name != "" {
			b = append(append(b, ' '), name...)
		}
		return emit(execPiece{text: append(b, '\n')})
	}
	var pending func()
	flush := func() {
		if pending != nil {
			pending()
			pending = nil
		}
	}
	r.each(execInputs(operands, in), func(i execInput, read execStream, _ bool) execMore {
		flush()
		var c wordCount
		if show[1] {
			c = r.words(read)
		} else {
			c = r.lineEnds(read)
		}
		for k := range c {
			total[k] += c[k]
		}
		name := i.name
		if i.stdin && len(operands) == 0 {
			name = ""
		} else if !i.stdin {
			name = gnuNewlineQuote(name)
		}
		pending = func() { write(c, name) } // after what is said of a directory
		return execGoOn
	}, func(name, why string, opening bool) execMore {
		status = 1
		quoted := gnuQuote(name, false)
		if name == "-" {
			quoted = "'standard input'"
		}
		if opening {
			flush()
		}
		r.complain("wc: " + quoted + ": " + why)
		return execGoOn
	})
	flush()
	if len(operands) > 1 {
		write(total, "total")
	}
	r.status = status
}

// countWidth is how wide wc writes its numbers.
func (r *execRun) countWidth(show [3]bool, operands []string) int {
	columns := 0
	for _, s := range show {
		if s {
			columns++
		}
	}
	if columns == 1 && len(operands) <= 1 {
		return 1
	}
	if len(operands) == 0 {
		operands = []string{"-"}
	}
	width, size := 1, int64(0)
	for _, name := range operands {
		if name == "-" {
			if r.input == nil {
				width = 7
				continue
			}
			size += r.input.Size()
			continue
		}
		f, err := r.open(name)
		switch {
		case err == nil:
			size += f.Size()
		case errors.Is(err, access.ErrDirectory):
			width = 7
		}
	}
	return max(width, len(strconv.FormatInt(size, 10)))
}

// lineEnds counts line ends and bytes without looking at words.
func (r *execRun) lineEnds(read execStream) (c wordCount) {
	read(func(p execPiece) bool {
		n := int64(0)
		for off := int64(0); off < p.size(); {
			b, err := p.bytes(off, 64<<10)
			if err == nil {
				err = r.ctx.Err()
			}
			if err != nil {
				return r.fail(err)
			}
			n += int64(bytes.Count(b, []byte("\n")))
			off += int64(len(b))
		}
		c[0] += n
		c[2] += p.size()
		return true
	})
	return c
}

// words counts line ends, words and bytes.
func (r *execRun) words(read execStream) (c wordCount) {
	in := false
	read(func(p execPiece) bool {
		for off := int64(0); off < p.size(); {
			b, err := p.bytes(off, 64<<10)
			if err == nil {
				err = r.ctx.Err()
			}
			if err != nil {
				return r.fail(err)
			}
			for _, ch := range b {
				switch {
				case ch == '\n':
					c[0]++
					in = false
				case ch == ' ' || ch >= '\t' && ch <= '\r':
					in = false
				case ch > ' ' && ch != 0x7F && !in:
					c[1]++
					in = true
				}
			}
			off += int64(len(b))
		}
		c[2] += p.size()
		return true
	})
	return c
}

// gnuQuote is a file's name as GNU programs write it in messages: in quotes when it needs them, or always.
func gnuQuote(name string, always bool) string {
	const special = " !\"$&()*;<=>[^`|?\\"
	quote := always || name == "" || name == "{" || name == "}" || strings.ContainsAny(name, special) ||
		name[0] == '#' || name[0] == '~'
	control := strings.ContainsFunc(name, func(c rune) bool { return !unicode.IsPrint(c) })
	if !control && !quote && !strings.Contains(name, "'") {
		return name
	}
	if !control && strings.Contains(name, "'") && !strings.ContainsAny(name, "\"$`\\!") {
		return `"` + name + `"`
	}
	var b strings.Builder
	b.WriteByte('\'')
	escaped := false
	for _, c := range name {
		if !unicode.IsPrint(c) {
			if !escaped {
				b.WriteString("'$'")
			}
			escaped = true
			b.WriteString(gnuEscape(c))
			continue
		}
		if escaped {
			b.WriteString("''")
			escaped = false
		}
		if c == '\'' {
			b.WriteString(`'\''`)
			continue
		}
		b.WriteRune(c)
	}
	b.WriteByte('\'')
	return b.String()
}

// gnuNewlineQuote is a file's name as wc writes it beside its counts: quoted when there is a line break in it.
func gnuNewlineQuote(name string) string {
	if strings.Contains(name, "\n") {
		return gnuQuote(name, false)
	}
	return name
}

// gnuEscape is a character that does not print, inside $'…'.
func gnuEscape(c rune) string {
	if i := strings.IndexRune("\a\b\t\n\v\f\r", c); i >= 0 {
		return `\` + string("abtnvfr"[i])
	}
	var b strings.Builder
	for _, x := range []byte(string(c)) {
		b.WriteByte('\\')
		digits := strconv.FormatInt(int64(x), 8)
		b.WriteString(strings.Repeat("0", 3-len(digits)) + digits)
	}
	return b.String()
}
