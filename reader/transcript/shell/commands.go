package shell

import (
	"math"
	"slices"
	"strings"

	"eyeline/reader/transcript/record"
)

// leading finds out what a command prints that is first in a pipe. When that is not known, the files that it names come
// back with false.
func leading(args []string, dir string) ([]Part, bool) {
	name, args := args[0], args[1:]
	switch name {
	case "echo":
		opts := len(args) > 0 && slices.Contains([]string{"-n", "-e", "-E"}, args[0])
		return []Part{{Literal: strings.Join(args, " ") + "\n"}}, !opts
	case "pwd", "true", ":", "ls", "find", "wc", "mkdir", "rm", "touch", "which", "test", "stat", "file", "du":
		// They print no lines of files, but where they print, it is not known how much.
		return nil, name == "true" || name == ":" || name == "mkdir" || name == "rm" || name == "touch" ||
			name == "test"
	case "git":
		return gitShow(args)
	case "cat", "nl", "head", "tail", "sed", "awk", "grep", "rg", "egrep", "fgrep":
	default:
		return nil, false
	}
	files, rest, ok := operandsOf(name, args)
	parts := make([]Part, 0, len(files))
	for _, f := range files {
		if f == "-" {
			ok = false
			continue
		}
		parts = append(parts, Part{Path: record.ResolvePath(dir, f), From: 1, To: toEnd})
	}
	if name == "rg" || name == "grep" {
		if paths, ok := search(name, rest, len(files), dir); ok {
			return paths, true
		}
	}
	if !ok || len(parts) == 0 {
		return parts, false
	}
	if len(parts) > 1 && name != "cat" && name != "grep" && name != "rg" {
		return parts, false // headings between the files, or numbers that go on
	}
	out, ok := apply(name, rest, parts, len(parts))
	if !ok {
		return parts, false
	}
	return out, true
}

// filter tells what a command prints of what comes to it through a pipe.
func filter(args []string, in []Part) ([]Part, bool) {
	files, rest, ok := operandsOf(args[0], args[1:])
	if !ok || len(files) > 0 || len(in) != 1 || in[0].Path == "" {
		return in, false
	}
	out, ok := apply(args[0], rest, in, 1)
	if !ok {
		return in, false
	}
	return out, true
}

// request is what a command does with lines, without the files.
type request struct {
	opts   [][2]string
	script string // of sed, awk and grep
}

// operandsOf splits the arguments of a command into its files and the rest.
func operandsOf(name string, args []string) (files []string, r request, ok bool) {
	valued := map[string]string{
		"head": "nc", "tail": "nc", "sed": "e", "awk": "Fv", "nl": "bvwsi", "grep": "ABCemf",
		"egrep": "ABCemf", "fgrep": "ABCemf", "rg": "ABCegtmTM",
	}[name]
	if name == "head" || name == "tail" { // head -20
		args = slices.Clone(args)
		for i, a := range args {
			if len(a) > 1 && a[0] == '-' && strings.Trim(a[1:], "0123456789") == "" {
				args[i] = "-n" + a[1:]
			}
		}
	}
	r.opts, files, ok = options(args, valued)
	if !ok {
		return nil, r, false
	}
	switch name {
	case "sed", "awk", "grep", "egrep", "fgrep", "rg":
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
	}
	return files, r, true
}

// apply tells what a command prints of the parts in.
func apply(name string, r request, in []Part, files int) ([]Part, bool) {
	switch name {
	case "cat":
		return cat(r, in)
	case "nl":
		for _, o := range r.opts {
			if o != [2]string{"b", "a"} {
				return nil, false
			}
		}
		if len(r.opts) == 0 || in[0].Numbers != NoNumbers || in[0].From != 1 {
			return nil, false // blank lines are not numbered, or the numbers are not the file's
		}
		in[0].Numbers = NlNumbers
		return in, true
	case "head", "tail":
		return ends(name, r, in)
	case "sed":
		return sed(r, in)
	case "awk":
		return awk(r, in)
	case "grep", "egrep", "fgrep", "rg":
		return grep(r, in, files)
	}
	return nil, false
}

