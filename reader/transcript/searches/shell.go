package searches

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"eyeline/reader/internal/shell"
	"eyeline/reader/transcript/formats"
	"eyeline/reader/transcript/record"
)

// maxInCommand is how many searches of one command are told.
const maxInCommand = 100

// ofCommand are the searches of a shell command: of rg, grep -r, git grep and find, alone, after cd, in lists and in
// pipes. One in a place that is not followed is among them, with the reason. In a command that is nested too deep for
// the parser none are found.
func ofCommand(ran formats.ShellCommand) []*asked {
	if ran.Again || shell.IsDeep(ran.Command) { // the parser would take minutes
		return nil
	}
	file, err := syntax.NewParser().Parse(strings.NewReader(ran.Command), "")
	if err != nil {
		return nil
	}

	c := &command{dir: ran.Dir, seen: map[*syntax.CallExpr]struct{}{}}
	c.all(file.Stmts)
	c.addOthers(file)
	c.found = c.found[:min(len(c.found), maxInCommand)]
	answer, isWhole := ran.Output.Whole()
	for _, a := range c.found {
		a.answer = answer
		a.shared = a.shared || c.printing > 1
		if a.notKnown == "" && !isWhole {
			a.notKnown = notWhole
		}
	}

	return c.found
}

// command is a shell command whose searches are gathered.
type command struct {
	dir      string // the working folder where the reading of the command is
	found    []*asked
	printing int // statements that print
	// inDoubt: the statement that is followed runs only if what stands before it succeeded.
	inDoubt bool
	// stops: all statements after this one run only if it succeeded, too.
	stops bool
	seen  map[*syntax.CallExpr]struct{}
}

// silent are the programs that print nothing.
var silent = strings.Fields("cd true : export set unset sleep mkdir test [ shopt umask")

// namesNothing reports whether a program prints nothing that could be taken for the path of a file.
func namesNothing(words []string) bool {
	says := strings.Join(words[1:], "")
	return slices.Contains(silent, words[0]) || words[0] == "echo" && !strings.ContainsAny(says, "./")
}

// statement follows a statement; false where what comes after it is not known.
func (c *command) statement(stmt *syntax.Stmt) bool {
	if stmt.Background || stmt.Negated || stmt.Coprocess {
		c.printing++
		return false
	}

	switch cmd := stmt.Cmd.(type) {
	case *syntax.BinaryCmd:
		switch cmd.Op {
		case syntax.AndStmt:
			return c.and(stmt)
		case syntax.OrStmt:
			return c.statement(cmd.X) && c.or(cmd.X, cmd.Y)
		default:
			return c.pipe(stagesOf(stmt))
		}
	case *syntax.Subshell:
		dir := c.dir
		followed := printsHere(stmt.Redirs) && c.all(cmd.Stmts)
		c.dir = dir
		return followed
	case *syntax.Block:
		return printsHere(stmt.Redirs) && c.all(cmd.Stmts)
	case *syntax.CallExpr:
		return c.pipe([]*syntax.Stmt{stmt})
	}

	c.printing++
	return false
}

// all follows statements.
func (c *command) all(stmts []*syntax.Stmt) bool {
	for _, stmt := range stmts {
		if !c.statement(stmt) {
			return false
		}
	}
	return true
}

// stagesOf are the parts of a pipe.
func stagesOf(stmt *syntax.Stmt) []*syntax.Stmt {
	pipe, ok := stmt.Cmd.(*syntax.BinaryCmd)
	if ok && (pipe.Op == syntax.Pipe || pipe.Op == syntax.PipeAll) {
		return append(stagesOf(pipe.X), pipe.Y)
	}
	return []*syntax.Stmt{stmt}
}

// printsHere reports whether what a program prints stays in the output of the command, where some of it goes elsewhere.
func printsHere(all []*syntax.Redirect) bool {
	for _, r := range all {
		if r.N == nil || r.N.Value != "2" || r.Op != syntax.RdrOut && r.Op != syntax.AppOut && r.Op != syntax.DplOut {
			return false
		}
	}
	return true
}

// pipe follows a program, or several in a pipe.
func (c *command) pipe(stages []*syntax.Stmt) bool {
	programs, isPrinted := c.programs(stages)
	if programs == nil || len(programs[0]) == 0 {
		c.printing++
		return false
	}

	first := programs[0]
	if first[0] == "cd" {
		return c.enter(first)
	}

	c.recordProgram(first)
	for _, a := range searchesOf(first, c.dir) {
		switch {
		case a.notKnown != "": // why is said already
		case !isPrinted:
			a.notKnown = "its output goes elsewhere"
		default:
			a.notKnown = a.goesThrough(programs[1:])
		}

		a.inDoubt = c.inDoubt || c.stops
		listsAll := a.lists && len(a.scope) == 0 && len(a.prints.filters) == 0
		if !listsAll || a.notKnown != "" {
			c.found = append(c.found, a)
		}
	}

	return true
}

