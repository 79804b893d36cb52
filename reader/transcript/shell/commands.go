package shell

import (
	"math"
	"slices"
	"strings"

	"eyeline/reader/transcript/record"
)

// command is a command that prints lines of files.
type command struct {
	valued   string // letters of the options that take a value
	counts   bool   // -20 is an option that counts lines
	inPlace  bool   // with option i it writes into its files
	scripted bool   // its first operand, or option e, is a script or a pattern
	several  bool   // it prints several files one after the other, or says of each line whose it is
	searches bool   // it may search through folders
	// print tells what it prints of the parts in; the parts may be changed.
	print func(r request, in []Part) ([]Part, bool)
}

var commands = map[string]command{
	"cat":   {several: true, print: cat},
	"bat":   {print: bat},
	"nl":    {valued: "bvwsi", print: nl},
	"head":  {valued: "nc", counts: true, print: head},
	"tail":  {valued: "nc", counts: true, print: tail},
	"sed":   {valued: "e", scripted: true, inPlace: true, print: sed},
	"awk":   {valued: "Fv", scripted: true, print: awk},
	"grep":  {valued: "ABCemf", scripted: true, several: true, searches: true, print: grep},
	"egrep": {valued: "ABCemf", scripted: true, print: grep},
	"fgrep": {valued: "ABCemf", scripted: true, print: grep},
	"rg":    {valued: "ABCegtmTM", scripted: true, several: true, searches: true, print: grep},
}

// printed is what commands print that print nothing, or a line that is none of a file.
var printed = map[string][]Part{
	"true": nil, ":": nil, "mkdir": nil, "rm": nil, "touch": nil, "test": nil, "cp": nil, "mv": nil, "chmod": nil,
	"sleep": nil, "export": nil, "set": nil,
	"pwd": {{Other: 1}}, "date": {{Other: 1}}, "whoami": {{Other: 1}},
}

// alone are commands that are understood only without anything coming to them.
var alone = map[string]func(args []string) ([]Part, bool){"echo": echo, "wc": counted, "git": gitShow}

func echo(args []string) ([]Part, bool) {
	opts := len(args) > 0 && slices.Contains([]string{"-n", "-e", "-E"}, args[0])
	return []Part{{Literal: strings.Join(args, " ") + "\n"}}, !opts
}

// leading finds out what a command prints that is first in a pipe. When that is not known, the files that it names come
// back with false.
func leading(args []string, dir string) ([]Part, bool) {
	name, args := args[0], args[1:]
	if lines, ok := printed[name]; ok {
		return lines, true
	}
	if print, ok := alone[name]; ok {
		return print(args)
	}
	c, ok := commands[name]
	if !ok {
		return nil, false
	}
	files, r, ok := c.operands(args)
	parts := make([]Part, 0, len(files))
	for _, f := range files {
		if f == "-" {
			ok = false
			continue
		}
		parts = append(parts, Part{Path: record.ResolvePath(dir, f), From: 1, To: toEnd})
	}
	if c.searches {
		if found, ok := search(name, r, len(parts), dir); ok {
			return found, true
		}
	}
	// Of several files there may be headings between them, or numbers that go on.
	if !ok || len(parts) == 0 || len(parts) > 1 && !c.several {
		return parts, false
	}
	if out, ok := c.print(r, parts); ok {
		return out, true
	}
	return parts, false
}

// filter tells what a command prints of what comes to it through a pipe.
func filter(args []string, in []Part) ([]Part, bool) {
	c, known := commands[args[0]]
	files, r, ok := c.operands(args[1:])
	if !known || !ok || len(files) > 0 || len(in) != 1 || in[0].Path == "" {
		return in, false
	}
	if out, ok := c.print(r, in); ok {
		return out, true
	}
	return in, false
}

// request is what a command does with lines, without the files.
type request struct {
	opts   [][2]string
	script string // of sed, awk and grep
}

// has reports whether one of the named options is given.
func (r request) has(names ...string) bool {
	return slices.ContainsFunc(r.opts, func(o [2]string) bool { return slices.Contains(names, o[0]) })
}

// only reports whether no other options than the named ones are given.
func (r request) only(names ...string) bool {
	return !slices.ContainsFunc(r.opts, func(o [2]string) bool { return !slices.Contains(names, o[0]) })
}

