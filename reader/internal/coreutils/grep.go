package coreutils

import (
	"bytes"
	"errors"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"eyeline/reader/access"
)

// search is a run of grep or rg.
type search struct {
	call    *Call
	options options
	files   []string
	rust    bool // it is rg
	ugrep   bool // it is ugrep -I
	folders bool // what is below folders is searched, too
	pattern *regexp.Regexp
	syntax  byte // how patterns are written: basic (G), extended (E), plain text (F), or as Go has them (P)
	not     bool
	numbers bool
	named   bool // the file's name precedes each line
	only    bool // only what matches
	count   bool
	list    string // "l", "L": names of files; "": lines
	quiet   bool   // neither lines nor names
	silent  bool   // nothing is said of files that cannot be read
	text    bool   // a binary file is searched as a text
	most    int64
	before  int64
	after   int64

	found bool // in any file
	hits  int  // lines
	// opened is how many files are kept open, and matched how many operands match.
	opened, matched int
	shown           bool // a group of lines was written
}

// grepOptions are the letters that the long options of grep and rg stand for, or signs where only one of them has it.
var grepOptions = map[string]byte{
	"line-number": 'n', "ignore-case": 'i', "invert-match": 'v', "count": 'c', "files-with-matches": 'l',
	"files-without-match": 'L',
	"only-matching":       'o', "word-regexp": 'w', "line-regexp": 'x', "regexp": 'e', "extended-regexp": 'E',
	"fixed-strings": 'F', "basic-regexp": 'G', "after-context": 'A', "before-context": 'B', "context": 'C',
	"max-count": 'm', "with-filename": 'H',
	"no-filename": 'h', "quiet": 'q', "silent": '&', "no-messages": '$', "text": 'a', "perl-regexp": 'P',
	"recursive": 'r', "include": '+', "exclude": '-', "exclude-dir": '%', "glob": 'g', "hidden": '.', "sort": '#',
	"no-heading": '!', "no-line-number": 'N', "smart-case": 'S', "case-sensitive": 's',
}

// grep is grep or rg in files that are named, and in its input.
func grep(c *Call, o options) int {
	s, bad := searchOf(c.Args[0], o)
	s.call = c
	switch {
	case bad != "":
	case o.has("RtT"):
		bad = "-" + o.last("RtT")
	default:
		bad = s.compile(strings.Split(strings.Join(o.scripts, "\n"), "\n"))
	}
	if bad != "" {
		return c.Unknown(bad)
	}
	if o.has("#") {
		c.says.unopened = "%[1]s: IO error for operation on " + c.says.unopened
	}
	out := c.Out
	c.Out = func(p Piece) bool {
		p.Found = true
		return out(p)
	}
	if s.rust && (len(s.files) > 0 || c.In.Pieces == nil) {
		s.folders = true
	}
	if s.folders { // one file that is named is not named again
		s.named = s.named || !o.has("hI") && (len(s.files) == 0 || c.isFolder(s.files[0]))
	}
	if s.silent {
		c.Err = func(Piece) bool { return true }
	}
	if c.Ugrep && c.Args[0] == "grep" {
		return s.runUgrep()
	}
	return s.run()
}

// ugrepFolders are searched by ugrep in no order.
const ugrepFolders = "folders, where it is ugrep"

// runUgrep searches through the files as ugrep -I does.
func (s *search) runUgrep() int {
	s.ugrep = true
	switch {
	case s.folders, s.options.has("+-%"), s.call.In.Err != nil:
		return s.call.Unknown(ugrepFolders)
	case len(s.files) > 1 && slices.Contains(s.files, "-"):
		return s.call.Unknown("its input among files, where it is ugrep")
	}
	status := s.leaveOutMissing()
	if status > 0 && len(s.files) == 0 {
		return status
	}
	return max(status, s.run())
}

// leaveOutMissing complains of the files that there are not, as ugrep does before it searches, and leaves them out.
func (s *search) leaveOutMissing() (status int) {
	c := s.call
	c.says.unopened = "ugrep: warning: %[1]s: %[4]s"
	s.files = slices.DeleteFunc(slices.Clone(s.files), func(name string) bool {
		if name == "-" {
			return false
		}
		_, err := c.Open(name)
		switch {
		case err == nil || errors.Is(err, fs.ErrPermission):
			return false
		case errors.Is(err, access.ErrDirectory):
			c.Unknown(ugrepFolders)
		default:
			if why, ok := c.Message(err); ok {
				status = c.complain(operand{name: name}, why)
			}
		}
		return true
	})
	s.named = s.named && (s.options.has("H") || len(s.files) > 1)
	c.says.unopened = "ugrep: warning: cannot read %[1]s: %[4]s"
	return status
}