// recordProgram records whether a program prints, and whether the command may end with it.
func (c *command) recordProgram(words []string) {
	if !namesNothing(words) {
		c.printing++
	}
	c.stops = c.stops || mayStop(words)
}

// programs returns the words of each program of a pipeline: an entry is nil if the shell computes its words, and the
// result is nil if a stage is no simple command. isPrinted: what they print is not redirected.
func (c *command) programs(stages []*syntax.Stmt) (programs [][]string, isPrinted bool) {
	isPrinted = true
	for _, stage := range stages {
		call, ok := stage.Cmd.(*syntax.CallExpr)
		if !ok || stage.Negated {
			return nil, false
		}

		words := wordsOf(call)
		isPrinted = isPrinted && printsHere(stage.Redirs)
		programs = append(programs, words)
	}

	if first, ok := stages[0].Cmd.(*syntax.CallExpr); ok && programs[0] != nil {
		c.seen[first] = struct{}{}
	}

	return programs, isPrinted
}

// enter follows cd; false where it leads to a folder that is not known.
func (c *command) enter(words []string) bool {
	rest := slices.DeleteFunc(words[1:], func(w string) bool { return w == "--" || w == "-P" || w == "-L" })
	if len(rest) != 1 || rest[0] == "-" || strings.HasPrefix(rest[0], "~") {
		return false
	}
	c.dir = record.ResolvePath(c.dir, rest[0])
	return true
}

// addOthers adds the searches that stand where they are not followed, but for programs of a pipe that read what the one
// before them prints.
func (c *command) addOthers(file *syntax.File) {
	syntax.Walk(file, func(n syntax.Node) bool {
		if pipe, ok := n.(*syntax.BinaryCmd); ok && (pipe.Op == syntax.Pipe || pipe.Op == syntax.PipeAll) {
			if reader, ok := pipe.Y.Cmd.(*syntax.CallExpr); ok {
				c.seen[reader] = struct{}{}
			}
		}

		call, ok := n.(*syntax.CallExpr)
		if _, known := c.seen[call]; !ok || known {
			return true
		}

		words := wordsOf(call)
		others := searchesOf(words, c.dir)
		if words == nil && isSearch(call) {
			others = []*asked{{}}
		}

		for _, a := range others {
			a.notKnown = "it stands where the command is not followed, or the shell makes its words"
			c.found = append(c.found, a)
		}

		return true
	})
}

// isSearch reports whether a program whose words are not all known searches folders.
func isSearch(call *syntax.CallExpr) bool {
	if len(call.Args) == 0 {
		return false
	}

	name := call.Args[0].Lit()
	flag := ""
	if len(call.Args) > 1 {
		flag = call.Args[1].Lit()
	}

	recursive := strings.HasPrefix(flag, "-") && !strings.HasPrefix(flag, "--") && strings.ContainsAny(flag, "rR")
	return name == "rg" || name == "git" && flag == "grep" || name == "grep" && recursive
}

// wordsOf are the words of a program, plain or with patterns of names in options, which the shell leaves as they are;
// nil where one of them is made by the shell. What only passes a program on is left out.
func wordsOf(call *syntax.CallExpr) (words []string) {
	if len(call.Assigns) > 0 {
		return nil
	}

	for _, word := range call.Args {
		text, plain := plainWord(word.Parts)
		if !plain {
			return nil
		}
		words = append(words, text)
	}

	switch {
	case len(words) > 1 && words[0] == "command":
		return words[1:]
	case len(words) > 2 && words[0] == "timeout" && !strings.HasPrefix(words[1], "-"):
		return words[2:]
	}

	return words
}

// plainWord is the text of a word without expansions.
func plainWord(parts []syntax.WordPart) (text string, plain bool) {
	for i, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			isOption := i == 0 && strings.HasPrefix(p.Value, "--") && strings.Contains(p.Value, "=")
			if strings.ContainsAny(p.Value, "\\{~`") || !isOption && strings.ContainsAny(p.Value, `*?[`) {
				return "", false
			}
			text += p.Value
		case *syntax.SglQuoted:
			if p.Dollar {
				return "", false
			}
			text += p.Value
		case *syntax.DblQuoted:
			inner, plain := quotedText(p)
			if !plain {
				return "", false
			}
			text += inner
		default:
			return "", false
		}
	}

	return text, true
}

// quotedText is a text in double quotes without expansions.
func quotedText(p *syntax.DblQuoted) (text string, plain bool) {
	for _, part := range p.Parts {
		lit, ok := part.(*syntax.Lit)
		if !ok || p.Dollar {
			return "", false
		}
		text += strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\$`, `$`, "\\`", "`").Replace(lit.Value)
	}
	return text, true
}
