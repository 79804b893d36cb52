package searches

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"

	"mvdan.cc/sh/v3/syntax"

	"eyeline/reader/agentsearch"
	"eyeline/reader/agentsearch/pattern"
	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/formats"
	"eyeline/reader/transcript/record"
)

// asked is a search that a call asked for.
type asked struct {
	pattern string
	fixed   bool
	syntax  pattern.Syntax
	fold    bool
	dir     string // that is searched, an absolute path as recorded
	answer  string
	at      time.Time
	// notKnown is why it is not laid; "": it may be.
	notKnown string
}

// Reasons.
const (
	notAnswered = "there is no answer, or the search failed"
	notWhole    = "the answer is not recorded as a whole"
	otherWords  = "it has arguments that are not imitated"
	otherEngine = "how the agent searches is not known"
)

// askedIn are the searches of folders that a call asked for.
func askedIn(s *transcript.Session, c *record.Call) []*asked {
	switch c.Kind {
	case record.Search:
		if a := ofTool(s, c); a != nil {
			return []*asked{a}
		}
	case record.Shell:
		ran, err := s.Ran(c)
		if err != nil {
			return nil
		}
		var all []*asked
		for _, one := range ran {
			if a := ofShell(one); a != nil {
				a.at = c.Time
				all = append(all, a)
			}
		}
		return all
	}
	return nil
}

// understood are the arguments that change nothing of which files an answer names, but how many.
var understood = strings.Fields("pattern query queries regex path dir_path description explanation output_mode " +
	"-n -A -B -C context before after head_limit limit total_max_matches line_number max_results -i ignoreCase " +
	"case_sensitive literal fixed_strings literal_text")

// ofTool is the search of a tool; nil where it is no search for a text.
func ofTool(s *transcript.Session, c *record.Call) *asked {
	args, err := s.Args(c)
	if err != nil {
		return nil
	}
	a := &asked{at: c.Time}
	if a.pattern = patternIn(args); a.pattern == "" {
		return nil
	}
	a.dir = s.Resolve(cmp.Or(transcript.PathIn(args), args.Get("dir_path").Text(8192), "."))
	text, cut, err := s.Text(c.Result, record.TextLimit)
	a.answer = string(text)
	switch {
	case c.Failed || !c.Answered() || err != nil:
		a.notKnown = notAnswered
	case cut || c.CutEnd:
		a.notKnown = notWhole
	case !a.takesArguments(args):
		a.notKnown = otherWords
	case !a.takesEngine(s, c, args):
		a.notKnown = otherEngine
	}
	return a
}

// patternIn is the one pattern that arguments name; "" without one.
func patternIn(args jsonskim.Value) string {
	const most = 1 << 16
	for _, name := range []string{"pattern", "query", "regex"} {
		if text := args.Get(name).Text(most); text != "" {
			return text
		}
	}
	if list := args.Get("queries"); list.Kind == jsonskim.Array && list.Elem(1).Kind == jsonskim.Missing {
		return list.Elem(0).Text(most)
	}
	return ""
}

// takesArguments reports whether all arguments are understood.
func (a *asked) takesArguments(args jsonskim.Value) bool {
	known := true
	err := args.Each(func(key []byte, v jsonskim.Value) error {
		isSet := v.Kind != jsonskim.Null && v.Kind != jsonskim.False
		if isSet && !slices.Contains(understood, string(key)) {
			known = false
		}
		return nil
	})
	return known && err == nil
}

// takesEngine takes the language of patterns from the agent's search, and whether case counts.
func (a *asked) takesEngine(s *transcript.Session, c *record.Call, args jsonskim.Value) bool {
	is := func(name string) bool { return args.Get(name).Kind == jsonskim.True }
	profile, known := agentsearch.Lookup(s.Agent)
	switch {
	case c.Tool == "Grep": // by ripgrep, in each agent that has it
		a.syntax = pattern.Rust
	case known && profile.Tool == c.Tool:
		a.syntax, a.fold = profile.Rg.Syntax, profile.Rg.Fold
	default:
		return false
	}
	a.fixed = is("literal") || is("fixed_strings") || is("literal_text")
	a.fold = (a.fold || is("-i") || is("ignoreCase")) && !is("case_sensitive")
	return true
}