// isFolder reports whether an operand is a folder.
func (c *Call) isFolder(name string) bool {
	info, err := c.Look().Stat(c.Abs(name))
	return err == nil && info.IsDir()
}

// searchOf is what the options ask for; bad is what of it is not imitated.
func searchOf(name string, o options) (s *search, bad string) {
	s = &search{
		options: o, files: o.files, rust: name == "rg", most: -1, not: o.has("v"), numbers: o.last("nN") == "n",
		only: o.has("o"), count: o.has("c"), list: o.last("lL"), quiet: o.has("q&"), text: o.has("a"),
		silent: o.has("s$") && name != "rg",
		syntax: map[string]byte{"grep": 'G', "egrep": 'E', "fgrep": 'F', "rg": 'P'}[name],
	}
	syntaxes := "EFGP"
	if s.rust {
		syntaxes = "F"
	}
	if syntax := o.last(syntaxes); syntax != "" {
		s.syntax = syntax[0]
	}
	s.folders = o.has("rR")
	named := o.last("HhI")
	s.named = named == "H" || named == "" && len(s.files) > 1
	context := map[string]int64{}
	for _, f := range o.flags {
		n, isNumber := decimal(f.value)
		switch {
		case strings.Contains("ABCm", f.name) && !isNumber:
			return s, "-" + f.name + " " + f.value
		case f.name == "#" && f.value != "path":
			return s, "--sort " + f.value
		case f.name == "m":
			s.most = n
		case s.rust && f.name == "C":
			clear(context)
		case s.rust && strings.Contains("AB", f.name):
			delete(context, "C")
		}
		context[f.name] = n
	}
	s.before, s.after = context["C"], context["C"]
	if n, given := context["B"]; given {
		s.before = n
	}
	if n, given := context["A"]; given {
		s.after = n
	}
	if o.scripts == nil {
		return s, "no pattern"
	}
	return s, ""
}

// compile makes one expression of the patterns; bad is what of it is not imitated.
func (s *search) compile(patterns []string) (bad string) {
	folding := "i"
	if s.rust {
		folding = "isS"
	}
	flags, folds := "", s.options.last(folding)
	if folds == "i" || folds == "S" && !strings.ContainsFunc(strings.Join(patterns, ""), unicode.IsUpper) {
		flags = "i"
	}
	for i, p := range patterns {
		switch s.syntax {
		case 'F':
			p = regexp.QuoteMeta(p)
		case 'E', 'G':
			re, bad := posix(p, s.syntax == 'E', "", "")
			if bad != "" {
				return bad
			}
			p = re.String()
		}
		patterns[i] = "(?:" + p + ")"
	}
	all := strings.Join(patterns, "|")
	switch {
	case s.options.has("x"):
		all = "^(?:" + all + ")$"
	case s.options.has("w"):
		all = `(?:\b|^)(?:` + all + `)(?:\b|$)`
	}
	s.pattern, bad = compile(all, flags)
	return bad
}

// run searches through the files.
func (s *search) run() int {
	c := s.call
	files, status := s.files, 0
	if s.folders || len(files) > 0 && s.options.has("+-%") {
		if files, status = s.walk(); len(files) == 0 && s.rust && len(s.files) == 0 {
			c.Complain("No files were searched, which means ripgrep probably applied a filter you didn't expect.\n" +
				"Running with --debug will show why files are being skipped.")
			return 2
		} else if len(files) == 0 {
			return max(status, 1)
		}
	}
	s.opened = len(c.files)
	failed := max(status, c.each(files, func(o operand) next {
		return whileRead(s.operand(o) && !(s.quiet && s.found))
	}))
	switch {
	case s.found && (s.quiet || failed == 0):
		return 0
	case failed > 0:
		return failed
	}
	return 1
}

