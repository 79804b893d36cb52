// Package moreutils imitates programs for a coreutils.System, whose recorded output confirms or refutes what they
// print, and programs that change files: sort, cut, find, git show, tee, mv, a part of Python and others.
package moreutils

import (
	"bytes"
	"cmp"
	"io/fs"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/internal/coreutils"
	"eyeline/reader/internal/gnuname"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
)

// program describes an imitated program, as in package coreutils.
type program struct {
	run           func(c *coreutils.Call, o coreutils.Options) int
	plain, valued string
	long          map[string]byte
}

// Programs returns the programs of this package by name.
func Programs() map[string]func(c *coreutils.Call) int {
	pager := program{run: page, plain: "NRSFXEMnpsiKPAr", valued: "r", long: map[string]byte{
		"plain": 'p', "number": 'n', "no-pager": 'P',
	}}
	moves := program{run: move, plain: "rRapfinvTPLd", valued: "t", long: map[string]byte{
		"recursive": 'r', "archive": 'a', "force": 'f',
	}}
	removes := program{
		run: remove, plain: "rRfvdip", long: map[string]byte{"recursive": 'r', "force": 'f', "verbose": 'v'},
	}
	patches := program{run: applyPatch}
	scripts := program{run: python, plain: "uBEsSI", valued: "cm"}
	all := map[string]program{
		"less": pager, "more": pager, "most": pager, "bat": pager, "batcat": pager,
		"sort": {run: sortLines, plain: "nrufbVgsz", valued: "kto", long: map[string]byte{
			"reverse": 'r', "unique": 'u', "numeric-sort": 'n', "key": 'k', "field-separator": 't',
		}},
		"uniq": {run: uniq, plain: "cdui", long: map[string]byte{"count": 'c', "repeated": 'd', "unique": 'u'}},
		"cut": {run: cut, plain: "sn", valued: "dfcb", long: map[string]byte{
			"delimiter": 'd', "fields": 'f', "characters": 'c', "bytes": 'b',
		}},
		"tr":  {run: tr, plain: "dsc"},
		"tee": {run: tee, plain: "ai", long: map[string]byte{"append": 'a'}},
		"rm":  removes, "rmdir": removes, "mv": moves, "cp": moves,
		"mkdir":    {run: makeDirs, plain: "pv", valued: "m", long: map[string]byte{"parents": 'p'}},
		"touch":    {run: touch, plain: "acm", valued: "dtr"},
		"truncate": {run: truncate, plain: "c", valued: "s", long: map[string]byte{"size": 's'}},
		"basename": {run: nameParts, plain: "a", valued: "s"}, "dirname": {run: nameParts},
		"seq": {run: seq, plain: "w", valued: "s"}, "yes": {run: yes},
		"diff": {run: diff, plain: "uUbwBarNqy"},
		"patch": {run: patchFiles, plain: "NRsEflb", valued: "pido", long: map[string]byte{
			"strip": 'p', "input": 'i', "silent": 's',
		}},
		"apply_patch": patches, "applypatch": patches, "python": scripts, "python3": scripts,
	}
	runs := map[string]func(c *coreutils.Call) int{"git": git}
	for name, p := range all {
		runs[name] = func(c *coreutils.Call) int {
			o, bad := coreutils.OptionsOf(c.Args[1:], p.plain, p.valued, p.long)
			if bad != "" {
				return c.Unknown(bad)
			}
			return p.run(c, o)
		}
	}

	return runs
}

// page imitates less and the like, which in a pipeline copy their input.
func page(c *coreutils.Call, o coreutils.Options) int { return c.EachPiece(o.Operands(), c.Out) }

// maxLines is how many lines are held in memory.
const maxLines = 1 << 18

// linesOf returns the lines of the operands, or of the input; ok is false if there are too many.
func linesOf(c *coreutils.Call, operands []string) (lines []coreutils.Line, status int, ok bool) {
	ok = true
	status = c.EachLine(operands, func(l coreutils.Line) bool {
		lines = append(lines, l.Clone())
		ok = len(lines) < maxLines || c.Fail(coreutils.ErrTooMuch)
		return ok
	})
	return lines, status, ok && c.Runner.Err() == nil
}