func cat(r request, in []Part) ([]Part, bool) {
	for _, o := range r.opts {
		switch o[0] {
		case "n", "--number":
			if len(in) > 1 || in[0].Numbers != NoNumbers || in[0].From != 1 {
				return nil, false
			}
			in[0].Numbers = NlNumbers
		default:
			return nil, false
		}
	}
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

func ends(name string, r request, in []Part) ([]Part, bool) {
	count := "10"
	for _, o := range r.opts {
		switch o[0] {
		case "n", "--lines":
			count = o[1]
		case "q":
		default:
			return nil, false
		}
	}
	n, ok := number(strings.TrimPrefix(count, "+"))
	if !ok {
		return nil, false
	}
	switch {
	case name == "head" && count[0] != '+':
		return []Part{cut(in[0], 1, n)}, true
	case name == "tail" && count[0] == '+':
		return []Part{cut(in[0], max(n, 1), toEnd)}, true
	case name == "tail":
		s := in[0]
		if s.To != toEnd && s.From > 0 { // of a part whose end is known, if the file is long enough
			return nil, false
		}
		if s.Numbers == NoNumbers {
			s.From, s.To = 0, 0
		}
		return []Part{s}, true
	}
	return nil, false
}

// sed knows the scripts that print ranges of lines: 5p, 5,9p, 5,$p, several with semicolons, and 9q after them.
func sed(r request, in []Part) ([]Part, bool) {
	silent := false
	for _, o := range r.opts {
		switch o[0] {
		case "n", "--quiet", "--silent":
			silent = true
		case "e", "E", "r":
		default:
			return nil, false
		}
	}
	if in[0].From == 0 {
		return nil, false
	}
	var out []Part
	last := int64(0)
	for _, c := range strings.FieldsFunc(r.script, func(r rune) bool { return r == ';' || r == '\n' }) {
		c = strings.TrimSpace(c)
		if c == "" {
			continue
		}
		a, b, ok := sedRange(c[:len(c)-1])
		switch {
		case !ok:
			return nil, false
		case c[len(c)-1] == 'p' && silent && a > last:
			out = append(out, cut(in[0], a, b))
			last = b
		case c[len(c)-1] == 'q' && silent && a == b && b >= last && len(out) > 0:
			return out, true
		case c[len(c)-1] == 'q' && !silent && a == b && len(out) == 0:
			return []Part{cut(in[0], 1, b)}, true
		default:
			return nil, false
		}
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
	script := strings.Map(func(r rune) rune {
		if r == ' ' || r == '\t' || r == '\n' {
			return -1
		}
		return r
	}, r.script)
	script = strings.TrimSuffix(strings.TrimSuffix(script, "{print}"), "{print$0}")
	a, b := int64(1), int64(toEnd)
	conditions := strings.Split(script, "&&")
	if from, to, ok := strings.Cut(script, ","); ok { // NR==5,NR==9
		from, ok1 := strings.CutPrefix(from, "NR==")
		to, ok2 := strings.CutPrefix(to, "NR==")
		if !ok1 || !ok2 {
			return nil, false
		}
		conditions = []string{"NR>=" + from, "NR<=" + to}
	}
	for _, c := range conditions {
		c, ok := strings.CutPrefix(c, "NR")
		if !ok {
			return nil, false
		}
		op := c[:len(c)-len(strings.TrimLeft(c, "<>="))]
		n, ok := number(c[len(op):])
		if !ok || n > 1<<40 {
			return nil, false
		}
		switch op {
		case "==":
			a, b = max(a, n), min(b, n)
		case ">=":
			a = max(a, n)
		case ">":
			a = max(a, n+1)
		case "<=":
			b = min(b, n)
		case "<":
			b = min(b, n-1)
		default:
			return nil, false
		}
	}
	if b < a {
		return nil, false
	}
	return []Part{cut(in[0], a, b)}, true
}

// grep prints lines with their numbers, or lines of which nothing is known.
func grep(r request, in []Part, files int) ([]Part, bool) {
	numbered, named := false, files > 1
	for _, o := range r.opts {
		switch o[0] {
		case "n", "--line-number":
			numbered = true
		case "H", "--with-filename":
			named = true
		case "h", "--no-filename", "I":
			named = false
		case "i", "E", "F", "w", "x", "P", "S", "s", "A", "B", "C", "e", "m", "t", "g", "--color", "--no-heading":
		default:
			return nil, false // -c, -l, -v, -o and others print no whole lines, or others
		}
	}
	if !numbered || in[0].From != 1 || in[0].Numbers != NoNumbers {
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
	return grep(r, []Part{{Path: dir, From: 1, To: toEnd, Dir: dir}}, 2)
}

// gitShow knows git show REV:path.
func gitShow(args []string) ([]Part, bool) {
	if len(args) != 2 || args[0] != "show" {
		return nil, false
	}
	rev, file, ok := strings.Cut(args[1], ":")
	if !ok || file == "" || strings.HasPrefix(rev, "-") {
		return nil, false
	}
	return []Part{{Path: file, Rev: rev, From: 1, To: toEnd}}, true
}
