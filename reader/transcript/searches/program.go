package searches

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"eyeline/reader/agentsearch/pattern"
	"eyeline/reader/transcript/record"
)

// searchesOf are the searches of folders by a program with its words, one for each folder that it names; nil where it
// searches none.
func searchesOf(words []string, dir string) []*asked {
	if len(words) == 0 {
		return nil
	}

	name := path.Base(words[0])
	switch {
	case name == "rg":
		return newProgram(rgFlags, pattern.Rust, dir).searches(words[1:])
	case name == "grep" || name == "egrep" || name == "fgrep":
		p := newProgram(grepFlags, pattern.Basic, dir)
		p.recursive = false
		switch name {
		case "egrep":
			p.syntax = pattern.Extended
		case "fgrep":
			p.fixed = true
		}

		return p.searches(words[1:])
	case name == "git" && len(words) > 1 && words[1] == "grep":
		p := newProgram(grepFlags, pattern.Basic, dir)
		p.isGit = true
		return p.searches(words[2:])
	case name == "find":
		return findsOf(words[1:], dir)
	case slices.Contains(otherPrograms, name):
		text := strings.Join(words[1:], " ")
		return []*asked{{dir: dir, work: dir, pattern: text, notKnown: name + " is not imitated"}}
	}

	return nil
}

// otherPrograms search folders, too, and are not imitated.
var otherPrograms = strings.Fields("ag ack fd fdfind ugrep zgrep rga")

// program is a command line of rg, grep or git grep that is being read.
type program struct {
	asked
	flags     map[string]flag
	recursive bool // it looks into folders
	isGit     bool
	quiet     bool // it prints nothing
	files     bool // it lists the files, whatever they hold
	word      bool // the match is a word of its own
	inverted  bool // it gives the lines that do not match
	smart     bool // case counts where the pattern has upper case
	patterns  []string
	globs     []string
	kinds     []string
	picks     []pick
}

// newProgram is a program without words.
func newProgram(of flags, s pattern.Syntax, dir string) *program {
	return &program{flags: of(), recursive: true, asked: asked{syntax: s, dir: dir, work: dir}}
}

// flag is an option. takes says that a value follows; do is what the option changes, nil if it does not change which
// files are named.
type flag struct {
	takes bool
	do    func(p *program, value string)
}

// refuse is an option that is not imitated.
func refuse(p *program, value string) {
	p.notKnown = cmp.Or(p.notKnown, strings.TrimSpace("an option of it is not imitated "+value))
}

// withContext, otherForm and withoutFolders are what some options do.
func withContext(p *program, _ string)    { p.prints.context = true }
func otherForm(p *program, _ string)      { p.prints.other = true }
func withoutFolders(p *program, v string) { p.scope = append(p.scope, withoutFolder(v)) }

// pick takes files by their name, or leaves them out.
func (p *program) pick(pattern string, isOut bool) { p.picks = append(p.picks, pick{pattern, isOut}) }

// flags are a table of options, which is made when it is needed first: most runs of the program need none.
type flags func() map[string]flag

// noFlags are those of a program whose options are read otherwise.
func noFlags() map[string]flag { return nil }

// flagsOf makes a table of options of lines "NAMES", which all do the same.
func flagsOf(all ...flags) flags {
	return sync.OnceValue(func() map[string]flag {
		table := map[string]flag{}
		for _, some := range all {
			for names, one := range some() {
				for _, name := range strings.Fields(names) {
					table[name] = one
				}
			}
		}

		return table
	})
}

// commonFlags are the options that rg and grep have both.
func commonFlags() map[string]flag {
	return map[string]flag{
		"s no-messages a text color=never color=auto color=no": {},
		"A B C after-context before-context context":           {true, withContext},
		"m max-count":          {takes: true},
		"n line-number":        {do: func(p *program, _ string) { p.prints.numbers = true }},
		"H with-filename":      {},
		"l files-with-matches": {do: func(p *program, _ string) { p.prints.names = true }},
		"c count":              {do: otherForm},
		"o only-matching":      {do: otherForm},
		"i ignore-case y":      {do: func(p *program, _ string) { p.fold = true }},
		"F fixed-strings":      {do: func(p *program, _ string) { p.fixed = true }},
		"w word-regexp":        {do: func(p *program, _ string) { p.word = true }},
		"q quiet silent":       {do: func(p *program, _ string) { p.quiet = true }},
		"e regexp":             {true, func(p *program, v string) { p.patterns = append(p.patterns, v) }},
	}
}