// uniq imitates uniq with -c, -d and -u.
func uniq(c *coreutils.Call, o coreutils.Options) int {
	if len(o.Operands()) > 1 || o.Has("i") {
		return c.Unknown("what is asked for")
	}

	lines, status, ok := linesOf(c, o.Operands())
	if !ok {
		return status
	}

	for i := 0; i < len(lines); {
		n := 1
		for i+n < len(lines) && bytes.Equal(lines[i+n].Text(), lines[i].Text()) {
			n++
		}

		if !(o.Has("d") && n == 1 || o.Has("u") && n > 1) {
			number := coreutils.Piece{Text: append(tools.AppendNumber(nil, int64(n), 7), ' ')}
			if o.Has("c") && !c.Out(number) || !c.WriteWhole(lines[i]) {
				break
			}
		}

		i += n
	}

	return status
}

// maxFields is how many fields of a line are held in memory.
const maxFields = 1 << 20

// cut imitates cut with -b, -c or -f.
func cut(c *coreutils.Call, o coreutils.Options) int {
	by := o.Last("fcb")
	list := ""
	separator := "\t"
	for _, f := range o.Flags() {
		switch f.Name() {
		case "d":
			separator = f.Value()
		case "s", "n": // they do not select fields
		default:
			list = f.Value()
		}
	}

	ranges, ok := cutRanges(list)
	if !ok || by == "" || len(separator) != 1 {
		return c.Unknown("such a list")
	}

	return c.EachLine(o.Operands(), func(l coreutils.Line) bool {
		if by != "f" { // characters are bytes
			return c.Out(l.Replaced(append(bytesIn(l.Text(), ranges), '\n')))
		}

		text := string(l.Text())
		n := strings.Count(text, separator)
		switch {
		case n == 0:
			return o.Has("s") || c.WriteWhole(l)
		case n > maxFields:
			return c.Fail(coreutils.ErrTooMuch)
		}

		text = strings.Join(selectParts(strings.Split(text, separator), ranges), separator)
		return c.Out(l.Replaced([]byte(text + "\n")))
	})
}

// span is a range of numbers, inclusive.
type span struct{ first, last int64 }

// cutRanges parses a list such as "1,3-5,7-".
func cutRanges(list string) (ranges []span, ok bool) {
	for part := range strings.SplitSeq(list, ",") {
		from, to, isRange := strings.Cut(part, "-")
		first, ok1 := coreutils.Decimal(cmp.Or(from, "1"))
		last, ok2 := coreutils.Decimal(cmp.Or(to, from))
		if isRange && to == "" {
			last = math.MaxInt64
			ok2 = true
		}
		if !ok1 || !ok2 || first < 1 || part == "-" || part == "" {
			return nil, false
		}
		ranges = append(ranges, span{first, last})
	}

	return ranges, true
}

// bytesIn returns the bytes of a text whose numbers, from 1, are in one of the ranges.
func bytesIn(text []byte, ranges []span) (all []byte) {
	for i := int64(0); i < int64(len(text)); {
		first := i
		next := int64(math.MaxInt64)
		for _, r := range ranges {
			n := i + 1
			switch {
			case n >= r.first && n <= r.last:
				i = min(r.last, int64(len(text)))
			case n < r.first:
				next = min(next, r.first-1)
			}
		}

		if i == first {
			i = next
			continue
		}

		all = append(all, text[first:i]...)
	}

	return all
}

// selectParts returns the parts whose numbers, from 1, are in one of the ranges.
func selectParts(parts []string, ranges []span) (all []string) {
	for i, p := range parts {
		n := int64(i) + 1
		if slices.ContainsFunc(ranges, func(r span) bool { return n >= r.first && n <= r.last }) {
			all = append(all, p)
		}
	}
	return all
}

// git imitates git show REV:FILE, git mv and git rm.
func git(c *coreutils.Call) int {
	args := c.Args[1:]
	dir := c.Dir
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		if args[0] == "-C" && len(args) > 1 {
			dir = c.Abs(args[1])
			args = args[1:]
		}
		args = args[1:]
	}

	if len(args) == 0 {
		return c.Unknown("no command")
	}

	switch args[0] {
	case "show":
		named := slices.DeleteFunc(slices.Clone(args[1:]), func(a string) bool { return strings.HasPrefix(a, "--") })
		rev := ""
		file := ""
		ok := len(named) == 1
		if ok {
			rev, file, ok = strings.Cut(named[0], ":")
		}
		if !ok || file == "" || strings.HasPrefix(rev, "-") || ospath.IsOnDrive(named[0]) {
			return c.Unknown(strings.Join(args, " "))
		}

		f, err := c.System.Revision(c.Context(), dir, rev, file)
		if err != nil {
			c.Complain("fatal: path '" + file + "' does not exist in '" + rev + "'")
			return 128
		}

		c.Hold("git:"+named[0], f)
		c.Out(coreutils.Whole(f))
		return 0
	case "mv", "rm":
		inner := *c
		inner.Dir = dir
		return gitFiles(&inner, args)
	case "add", "commit", "config", "init", "fetch", "tag", "push":
		c.Out(coreutils.Literal(coreutils.AnyLines))
		return 0
	}

	return c.Unknown(args[0])
}

