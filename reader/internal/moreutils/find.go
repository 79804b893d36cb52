package moreutils

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/pattern"

	"eyeline/reader/internal/coreutils"
	"eyeline/reader/internal/gnuname"
)

// finder is a run of find.
type finder struct {
	roots     []string
	test      findTest
	min, max  int
	batch     []string // command of -exec … +
	bad       string
	args      []string // arguments that are still to be parsed
	hasAction bool     // an action was given, so that -print is not implied
	visited   int
	call      *coreutils.Call // the call that walks
}

// FindAction is what find does with a file: it runs a command, adds the file to the Batch command's arguments, or
// writes its name followed by End.
type FindAction struct {
	Command []string
	Batch   bool
	End     string
}

// For returns the command for a file.
func (a FindAction) For(name string) (words []string) {
	for _, w := range a.Command {
		words = append(words, strings.ReplaceAll(w, "{}", name))
	}
	return words
}

// findTest is an expression of find: it reports whether it holds for a file, and adds actions to it.
type findTest func(f *foundFile) bool

// foundFile is a file that find visits.
type foundFile struct {
	name    string
	info    fs.FileInfo
	actions []FindAction
	pruned  bool
}

// FindOf parses the arguments of find; bad is the first thing that is not imitated.
func FindOf(args []string) (f *finder, bad string) {
	f = &finder{max: 1 << 20, args: args}
	for len(f.args) > 0 && (f.args[0] == "-L" || f.args[0] == "-H" || f.args[0] == "-P") {
		f.args = f.args[1:]
	}

	for len(f.args) > 0 && !strings.HasPrefix(f.args[0], "-") && f.args[0] != "(" && f.args[0] != "!" {
		f.roots = append(f.roots, f.args[0])
		f.args = f.args[1:]
	}

	if len(f.roots) == 0 {
		f.roots = []string{"."}
	}

	f.test = func(*foundFile) bool { return true }
	if len(f.args) > 0 {
		f.test = f.either(0)
	}
	if len(f.args) > 0 && f.bad == "" {
		f.bad = f.args[0]
	}

	if !f.hasAction {
		test := f.test
		f.test = func(file *foundFile) bool {
			holds := test(file)
			if holds {
				file.actions = append(file.actions, FindAction{End: "\n"})
			}
			return holds
		}
	}

	return f, f.bad
}

// Batch returns the command that runs once at the end.
func (f *finder) Batch() []string { return f.batch }

// next consumes the next argument if it is one of some words.
func (f *finder) next(words ...string) bool {
	if len(f.args) == 0 || !slices.Contains(words, f.args[0]) {
		return false
	}
	f.args = f.args[1:]
	return true
}

// argument consumes the argument of a test; without one it sets bad.
func (f *finder) argument(of string) string {
	if len(f.args) == 0 {
		f.bad = of
		return ""
	}
	v := f.args[0]
	f.args = f.args[1:]
	return v
}

// maxFound is how many files find visits.
const maxFound = 100_000

// maxFindDepth is how deep parentheses may be nested.
const maxFindDepth = 100

func (f *finder) either(depth int) findTest {
	left := f.all(depth)
	for f.bad == "" && f.next("-o", "-or") {
		first := left
		second := f.all(depth)
		left = func(file *foundFile) bool { return first(file) || second(file) }
	}
	return left
}

func (f *finder) all(depth int) findTest {
	left := f.one(depth)
	for f.bad == "" && len(f.args) > 0 && f.args[0] != ")" && f.args[0] != "-o" && f.args[0] != "-or" {
		f.next("-a", "-and")
		first := left
		second := f.one(depth)
		left = func(file *foundFile) bool { return first(file) && second(file) }
	}
	return left
}

// one parses a test, an action, or a parenthesized expression.
func (f *finder) one(depth int) findTest {
	holds := func(*foundFile) bool { return true }
	if depth > maxFindDepth || len(f.args) == 0 {
		f.bad = "such an expression"
		return holds
	}

	word := f.argument("")
	switch word {
	case "(":
		inner := f.either(depth + 1)
		if !f.next(")") {
			f.bad = "("
		}
		return inner
	case "!", "-not":
		inner := f.one(depth + 1)
		return func(file *foundFile) bool { return !inner(file) }
	case "-maxdepth", "-mindepth":
		n, err := strconv.Atoi(f.argument(word))
		if err != nil {
			f.bad = word
		}

		if word == "-maxdepth" {
			f.max = n
		} else {
			f.min = n
		}

		return holds
	case "-name", "-iname", "-path", "-ipath", "-wholename":
		return f.named(word, f.argument(word))
	case "-type":
		return f.typed(f.argument(word))
	case "-empty":
		return func(file *foundFile) bool { return f.isEmpty(file) }
	}

	return f.action(word)
}

