package coreutils

import (
	"slices"
	"strings"

	"eyeline/reader/internal/posix"
)

// sedInPlace imitates sed -i: it runs the script on each file separately and writes the output into it. taken is false
// without -i.
func sedInPlace(c *Call) (status int, taken bool) {
	var rest []string
	for i := 1; i < len(c.Args); i++ {
		a := c.Args[i]
		before, suffix, isIn := strings.Cut(a, "i")
		switch {
		case a == "--":
			rest = append(rest, c.Args[i:]...)
			i = len(c.Args)
		case strings.HasPrefix(a, "--in-place"):
			taken = true
		case strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "--") && isIn && strings.Trim(before, "-nErsuz") == "":
			taken = true
			if before != "-" {
				rest = append(rest, before)
			}
			if suffix == "" && i+1 < len(c.Args) && c.Args[i+1] == "" { // the syntax of macOS
				i++
			}
		case (a == "-e" || a == "-f") && i+1 < len(c.Args):
			rest = append(rest, a, c.Args[i+1])
			i++
		default:
			rest = append(rest, a)
		}
	}

	if !taken {
		return 0, false
	}

	o, bad := c.parse(rest)
	if _, wrong := sedOf(o); bad != "" || wrong != "" {
		c.MayHaveChanged(o.files)
		return c.Unknown("-i and " + bad + wrong), true
	}

	o.flags = slices.DeleteFunc(o.flags, func(f option) bool { return f.name == "e" })
	for _, name := range o.files {
		status = max(status, c.inPlace(name, func(inner *Call) int {
			s, _ := sedOf(o) // state is separate for each file
			s.call = inner
			return s.run([]string{name})
		}))
	}

	return status, true
}

// inPlace runs a program over a file and writes the output into it.
func (c *Call) inPlace(name string, run func(inner *Call) int) int {
	f, err := c.System.OpenToChange(c.ctx, c.Abs(name))
	if err != nil {
		if why, ok := c.Message(err); ok {
			c.Complain(c.Args[0] + ": can't read " + name + ": " + why)
		}
		return c.messages.status
	}

	c.files = append(c.files, f)
	before := c.opened[c.Abs(name)]
	c.opened[c.Abs(name)] = f
	defer func() {
		if c.opened[c.Abs(name)] = before; before == nil {
			delete(c.opened, c.Abs(name))
		}
	}()
	inner := *c
	into := &Written{Call: c, Path: c.Abs(name), InPlace: true}
	inner.Out = into.Take
	status := run(&inner)
	if c.Runner.Err() != nil {
		c.System.Lost(into.Path)
		return status
	}

	into.Close()
	return status
}

// MayHaveChanged records that files may have changed in an unknown way.
func (c *Call) MayHaveChanged(names []string) {
	for _, name := range names {
		if _, err := c.FileView().Stat(c.Abs(name)); err == nil {
			c.System.Lost(c.Abs(name))
		}
	}
}

// perlArgs replaces the option i by I, since what follows i in its word is the suffix of a backup.
func perlArgs(args []string) []string {
	for i, a := range args {
		letters, _, found := strings.Cut(a, "i")
		if found && strings.HasPrefix(a, "-") && strings.Trim(letters, "-pnwl0") == "" {
			args[i] = "-" + strings.TrimPrefix(letters, "-") + "I"
		}
	}
	return args
}

// perl imitates perl -p -e, with or without -i.
func perl(c *Call, o options) int {
	script := ""
	inPlace := false
	for _, f := range o.flags {
		switch f.name {
		case "e":
			script += f.value + "\n"
		case "I":
			inPlace = true
		}
	}

	s, bad := perlOf(script)
	if bad != "" || !o.has("p") || o.has("0nl") {
		if inPlace {
			c.MayHaveChanged(o.operands)
		}
		return c.Unknown("such a script")
	}

	run := func(inner *Call, names []string) int {
		one := *s
		one.call = inner
		return one.run(names)
	}

	if !inPlace {
		return run(c, o.operands)
	}

	status := 0
	for _, name := range o.operands {
		status = max(status, c.inPlace(name, func(inner *Call) int { return run(inner, []string{name}) }))
	}

	return status
}

