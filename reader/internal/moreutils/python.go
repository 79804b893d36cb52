package moreutils

import (
	"path"
	"slices"
	"strings"

	"eyeline/reader/internal/coreutils"
)

// python imitates a small part of Python: scripts that read files, replace text in them, print them and write them
// back. After anything else, files that the script opens to write may have changed.
func python(c *coreutils.Call, o coreutils.Options) int {
	script := ""
	given := false
	for _, f := range o.Flags() {
		if f.Name() == "m" {
			return c.Unknown("-m " + f.Value())
		}
		script = f.Value()
		given = given || f.Name() == "c"
	}

	if !given {
		if len(o.Operands()) > 0 && o.Operands()[0] != "-" {
			return c.Unknown("a program of its own")
		}

		var err error
		if script, err = c.In.All(c.Runner, coreutils.MaxWritten); err != nil {
			return c.Unknown("a script that is not known")
		}
	}

	r := &pyRun{call: c, vars: map[string]pyValue{}}
	tokens, ok := pyTokens(script)
	r.tokens = tokens
	if !ok || !r.script() {
		for _, name := range pyWrites(tokens) {
			c.MayHaveChanged([]string{name})
		}
		return c.Unknown("such a script")
	}

	r.end()
	return 0
}

// pyToken is a token: a string, a name, a number or a sign, which line ends are, too.
type pyToken struct {
	kind byte // 's' string, 'n' name, '0' number, '+' sign, 0 end
	text string
}

// pyTokens splits a script; ok is false if a string is unterminated or formatted.
func pyTokens(script string) (tokens []pyToken, ok bool) {
	for script != "" {
		c := script[0]
		switch {
		case c == '#':
			_, rest, _ := strings.Cut(script, "\n")
			script = "\n" + rest
		case c == ' ' || c == '\t' || c == '\r':
			script = script[1:]
		case c == '\\' && strings.HasPrefix(script, "\\\n"):
			script = script[2:]
		case c == '"' || c == '\'':
			text, rest, ended := pyText(script, false)
			if !ended {
				return tokens, false
			}
			tokens = append(tokens, pyToken{'s', text})
			script = rest
		case isWord(c):
			n := 0
			for n < len(script) && isWord(script[n]) {
				n++
			}

			word := script[:n]
			rest := script[n:]
			if rest != "" && (rest[0] == '"' || rest[0] == '\'') && len(word) <= 2 {
				text, after, ended := pyText(rest, strings.ContainsAny(word, "rR"))
				if !ended || strings.Trim(word, "rRuUbB") != "" {
					return tokens, false
				}
				tokens = append(tokens, pyToken{'s', text})
				script = after
				continue
			}

			kind := byte('n')
			if word[0] >= '0' && word[0] <= '9' {
				kind = '0'
			}

			tokens = append(tokens, pyToken{kind, word})
			script = rest
		default:
			tokens = append(tokens, pyToken{'+', script[:1]})
			script = script[1:]
		}
	}

	return tokens, true
}

func isWord(c byte) bool {
	return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c >= 0x80
}