// operands splits the arguments of a command into its files and the rest.
func (c command) operands(args []string) (files []string, r request, ok bool) {
	if c.counts {
		args = slices.Clone(args)
		for i, a := range args {
			if len(a) > 1 && a[0] == '-' && strings.Trim(a[1:], "0123456789") == "" {
				args[i] = "-n" + a[1:]
			}
		}
	}
	r.opts, files, ok = options(args, c.valued)
	if !ok || !c.scripted {
		return files, r, ok
	}
	if c.inPlace && r.has("i") && len(files) > 1 && files[0] == "" {
		files = files[1:] // as sed of macOS has it: -i ''
	}
	for _, o := range r.opts {
		if o[0] == "e" {
			if r.script != "" {
				return files, r, false
			}
			r.script = o[1]
		}
	}
	if r.script == "" {
		if len(files) == 0 {
			return nil, r, false
		}
		r.script, files = files[0], files[1:]
	}
	return files, r, true
}

// isWhole reports whether a part is a file from its first line on, without numbers.
func (p Part) isWhole() bool { return p.From == 1 && p.Numbers == NoNumbers }

func nl(r request, in []Part) ([]Part, bool) {
	if len(r.opts) == 0 || !in[0].isWhole() {
		return nil, false // blank lines are not numbered, or the numbers are not the file's
	}
	in[0].Numbers = NlNumbers
	return in, !slices.ContainsFunc(r.opts, func(o [2]string) bool { return o != [2]string{"b", "a"} })
}

func cat(r request, in []Part) ([]Part, bool) {
	if len(r.opts) == 0 {
		return in, true
	}
	if !r.only("n", "--number") || len(r.opts) > 1 || len(in) > 1 || !in[0].isWhole() {
		return nil, false
	}
	in[0].Numbers = NlNumbers
	return in, true
}

// cut keeps of a part its lines from a to b, counted within it from 1.
func cut(s Part, a, b int64) Part {
	if s.From == 0 {
		return s
	}
	from := s.From
	if a-1 > math.MaxInt64-from {
		a = 1
	}
	s.From = from + a - 1
	if b < toEnd-from {
		s.To = min(s.To, from+b-1)
	}
	return s
}

// lineCount is the number that head and tail are given; from says that a + was before it.
func lineCount(r request) (n int64, from, ok bool) {
	count := "10"
	for _, o := range r.opts {
		switch o[0] {
		case "n", "--lines":
			count = o[1]
		case "q":
		default:
			return 0, false, false
		}
	}
	count, from = strings.CutPrefix(count, "+")
	n, ok = number(count)
	return n, from, ok
}

// bat prints as cat does where it is told to.
func bat(r request, in []Part) ([]Part, bool) {
	return in, r.has("p", "pp", "--plain") && r.only("p", "pp", "P", "--plain", "--paging", "--color", "--style") &&
		in[0].isWhole()
}

// counted is what wc prints: a line for each file, and one for all.
func counted(args []string) ([]Part, bool) {
	_, files, ok := options(args, "")
	switch {
	case !ok || len(files) == 0:
		return nil, false
	case len(files) == 1:
		return []Part{{Other: 1}}, true
	}
	return []Part{{Other: len(files) + 1}}, true
}

func head(r request, in []Part) ([]Part, bool) {
	n, from, ok := lineCount(r)
	return []Part{cut(in[0], 1, n)}, ok && !from
}

func tail(r request, in []Part) ([]Part, bool) {
	n, from, ok := lineCount(r)
	s := in[0]
	switch {
	case !ok:
		return nil, false
	case from:
		return []Part{cut(s, max(n, 1), toEnd)}, true
	case s.To != toEnd && s.From > 0: // of a part whose end is known, if the file is long enough
		return nil, false
	}
	if s.Numbers == NoNumbers {
		s.From, s.To = 0, 0
	}
	return []Part{s}, true
}

// sed knows the scripts that print ranges of lines: 5p, 5,9p, 5,$p, several with semicolons, and 9q after them.
func sed(r request, in []Part) ([]Part, bool) {
	if r.has("i") {
		return nil, true // it prints nothing, and writes into the file
	}
	silent := r.has("n", "--quiet", "--silent")
	if !r.only("n", "--quiet", "--silent", "e", "E", "r") || in[0].From == 0 {
		return nil, false
	}
	var out []Part
	last := int64(0)
	for _, c := range strings.FieldsFunc(r.script, func(r rune) bool { return r == ';' || r == '\n' }) {
		if c = strings.TrimSpace(c); c == "" {
			continue
		}
		name := c[len(c)-1]
		a, b, ok := sedRange(c[:len(c)-1])
		if !ok || a <= last && name == 'p' {
			return nil, false
		}
		if name == 'p' && silent {
			out = append(out, cut(in[0], a, b))
			last = b
			continue
		}
		if !silent { // all lines are printed up to the one at which it ends
			out, last = []Part{cut(in[0], 1, b)}, b
		}
		return out, name == 'q' && a == b && b >= last && len(out) > 0
	}
	return out, len(out) > 0
}

