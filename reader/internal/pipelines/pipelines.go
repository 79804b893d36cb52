// Package pipelines reads the command lines of a POSIX shell that are plain pipelines (CONTRACT-codex, exec_command):
// programs whose words are known without running anything, joined by "|" and fed by "< FILE". Variables, patterns,
// lists, assignments and other redirections are refused: what they run depends on more than the line. It also writes
// words so that the shell reads them back.
package pipelines

import (
	"errors"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"
)

// Command is one program of a pipeline.
type Command struct {
	// Words are its name and its arguments. There is always a name.
	Words []string
	// Input is the file that "<" names, where Redirected.
	Input      string
	Redirected bool
}

// ErrNotPlain is the error of Parse: a command line is more than a plain pipeline, or no command line.
var ErrNotPlain = errors.New("not a plain pipeline")

// longest is the length in bytes of the longest command line that is looked at.
const longest = 32 << 10

// parsers keeps parsers for the next command: one has large buffers.
var parsers = sync.Pool{New: func() any { return syntax.NewParser(syntax.Variant(syntax.LangBash)) }}

// Parse reads a command line. home is the directory that "~" at the front of a word stands for; with "" it stays as it
// is. The error is ErrNotPlain.
func Parse(line, home string) ([]Command, error) {
	if len(line) > longest {
		return nil, ErrNotPlain
	}
	parser := parsers.Get().(*syntax.Parser)
	defer parsers.Put(parser)
	file, err := parser.Parse(strings.NewReader(line), "")
	if err != nil || len(file.Stmts) != 1 {
		return nil, ErrNotPlain
	}
	return pipeline(home, file.Stmts[0])
}

// pipeline reads a statement; of a pipeline that has the left side first.
func pipeline(home string, stmt *syntax.Stmt) ([]Command, error) {
	if stmt.Background || stmt.Coprocess || stmt.Negated || stmt.Disown {
		return nil, ErrNotPlain
	}
	switch cmd := stmt.Cmd.(type) {
	case *syntax.BinaryCmd:
		if cmd.Op != syntax.Pipe || len(stmt.Redirs) > 0 {
			return nil, ErrNotPlain
		}
		left, err := pipeline(home, cmd.X)
		if err != nil {
			return nil, err
		}
		right, err := pipeline(home, cmd.Y)
		return append(left, right...), err
	case *syntax.CallExpr:
		c, err := simpleCommand(home, cmd, stmt.Redirs)
		return []Command{c}, err
	}
	return nil, ErrNotPlain
}

// simpleCommand reads a program with its arguments and the file that it is fed.
func simpleCommand(home string, call *syntax.CallExpr, redirs []*syntax.Redirect) (c Command, err error) {
	if len(call.Assigns) > 0 || len(call.Args) == 0 || len(redirs) > 1 {
		return c, ErrNotPlain
	}
	for _, w := range call.Args {
		word, ok := plainWord(home, w)
		if !ok {
			return c, ErrNotPlain
		}
		c.Words = append(c.Words, word)
	}
	for _, r := range redirs {
		word, ok := plainWord(home, r.Word)
		if r.Op != syntax.RdrIn || r.N != nil || !ok {
			return c, ErrNotPlain
		}
		c.Input, c.Redirected = word, true
	}
	return c, nil
}
