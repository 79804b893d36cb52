package coreutils

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// search is a run of grep or rg.
type search struct {
	call    *Call
	pattern *regexp.Regexp
	not     bool
	fold    bool // the case of letters does not count; smart: unless a pattern has a capital
	smart   bool
	word    bool // whole words match, or whole lines
	whole   bool
	name    byte // 'H', 'h': the name of a file precedes each line, or none does; 0: of several files
	numbers bool
	named   bool // the file's name precedes each line
	only    bool // only what matches
	count   bool
	list    byte // 'l', 'L': names of files; 0: lines
	quiet   bool // neither lines nor names
	silent  bool // nothing is said of files that cannot be read
	text    bool // a binary file is searched as a text
	most    int64
	before  int64
	after   int64

	found bool // in any file
	shown bool // a group of lines was written
}

// grepOptions are the letters that the long options of grep and rg stand for.
var grepOptions = map[string]byte{
	"line-number": 'n', "ignore-case": 'i', "invert-match": 'v', "count": 'c', "files-with-matches": 'l',
	"files-without-match": 'L',
	"only-matching":       'o', "word-regexp": 'w', "line-regexp": 'x', "regexp": 'e', "extended-regexp": 'E',
	"fixed-strings": 'F', "basic-regexp": 'G', "after-context": 'A', "before-context": 'B', "context": 'C',
	"max-count": 'm', "with-filename": 'H',
	"no-filename": 'h', "quiet": 'q', "silent": 'q', "no-messages": 's', "text": 'a', "perl-regexp": 'P',
	"no-heading": 'G', "no-line-number": 'N', "smart-case": 'S', "case-sensitive": 's',
}

// grep is grep in files that are named, and in its input.
func grep(c *Call) int {
	for i, a := range c.Args {
		if _, ok := decimal(strings.TrimPrefix(a, "-")); ok && a[0] == '-' {
			c.Args[i] = "-C" + a[1:]
		}
	}
	c.Args = withoutColors(c.Args)
	o, ok := c.getopt("nivclLowxEFGHhqsaP", "eABCm", grepOptions)
	if !ok {
		return 0
	}
	syntax := map[string]byte{"grep": 'G', "egrep": 'E', "fgrep": 'F'}[c.Args[0]]
	s := &search{call: c, most: -1}
	for _, f := range o.flags {
		if strings.Contains("EFGP", f.name) {
			syntax = f.name[0]
		}
	}
	return s.start(o, syntax, false)
}

// ripgrep is rg in files that are named, and in its input.
func ripgrep(c *Call) int {
	c.Args = withoutColors(c.Args)
	o, ok := c.getopt("nivclowxFHIqaNSsG", "eABCm", grepOptions)
	if !ok {
		return 0
	}
	syntax := byte('P')
	s := &search{call: c, most: -1}
	for i, f := range o.flags {
		switch f.name {
		case "F":
			syntax = 'F'
		case "I":
			o.flags[i].name = "h"
		case "s":
			o.flags[i].name = "G"
		}
	}
	return s.start(o, syntax, true)
}

// withoutColors leaves out what asks for no colors, or for some on a terminal.
func withoutColors(args []string) []string {
	var kept []string
	for i, a := range args {
		if a != "--color=never" && a != "--color=auto" && a != "--colour=never" && (i == 0 || a != "--color") {
			kept = append(kept, a)
		}
	}
	return kept
}

// start takes the options and searches. syntax is how patterns are written: basic (G), extended (E), plain text (F), or
// as Go has them (P).
func (s *search) start(o options, syntax byte, rust bool) int {
	var patterns []string
	for _, f := range o.flags {
		n, isNumber := decimal(f.value)
		switch {
		case f.name == "e":
			patterns = append(patterns, strings.Split(f.value, "\n")...)
		case f.value == "":
			s.flag(f.name)
		case !isNumber:
			return s.call.Unknown("-" + f.name + " " + f.value)
		default:
			s.limit(f.name, n)
		}
	}
	if patterns == nil {
		if len(o.operands) == 0 {
			return s.call.Unknown("no pattern")
		}
		patterns, o.operands = strings.Split(o.operands[0], "\n"), o.operands[1:]
	}
	switch {
	case rust && len(o.operands) == 0 && s.call.In.Pieces == nil:
		return s.call.Unknown("folders to search")
	case rust && len(o.operands) > 1:
		return s.call.Unknown("several files, which it searches in any order")
	}
	if bad := s.compile(patterns, syntax); bad != "" {
		return s.call.Unknown(bad)
	}
	s.named = s.name == 'H' || s.name == 0 && len(o.operands) > 1
	return s.files(o.operands, rust)
}

func (s *search) limit(name string, n int64) {
	switch name {
	case "A":
		s.after = n
	case "B":
		s.before = n
	case "C":
		s.after, s.before = n, n
	case "m":
		s.most = n
	}
}

func (s *search) flag(name string) {
	on := map[string]*bool{
		"n": &s.numbers, "v": &s.not, "c": &s.count, "o": &s.only, "q": &s.quiet, "s": &s.silent, "a": &s.text,
		"i": &s.fold, "S": &s.smart, "w": &s.word, "x": &s.whole,
	}
	switch set := on[name]; {
	case set != nil:
		*set = true
	case name == "N":
		s.numbers = false
	case name == "l" || name == "L":
		s.list = name[0]
	case name == "H" || name == "h":
		s.name = name[0]
	}
}