// isEmpty reports whether a file has no bytes, or a folder no entries.
func (f *finder) isEmpty(file *foundFile) bool {
	if !file.info.IsDir() {
		return file.info.Mode().IsRegular() && file.info.Size() == 0
	}
	entries, err := f.call.FileView().ReadDir(f.call.Abs(file.name), 1)
	return err == nil && len(entries) == 0
}

// named returns the test -name, -path or a variant of them.
func (f *finder) named(test, value string) findTest {
	text, err := pattern.Regexp(value, pattern.EntireString)
	if strings.HasPrefix(test, "-i") {
		text = "(?i)" + text
	}

	re, err2 := regexp.Compile(text)
	if err != nil || err2 != nil {
		f.bad = test + " " + value
		return nil
	}

	whole := strings.HasSuffix(test, "path") || test == "-wholename"
	return func(file *foundFile) bool {
		if whole {
			return re.MatchString(file.name)
		}
		return re.MatchString(path.Base(file.name))
	}
}

// typed returns the test -type.
func (f *finder) typed(kinds string) findTest {
	if strings.Trim(kinds, "fdl,") != "" || kinds == "" {
		f.bad = "-type " + kinds
	}
	return func(file *foundFile) bool {
		mode := file.info.Mode()
		return strings.Contains(kinds, "f") && mode.IsRegular() || strings.Contains(kinds, "d") && mode.IsDir() ||
			strings.Contains(kinds, "l") && mode&fs.ModeSymlink != 0
	}
}

// action parses an action such as -print or -exec, after its first word.
func (f *finder) action(word string) findTest {
	does := func(a FindAction) findTest {
		f.hasAction = true
		return func(file *foundFile) bool {
			file.actions = append(file.actions, a)
			return true
		}
	}

	switch word {
	case "-print":
		return does(FindAction{End: "\n"})
	case "-print0":
		return does(FindAction{End: "\x00"})
	case "-prune":
		return func(file *foundFile) bool {
			file.pruned = true
			return true
		}
	case "-exec", "-execdir":
		end := slices.IndexFunc(f.args, func(a string) bool { return a == ";" || a == "+" })
		if end <= 0 || word == "-execdir" {
			f.bad = word
			return nil
		}

		command := f.args[:end]
		batch := f.args[end] == "+"
		f.args = f.args[end+1:]
		if !batch {
			return does(FindAction{Command: command})
		}

		if f.batch != nil || command[len(command)-1] != "{}" {
			f.bad = word
			return nil
		}

		f.batch = command[:len(command)-1]
		return does(FindAction{Batch: true})
	}

	f.bad = word
	return nil
}

// Walk walks the folders, sorted by name, and passes files with actions to take until that returns false.
func (f *finder) Walk(c *coreutils.Call, take func(name string, actions []FindAction) bool) {
	f.call = c
	for _, root := range f.roots {
		info, err := c.FileView().Lstat(c.Abs(root))
		if err != nil {
			if why, ok := c.Message(err); ok {
				c.Complain("find: " + gnuname.Quoted(root, true) + ": " + why)
			}
			continue
		}

		if info.Mode()&fs.ModeIrregular != 0 {
			c.Unknown("a folder that is not known")
			return
		}

		if !f.visit(c, root, info, 0, take) {
			return
		}
	}
}

func (f *finder) visit(
	c *coreutils.Call, name string, info fs.FileInfo, depth int, take func(string, []FindAction) bool,
) bool {
	f.visited++
	if f.visited > maxFound {
		c.Unknown("so many files")
		return false
	}

	file := &foundFile{name: name, info: info}
	if depth >= f.min {
		f.test(file)
	}
	if len(file.actions) > 0 && !take(name, file.actions) {
		return false
	}
	if !info.IsDir() || file.pruned || depth >= f.max || c.Runner.Err() != nil {
		return c.Runner.Err() == nil
	}

	entries, err := c.FileView().ReadDir(c.Abs(name), 0)
	if err != nil {
		return true
	}

	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	for _, e := range entries {
		below := strings.TrimSuffix(name, "/") + "/" + e.Name()
		info, err := c.FileView().Lstat(c.Abs(below))
		if err == nil && !f.visit(c, below, info, depth+1, take) {
			return false
		}
	}

	return true
}
