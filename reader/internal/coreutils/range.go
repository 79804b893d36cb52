package coreutils

import (
	"math"
	"slices"
	"strings"

	"eyeline/reader/internal/pipelines"
)

// Range tells which lines of a file a command line writes, where it is "cat FILE", or "sed -n" with one p for lines by
// their numbers. first and last are 1-based and inclusive; last is math.MaxInt64 for the end of the file. No file is
// read.
func Range(commands []pipelines.Command) (first, last int64, file string, ok bool) {
	if len(commands) != 1 || commands[0].Redirected {
		return 0, 0, "", false
	}
	words := commands[0].Words
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
	if args[0] != "-n" {
		return 0, 0, false
	}
	script, ok := parseSed(args[1])
	if !ok || len(script) != 1 || script[0].name != 'p' || script[0].not || script[0].from.last {
		return 0, 0, false
	}
	c := script[0]
	if c.from.line == 0 {
		return 1, math.MaxInt64, true
	}
	if first, last = c.lines(math.MaxInt64); c.to.last {
		last = math.MaxInt64
	}
	return first, last, true
}

// FirstLine tells the number of the line, 1-based, that a command line writes first, where it writes lines of one file
// in their order, one program or two, and whether it writes their numbers before them ("nl -ba", "cat -n"). No file is
// read.
func FirstLine(commands []pipelines.Command) (first int64, numbered, ok bool) {
	if len(commands) > 2 {
		return 0, false, false
	}
	first = 1
	for i, c := range commands {
		if c.Redirected {
			return 0, false, false
		}
		name, args := c.Words[0], c.Words[1:]
		files := 1
		if i > 0 {
			files = 0
		}
		switch name {
		case "cat", "nl":
			o, parsed := getopt(args, "na", "b", nil)
			if !parsed || len(o.operands) != files || i > 0 {
				return 0, false, false
			}
			numbered = slices.ContainsFunc(o.flags, func(f option) bool { return f.name == "n" })
			if name == "nl" {
				if numbered = len(o.flags) == 1 && o.flags[0] == (option{"b", "a"}); !numbered {
					return 0, false, false
				}
			}
		case "sed":
			if len(args) != 2+files {
				return 0, false, false
			}
			from, _, ok := sedRange(args)
			if !ok {
				return 0, false, false
			}
			first += from - 1
		case "head", "tail":
			o, parsed := getopt(args, "", "n", nil)
			if !parsed || len(o.operands) != files {
				return 0, false, false
			}
			if name == "tail" {
				if len(o.flags) != 1 || !strings.HasPrefix(o.flags[0].value, "+") {
					return 0, false, false
				}
				n, counted := decimal(o.flags[0].value[1:])
				if !counted || n > math.MaxInt32 {
					return 0, false, false
				}
				first += max(n, 1) - 1
			}
		default:
			return 0, false, false
		}
	}
	return first, numbered, true
}
