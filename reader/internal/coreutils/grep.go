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
	"unicode/utf8"

	"eyeline/reader/access"
	"eyeline/reader/internal/posix"
)

// search is a run of grep, rg or ugrep.
type search struct {
	call    *Call
	options options
	files   []string
	rust    bool // it is rg
	ugrep   bool // it is ugrep -I
	folders bool // folders are searched recursively
	pattern *posix.Expression
	asWord  *posix.Expression // -w: the pattern with its neighbouring characters; nil without -w
	// syntax of patterns: basic (G), extended (E), fixed (F), or Go's (P)
	syntax   byte
	inverted bool
	silent   bool // no messages about unreadable files
	text     bool // binary files count as text
	amounts  matchAmounts
	output   searchOutput

	found bool // something matches in any file
	hits  int  // lines
	// opened is the number of files that stay open, matched the number of matching operands.
	opened, matched int
	shown           bool // a group of lines has been written
}

// searchOutput says what a search writes.
type searchOutput struct {
	numbers bool
	named   bool // file names precede lines
	only    bool // only matches are written, not lines
	count   bool
	list    string // "l" or "L" for file names; "" for lines
	quiet   bool   // nothing is written
	grouped bool   // "--" separates groups of lines
}

// isLines reports whether matching lines are written, or matches of them.
func (o searchOutput) isLines() bool { return !o.quiet && o.list == "" && !o.count }

// prefix returns what precedes a line: the file's name, and the number unless it is 0.
func (o searchOutput) prefix(name string, number int64, mark byte) (text string) {
	if o.named {
		text = name + string(mark)
	}
	if o.numbers && number > 0 {
		text += strconv.FormatInt(number, 10) + string(mark)
	}
	return text
}

// matchAmounts are how many lines are written: at most limit that match in a file, -1 for all, with those before and
// after each.
type matchAmounts struct {
	limit, before, after int64
}

// amountsOf reads the numbers of -m, -A, -B and -C; bad is the first one that is not imitated. The last -C counts for
// the sides that have no option of their own; with rg it also undoes those before it.
func amountsOf(flags []option, rust bool) (n matchAmounts, bad string) {
	n.limit = -1
	context := map[string]int64{}
	for _, f := range flags {
		value, isNumber := Decimal(f.value)
		switch {
		case strings.Contains("ABCm", f.name) && !isNumber:
			return n, "-" + f.name + " " + f.value
		case f.name == "#" && f.value != "path":
			return n, "--sort " + f.value
		case f.name == "m":
			n.limit = value
		case rust && f.name == "C":
			clear(context)
		case rust && strings.Contains("AB", f.name):
			delete(context, "C")
		}

		context[f.name] = value
	}

	n.before = context["C"]
	n.after = context["C"]
	if before, given := context["B"]; given {
		n.before = before
	}
	if after, given := context["A"]; given {
		n.after = after
	}
	return n, ""
}

// grepOptions maps the long options of grep and rg to letters, or to other characters for those that only one has.
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

// grep imitates grep, rg and ugrep.
func grep(c *Call, o options) int {
	s, bad := searchOf(c.Args[0], o)
	s.call = c
	switch {
	case bad != "": // said below
	case o.has("RtT"):
		bad = "-" + o.last("RtT")
	default:
		bad = s.compile(strings.Split(strings.Join(o.scripts, "\n"), "\n"))
	}

	if bad != "" {
		return c.Unknown(bad)
	}
	if o.has("#") {
		c.messages.unopened = "%[1]s: IO error for operation on " + c.messages.unopened
	}

	out := c.Out
	c.Out = func(p Piece) bool {
		p.Found = true
		return out(p)
	}

	if s.rust && (len(s.files) > 0 || c.In.Pieces == nil) {
		s.folders = true
	}
	if s.folders { // a single named file has no name before its lines
		s.output.named = s.output.named || !o.has("hI") && (len(s.files) == 0 || c.isFolder(s.files[0]))
	}
	if s.silent {
		c.Err = func(Piece) bool { return true }
	}
	if c.Ugrep && c.Args[0] == "grep" {
		return s.runUgrep()
	}

	return s.run()
}

// ugrepFolders is why ugrep on folders is refused: it has no fixed order.
const ugrepFolders = "folders, where it is ugrep"

// runUgrep searches as ugrep -I does.
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