// operand searches a file, and closes one below a folder in which nothing is found; false when nobody reads on.
func (s *search) operand(o operand) bool {
	name := o.name
	switch {
	case o.stdin && s.rust:
		name = "<stdin>"
	case o.stdin:
		name = "(standard input)"
	}
	before, on := s.hits, true
	switch textOnly := s.textOnly(o); {
	case textOnly && s.rust && s.matchesUTF16(o.read):
		s.call.Unknown("what it makes of UTF-16, in " + name)
	case !textOnly || !isBinary(o.read):
		on = s.file(name, o.read, textOnly && s.rust)
	}
	if s.hits > before {
		if s.matched++; s.folders && s.matched > mostMatched {
			s.call.Unknown("so many files that match")
		}
	} else if s.folders && len(s.call.files) > s.opened {
		s.call.closeLast()
	}
	s.opened = len(s.call.files)
	return on
}

// textOnly reports whether an operand is left out if it is binary: by rg below a folder, by ugrep -I anywhere.
func (s *search) textOnly(o operand) bool {
	if s.ugrep {
		return !s.text && !o.stdin
	}
	return s.folders && s.rust && !slices.Contains(s.files, o.name)
}

// fileSearch is the search through a file.
type fileSearch struct {
	*search
	name    string
	number  int64  // of the line at hand
	matches int64  // lines so far
	last    int64  // the last line written
	rest    int64  // lines of context that still follow
	earlier []line // lines before, that may be context
	binary  bool
	closed  bool // nobody reads on
}

// file searches a file; false when nobody reads on. quits: the search ends in the block of text that has a NUL, of
// which it is not known how long it is.
func (s *search) file(name string, read stream, quits bool) bool {
	f := &fileSearch{search: s, name: name}
	s.call.eachLine(read, mostLine, func(l line) bool {
		f.number++
		f.binary = !s.text && (f.binary || bytes.IndexByte(l.text, 0) >= 0)
		if s.call.isUnknownLine(l.text) {
			return f.perhaps(l)
		}
		if done := s.most >= 0 && f.matches >= s.most; s.pattern.Match(l.text) != s.not {
			return !done && f.hit(l)
		} else if done && f.rest == 0 {
			return false
		}
		return f.miss(l)
	})
	switch {
	case quits && f.binary && f.matches > 0:
		s.call.Unknown("a NUL behind the first 64 KiB, in " + name)
	case s.quiet || f.closed:
	case s.list == "l" && f.matches > 0, s.list == "L" && f.matches == 0:
		f.out(name + "\n")
	case s.count && s.list == "" && !(s.rust && f.matches == 0):
		f.out(f.prefix(0, ':') + strconv.FormatInt(f.matches, 10) + "\n")
	}
	return !f.closed
}

// isUnknownLine reports whether a line is not known.
func (r *Runner) isUnknownLine(text []byte) bool {
	return r.System != nil && bytes.Contains(text, []byte(Mark))
}

// Perhaps is [Mark] in a line that is not known, and of which it is not known whether it is printed.
const Perhaps = Mark + "?"

// perhaps takes a line that is not known, which may be one that is looked for; false when no more are wanted.
func (f *fileSearch) perhaps(l line) bool {
	f.found = true
	if f.quiet || f.list != "" || f.count || f.only {
		f.call.Unknown("lines that are not known")
		return false
	}
	text := strings.Replace(string(l.text), Mark, Perhaps, 1)
	p := l.replaced([]byte(f.prefix(f.number, ':') + text + "\n"))
	f.closed = f.closed || !f.call.Out(p)
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
	f.hits++
	switch {
	case f.quiet || f.list == "l":
		return false
	case f.count || f.list == "L":
		return true
	case f.binary:
		if f.rust || f.ugrep {
			f.call.Unknown("a binary file")
		}
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

// show writes a line of the file, or what of it matches.
func (f *fileSearch) show(l line, number int64, mark byte) {
	f.last = number
	prefix := f.prefix(number, mark)
	if !f.only {
		f.closed = f.closed || prefix != "" && !f.call.Out(Literal(prefix)) || !f.call.writeWhole(l)
		return
	}
	if mark == '-' || f.not {
		return
	}
	matches, ok := allMatches(f.pattern, l.text, -1)
	if !ok {
		f.call.Fail(ErrTooMuch)
		return
	}
	for _, m := range matches {
		if m[0] < m[1] {
			f.closed = f.closed || !f.call.Out(l.replaced([]byte(prefix+string(l.text[m[0]:m[1]])+"\n")))
		}
	}
}

// prefix is what precedes a line; with number 0 it has no line number.
func (f *fileSearch) prefix(number int64, mark byte) (text string) {
	if f.named {
		text = f.name + string(mark)
	}
	if f.numbers && number > 0 {
		text += strconv.FormatInt(number, 10) + string(mark)
	}
	return text
}
