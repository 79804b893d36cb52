package agents

import (
	"errors"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"

	"eyeline/reader/tools"
	"eyeline/reader/tools/runtime/node"
)

// shellCommand is one program of a pipeline of plain reads.
type shellCommand struct {
	words []string // its name and arguments
	input string   // the file that "<" names
	fed   bool     // there is a "<"
}

// errNotPlain: a command is none of the reads that are evaluated here.
var errNotPlain = errors.New("not a plain read")

// shellLimit is the length in bytes of the longest command that is looked at.
const shellLimit = 32 << 10

// shellParsers keeps parsers for the next command: one has large buffers.
var shellParsers = sync.Pool{New: func() any { return syntax.NewParser(syntax.Variant(syntax.LangBash)) }}

// parseShell reads a command that is a pipeline of programs whose words are known without running anything. The error is
// errNotPlain.
func parseShell(env tools.Env, command string) ([]shellCommand, error) {
	if len(command) > shellLimit {
		return nil, errNotPlain
	}
	parser := shellParsers.Get().(*syntax.Parser)
	defer shellParsers.Put(parser)
	file, err := parser.Parse(strings.NewReader(command), "")
	if err != nil || len(file.Stmts) != 1 {
		return nil, errNotPlain
	}
	return shellPipeline(env, file.Stmts[0])
}

func shellPipeline(env tools.Env, stmt *syntax.Stmt) ([]shellCommand, error) {
	if stmt.Background || stmt.Coprocess || stmt.Negated || stmt.Disown {
		return nil, errNotPlain
	}
	switch cmd := stmt.Cmd.(type) {
	case *syntax.BinaryCmd:
		if cmd.Op != syntax.Pipe || len(stmt.Redirs) > 0 {
			return nil, errNotPlain
		}
		left, err := shellPipeline(env, cmd.X)
		if err != nil {
			return nil, err
		}
		right, err := shellPipeline(env, cmd.Y)
		return append(left, right...), err
	case *syntax.CallExpr:
		c, err := simpleCommand(env, cmd, stmt.Redirs)
		return []shellCommand{c}, err
	}
	return nil, errNotPlain
}

func simpleCommand(env tools.Env, call *syntax.CallExpr, redirs []*syntax.Redirect) (c shellCommand, err error) {
	if len(call.Assigns) > 0 || len(call.Args) == 0 || len(redirs) > 1 {
		return c, errNotPlain
	}
	for _, w := range call.Args {
		word, ok := plainWord(env, w)
		if !ok {
			return c, errNotPlain
		}
		c.words = append(c.words, word)
	}
	for _, r := range redirs {
		word, ok := plainWord(env, r.Word)
		if r.Op != syntax.RdrIn || r.N != nil || !ok {
			return c, errNotPlain
		}
		c.input, c.fed = word, true
	}
	return c, nil
}

// plainWord is a word's text where it is the same whatever the shell's state and the files around: no variables, no
// patterns, no braces. A "~" at the front is the home directory.
func plainWord(env tools.Env, w *syntax.Word) (string, bool) {
	var b strings.Builder
	for i, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			text, ok := plainLiteral(p.Value)
			if !ok {
				return "", false
			}
			if i == 0 && strings.HasPrefix(p.Value, "~") {
				if text != "~" && !strings.HasPrefix(text, "~/") || len(w.Parts) > 1 && text == "~" {
					return "", false
				}
				text = node.Home(env, text)
			}
			b.WriteString(text)
		case *syntax.SglQuoted:
			if p.Dollar {
				return "", false
			}
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			if p.Dollar {
				return "", false
			}
			for _, inner := range p.Parts {
				lit, ok := inner.(*syntax.Lit)
				if !ok {
					return "", false
				}
				b.WriteString(unescapeQuoted(lit.Value))
			}
		default:
			return "", false
		}
	}
	return b.String(), true
}

// plainLiteral takes the backslashes off unquoted text; ok is false where it has a pattern or braces.
func plainLiteral(s string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '\\':
			if i++; i == len(s) {
				return "", false
			}
			if s[i] != '\n' { // a line that goes on
				b.WriteByte(s[i])
			}
		case '*', '?', '[', '{':
			return "", false
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), true
}

// unescapeQuoted takes the backslashes off text in double quotes that have a meaning there.
func unescapeQuoted(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("\\\"$`\n", s[i+1]) >= 0 {
			if i++; s[i] == '\n' {
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// shellQuote is a text as one word of a POSIX shell.
func shellQuote(s string) string {
	const safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+:@%,-"
	if s != "" && strings.Trim(s, safe) == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// shellFile is a file as an operand of a command: no option, whatever its name.
func shellFile(file string) string {
	if strings.HasPrefix(file, "-") {
		file = "./" + file
	}
	return shellQuote(file)
}
