package coreutils

import (
	"math"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/tools"
)

// toEnd is lineRange.Last for the end of the file.
const toEnd = math.MaxInt64

// lineRange is a range of lines, 1-based and inclusive.
type lineRange struct{ First, Last int64 }

// plan is what a program writes of the lines of its operands.
type plan struct {
	Files    []string    // empty for its input
	Lines    []lineRange // of each file, in order; nil for its last lines
	Numbered bool        // line numbers precede them, as of "nl -ba" and "cat -n"

	Matches bool // matching lines and their context, after their numbers; Lines is empty
	Named   bool // file names precede those
	Folders bool // folders are searched recursively
}

// PlanOf returns what a program writes as far as its words determine it: cat, nl, head, tail, sed and awk for lines by
// number, grep and rg for numbered lines. If it may write anything else, ok is false, and only p.Files is meaningful.
func PlanOf(words []string) (p plan, ok bool) {
	o, bad := programs[words[0]].parse(words[1:])
	p.Files = o.operands
	p.Lines = []lineRange{{1, toEnd}}
	switch words[0] {
	case "cat":
		p.Numbered, ok = len(o.flags) > 0, o.only("n")
	case "nl":
		p.Numbered, ok = true, len(o.flags) > 0 && o.only("b") && o.flags[len(o.flags)-1].value == "a"
	case "head", "tail":
		p.Lines, ok = endLines(words[0], o)
	case "grep", "egrep", "fgrep", "rg":
		p, ok = matchesOf(words[0], o)
	case "wc":
		ok = false // it counts lines, and prints none
	case "sed":
		p.Files = o.files
		if s, wrong := sedOf(o); wrong == "" {
			p.Lines, ok = s.lines()
		}
	case "awk", "gawk", "mawk":
		if p.Files = o.files; len(o.flags) == 0 && len(o.scripts) == 1 {
			p.Lines[0], ok = awkLines(o.scripts[0])
		}
	default:
		return plan{}, false
	}

	return p, ok && bad == ""
}

// endLines returns the lines that head or tail writes: nil where they are counted from the end of the file. ok is
// false where an option or the number does not say which lines they are.
func endLines(name string, o options) (lines []lineRange, ok bool) {
	e, _, wrong := endsOf(name, o)
	ok = wrong == "" && o.only("nq")
	if !e.tail {
		return []lineRange{{1, e.n}}, ok && !e.fromOtherEnd
	}
	if e.fromOtherEnd {
		return []lineRange{{max(e.n, 1), toEnd}}, ok
	}
	return nil, ok
}

// matchesOf returns the plan of a search; ok is false if it may write anything but whole lines after their numbers.
func matchesOf(name string, o options) (p plan, ok bool) {
	s, bad := searchOf(name, o)
	ok = bad == "" && s.output.numbers && s.output.isLines() && !s.inverted && !s.output.only
	return plan{Files: s.files, Matches: true, Named: s.output.named, Folders: s.folders}, ok
}

// lines returns the lines that a sed script prints, if it consists of p for ascending lines, and q at its end.
func (s *sedRun) lines() (lines []lineRange, ok bool) {
	last := int64(0)
	for _, c := range s.commands {
		r, known := c.lines()
		switch {
		case known && s.silent && c.name == 'p' && r.First > last:
			lines = append(lines, r)
			last = r.Last
		case known && c.name == 'q' && c.addressed && !c.ranged && r.Last >= last:
			if !s.silent {
				lines = []lineRange{{1, r.Last}}
			}
			return lines, len(lines) > 0
		default:
			return nil, false
		}
	}

	return lines, len(lines) > 0
}

// lines returns the lines to which the command applies, if their numbers determine it.
func (c *sedCommand) lines() (r lineRange, ok bool) {
	number := func(a sedAddress) bool { return a.line > 0 && a.step == 0 }
	first := c.from.line
	switch {
	case c.negated:
		return r, false
	case !c.addressed:
		return lineRange{1, toEnd}, true
	case !c.ranged:
		return lineRange{first, first}, number(c.from)
	case c.to.last:
		return lineRange{first, toEnd}, number(c.from)
	case c.to.plus:
		return lineRange{first, tools.AddClamped(first, c.to.line)}, number(c.from)
	default:
		return lineRange{first, max(first, c.to.line)}, number(c.from) && number(c.to)
	}
}

// awkLines returns the lines that an awk script prints, if it is a condition of NR, with or without {print}: NR==5,
// NR>=5&&NR<=9, NR==5,NR==9.
func awkLines(script string) (r lineRange, ok bool) {
	script = strings.NewReplacer(" ", "", "\t", "", "\n", "").Replace(script)
	script = strings.TrimSuffix(strings.TrimSuffix(script, "{print}"), "{print$0}")
	script = awkBetween().ReplaceAllString(script, "NR>=$1&&NR<=$2")
	r = lineRange{1, toEnd}
	for c := range strings.SplitSeq(script, "&&") {
		m := awkCondition().FindStringSubmatch(c)
		if m == nil {
			return r, false
		}

		n, counted := Decimal(m[2])
		if !counted || n > 1<<40 {
			return r, false
		}

		switch m[1] {
		case "==":
			r = lineRange{max(r.First, n), min(r.Last, n)}
		case ">=":
			r.First = max(r.First, n)
		case ">":
			r.First = max(r.First, n+1)
		case "<=":
			r.Last = min(r.Last, n)
		case "<":
			r.Last = min(r.Last, n-1)
		}
	}

	return r, r.First <= r.Last
}

var (
	awkBetween   = lazy.Regexp(`^NR==(\d+),NR==(\d+)$`)
	awkCondition = lazy.Regexp(`^NR([<>]=?|==)(\d+)$`)
)

// ReadRange returns the lines of a file that a pipeline writes, if it is "cat FILE", or "sed -n" with one p for lines
// by number.
func ReadRange(programs [][]string) (lines lineRange, file string, ok bool) {
	if len(programs) != 1 || len(programs[0]) < 2 {
		return lines, "", false
	}

	words := programs[0]
	p, ok := PlanOf(words)
	plain := len(words) == 2 && words[0] == "cat" || len(words) == 4 && words[0] == "sed" && words[1] == "-n"
	if !ok || !plain || len(p.Files) != 1 || len(p.Lines) != 1 {
		return lines, "", false
	}

	return p.Lines[0], p.Files[0], true
}

// FirstLine returns the number, from 1, of the first line that a pipeline of one or two programs writes, if it writes
// lines of one file in order, and whether line numbers precede them.
func FirstLine(programs [][]string) (first int64, numbered, ok bool) {
	first = 1
	for i, words := range programs {
		p, known := PlanOf(words)
		if !known || i > 1 || i > 0 && p.Numbered || len(p.Lines) != 1 || len(p.Files) != max(1-i, 0) {
			return 0, false, false
		}
		first += min(p.Lines[0].First-1, math.MaxInt32)
		numbered = numbered || p.Numbered
	}
	return first, numbered, len(programs) > 0
}
