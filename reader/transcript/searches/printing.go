package searches

import (
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/agentsearch/pattern"
)

// printing is what a program of the shell prints, and what becomes of it in a pipe.
type printing struct {
	prefix  string // before the path below the folder
	numbers bool   // of lines
	names   bool   // of files alone
	context bool   // lines around those that match, too
	other   bool   // in a form that is not imitated
	filters []lineFilter
}

// lineFilter passes on the lines of what is printed that match, or those that do not.
type lineFilter struct {
	*pattern.Matcher
	inverted bool
}

// namesByCut are the options by which cut leaves the names of files.
var namesByCut = []string{"-d: -f1", "-f1 -d:", "-d : -f 1"}

// passing are the programs of a pipe that pass lines on as they are; some may drop lines.
var passing = strings.Fields("head tail cat sort uniq nl tee less more")

// goesThrough takes the programs behind the search in a pipe. It returns why one of them is not imitated, or "".
func (a *asked) goesThrough(programs [][]string) (why string) {
	for _, words := range programs {
		switch {
		case len(words) == 0:
			return "its output goes to a program whose words the shell makes"
		case words[0] == "cut" && slices.Contains(namesByCut, strings.Join(words[1:], " ")):
			a.prints.other = true
		case slices.Contains(passing, words[0]): // what it gets goes on as it is
		case words[0] == "grep" || words[0] == "egrep" || words[0] == "rg":
			f, known := filterOf(words)
			if !known || a.prints.other {
				return "its output goes through " + strings.Join(words, " ")
			}
			a.prints.filters = append(a.prints.filters, f)
		default:
			return "its output goes through " + words[0]
		}
	}

	return ""
}

// filterFlags are the options of grep and rg where they read lines.
func filterFlags() map[string]flag {
	return map[string]flag{"v invert-match": {do: func(p *program, _ string) { p.inverted = true }}}
}

var grepFilter, rgFilter = flagsOf(grepFlags, filterFlags), flagsOf(rgFlags, filterFlags)

// filterOf is what grep or rg does with lines that it reads; false where it is not imitated.
func filterOf(words []string) (f lineFilter, known bool) {
	p := newProgram(grepFilter, pattern.Basic, "")
	switch words[0] {
	case "rg":
		p = newProgram(rgFilter, pattern.Rust, "")
	case "egrep":
		p.syntax = pattern.Extended
	}

	p.recursive = false
	given := p.take(words[1:])
	if len(p.patterns) == 0 && len(given) == 1 {
		p.patterns = given
		given = nil
	}

	p.join()
	if len(given) > 0 || len(p.patterns) == 0 || !p.passesLines() {
		return f, false
	}

	m, err := pattern.Query{Pattern: p.pattern, Fixed: p.fixed}.Compile(p.syntax, p.fold)
	return lineFilter{m, p.inverted}, err == nil
}

// passesLines reports whether a program that reads lines passes them on as they are.
func (p *program) passesLines() bool {
	form := p.prints
	changes := form.names || form.other || form.numbers || form.context
	return !changes && !p.recursive && !p.quiet && !p.files && p.notKnown == ""
}

// line is a line of the output about a line of a file.
func (p *printing) line(below string, number int64, text string) string {
	switch {
	case p.names:
		return p.prefix + below
	case p.numbers:
		return p.prefix + below + ":" + strconv.FormatInt(number, 10) + ":" + text
	}
	return p.prefix + below + ":" + text
}

// passes is whether the filters pass a line on.
func (p *printing) passes(line string) verdict {
	said := in
	for _, f := range p.filters {
		is, unsure := f.Matches([]byte(line), false)
		switch {
		case unsure:
			said = perhaps
		case is == f.inverted:
			return out
		}
	}

	return said
}
