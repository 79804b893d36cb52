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

// config says how words become texts.
func (s *Shell) config() *expand.Config {
	return &expand.Config{
		Env: expand.FuncEnviron(s.variable),
		ReadDir2: func(dir string) ([]fs.DirEntry, error) {
			if *s.steps++; *s.steps > mostSteps {
				return nil, refuse("so many folders to look for names in")
			}
			entries, err := s.Files.Env.Files().ReadDir(dir, -1)
			if errors.Is(err, access.ErrOutside) {
				s.Files.Fail(s.Files.Env.Outside())
			}
			slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
			return entries, err
		},
		ProcSubst: func(*syntax.ProcSubst) (string, error) { return "", refuse("<(…) and >(…)") },
		CmdSubst: func(w io.Writer, cmd *syntax.CmdSubst) error {
			text, size := strings.Builder{}, int64(0)
			inner := s.fork()
			s.status = inner.list(cmd.Stmts, streams{&coreutils.Input{}, func(p coreutils.Piece) bool {
				if size += p.Size(); size > mostOutput {
					return s.Files.Fail(refuse("so much output as words"))
				}
				b, err := p.Bytes(0, p.Size())
				text.Write(b)
				return err == nil || s.Files.Fail(err)
			}, func(coreutils.Piece) bool { return s.Files.Fail(refuse("complaints inside $(…)")) }})
			_, err := io.WriteString(w, text.String())
			return errors.Join(err, s.Files.Err())
		},
	}
}

// variable is the value of a variable of the shell; "" where there is none.
func (s *Shell) variable(name string) string {
	switch value, ok := s.vars[name]; {
	case ok:
		return value
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
	if len(value) > mostValue {
		s.fail("values of more than 4 KiB")
	}
	s.vars[name] = value
}

// fields are the texts that words become.
func (s *Shell) fields(words []*syntax.Word) (fields []string) {
	size := 0
	for field, err := range expand.FieldsSeq(s.config(), words...) {
		if size += len(field); err == nil && (len(fields) >= mostFields || size > 1<<20) {
			err = refuse("so many words")
		}
		if s.failed(err) {
			return nil
		}
		fields = append(fields, field)
	}
	return fields
}

// literal is the one text that a word becomes, which is not split.
func (s *Shell) literal(w *syntax.Word) string {
	config := s.config()
	config.ReadDir2 = nil
	config.Env = expand.FuncEnviron(func(name string) string {
		if name == "IFS" {
			return "\x00" // which no text has
		}
		return s.variable(name)
	})
	fields, err := expand.Fields(config, w)
	if s.failed(err) || len(fields) == 0 {
		return ""
	}
	if len(fields) > 1 {
		s.fail("several words in place of one")
	}
	return fields[0]
}

func (s *Shell) document(w *syntax.Word) string {
	text, err := expand.Document(s.config(), w)
	s.failed(err)
	return text
}

// failed ends the evaluation with an error of the expansion, if it is one.
func (s *Shell) failed(err error) bool {
	if err != nil && s.Files.Err() == nil {
		s.fail("words: " + err.Error())
	}
	return s.Files.Err() != nil
}

// Plain is the words of the programs of a line that is a plain pipeline: their texts do not depend on the state of a
// shell, or on what files there are. home is what "~" stands for.
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
		words, ok := plainWords(cmd, home)
		return [][]string{words}, ok
	}
	return nil, false
}

func plainWords(cmd *syntax.CallExpr, home string) (words []string, ok bool) {
	for _, w := range cmd.Args {
		word, ok := Word(w, map[string]string{"~": home})
		if !ok {
			return nil, false
		}
		words = append(words, word)
	}
	return words, len(words) > 0 && len(cmd.Assigns) == 0
}

// quotedEscapes takes the backslashes off text in double quotes that have a meaning there.
var quotedEscapes = strings.NewReplacer("\\\n", "", `\\`, `\`, `\"`, `"`, `\$`, `$`, "\\`", "`")

// Word is the text of a word that has no unknown variables, patterns, braces or other commands in it. "~" at its front
// is the variable of that name.
func Word(w *syntax.Word, vars map[string]string) (string, bool) {
	var out strings.Builder
	for i, part := range w.Parts {
		switch part := part.(type) {
		case *syntax.Lit:
			text, ok := unquoted(part.Value)
			if rest, tilde := strings.CutPrefix(text, "~"); tilde && i == 0 && part.Value[0] == '~' {
				home, known := vars["~"]
				ok = ok && known && (strings.HasPrefix(rest, "/") || len(w.Parts) == 1 && rest == "")
				text = home + rest
			}
			if !ok {
				return "", false
			}
			out.WriteString(text)
		case *syntax.SglQuoted:
			if part.Dollar {
				return "", false
			}
			out.WriteString(part.Value)
		case *syntax.DblQuoted:
			for _, p := range part.Parts {
				text, ok := variable(p, vars)
				if lit, isLit := p.(*syntax.Lit); isLit {
					text, ok = quotedEscapes.Replace(lit.Value), true
				}
				if !ok {
					return "", false
				}
				out.WriteString(text)
			}
		default:
			text, ok := variable(part, vars)
			if !ok {
				return "", false
			}
			out.WriteString(text)
		}
	}
	return out.String(), true
}

// variable is the value of a part of a word that is nothing but a known variable.
func variable(part syntax.WordPart, vars map[string]string) (string, bool) {
	p, ok := part.(*syntax.ParamExp)
	if !ok || p.Excl || p.Length || p.Width || p.Index != nil || p.Slice != nil || p.Repl != nil || p.Exp != nil {
		return "", false
	}
	value, ok := vars[p.Param.Value]
	return value, ok
}

// unquoted takes the backslashes off text without quotes; false where it has a pattern or braces.
func unquoted(text string) (string, bool) {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			if i++; i < len(text) && text[i] != '\n' {
				out.WriteByte(text[i])
			}
		case strings.IndexByte("*?[{", c) >= 0:
			return "", false
		default:
			out.WriteByte(c)
		}
	}
	return out.String(), true
}

// Quote is a text as one word of a POSIX shell.
func Quote(s string) string {
	const safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+:@%,-"
	if s != "" && strings.Trim(s, safe) == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// Operand is a file's path as an operand of a command: no option, whatever its name.
func Operand(file string) string {
	if strings.HasPrefix(file, "-") {
		file = "./" + file
	}
	return Quote(file)
}
