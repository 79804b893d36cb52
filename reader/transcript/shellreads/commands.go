package shellreads

import (
	"math"
	"slices"
	"strings"

	"eyeline/reader/internal/coreutils"
	"eyeline/reader/transcript/record"
)

// printed is what commands print that print nothing, or a line that is none of a file.
var printed = map[string][]Part{
	"true": nil, ":": nil, "mkdir": nil, "rm": nil, "touch": nil, "test": nil, "cp": nil, "mv": nil, "chmod": nil,
	"sleep": nil, "export": nil, "set": nil,
	"pwd": {{Other: 1}}, "date": {{Other: 1}}, "whoami": {{Other: 1}},
}

// alone are commands that are understood only without anything coming to them.
var alone = map[string]func(args []string) ([]Part, bool){"echo": echo, "git": gitShow}

func echo(args []string) ([]Part, bool) {
	opts := len(args) > 0 && slices.Contains([]string{"-n", "-e", "-E"}, args[0])
	return []Part{{Literal: strings.Join(args, " ") + "\n"}}, !opts
}

// leading finds out what a command prints that is first in a pipe. When that is not known, the files that it names come
// back with false.
func leading(args []string, dir string) ([]Part, bool) {
	if lines, ok := printed[args[0]]; ok {
		return lines, true
	}
	if print, ok := alone[args[0]]; ok {
		return print(args[1:])
	}
	if args[0] == "sed" && slices.ContainsFunc(args[1:], isInPlace) {
		return nil, true // it prints nothing, and writes into the file
	}
	plan, ok := planOf(args)
	if plan.Folders || args[0] == "rg" && len(plan.Files) == 0 {
		return []Part{{Path: dir, From: 1, To: toEnd, Dir: dir, Numbers: RgNumbers}}, ok
	}
	parts := wholeFiles(plan.Files, dir)
	ok = ok && len(parts) == len(plan.Files)
	switch {
	case len(parts) == 0:
		return nil, false
	case args[0] == "wc": // a line for each file, and one for all
		return []Part{{Other: len(parts) + min(len(parts)-1, 1)}}, true
	case !ok:
		return parts, false
	}
	joins := plan.Matches || args[0] == "cat" && !plan.Numbered
	if len(parts) > 1 && !joins {
		return parts, false // there may be headings between them, or numbers that go on
	}
	return prints(plan, parts)
}

// wholeFiles are files, but for the standard input, as parts.
func wholeFiles(files []string, dir string) (parts []Part) {
	for _, f := range files {
		if f != "-" {
			parts = append(parts, Part{Path: record.ResolvePath(dir, f), From: 1, To: toEnd})
		}
	}
	return parts
}

// filter tells what a command prints of what comes to it through a pipe.
func filter(args []string, in []Part) ([]Part, bool) {
	plan, ok := planOf(args)
	if !ok || plan.Folders || len(plan.Files) > 0 || len(in) != 1 || in[0].Path == "" {
		return in, false
	}
	return prints(plan, in)
}

// isInPlace reports whether an argument makes sed write into its files.
func isInPlace(arg string) bool {
	letters, option := strings.CutPrefix(arg, "-")
	inner := strings.TrimLeft(letters, "nErsuz")
	return option && (strings.HasPrefix(letters, "-in-place") || strings.HasPrefix(inner, "i"))
}

// planOf is the plan of a program, also of bat where it prints as cat does.
func planOf(args []string) (coreutils.Plan, bool) {
	if args[0] != "bat" {
		return coreutils.PlanOf(args)
	}
	plain := false
	args = append([]string{"cat"}, slices.DeleteFunc(slices.Clone(args[1:]), func(a string) bool {
		name, _, _ := strings.Cut(a, "=")
		plain = plain || a == "-p" || a == "-pp" || a == "--plain"
		return slices.Contains([]string{"-p", "-pp", "-P", "--plain", "--paging", "--color", "--style"}, name)
	})...)
	plan, ok := coreutils.PlanOf(args)
	return plan, ok && plain && !plan.Numbered
}

// prints is what a plan makes of parts, which may be changed.
func prints(plan coreutils.Plan, in []Part) ([]Part, bool) {
	first := in[0]
	switch {
	case plan.Matches:
		for i := range in {
			if in[i].Numbers = GrepNumbers; plan.Named {
				in[i].Numbers = RgNumbers
			}
		}
		return in, first.isWhole()
	case plan.Numbered:
		in[0].Numbers = NlNumbers
		return in, first.isWhole()
	case plan.Lines == nil: // of a part whose end is known, if the file is long enough
		if first.Numbers == NoNumbers {
			in[0].From, in[0].To = 0, 0
		}
		return in, first.To == toEnd || first.From == 0
	case len(in) > 1 || first.From == 0:
		return in, len(plan.Lines) == 1
	}
	var out []Part
	for _, r := range plan.Lines {
		out = append(out, cut(first, r.First, r.Last))
	}
	return out, true
}

// isWhole reports whether a part is a file from its first line on, without numbers.
func (p Part) isWhole() bool { return p.From == 1 && p.Numbers == NoNumbers }

// cut keeps of a part its lines from a to b, counted within it from 1.
func cut(s Part, a, b int64) Part {
	if s.From == 0 {
		return s
	}
	from := s.From
	if a-1 > math.MaxInt64-from {
		a = 1
	}
	s.From = from + a - 1
	if b < toEnd-from {
		s.To = min(s.To, from+b-1)
	}
	return s
}

// gitShow knows git show REV:path.
func gitShow(args []string) ([]Part, bool) {
	for len(args) > 0 && slices.Contains([]string{"--no-pager", "-P"}, args[0]) {
		args = args[1:]
	}
	if len(args) != 2 || args[0] != "show" {
		return nil, false
	}
	rev, file, ok := strings.Cut(args[1], ":")
	if !ok || file == "" || strings.HasPrefix(rev, "-") {
		return nil, false
	}
	return []Part{{Path: file, Rev: rev, From: 1, To: toEnd}}, true
}
