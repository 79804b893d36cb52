package shell

import (
	"errors"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"

	"eyeline/reader/access"
	"eyeline/reader/internal/coreutils"
)

// config returns the configuration for expanding words.
func (s *Shell) config() *expand.Config {
	return &expand.Config{
		Env: environment{s},
		ReadDir2: func(dir string) ([]fs.DirEntry, error) {
			*s.steps++
			if *s.steps > maxSteps {
				return nil, refuse("so many folders to look for names in")
			}

			entries, err := s.Files.FileView().ReadDir(dir, -1)
			if errors.Is(err, access.ErrOutside) {
				s.Files.Fail(s.Files.Env.RefuseOutside())
			}

			slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
			return entries, err
		},
		ProcSubst: func(*syntax.ProcSubst) (string, error) { return "", refuse("<(…) and >(…)") },
		CmdSubst: func(w io.Writer, cmd *syntax.CmdSubst) error {
			text := strings.Builder{}
			size := int64(0)
			inner := s.fork()
			inner.pending = pendingExit{}
			s.status = inner.list(cmd.Stmts, streams{&coreutils.Input{}, func(p coreutils.Piece) bool {
				size += p.Size()
				if size > maxOutput {
					return s.Files.Fail(refuse("so much output as words"))
				}
				b, err := p.Bytes(0, p.Size())
				text.Write(b)
				return err == nil || s.Files.Fail(err)
			}, func(p coreutils.Piece) bool {
				if s.Files.System != nil {
					return s.complains(p)
				}
				return s.Files.Fail(refuse("complaints inside $(…)"))
			}, false, nil})
			_, err := io.WriteString(w, text.String())
			return errors.Join(err, s.Files.Err())
		},
	}
}

// environment gives the expander access to variables.
type environment struct{ *Shell }

// Get implements expand.Environ.
func (e environment) Get(name string) expand.Variable {
	if v, ok := e.vars[name]; ok {
		return v
	}
	if name == "@" || name == "*" {
		return expand.Variable{Set: len(e.Shell.args) > 0, Kind: expand.Indexed, List: e.Shell.args}
	}

	value := e.variable(name)
	if value == "" && name != "IFS" {
		e.record.isUnset = true
	}

	return expand.Variable{Set: value != "", Exported: true, Kind: expand.String, Str: value}
}

// Each implements expand.Environ for ${!PREFIX*}.
func (e environment) Each(take func(string, expand.Variable) bool) {
	for name, v := range e.vars {
		if !take(name, v) {
			return
		}
	}
}

// Set implements expand.WriteEnviron, for arithmetic and ${x:=y}.
func (e environment) Set(name string, v expand.Variable) error {
	if v.Kind != expand.String {
		return refuse("such an assignment")
	}
	e.set(name, v.Str)
	return nil
}

// variable returns the value of a variable; "" if it is not set.
func (s *Shell) variable(name string) string {
	n, err := strconv.Atoi(name)
	value, ok := s.vars[name]
	switch {
	case ok:
		return value.String()
	case err == nil && n > 0 && n <= len(s.args):
		return s.args[n-1]
	case name == "#":
		return strconv.Itoa(len(s.args))
	case name == "PWD":
		return s.Dir
	case name == "HOME":
		return s.Home
	case name == "?":
		return strconv.Itoa(s.status)
	case strings.HasPrefix(name, "HOME "):
		s.fail("the home of another user")
		return "/"
	}

	return ""
}

func (s *Shell) set(name, value string) {
	if len(value) > maxValue {
		s.fail("values of more than 4 KiB")
		return
	}
	s.vars[name] = expand.Variable{Set: true, Kind: expand.String, Str: value}
}

// fields returns the expansion of words.
func (s *Shell) fields(words []*syntax.Word) (fields []string) {
	if manyWords(words...) {
		s.fail("so many words")
		return nil
	}

	size := 0
	for field, err := range expand.FieldsSeq(s.config(), words...) {
		size += len(field)
		if err == nil && (len(fields) >= maxFields || size > 1<<20) {
			err = refuse("so many words")
		}
		if s.failed(err) {
			return nil
		}

		fields = append(fields, field)
	}

	return fields
}