// gitFiles imitates git mv and git rm, whose output is not known.
func gitFiles(c *coreutils.Call, args []string) int {
	has := func(options ...string) bool {
		return slices.ContainsFunc(args[1:], func(a string) bool { return slices.Contains(options, a) })
	}
	c.Out(coreutils.Literal(coreutils.AnyLines))
	switch {
	case has("-n", "--dry-run", "--cached"):
		return 0
	case args[0] == "mv":
		return rename(c, gitOperands(args), renaming{})
	}

	return removing{folders: has("-r", "-rf", "-fr", "-rq", "-qr")}.all(c, gitOperands(args))
}

func gitOperands(args []string) []string {
	return slices.DeleteFunc(slices.Clone(args[1:]), func(a string) bool { return strings.HasPrefix(a, "-") })
}

// tee imitates tee.
func tee(c *coreutils.Call, o coreutils.Options) int {
	var files []*coreutils.Written
	for _, name := range o.Operands() {
		w := &coreutils.Written{Call: c, Path: c.Abs(name), Appends: o.Has("a")}
		files = append(files, w)
		if !w.Appends {
			w.Empty()
		}
	}

	read := true
	status := c.EachPiece(nil, func(p coreutils.Piece) bool {
		read = read && c.Out(p)
		for _, w := range files {
			w.Take(p)
		}
		return c.Runner.Err() == nil
	})
	for _, w := range files {
		w.Close()
	}

	return status
}

// remove imitates rm and rmdir.
func remove(c *coreutils.Call, o coreutils.Options) int {
	if o.Last("if") == "i" {
		return c.Unknown("-i")
	}
	return removing{
		folders: o.Has("rR"), empty: o.Has("d") || c.Args[0] == "rmdir", quiet: o.Has("f"), verbose: o.Has("v"),
	}.all(c, o.Operands())
}

// removing has the options for removing files.
type removing struct {
	folders bool // folders are removed with all that is in them
	empty   bool // folders are removed if they are empty
	quiet   bool // missing files are no error
	verbose bool // each removed file is reported
}

// all removes files and returns the exit status.
func (r removing) all(c *coreutils.Call, names []string) (status int) {
	verb := ": cannot remove "
	if c.Args[0] == "rmdir" {
		verb = ": failed to remove "
	}

	for _, name := range names {
		info, err := c.FileView().Lstat(c.Abs(name))
		why := ""
		if err == nil {
			why = r.whyKept(c, name, info)
		} else if text, ok := c.Message(err); ok && !r.quiet {
			why = text
		}

		if why != "" {
			c.Complain(c.Args[0] + verb + gnuname.Quoted(name, true) + ": " + why)
			status = 1
		}

		if err != nil || why != "" {
			continue
		}
		if c.Runner.Err() != nil {
			break
		}

		c.Note(c.System.Remove(c.Abs(name)))
		if r.verbose {
			c.Out(coreutils.Literal(coreutils.AnyLines))
		}
	}

	return status
}

// whyKept returns why a file is not removed; "" if it is.
func (r removing) whyKept(c *coreutils.Call, name string, info fs.FileInfo) string {
	switch {
	case !info.IsDir() && c.Args[0] == "rmdir":
		return "Not a directory"
	case !info.IsDir() || r.folders:
		return ""
	case !r.empty:
		return "Is a directory"
	}

	if below, err := c.FileView().ReadDir(c.Abs(name), 1); err != nil || len(below) > 0 {
		c.Unknown("a folder that may not be empty")
	}

	return ""
}

// move imitates mv and cp.
func move(c *coreutils.Call, o coreutils.Options) int {
	operands := o.Operands()
	for _, f := range o.Flags() {
		if f.Name() == "t" {
			operands = append(slices.Clone(operands), f.Value())
		}
	}
	if o.Has("v") {
		c.Out(coreutils.Literal(coreutils.AnyLines))
	}

	return rename(c, operands, renaming{
		asFile: o.Has("T"), noClobber: o.Has("n"), copies: c.Args[0] == "cp",
		folders: c.Args[0] != "cp" || o.Has("rRa"),
	})
}

// renaming has the options for renaming or copying files.
type renaming struct {
	asFile    bool // the last operand is a file, even if it is a folder
	noClobber bool // existing files are not replaced
	copies    bool // files are copied
	folders   bool // folders are copied, too
}