// leaveOutMissing removes files that do not exist. Like ugrep, it complains of them before the search.
func (s *search) leaveOutMissing() (status int) {
	c := s.call
	c.messages.unopened = "ugrep: warning: %[1]s: %[4]s"
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
	s.output.named = s.output.named && (s.options.has("H") || len(s.files) > 1)
	c.messages.unopened = "ugrep: warning: cannot read %[1]s: %[4]s"
	return status
}

// isFolder reports whether an operand is a folder.
func (c *Call) isFolder(name string) bool {
	info, err := c.FileView().Stat(c.Abs(name))
	return err == nil && info.IsDir()
}

// searchOf returns the search for options; bad is the first thing that is not imitated.
func searchOf(name string, o options) (s *search, bad string) {
	s = &search{
		options: o, files: o.files, rust: name == "rg", inverted: o.has("v"), text: o.has("a"),
		silent: o.has("s$") && name != "rg", folders: o.has("rR"),
	}
	s.syntax = syntaxOf(name, o)
	s.output = searchOutput{
		numbers: o.last("nN") == "n", only: o.has("o"), count: o.has("c"), list: o.last("lL"), quiet: o.has("q&"),
	}
	named := o.last("HhI")
	s.output.named = named == "H" || named == "" && len(s.files) > 1

	s.amounts, bad = amountsOf(o.flags, s.rust)
	if bad != "" {
		return s, bad
	}
	if o.scripts == nil {
		return s, "no pattern"
	}

	s.output.grouped = s.amounts.before > 0 || s.amounts.after > 0 || !s.rust && o.has("ABC")
	if s.output.only && s.output.grouped && (s.rust || s.inverted) {
		return s, "-o and lines of context"
	}

	return s, ""
}

// syntaxOf is the syntax of patterns; see search.syntax.
func syntaxOf(name string, o options) byte {
	syntaxes := "EFGP"
	if name == "rg" {
		syntaxes = "F"
	}
	if syntax := o.last(syntaxes); syntax != "" {
		return syntax[0]
	}
	return map[string]byte{"grep": 'G', "egrep": 'E', "fgrep": 'F', "rg": 'P'}[name]
}

// compile joins the patterns to one expression; bad is the first thing that is not imitated.
func (s *search) compile(patterns []string) (bad string) {
	folding := "i"
	if s.rust {
		folding = "isS"
	}

	flags, folds := "", s.options.last(folding)
	if folds == "i" || folds == "S" && !strings.ContainsFunc(strings.Join(patterns, ""), unicode.IsUpper) {
		flags = "(?i)"
	}

	for i, p := range patterns {
		if p, bad = s.inGo(p); bad != "" {
			return bad
		}
		patterns[i] = "(?:" + p + ")"
	}

	all := strings.Join(patterns, "|")
	if s.options.has("x") {
		all = "^(?:" + all + ")$"
	}

	longest := s.syntax != 'P' && !s.rust // the other engines return the leftmost alternative, not the longest
	if s.pattern, bad = posix.CompileGo(flags+all, longest); bad == "" && s.options.has("w") && !s.options.has("x") {
		s.asWord, bad = posix.CompileGo(flags+posix.AsWord(all), longest)
	}

	return bad
}

// inGo returns a pattern in Go's syntax.
func (s *search) inGo(p string) (source, bad string) {
	switch s.syntax {
	case 'F':
		return regexp.QuoteMeta(p), ""
	case 'E', 'G':
		return posix.Dialect{Extended: s.syntax == 'E'}.Go(p)
	}

	if !posix.Valid(p) {
		return "", "the expression " + p
	}

	return p, ""
}

// matchesLine reports whether a line is selected.
func (s *search) matchesLine(text []byte) bool { return s.matches(text) != s.inverted }

// matches reports whether the pattern matches in a line. If that is not known, it ends the evaluation.
func (s *search) matches(text []byte) bool {
	if !s.call.matches(s.pattern, text) {
		return false
	}
	if s.asWord == nil {
		return true
	}
	if !s.call.canMatch(s.asWord, text) || !s.call.canMatch(s.pattern, text) {
		return false
	}

	first := s.pattern.First(text)
	isWord := posix.IsWholeWord(text, first)
	switch {
	case !s.asWord.Match(text):
		return false
	case s.rust:
		return true
	case isWord && !(s.ugrep && !posix.IsWordItself(text, first)):
		return true
	case s.ugrep, s.pattern.MatchesEmpty(), s.pattern.HasAssertions():
		return s.notWord()
	}

	return true
}