// literal returns the expansion of a word without splitting.
func (s *Shell) literal(w *syntax.Word) string {
	config := s.config()
	config.ReadDir2 = nil
	config.Env = unsplit{environment{s}}

	if manyWords(w) {
		s.fail("several words in place of one")
		return ""
	}

	fields, err := expand.Fields(config, w)
	if s.failed(err) || len(fields) == 0 {
		return ""
	}
	if len(fields) > 1 {
		s.fail("several words in place of one")
	}

	return fields[0]
}

// unsplit is an environment without field splitting.
type unsplit struct{ environment }

func (e unsplit) Get(name string) expand.Variable {
	if name == "IFS" { // a character that does not occur
		return expand.Variable{Set: true, Kind: expand.String, Str: "\x00"}
	}
	return e.environment.Get(name)
}

func (s *Shell) document(w *syntax.Word) string {
	text, err := expand.Document(s.config(), w)
	s.failed(err)
	return text
}

// failed ends the evaluation with an error of expansion, if any.
func (s *Shell) failed(err error) bool {
	if err != nil && s.Files.Err() == nil {
		s.fail("words: " + err.Error())
	}
	return s.Files.Err() != nil
}

// Plain returns the words of the programs of a plain pipeline: they depend neither on the state of a shell, nor on
// files. home is for "~".
func Plain(line, home string) (programs [][]string, ok bool) {
	file, err := Parse(line)
	if err != nil || len(file.Stmts) != 1 {
		return nil, false
	}
	return plainPipeline(file.Stmts[0], home)
}

func plainPipeline(stmt *syntax.Stmt, home string) (programs [][]string, ok bool) {
	if stmt.Background || stmt.Coprocess || stmt.Negated || stmt.Disown || len(stmt.Redirs) > 0 {
		return nil, false
	}

	switch cmd := stmt.Cmd.(type) {
	case *syntax.BinaryCmd:
		left, ok := plainPipeline(cmd.X, home)
		right, okay := plainPipeline(cmd.Y, home)
		return append(left, right...), ok && okay && cmd.Op == syntax.Pipe
	case *syntax.CallExpr:
		words, ok := Words(cmd, map[string]string{"HOME": home})
		return [][]string{words}, ok
	}

	return nil, false
}

// Words returns the words of a command, each of which must be a single text as in wordOf.
func Words(cmd *syntax.CallExpr, vars map[string]string) (words []string, ok bool) {
	for _, w := range cmd.Args {
		word, ok := wordOf(w, vars)
		if !ok {
			return nil, false
		}
		words = append(words, word)
	}
	return words, len(words) > 0 && len(cmd.Assigns) == 0
}

// wordOf returns the expansion of a word that depends on nothing but vars: it has no file patterns, other variables or
// commands. "~" is the variable HOME.
func wordOf(w *syntax.Word, vars map[string]string) (text string, ok bool) {
	unknown := false // another user's home
	config := &expand.Config{
		Env: expand.FuncEnviron(func(name string) string {
			unknown = unknown || strings.HasPrefix(name, "HOME") && vars[name] == ""
			return vars[name]
		}),
		NoUnset:   true,
		ReadDir2:  func(string) ([]fs.DirEntry, error) { return nil, fs.ErrPermission },
		ProcSubst: func(*syntax.ProcSubst) (string, error) { return "", fs.ErrPermission },
	}
	if manyWords(w) {
		return "", false
	}

	for field, err := range expand.FieldsSeq(config, w) {
		if ok || err != nil {
			return "", false
		}
		text = field
		ok = true
	}

	return text, ok && !unknown
}

// Quote quotes a text as one word of a POSIX shell.
func Quote(s string) string {
	const safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+:@%,-"
	if s != "" && strings.Trim(s, safe) == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// Operand returns a path as an operand of a command, which no name turns into an option.
func Operand(file string) string {
	if strings.HasPrefix(file, "-") {
		file = "./" + file
	}
	return Quote(file)
}