func sedRange(s string) (a, b int64, ok bool) {
	from, to, two := strings.Cut(strings.TrimSpace(s), ",")
	a, ok = number(strings.TrimSpace(from))
	if !ok || a == 0 {
		return 0, 0, false
	}
	if !two {
		return a, a, true
	}
	to = strings.TrimSpace(to)
	if to == "$" {
		return a, toEnd, true
	}
	if more, plus := strings.CutPrefix(to, "+"); plus {
		n, ok := number(more)
		return a, a + n, ok && n < toEnd-a
	}
	b, ok = number(to)
	return a, max(a, b), ok
}

// awk knows NR conditions: NR==5, NR>=5 && NR<=9, NR>=5, NR<=9, with or without {print} or {print NR": "$0} left out.
func awk(r request, in []Part) ([]Part, bool) {
	if len(r.opts) > 0 || in[0].From == 0 {
		return nil, false
	}
	script := strings.NewReplacer(" ", "", "\t", "", "\n", "").Replace(r.script)
	script = strings.TrimSuffix(strings.TrimSuffix(script, "{print}"), "{print$0}")
	conditions := strings.Split(script, "&&")
	if from, to, ok := strings.Cut(script, ","); ok { // NR==5,NR==9
		from, ok1 := strings.CutPrefix(from, "NR==")
		to, ok2 := strings.CutPrefix(to, "NR==")
		if !ok1 || !ok2 {
			return nil, false
		}
		conditions = []string{"NR>=" + from, "NR<=" + to}
	}
	first, last := int64(1), int64(toEnd)
	for _, c := range conditions {
		a, b, ok := awkRange(c)
		if !ok {
			return nil, false
		}
		first, last = max(first, a), min(last, b)
	}
	return []Part{cut(in[0], first, last)}, first <= last
}

// awkRange is the lines that a condition is true of.
func awkRange(condition string) (first, last int64, ok bool) {
	c, ok := strings.CutPrefix(condition, "NR")
	op := c[:len(c)-len(strings.TrimLeft(c, "<>="))]
	n, isNumber := number(c[len(op):])
	if !ok || !isNumber || n > 1<<40 {
		return 0, 0, false
	}
	switch op {
	case "==":
		return n, n, true
	case ">=":
		return n, toEnd, true
	case ">":
		return n + 1, toEnd, true
	case "<=":
		return 1, n, true
	case "<":
		return 1, n - 1, true
	}
	return 0, 0, false
}

func grep(r request, in []Part) ([]Part, bool) { return matches(r, in, len(in) > 1) }

// matches are lines with their numbers, or lines of which nothing is known; named says that the path is before each.
func matches(r request, in []Part, named bool) ([]Part, bool) {
	for _, o := range r.opts {
		switch o[0] {
		case "H", "--with-filename":
			named = true
		case "h", "--no-filename", "I":
			named = false
		}
	}
	// -c, -l, -v, -o and others print no whole lines, or others.
	if !r.only("n", "--line-number", "H", "--with-filename", "h", "--no-filename", "I", "i", "E", "F", "w", "x", "P",
		"S", "s", "A", "B", "C", "e", "m", "t", "g", "--color", "--no-heading") ||
		!r.has("n", "--line-number") || !in[0].isWhole() {
		return nil, false
	}
	for i := range in {
		in[i].Numbers = GrepNumbers
		if named {
			in[i].Numbers = RgNumbers
		}
	}
	return in, true
}

// search tells of a search through folders, which prints the path before each line.
func search(name string, r request, files int, dir string) ([]Part, bool) {
	recursive := name == "rg" && files == 0
	r.opts = slices.DeleteFunc(slices.Clone(r.opts), func(o [2]string) bool {
		if name != "grep" || o[0] != "r" && o[0] != "R" {
			return false
		}
		recursive = true
		return true
	})
	if !recursive {
		return nil, false
	}
	return matches(r, []Part{{Path: dir, From: 1, To: toEnd, Dir: dir}}, true)
}

// gitShow knows git show REV:path.
func gitShow(args []string) ([]Part, bool) {
	for len(args) > 0 && slices.Contains([]string{"--no-pager", "-P"}, args[0]) {
		args = args[1:]
	}
	if len(args) != 2 || args[0] != "show" {
		return nil, false
	}
	rev, file, ok := strings.Cut(args[1], ":")
	if !ok || file == "" || strings.HasPrefix(rev, "-") {
		return nil, false
	}
	return []Part{{Path: file, Rev: rev, From: 1, To: toEnd}}, true
}