// rename renames or copies files, into the last operand if that is a folder.
func rename(c *coreutils.Call, operands []string, how renaming) (status int) {
	if len(operands) < 2 {
		return c.Unknown("so few files")
	}

	to := operands[len(operands)-1]
	info, err := c.FileView().Stat(c.Abs(to))
	into := err == nil && info.IsDir() && !how.asFile || len(operands) > 2 || strings.HasSuffix(to, "/")
	for _, name := range operands[:len(operands)-1] {
		target := c.Abs(to)
		if into {
			target = strings.TrimSuffix(target, "/") + "/" + path.Base(name)
		}

		if why := how.whyKept(c, name, target); why != "" {
			c.Complain(c.Args[0] + ": " + why)
			status = 1
			continue
		}

		if how.noClobber {
			if _, err := c.FileView().Stat(target); err == nil {
				continue
			}
		}

		if c.Runner.Err() == nil {
			c.Note(c.System.Move(c.Abs(name), target, how.copies))
		}
	}

	return status
}

// whyKept returns why a file is not renamed; "" if it is.
func (how renaming) whyKept(c *coreutils.Call, name, target string) string {
	info, err := c.FileView().Stat(c.Abs(name))
	quoted := gnuname.Quoted(name, true)
	switch {
	case err != nil:
		if why, ok := c.Message(err); ok {
			return "cannot stat " + quoted + ": " + why
		}
	case how.copies && info.IsDir() && !how.folders:
		return "-r not specified; omitting directory " + quoted
	case path.Clean(c.Abs(name)) == path.Clean(target):
		return quoted + " and " + quoted + " are the same file"
	}

	return ""
}

// makeDirs imitates mkdir.
func makeDirs(c *coreutils.Call, o coreutils.Options) int {
	for _, name := range o.Operands() {
		c.Note(c.System.MakeDir(c.Abs(name)))
	}
	return 0
}

// touch imitates touch, which creates missing files.
func touch(c *coreutils.Call, o coreutils.Options) int {
	for _, name := range o.Operands() {
		if _, err := c.FileView().Stat(c.Abs(name)); err != nil && !o.Has("c") {
			c.Note(c.System.Write(c.Abs(name), nil))
		}
	}
	return 0
}

// truncate imitates truncate to length 0.
func truncate(c *coreutils.Call, o coreutils.Options) int {
	for _, f := range o.Flags() {
		if f.Name() == "s" && f.Value() != "0" {
			return c.Unknown("-s " + f.Value())
		}
	}
	for _, name := range o.Operands() {
		c.Note(c.System.Write(c.Abs(name), nil))
	}
	return 0
}

// nameParts imitates basename and dirname.
func nameParts(c *coreutils.Call, o coreutils.Options) int {
	suffix := ""
	names := o.Operands()
	for _, f := range o.Flags() {
		if f.Name() == "s" {
			suffix = f.Value()
		}
	}

	if c.Args[0] == "basename" && len(names) == 2 && !o.Has("as") {
		suffix = names[1]
		names = names[:1]
	}

	for _, name := range names {
		text := path.Dir(name)
		if c.Args[0] == "basename" {
			text = path.Base(name)
			if text != suffix {
				text = strings.TrimSuffix(text, suffix)
			}
		}

		c.Out(coreutils.Literal(text + "\n"))
	}

	return 0
}

// seq imitates seq for integers.
func seq(c *coreutils.Call, o coreutils.Options) int {
	numbers := []int64{1, 1, 1}
	for i, a := range o.Operands() {
		n, err := strconv.ParseInt(a, 10, 32)
		if err != nil || i > 2 {
			return c.Unknown(strings.Join(o.Operands(), " "))
		}

		switch {
		case i == len(o.Operands())-1:
			numbers[2] = n
		case i == 0:
			numbers[0] = n
		default:
			numbers[1] = n
		}
	}

	if len(o.Operands()) == 0 || numbers[1] == 0 || o.Has("ws") {
		return c.Unknown("what is asked for")
	}

	for n := numbers[0]; n <= numbers[2] == (numbers[1] > 0) || n == numbers[2]; n += numbers[1] {
		if !c.Out(coreutils.Literal(strconv.FormatInt(n, 10)+"\n")) || c.Runner.Err() != nil {
			break
		}
		c.CountWork(8)
	}

	return 0
}

// yes imitates yes.
func yes(c *coreutils.Call, o coreutils.Options) int {
	text := cmp.Or(strings.Join(o.Operands(), " "), "y") + "\n"
	for c.Out(coreutils.Literal(text)) && c.Runner.Err() == nil {
		c.CountWork(int64(len(text)))
	}
	return 0
}