// notWord ends the evaluation: it is not known whether a match counts as a word.
func (s *search) notWord() bool {
	s.call.Unknown("-w and such a pattern")
	return false
}

// matchesIn returns the non-empty matches in a line, for -o. If they are not known, it ends the evaluation.
func (s *search) matchesIn(text []byte) (parts [][]int) {
	var all [][]int
	var ok bool
	s.call.spend(func(left *int64) { all, ok = s.pattern.All(text, -1, left) })

	if !ok {
		s.call.Fail(ErrTooMuch)
		return nil
	}

	for _, m := range all {
		if m[0] == m[1] {
			continue
		}

		isWord := posix.IsWholeWord(text, m) && !(s.ugrep && !posix.IsWordItself(text, m[:2]))
		switch {
		case s.asWord == nil || isWord:
			parts = append(parts, m)
		case s.rust || s.ugrep || !posix.IsAllWord(text[m[0]:m[1]]): // a part of the match may be a word
			s.notWord()
			return nil
		}
	}

	return parts
}

// run searches the files and returns the exit status.
func (s *search) run() int {
	c := s.call
	files := s.files
	status := 0
	if s.folders || len(files) > 0 && s.options.has("+-%") {
		if files, status = s.findFiles(); len(files) == 0 && s.rust && len(s.files) == 0 {
			c.Complain("No files were searched, which means ripgrep probably applied a filter you didn't expect.\n" +
				"Running with --debug will show why files are being skipped.")
			return 2
		} else if len(files) == 0 {
			return max(status, 1)
		}
	}

	s.opened = len(c.files)
	failed := max(status, c.each(files, func(o operand) next {
		return whileRead(s.searchOperand(o) && !(s.output.quiet && s.found))
	}))
	switch {
	case s.found && (s.output.quiet || failed == 0):
		return 0
	case failed > 0:
		return failed
	}

	return 1
}

// searchOperand searches one file, and closes it if it was found in a folder and does not match. It returns false when
// the reader of the output wants no more.
func (s *search) searchOperand(o operand) bool {
	name := o.name
	switch {
	case o.stdin && s.rust:
		name = "<stdin>"
	case o.stdin:
		name = "(standard input)"
	}

	if s.rust {
		o.read = s.decoded(o.read, name)
	}

	before := s.hits
	on := true
	if textOnly := s.textOnly(o); !textOnly || !isBinary(o.read) {
		on = s.file(o, name, textOnly && s.rust)
	}

	if s.hits > before {
		if s.matched++; s.folders && s.matched > maxMatched {
			s.call.Unknown("so many files that match")
		}
	} else if s.folders && len(s.call.files) > s.opened {
		s.call.closeLast()
	}

	s.opened = len(s.call.files)
	return on
}

// textOnly reports whether an operand is skipped if it is binary: by rg below a folder, by ugrep -I always.
func (s *search) textOnly(o operand) bool {
	if s.ugrep {
		return !s.text && !o.stdin
	}
	return s.folders && s.rust && !slices.Contains(s.files, o.name)
}

// fileSearch is the search of one file.
type fileSearch struct {
	*search
	name    string
	number  int64  // number of the current line, from 1
	matches int64  // matching lines so far
	last    int64  // number of the last line written
	rest    int64  // lines of context that are still to be written
	earlier []line // the last lines, which may become context
	binary  bool
	closed  bool // the reader of the output wants no more
}

// firstBlock is how many bytes GNU's grep at least reads before it decides whether a file is binary.
const firstBlock = 32 << 10

// file searches a file. It returns false when the reader of the output wants no more. quits: like rg below folders, the
// search ends in the block with the first NUL, whose size is not known.
func (s *search) file(o operand, name string, quits bool) bool {
	f := &fileSearch{search: s, name: name}
	f.binary = s.splitsAtNUL() && !o.stdin && hasNUL(o.read, firstBlock)
	s.call.eachLine(o.read, maxLine, f.searchLine)

	switch {
	case quits && f.binary && f.matches > 0:
		s.call.Unknown("a NUL behind the first 64 KiB, in " + name)
	case s.output.quiet || f.closed: // nothing is written
	case s.output.list == "l" && f.matches > 0, s.output.list == "L" && f.matches == 0:
		f.out(name + "\n")
	case s.output.count && s.output.list == "" && !(s.rust && f.matches == 0):
		f.out(f.output.prefix(f.name, 0, ':') + strconv.FormatInt(f.matches, 10) + "\n")
	}

	return !f.closed
}

