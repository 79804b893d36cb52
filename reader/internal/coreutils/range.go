package coreutils

import (
	"math"
	"slices"
	"strings"
)

// Range tells which lines of a file a pipeline writes, given by the words of its programs, where it is "cat FILE", or
// "sed -n" with one p for lines by their numbers. first and last are 1-based and inclusive; last is math.MaxInt64 for
// the end of the file. No file is read.
func Range(programs [][]string) (first, last int64, file string, ok bool) {
	if len(programs) != 1 {
		return 0, 0, "", false
	}
	words := programs[0]
	switch {
	case len(words) == 2 && words[0] == "cat" && !strings.HasPrefix(words[1], "-"):
		return 1, math.MaxInt64, words[1], true
	case len(words) == 4 && words[0] == "sed":
		first, last, ok = sedRange(words[1:3])
		return first, last, words[3], ok
	}
	return 0, 0, "", false
}

// sedRange is Range for the option and the script of sed.
func sedRange(args []string) (first, last int64, ok bool) {
	p := &sedParser{rest: args[1]}
	script := p.commands(false)
	if args[0] != "-n" || p.bad != "" || len(script) != 1 || script[0].name != 'p' || script[0].not {
		return 0, 0, false
	}
	c := script[0]
	number := func(a sedAddress) bool { return a.line > 0 && a.step == 0 && a.pattern == nil }
	switch {
	case !c.given:
		return 1, math.MaxInt64, true
	case !number(c.from):
		return 0, 0, false
	case !c.ranged:
		return c.from.line, c.from.line, true
	case c.to.last:
		return c.from.line, math.MaxInt64, true
	case c.to.plus:
		return c.from.line, c.from.line + min(c.to.line, math.MaxInt64-c.from.line), true
	}
	return c.from.line, max(c.from.line, c.to.line), number(c.to)
}

// FirstLine tells the number of the line, 1-based, that a pipeline writes first, where it writes lines of one file in
// their order, one program or two, and whether it writes their numbers before them ("nl -ba", "cat -n"). No file is
// read.
func FirstLine(programs [][]string) (first int64, numbered, ok bool) {
	first, files := int64(1), 1
	for i, words := range programs {
		skipped, numbers, known := leftOut(words, files)
		if !known || i > 1 || i > 0 && numbers {
			return 0, false, false
		}
		first, numbered, files = first+skipped, numbered || numbers, 0
	}
	return first, numbered, len(programs) > 0
}

// leftOut is how many lines at the front of so many files, one or its input, a program does not write.
func leftOut(words []string, files int) (lines int64, numbered, ok bool) {
	args := words[1:]
	switch words[0] {
	case "cat", "nl":
		o, bad := getopt(args, "na", "b", nil)
		numbered = slices.ContainsFunc(o.flags, func(f option) bool { return f.name == "n" })
		if words[0] == "nl" {
			numbered = len(o.flags) == 1 && o.flags[0] == (option{"b", "a"})
		}
		return 0, numbered, bad == "" && len(o.operands) == files && (words[0] == "cat" && files > 0 || numbered)
	case "sed":
		if len(args) != 2+files {
			return 0, false, false
		}
		from, _, ok := sedRange(args)
		return from - 1, false, ok
	case "head", "tail":
		o, bad := getopt(args, "", "n", nil)
		if bad != "" || len(o.operands) != files {
			return 0, false, false
		}
		if words[0] == "head" {
			return 0, false, true
		}
		if len(o.flags) != 1 {
			return 0, false, false
		}
		n, counted := decimal(strings.TrimPrefix(o.flags[0].value, "+"))
		return max(n, 1) - 1, false, counted && o.flags[0].value[0] == '+' && n <= math.MaxInt32
	}
	return 0, false, false
}