// ofShell is the search of a command "rg PATTERN" or "grep -r PATTERN" and the like, alone; nil where it is another.
func ofShell(ran formats.Ran) *asked {
	words := wordsOf(ran.Command)
	if len(words) < 2 || words[0] != "rg" && words[0] != "grep" {
		return nil
	}
	a := &asked{syntax: pattern.Rust, dir: ran.Dir}
	p := program{asked: a, isGrep: words[0] == "grep", recursive: words[0] == "rg", known: true}
	if p.isGrep {
		a.syntax = pattern.Basic
	}
	rest := p.take(words[1:])
	if !p.recursive || len(rest) == 0 {
		return nil
	}
	a.pattern = rest[0]
	if len(rest) > 1 {
		a.dir = record.ResolvePath(ran.Dir, rest[1])
	}
	answer, isWhole := ran.Output.Whole()
	a.answer = answer
	switch {
	case !p.known || len(rest) > 2 || !path.IsAbs(a.dir):
		a.notKnown = otherWords
	case !isWhole:
		a.notKnown = notWhole
	}
	return a
}

// program is a command line of rg or grep that is being read.
type program struct {
	*asked
	isGrep    bool
	recursive bool // it looks into folders
	known     bool // all flags are understood
}

// take takes the flags, and is the other words.
func (p *program) take(words []string) (rest []string) {
	for i, word := range words {
		switch {
		case word == "--":
			return append(rest, words[i+1:]...)
		case strings.HasPrefix(word, "--"):
			p.long(word)
		case strings.HasPrefix(word, "-") && len(word) > 1:
			for _, c := range word[1:] {
				p.short(c)
			}
		default:
			rest = append(rest, word)
		}
	}
	return rest
}

// idle are the flags in words, and in letters, that change nothing of which files are named.
const (
	idle      = " --line-number --files-with-matches --no-heading --color=never --with-filename "
	idleShort = "nlHc"
)

// long takes a flag in words.
func (p *program) long(word string) {
	switch {
	case strings.Contains(idle, " "+word+" "):
	case word == "--ignore-case":
		p.fold = true
	case word == "--fixed-strings":
		p.fixed = true
	case word == "--recursive" && p.isGrep:
		p.recursive = true
	default:
		p.known = false
	}
}

// short takes a flag that is a letter.
func (p *program) short(c rune) {
	switch {
	case strings.ContainsRune(idleShort, c), c == 'I' && p.isGrep:
	case c == 'i':
		p.fold = true
	case c == 'F':
		p.fixed = true
	case c == 'E' && p.isGrep:
		p.syntax = pattern.Extended
	case (c == 'r' || c == 'R') && p.isGrep:
		p.recursive = true
	default:
		p.known = false
	}
}

// wordsOf are the words of a command that is one program with plain words; nil of any other.
func wordsOf(command string) (words []string) {
	file, err := syntax.NewParser().Parse(strings.NewReader(command), "")
	if err != nil || len(file.Stmts) != 1 {
		return nil
	}
	stmt := file.Stmts[0]
	call, is := stmt.Cmd.(*syntax.CallExpr)
	if !is || len(call.Assigns) > 0 || len(stmt.Redirs) > 0 || stmt.Background || stmt.Negated {
		return nil
	}
	for _, word := range call.Args {
		text, plain := plainWord(word.Parts)
		if !plain {
			return nil
		}
		words = append(words, text)
	}
	return words
}

// plainWord is the text of a word without expansions.
func plainWord(parts []syntax.WordPart) (text string, plain bool) {
	for _, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			if strings.ContainsAny(p.Value, `\*?[{~`) {
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
		lit, is := part.(*syntax.Lit)
		if !is || p.Dollar {
			return "", false
		}
		text += strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\$`, `$`, "\\`", "`").Replace(lit.Value)
	}
	return text, true
}