// compile makes one expression of the patterns; bad is what of it is not imitated.
func (s *search) compile(patterns []string, syntax byte) (bad string) {
	flags := ""
	if s.fold || s.smart && !strings.ContainsFunc(strings.Join(patterns, ""), unicode.IsUpper) {
		flags = "i"
	}
	for i, p := range patterns {
		switch syntax {
		case 'F':
			p = regexp.QuoteMeta(p)
		case 'E', 'G':
			re, bad := posix(p, syntax == 'E', "", "")
			if bad != "" {
				return bad
			}
			p = re.String()
		}
		patterns[i] = "(?:" + p + ")"
	}
	all := strings.Join(patterns, "|")
	switch {
	case s.whole:
		all = "^(?:" + all + ")$"
	case s.word:
		all = `(?:\b|^)(?:` + all + `)(?:\b|$)`
	}
	s.pattern, bad = compile(all, flags)
	return bad
}

// files searches through the operands.
func (s *search) files(operands []string, rust bool) int {
	if s.silent {
		s.call.Err = func(Piece) bool { return true }
	}
	failed := s.call.each(operands, func(o operand) next {
		name := o.name
		if o.stdin {
			if name = "(standard input)"; rust {
				name = "<stdin>"
			}
		}
		if o.directory && rust {
			s.call.Unknown("a folder to search")
		}
		return whileRead(s.file(name, o.read, rust) && !(s.quiet && s.found))
	})
	switch {
	case s.found && (s.quiet || failed == 0):
		return 0
	case failed > 0:
		return failed
	}
	return 1
}

// fileSearch is the search through a file.
type fileSearch struct {
	*search
	name    string
	rust    bool
	number  int64  // of the line at hand
	matches int64  // lines so far
	last    int64  // the last line written
	rest    int64  // lines of context that still follow
	earlier []line // lines before, that may be context
	binary  bool
	closed  bool // nobody reads on
}

// file searches a file; false when nobody reads on.
func (s *search) file(name string, read stream, rust bool) bool {
	f := &fileSearch{search: s, name: name, rust: rust}
	s.call.eachLine(read, mostLine, func(l line) bool {
		f.number++
		f.binary = !s.text && (f.binary || bytes.IndexByte(l.text, 0) >= 0)
		if done := s.most >= 0 && f.matches >= s.most; s.pattern.Match(l.text) != s.not {
			return !done && f.hit(l)
		} else if done && f.rest == 0 {
			return false
		}
		return f.miss(l)
	})
	switch {
	case s.quiet || f.closed:
	case s.list == 'l' && f.matches > 0, s.list == 'L' && f.matches == 0:
		f.out(name + "\n")
	case s.count && s.list == 0 && !(rust && f.matches == 0):
		f.out(s.prefix(name, -1, ':') + strconv.FormatInt(f.matches, 10) + "\n")
	}
	return !f.closed
}

func (f *fileSearch) out(text string) { f.closed = f.closed || !f.call.Out(Literal(text)) }

// miss takes a line that is not looked for; false when no more are wanted.
func (f *fileSearch) miss(l line) bool {
	if f.rest > 0 {
		f.rest--
		f.show(l, f.number, '-')
	} else if f.before > 0 {
		f.earlier = append(f.earlier, l.clone())
		f.earlier = f.earlier[max(int64(len(f.earlier))-f.before, 0):]
	}
	return !f.closed
}

// hit takes a line that is looked for; false when no more are wanted.
func (f *fileSearch) hit(l line) bool {
	f.found = true
	f.matches++
	switch {
	case f.quiet || f.list == 'l':
		return false
	case f.count || f.list == 'L':
		return true
	case f.binary && f.rust:
		f.call.Unknown("a binary file")
		return false
	case f.binary:
		f.out("grep: " + f.name + ": binary file matches\n")
		return false
	}
	first := f.number - int64(len(f.earlier))
	if (f.before > 0 || f.after > 0) && f.shown && (f.last == 0 || first > f.last+1) && !f.only {
		f.out("--\n")
	}
	for i, e := range f.earlier {
		f.show(e, first+int64(i), '-')
	}
	f.show(l, f.number, ':')
	f.earlier, f.rest, f.shown = nil, f.after, true
	return !f.closed
}

// show writes a line of the file.
func (f *fileSearch) show(l line, number int64, mark byte) {
	f.closed = f.closed || !f.line(f.name, l, number, mark)
	f.last = number
}

// prefix is what precedes a line.
func (s *search) prefix(name string, number int64, mark byte) string {
	text := ""
	if s.named {
		text = name + string(mark)
	}
	if s.numbers && number > 0 {
		text += strconv.FormatInt(number, 10) + string(mark)
	}
	return text
}

// line writes a line, or what of it matches.
func (s *search) line(name string, l line, number int64, mark byte) bool {
	prefix := s.prefix(name, number, mark)
	if s.only {
		if mark == '-' || s.not {
			return true
		}
		for _, m := range s.pattern.FindAllIndex(l.text, -1) {
			if m[0] < m[1] && !s.call.Out(l.replaced([]byte(prefix+string(l.text[m[0]:m[1]])+"\n"))) {
				return false
			}
		}
		return true
	}
	return (prefix == "" || s.call.Out(Literal(prefix))) && s.call.writeWhole(l)
}