// pyText parses a quoted string; raw: backslashes are literal.
func pyText(script string, raw bool) (text, rest string, ended bool) {
	quote := script[:1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(script, triple) {
		quote = triple
	}

	var out []byte
	for i := len(quote); i < len(script); i++ {
		c := script[i]
		switch {
		case strings.HasPrefix(script[i:], quote):
			return string(out), script[i+len(quote):], true
		case c == '\n' && len(quote) == 1:
			return "", "", false
		case c == '\\' && i+1 < len(script) && raw:
			out = append(out, c, script[i+1])
			i++
		case c == '\\' && i+1 < len(script):
			i++
			at := strings.IndexByte("ntr\\'\"\n", script[i])
			if at < 0 {
				return "", "", false
			}
			if at < 6 {
				out = append(out, "\n\t\r\\'\""[at])
			}
		default:
			out = append(out, c)
		}
	}

	return "", "", false
}

// pyValue is a value: a string, which may be a file's text with replacements, an open file, or a path.
type pyValue struct {
	kind         byte // 's' string, 'f' file, 'p' path, 0 None
	text         string
	from         string   // file whose text it was; "" if it is from no file
	replacements []string // replacements in it: old and new texts in turn
	file         *pyFile
}

// pyFile is an open file.
type pyFile struct {
	name    string
	into    *coreutils.Written // nil if it is open for reading
	written pyValue
}

// pyRun is a run of a script.
type pyRun struct {
	call   *coreutils.Call
	tokens []pyToken
	vars   map[string]pyValue
	files  []*pyFile
	bad    bool
	depth  int
	memory int // total size of all strings made
}

func (r *pyRun) next() pyToken {
	if len(r.tokens) == 0 {
		return pyToken{}
	}
	return r.tokens[0]
}

// is consumes a sign or name if it is next.
func (r *pyRun) is(text string) bool {
	t := r.next()
	if t.kind == 's' || t.kind == 0 || t.text != text {
		return false
	}
	r.tokens = r.tokens[1:]
	return true
}

// script runs all statements; it returns false, and nothing is written, if one is not imitated.
func (r *pyRun) script() bool {
	for len(r.tokens) > 0 && !r.bad {
		if r.is("\n") || r.is(";") {
			continue
		}
		r.statement()
	}
	return !r.bad && r.call.Runner.Err() == nil
}

func (r *pyRun) ends() bool { return len(r.tokens) == 0 || r.is("\n") || r.is(";") }

func (r *pyRun) statement() {
	first := r.next()
	second := pyToken{}
	if len(r.tokens) > 1 {
		second = r.tokens[1]
	}

	switch {
	case first.kind == 'n' && (first.text == "import" || first.text == "from"):
		for !r.ends() {
			r.tokens = r.tokens[1:]
		}
		return
	case first.kind == 'n' && first.text == "assert": // the exit status shows that it held
		for !r.ends() {
			r.tokens = r.tokens[1:]
		}
		return
	case r.is("with"):
		v := r.expression()
		if !r.is("as") || r.next().kind != 'n' {
			r.bad = true
			return
		}

		r.vars[r.next().text] = v
		r.tokens = r.tokens[1:]
		r.bad = r.bad || !r.is(":")
		return
	case first.kind == 'n' && second.text == "=" && second.kind == '+':
		r.tokens = r.tokens[2:]
		r.vars[first.text] = r.expression()
	case first.kind == 'n' && first.text == "print" && second.text == "(":
		r.tokens = r.tokens[2:]
		r.print()
	default:
		r.expression()
	}

	r.bad = r.bad || !r.ends()
}

// print runs a call of print, after its parenthesis.
func (r *pyRun) print() {
	end := "\n"
	var all []pyValue
	for !r.bad && !r.is(")") {
		if len(r.tokens) > 1 && r.next().text == "end" && r.tokens[1].text == "=" {
			r.tokens = r.tokens[2:]
			end = r.expression().text
		} else {
			v := r.expression()
			r.bad = r.bad || v.kind != 's'
			all = append(all, v)
		}

		r.is(",")
	}

	for i, v := range all {
		if i > 0 {
			r.call.Out(coreutils.Literal(" "))
		}
		if !r.bad {
			r.write(v)
		}
	}

	if !r.bad {
		r.call.Out(coreutils.Literal(end))
	}
}

// write prints a value. The unchanged text of a file is printed as the file's bytes, so that its lines are known.
func (r *pyRun) write(v pyValue) {
	if v.from != "" && len(v.replacements) == 0 {
		if f, err := r.call.Open(v.from); err == nil {
			r.call.Out(coreutils.Whole(f))
			return
		}
	}
	r.call.Out(coreutils.Literal(v.text))
}

// maxScriptDepth is how deep expressions may be nested.
const maxScriptDepth = 50

// expression evaluates values joined by "+".
func (r *pyRun) expression() pyValue {
	r.depth++
	if r.depth > maxScriptDepth {
		r.bad = true
	}

	defer func() { r.depth-- }()
	v := r.chain()
	for !r.bad && r.is("+") {
		w := r.chain()
		r.bad = r.bad || v.kind != 's' || w.kind != 's'
		r.reserve(len(v.text) + len(w.text))
		if r.bad {
			return pyValue{}
		}
		v = pyValue{kind: 's', text: v.text + w.text}
	}

	return v
}

// chain evaluates a value and its method calls.
func (r *pyRun) chain() (v pyValue) {
	v = r.value()
	for !r.bad && r.is(".") {
		method := r.next().text
		if len(r.tokens) > 0 {
			r.tokens = r.tokens[1:]
		}

		if !r.is("(") {
			r.bad = true
			return v
		}

		v = r.method(v, method, r.arguments())
	}

	return v
}

// value evaluates a value without its method calls.
func (r *pyRun) value() (v pyValue) {
	t := r.next()
	if len(r.tokens) > 0 {
		r.tokens = r.tokens[1:]
	}

	switch {
	case t.kind == 's':
		v = pyValue{kind: 's', text: r.texts(t.text)}
	case t.kind == 'n' && t.text == "open" && r.is("("):
		v = r.open(r.arguments())
	case t.kind == 'n' && t.text == "pathlib" && r.is("."):
		return r.chain()
	case t.kind == 'n' && t.text == "Path" && r.is("("):
		args := r.arguments()
		r.bad = r.bad || len(args) != 1 || args[0].kind != 's'
		if !r.bad {
			v = pyValue{kind: 'p', text: args[0].text}
		}
	case t.kind == 'n':
		value, known := r.vars[t.text]
		v = value
		if !known {
			r.bad = true
		}
	case t.text == "(" && t.kind == '+':
		v = r.expression()
		r.bad = r.bad || !r.is(")")
	default:
		r.bad = true
	}

	return v
}

// texts joins adjacent string literals.
func (r *pyRun) texts(first string) string {
	if r.next().kind != 's' {
		return first
	}

	var all strings.Builder
	all.WriteString(first)
	for r.next().kind == 's' {
		all.WriteString(r.next().text)
		r.tokens = r.tokens[1:]
	}

	r.reserve(all.Len())
	return all.String()
}

// arguments evaluates arguments after their parenthesis. Named ones are ignored, except for mode.
func (r *pyRun) arguments() (args []pyValue) {
	for !r.bad && !r.is(")") {
		r.is("\n")
		if r.is(")") {
			break
		}

		named := len(r.tokens) > 1 && r.next().kind == 'n' && r.tokens[1].text == "=" && r.tokens[1].kind == '+'
		name := r.next().text
		if named {
			r.tokens = r.tokens[2:]
		}

		if r.next().kind == '0' {
			args = append(args, pyValue{kind: '0', text: r.next().text})
			r.tokens = r.tokens[1:]
		} else if v := r.expression(); !named || name == "mode" {
			args = append(args, v)
		}

		r.is("\n")
		if !r.is(",") && r.next().text != ")" {
			r.bad = true
		}
	}

	return args
}

// open evaluates open(path, mode).
func (r *pyRun) open(args []pyValue) (v pyValue) {
	if r.bad || len(args) == 0 || len(args) > 2 || args[0].kind != 's' && args[0].kind != 'p' {
		r.bad = true
		return v
	}

	mode := "r"
	if len(args) == 2 {
		mode = args[1].text
	}

	f := &pyFile{name: args[0].text}
	switch strings.Trim(mode, "bt") {
	case "r", "": // for reading
	case "w", "a":
		f.into = &coreutils.Written{Call: r.call, Path: r.call.Abs(f.name), Appends: strings.HasPrefix(mode, "a")}
		r.files = append(r.files, f)
	default:
		r.bad = true
	}

	return pyValue{kind: 'f', file: f}
}

// method calls a method of a string, a path or a file.
func (r *pyRun) method(of pyValue, name string, args []pyValue) (v pyValue) {
	texts := !slices.ContainsFunc(args, func(a pyValue) bool { return a.kind != 's' })
	switch {
	case r.bad: // already not imitated
	case of.kind == 's' && name == "replace" && len(args) >= 2 && args[0].kind == 's' && args[1].kind == 's':
		v = r.replace(of, args)
	case of.kind == 'f' && name == "read" && len(args) == 0 && of.file.into == nil:
		v = r.read(of.file.name)
	case of.kind == 'p' && name == "read_text":
		v = r.read(of.text)
	case of.kind == 'f' && name == "write" && len(args) == 1 && texts && of.file.into != nil:
		v = r.writeTo(of.file, args[0])
	case of.kind == 'p' && name == "write_text" && len(args) == 1 && texts:
		f := &pyFile{name: of.text, into: &coreutils.Written{Call: r.call, Path: r.call.Abs(of.text)}, written: args[0]}
		r.files = append(r.files, f)
	case of.kind == 'f' && name == "close": // files are written at the end in any case
	default:
		r.bad = true
	}

	return v
}

// writeTo evaluates the method write of a file.
func (r *pyRun) writeTo(f *pyFile, text pyValue) (v pyValue) {
	r.bad = f.written.kind != 0 && text.from != ""
	r.reserve(len(f.written.text) + len(text.text))
	if r.bad {
		return v
	}
	f.written = pyValue{kind: 's', text: f.written.text + text.text, from: text.from, replacements: text.replacements}
	return f.written
}

const (
	// maxPython is how many bytes all strings of a script may have together.
	maxPython = 8 * coreutils.MaxWritten
	// maxReplaced is how many texts pyValue.made holds.
	maxReplaced = 1 << 10
)

// replace evaluates the method replace of a string, for all or the first match.
func (r *pyRun) replace(of pyValue, args []pyValue) (v pyValue) {
	old := args[0].text
	put := args[1].text
	r.reserve(len(of.text))
	if r.bad || len(of.replacements) >= maxReplaced {
		r.bad = true
		return v
	}

	count := strings.Count(of.text, old)
	if len(args) > 2 {
		count = min(count, 1)
		r.bad = len(args) > 3 || args[2].text != "1"
	}

	r.reserve(len(of.text) + count*(len(put)-len(old)))
	if r.bad {
		return v
	}

	v = pyValue{kind: 's', from: of.from, text: strings.Replace(of.text, old, put, count)}
	v.replacements = append(slices.Clone(of.replacements), old, put)
	return v
}

// reserve counts the size of a string before it is made, and sets bad if the total is too large.
func (r *pyRun) reserve(size int) {
	r.memory += size
	r.bad = r.bad || size > coreutils.MaxWritten || r.memory > maxPython
}

// read returns the text of a file, which it opens so that the script can change it later.
func (r *pyRun) read(name string) pyValue {
	c := r.call
	f, err := c.System.OpenToChange(c.Context(), c.Abs(name))
	if err != nil {
		r.bad = true
		return pyValue{}
	}

	defer func() { _ = f.Close() }() // read only: nothing is lost
	r.reserve(int(min(f.Size(), coreutils.MaxWritten+1)))
	if r.bad {
		return pyValue{}
	}
	b, err := coreutils.Whole(f).Bytes(0, f.Size())
	r.bad = err != nil
	return pyValue{kind: 's', text: string(b), from: path.Clean(c.Abs(name))}
}

// end writes the files.
func (r *pyRun) end() {
	for _, f := range r.files {
		into := f.into
		v := f.written
		if v.from == path.Clean(into.Path) && !into.Appends {
			for i := 0; i+1 < len(v.replacements); i += 2 {
				r.call.Note(r.call.System.Replace(into.Path, v.replacements[i], v.replacements[i+1]))
			}

			continue
		}

		into.Take(coreutils.Literal(v.text))
		into.Close()
	}
}

// pyWrites returns the files that a script opens for writing.
func pyWrites(tokens []pyToken) (names []string) {
	known := map[string]string{}
	text := func(t pyToken) string {
		if t.kind == 's' {
			return t.text
		}
		return known[t.text]
	}

	path := ""
	writes := false
	for i, t := range tokens {
		if i+3 >= len(tokens) {
			break
		}

		next := tokens[i+1 : i+4]
		switch {
		case t.kind == 'n' && next[0].text == "=" && next[1].kind == 's':
			known[t.text] = next[1].text
		case t.kind == 'n' && t.text == "open" && next[2].text == ",":
			if i+4 < len(tokens) && tokens[i+4].kind == 's' && strings.ContainsAny(tokens[i+4].text, "wa+") {
				names = append(names, text(next[1]))
			}
		case t.kind == 'n' && t.text == "Path" && next[0].text == "(":
			path = text(next[1])
		case t.kind == 'n' && t.text == "write_text":
			writes = true
		}
	}

	if writes {
		names = append(names, path)
	}

	return slices.DeleteFunc(names, func(n string) bool { return n == "" })
}