// perlOf parses a script of substitutions; bad is the first thing that is not imitated.
func perlOf(script string) (s *sedRun, bad string) {
	s = &sedRun{}
	p := &sedParser{rest: script}
	for p.bad == "" {
		if p.rest = strings.TrimLeft(p.rest, " \t\n;"); p.rest == "" {
			break
		}

		if len(p.rest) < 2 || p.rest[0] != 's' || strings.ContainsAny(
			p.rest[1:2], " abcdefghijklmnopqrstuvwxyz_=({[<",
		) {
			return s, p.rest
		}

		delimiter := p.rest[1]
		p.rest = p.rest[2:]
		text, with := p.delimited(delimiter), p.delimited(delimiter)
		sub := &substitution{nth: 1, parts: perlReplacement(with)}
		flags := ""
		for p.rest != "" && strings.IndexByte("gim", p.rest[0]) >= 0 {
			if p.rest[0] == 'g' {
				sub.all = true
			} else {
				flags += p.rest[:1]
			}
			p.rest = p.rest[1:]
		}

		if p.rest != "" && strings.IndexByte(" \t\n;", p.rest[0]) < 0 || sub.parts == nil || text == "" {
			return s, "a replacement"
		}
		if wrong := sub.compilePerl(text, flags); wrong != "" {
			return s, wrong
		}

		s.commands = append(s.commands, &sedCommand{name: 's', sub: sub})
	}

	if p.bad == "" && len(s.commands) == 0 {
		p.bad = "no script"
	}

	return s, p.bad
}

// compilePerl compiles a pattern of Perl; bad is the first thing that is not imitated.
func (sub *substitution) compilePerl(text, flags string) (bad string) {
	if flags != "" {
		text = "(?" + flags + ")" + text
	}
	if sub.pattern, bad = posix.CompileGo(text, false); bad != "" {
		return bad
	}
	if sub.lastGroup() > sub.pattern.Groups() {
		return "a group that the pattern does not have"
	}

	sub.withEnd, bad = posix.CompileGo("(?m)"+text, false)
	return bad
}

// perlDiffers reports whether Perl may replace something else in a line: its text includes the line end, and it also
// finds an empty match directly after a match.
func (sub *substitution) perlDiffers(c *Call, text []byte) (differs bool) {
	wanted := 1
	if sub.all {
		wanted = -1
	}

	isEmpty := func(m []int) bool { return m[0] == m[1] }
	c.spend(func(left *int64) {
		matches, ok := sub.pattern.All(text, wanted, left)
		withEnd, ok2 := sub.withEnd.All(append(slices.Clip(text), '\n'), wanted, left)
		differs = !ok || !ok2 || !slices.EqualFunc(matches, withEnd, slices.Equal[[]int]) ||
			sub.all && (sub.pattern.MatchesEmpty() || slices.ContainsFunc(matches, isEmpty))
	})
	return differs
}

// perlReplacement parses a replacement to substitution.with; nil if it is not imitated.
func perlReplacement(text string) []string {
	parts := []string{""}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case (c == '$' || c == '\\') && i+1 < len(text) && text[i+1] >= '1' && text[i+1] <= '9':
			parts = append(parts, text[i+1:i+2], "")
			i++
			continue
		case c == '$' && strings.HasPrefix(text[i:], "$&"):
			parts = append(parts, "0", "")
			i++
			continue
		case c == '$' || c == '@':
			return nil
		case c == '\\' && i+1 < len(text):
			i++
			c = text[i]
			switch {
			case c == 'n':
				c = '\n'
			case c == 't':
				c = '\t'
			case c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9':
				return nil
			}
		}

		parts[len(parts)-1] += string([]byte{c})
	}

	return parts
}