var rgFlags = flagsOf(commonFlags, func() map[string]flag {
	return map[string]flag{
		"N no-line-number no-heading hidden . u unrestricted follow L no-config": {},
		"no-ignore no-ignore-vcs no-ignore-parent":                               {},
		"trim line-buffered": {},
		"j threads M max-columns sort sortr max-columns-preview": {takes: true},
		"heading count-matches column vimgrep json stats":        {do: otherForm},
		"s case-sensitive": {do: func(p *program, _ string) { p.fold, p.smart = false, false }},
		"S smart-case":     {do: func(p *program, _ string) { p.smart = true }},
		"g glob":           {true, func(p *program, v string) { p.globs = append(p.globs, v) }},
		"t type":           {true, func(p *program, v string) { p.kinds = append(p.kinds, v) }},
		"files":            {do: func(p *program, _ string) { p.files = true }},
		"E encoding y":     {true, refuse},
	}
})

var grepFlags = flagsOf(commonFlags, func() map[string]flag {
	return map[string]flag{
		"I cached untracked full-name no-index": {},
		"E extended-regexp":                     {do: func(p *program, _ string) { p.syntax = pattern.Extended }},
		"G basic-regexp":                        {do: func(p *program, _ string) { p.syntax = pattern.Basic }},
		"r R recursive dereference-recursive":   {do: func(p *program, _ string) { p.recursive = true }},
		"include":                               {true, func(p *program, v string) { p.pick(v, false) }},
		"exclude":                               {true, func(p *program, v string) { p.pick(v, true) }},
		"exclude-dir":                           {true, withoutFolders},
	}
})

// searches reads the words behind the program's name.
func (p *program) searches(words []string) []*asked {
	rest := p.take(words)
	if !p.recursive || p.quiet {
		return nil
	}

	if len(p.patterns) == 0 && !p.files {
		if len(rest) == 0 {
			return nil
		}
		p.patterns = rest[:1]
		rest = rest[1:]
	}

	p.join()
	if p.notKnown == "" {
		p.notKnown = p.filter(p.globs, p.kinds)
	}
	if len(p.picks) > 0 {
		p.scope = append(p.scope, picks(p.picks))
	}
	if p.isGit {
		rest = p.pathspecs(rest)
	}

	return p.inFolders(rest)
}

// pathspecs takes patterns of names behind the pattern of git grep, and returns the other words.
func (p *program) pathspecs(words []string) (folders []string) {
	for _, word := range words {
		name, isAnywhere := strings.CutPrefix(word, "*")
		switch {
		case !strings.ContainsAny(word, `*?[\:`):
			folders = append(folders, word)
		case isAnywhere && !strings.ContainsAny(name, `*?[\:/`): // whose star stands for folders, too
			p.globs = append(p.globs, word)
		default:
			p.notKnown = cmp.Or(p.notKnown, "patterns of paths are not imitated")
		}
	}

	if len(p.globs) > 0 {
		p.scope = append(p.scope, globs(p.globs))
	}

	return folders
}

// inFolders is the search in each of some folders; of none: in the working folder.
func (p *program) inFolders(folders []string) (all []*asked) {
	if len(folders) == 0 {
		one := p.asked
		return []*asked{&one}
	}

	for _, folder := range folders {
		one := p.asked
		one.dir = record.ResolvePath(p.dir, folder)
		one.prints.prefix = strings.TrimRight(folder, "/") + "/"
		if !path.IsAbs(one.dir) {
			one.notKnown = cmp.Or(one.notKnown, "the working folder is not recorded")
		}

		all = append(all, &one)
	}

	return all
}