// splitsAtNUL reports whether a NUL ends a line, as in GNU's grep, which then reports that a binary file matches.
func (s *search) splitsAtNUL() bool { return !s.text && !s.rust && !s.ugrep }

// searchLine searches the next line; it returns false when no more lines are wanted.
func (f *fileSearch) searchLine(l line) bool {
	f.number++
	if f.call.isUnknownLine(l.text) {
		return f.writeUnknown(l)
	}
	if f.text || bytes.IndexByte(l.text, 0) < 0 {
		return f.searchText(l, l.text)
	}

	if f.splitsAtNUL() && !f.binary && f.last > 0 {
		f.call.Unknown("a NUL in or behind its first block, in " + f.name)
		return false
	}

	if f.binary = true; !f.splitsAtNUL() {
		return f.searchText(l, l.text)
	}

	for part := range bytes.SplitSeq(l.text, []byte{0}) {
		if !f.searchText(l, part) {
			return false
		}
	}

	return true
}

// searchText searches a line, or the part of it before a NUL; it returns false when no more lines are wanted.
func (f *fileSearch) searchText(l line, text []byte) bool {
	done := f.amounts.limit >= 0 && f.matches >= f.amounts.limit
	if f.matchesLine(text) {
		return !done && f.hit(l)
	}
	if done && f.rest == 0 {
		return false
	}
	return f.miss(l)
}

// isUnknownLine reports whether a line's content is not known.
func (r *Runner) isUnknownLine(text []byte) bool {
	return r.System != nil && bytes.Contains(text, []byte(UnknownMark))
}

// PossibleMark is [UnknownMark] in an unknown line that may or may not be printed.
const PossibleMark = UnknownMark + "?"

// writeUnknown writes an unknown line, which may match; it returns false when no more lines are wanted.
func (f *fileSearch) writeUnknown(l line) bool {
	f.found = true
	if !f.output.isLines() || f.output.only {
		f.call.Unknown("lines that are not known")
		return false
	}
	text := strings.Replace(string(l.text), UnknownMark, PossibleMark, 1)
	p := l.Replaced([]byte(f.output.prefix(f.name, f.number, ':') + text + "\n"))
	f.closed = f.closed || !f.call.Out(p)
	return !f.closed
}

func (f *fileSearch) out(text string) { f.closed = f.closed || !f.call.Out(Literal(text)) }

// miss handles a line that is not selected; it returns false when no more lines are wanted.
func (f *fileSearch) miss(l line) bool {
	if f.rest > 0 {
		f.rest--
		f.show(l, f.number, '-')
	} else if f.amounts.before > 0 {
		f.earlier = append(f.earlier, l.Clone())
		f.earlier = f.earlier[max(int64(len(f.earlier))-f.amounts.before, 0):]
	}
	return !f.closed
}

// hit handles a selected line; it returns false when no more lines are wanted.
func (f *fileSearch) hit(l line) bool {
	f.found = true
	f.matches++
	f.hits++

	switch {
	case f.output.quiet || f.output.list == "l":
		return false
	case f.output.count || f.output.list == "L":
		return true
	case f.binary:
		if f.rust || f.ugrep {
			f.call.Unknown("a binary file")
		}
		f.out("grep: " + f.name + ": binary file matches\n")
		return false
	}

	first := f.number - int64(len(f.earlier))
	if f.output.grouped && f.shown && (f.last == 0 || first > f.last+1) {
		f.out("--\n")
	}

	for i, e := range f.earlier {
		f.show(e, first+int64(i), '-')
	}

	f.show(l, f.number, ':')
	f.earlier, f.rest, f.shown = nil, f.amounts.after, true
	return !f.closed
}

// show writes a line of the file, or its matches. mark follows its name and number: ':' or '-'.
func (f *fileSearch) show(l line, number int64, mark byte) {
	f.last = number
	prefix := f.output.prefix(f.name, number, mark)
	if f.splitsAtNUL() && !utf8.Valid(l.text) {
		f.call.Unknown("a line that is not UTF-8") // in a UTF-8 locale it makes the file binary
		return
	}

	if !f.output.only {
		f.closed = f.closed || prefix != "" && !f.call.Out(Literal(prefix)) || !f.call.WriteWhole(l)
		return
	}

	if mark == '-' || f.inverted {
		return
	}

	for _, m := range f.matchesIn(l.text) {
		f.closed = f.closed || !f.call.Out(l.Replaced([]byte(prefix+string(l.text[m[0]:m[1]])+"\n")))
	}
}