// join makes one pattern of all.
func (p *program) join() {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
	bar := "|"
	if p.syntax == pattern.Basic {
		bar = `\|`
	}

	p.pattern = strings.Join(p.patterns, bar)
	hasUpper := strings.ToLower(p.pattern) != p.pattern
	switch {
	case p.files:
		p.lists = true
		p.prints.names = true
		p.pattern = strings.Join(p.globs, " ")
	case len(p.patterns) > 1 && (p.fixed || strings.Contains(p.pattern, "(?")):
		p.notKnown = cmp.Or(p.notKnown, "several patterns of this kind are not imitated")
	case p.word && strings.Trim(p.pattern, plain) != "":
		p.notKnown = cmp.Or(p.notKnown, "whole words of a pattern are not imitated")
	case p.smart && hasUpper && strings.Contains(p.pattern, `\`):
		p.notKnown = cmp.Or(p.notKnown, "whether case counts in the pattern is not known")
	}

	if p.word && p.notKnown == "" {
		p.pattern = `\b` + p.pattern + `\b`
		p.fixed = false
	}

	p.fold = p.fold || p.smart && !hasUpper
}

// take takes the options, and is the other words.
func (p *program) take(words []string) (rest []string) {
	for i := 0; i < len(words); i++ {
		word := words[i]
		switch {
		case word == "--":
			return append(rest, words[i+1:]...)
		case strings.HasPrefix(word, "--"):
			i += p.long(word[2:], words[i+1:])
		case strings.HasPrefix(word, "-") && len(word) > 1:
			i += p.short(word[1:], words[i+1:])
		default:
			rest = append(rest, word)
		}
	}

	return rest
}

// long takes an option in words; it returns how many of the next words are its value.
func (p *program) long(word string, next []string) (used int) {
	if one, known := p.flags[word]; known && !one.takes {
		p.do(one, "")
		return 0
	}

	name, value, has := strings.Cut(word, "=")
	one, known := p.flags[name]
	switch {
	case !known || has && !one.takes || !has && len(next) == 0:
		p.notKnown = cmp.Or(p.notKnown, "its option --"+name+" is not imitated")
		return 0
	case !has:
		p.do(one, next[0])
		return 1
	}

	p.do(one, value)
	return 0
}

// short takes options that are letters; it returns how many of the next words are a value.
func (p *program) short(letters string, next []string) (used int) {
	if _, err := strconv.Atoi(letters); err == nil { // lines of context
		p.prints.context = true
		return 0
	}

	for i := range len(letters) {
		letter := letters[i : i+1]
		value := letters[i+1:]
		one, known := p.flags[letter]
		switch {
		case !known || one.takes && value == "" && len(next) == 0:
			p.notKnown = cmp.Or(p.notKnown, "its option -"+letter+" is not imitated")
			return 0
		case !one.takes:
			p.do(one, "")
			continue
		case value == "":
			p.do(one, next[0])
			return 1
		}

		p.do(one, strings.TrimPrefix(value, "="))
		return 0
	}

	return 0
}

// do does what an option does.
func (p *program) do(one flag, value string) {
	if one.do != nil {
		one.do(p, value)
	}
}

// namesOfFind are the tests of find for names.
var namesOfFind = strings.Fields("-name -iname -path -ipath -wholename -regex -iregex")

// foldersOfFind are the folders that find is to look in, and the words behind them. Without a folder it looks in ".",
// and prints names that begin with that.
func foldersOfFind(words []string) (folders, tests []string) {
	first := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, "-") || w == "!" || w == "(" })
	if first < 0 {
		first = len(words)
	}
	if first == 0 {
		return []string{"."}, words
	}
	return words[:first], words[first:]
}

// findsOf is the search of find for names of files: with -type f, one -name and -print alone.
func findsOf(words []string, dir string) []*asked {
	folders, words := foldersOfFind(words)
	p := newProgram(noFlags, pattern.Rust, dir)
	p.lists = true
	p.prints.names = true
	isForNames := slices.ContainsFunc(words, func(w string) bool { return slices.Contains(namesOfFind, w) })
	p.pattern = strings.Join(words, " ")

	for len(words) > 0 {
		switch {
		case len(words) > 1 && words[0] == "-type" && words[1] == "f":
			words = words[2:]
		case len(words) > 1 && words[0] == "-name" && len(p.picks) == 0:
			p.picks = append(p.picks, pick{words[1], false})
			words = words[2:]
		case words[0] == "-print":
			words = words[1:]
		default:
			if !isForNames {
				return nil // it looks for something else
			}
			p.notKnown = "find's " + words[0] + " is not imitated"
			words = nil
		}
	}

	if len(p.picks) > 0 {
		p.scope = append(p.scope, picks(p.picks))
	}

	return p.inFolders(folders)
}
