package searches

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"

	"eyeline/reader/agentsearch"
	"eyeline/reader/agentsearch/pattern"
	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/record"
)

// asked is a search that a call asked for.
type asked struct {
	pattern string
	fixed   bool
	syntax  pattern.Syntax
	fold    bool
	// lists: the files of a scope are listed, whatever they hold; pattern is what is said of it.
	lists  bool
	scope  scope
	prints printing
	dir    string // that is searched, an absolute path as recorded
	work   string // what patterns of names are relative to
	answer string
	// shared: other programs printed into the answer, too, so that a name in it need not be of this search.
	shared bool
	// inDoubt: it was run only where what stands before it succeeded.
	inDoubt bool
	at      time.Time
	// notKnown is why it is not laid; "": it may be.
	notKnown string
}

// Reasons.
const (
	notAnswered = "there is no answer, or the search failed"
	notWhole    = "the answer is not recorded as a whole"
	otherEngine = "how the agent searches is not known"
)

// askedIn are the searches of folders that a call asked for.
func askedIn(s *transcript.Session, c *record.Call) []*asked {
	switch {
	case c.Kind == record.Search || strings.EqualFold(c.Tool, "glob"):
		if a := ofTool(s, c); a != nil {
			return []*asked{a}
		}
	case c.Kind == record.Shell:
		ran, err := s.ShellCommands(c)
		if err != nil {
			return nil
		}

		var all []*asked
		for _, one := range ran {
			for _, a := range ofCommand(one) {
				a.at = c.Time
				all = append(all, a)
			}
		}

		return all
	}

	return nil
}

// understood are the arguments that do not change which files an answer names, only how many.
var understood = strings.Fields("pattern query queries regex path dir_path description explanation output_mode " +
	"-n -A -B -C context before after head_limit limit total_max_matches line_number max_results -i ignoreCase " +
	"case_sensitive literal fixed_strings literal_text offset max_matches_per_file no_ignore include_ignored " +
	"respect_git_ignore respect_gemini_ignore names_only")

// filters are the arguments that name the files that are searched as ripgrep's --glob does, exclusions those that leave
// some out.
var (
	filters    = strings.Fields("glob include include_pattern file_pattern")
	exclusions = strings.Fields("exclude exclude_pattern")
)

// ofTool is the search of a tool; nil where it is no search for a text.
func ofTool(s *transcript.Session, c *record.Call) *asked {
	args, err := s.Args(c)
	if err != nil {
		return nil
	}

	a := &asked{at: c.Time}
	a.pattern = patternIn(args)
	if a.pattern == "" {
		return nil
	}

	a.dir = s.Resolve(cmp.Or(transcript.PathIn(args), args.Get("dir_path").Text(8192), "."))
	a.work = s.Resolve(".")
	text, cut, err := s.Text(c.Result, record.TextLimit)
	a.answer = string(text)

	switch {
	case c.Failed || !c.Answered() || err != nil:
		a.notKnown = notAnswered
	case cut || c.CutEnd:
		a.notKnown = notWhole
	default:
		a.notKnown = cmp.Or(a.parseTool(s, c, args), a.parseArguments(args))
	}

	return a
}

// parseTool parses how a tool searches. It returns why that is not known, or "".
func (a *asked) parseTool(s *transcript.Session, c *record.Call, args jsonskim.Value) (why string) {
	switch {
	case strings.EqualFold(c.Tool, "glob"):
		a.lists = true
		a.scope = scope{listed(a.pattern)}
		if path.IsAbs(a.pattern) {
			return "a pattern from the root is not imitated"
		}
	case !a.takesEngine(s, c, args):
		return otherEngine
	}

	return ""
}

// patternIn is the one pattern that arguments name; "" without one.
func patternIn(args jsonskim.Value) string {
	const most = 1 << 16
	for _, name := range []string{"pattern", "query", "regex"} {
		if text := args.Get(name).Text(most); text != "" {
			return text
		}
	}

	list := args.Get("queries")
	if list.Kind == jsonskim.Array && list.Elem(1).Kind == jsonskim.Missing {
		return list.Elem(0).Text(most)
	}

	return ""
}

// parseArguments parses the arguments that say which files are searched. It returns why one is not understood, or "".
func (a *asked) parseArguments(args jsonskim.Value) (why string) {
	var names, kinds []string
	err := args.Each(func(key []byte, v jsonskim.Value) error {
		text := v.Text(8192)
		isUnset := v.Kind == jsonskim.Null || v.Kind == jsonskim.False || v.Kind == jsonskim.String && text == ""
		switch {
		case isUnset, slices.Contains(understood, string(key)): // known, or not asked for
		case slices.Contains(filters, string(key)) && v.Kind == jsonskim.String:
			names = append(names, text)
		case slices.Contains(exclusions, string(key)) && v.Kind == jsonskim.String:
			names = append(names, "!"+text)
		case string(key) == "type" && v.Kind == jsonskim.String:
			kinds = append(kinds, text)
		default:
			why = "its argument " + string(key) + " is not imitated"
		}

		return nil
	})
	if err != nil {
		return "its arguments are not understood"
	}

	for _, name := range names {
		if strings.ContainsAny(outsideBraces(name), ", \t\n") {
			return "several patterns of names in one argument are not imitated"
		}
	}

	return cmp.Or(why, a.filter(names, kinds))
}

// outsideBraces is a pattern without what stands in braces.
func outsideBraces(pattern string) string {
	open := strings.IndexByte(pattern, '{')
	end := strings.LastIndexByte(pattern, '}')
	if open < 0 || end < open {
		return pattern
	}
	return pattern[:open] + pattern[end+1:]
}

// filter takes patterns of names, as ripgrep's --glob, and types of files. It returns why they are not imitated, or "".
func (a *asked) filter(names, kinds []string) (why string) {
	if len(names) > 0 {
		a.scope = append(a.scope, globs(names))
	}
	if len(kinds) == 0 {
		return ""
	}

	ofTypes, known := types(kinds)
	switch {
	case !known:
		return "the type of files " + strings.Join(kinds, ", ") + " is not known"
	case len(names) > 0:
		return "patterns of names and types of files together are not imitated"
	}

	a.scope = append(a.scope, ofTypes)
	return ""
}

// takesEngine takes the language of patterns from the agent's search, and whether case counts.
func (a *asked) takesEngine(s *transcript.Session, c *record.Call, args jsonskim.Value) bool {
	is := func(name string) bool { return args.Get(name).Kind == jsonskim.True }
	profile, known := agentsearch.Lookup(s.Agent)

	switch {
	case c.Tool == "Grep": // by ripgrep, in each agent that has it
		a.syntax = pattern.Rust
	case known && profile.Tool == c.Tool:
		a.syntax = profile.Rg.Syntax
		a.fold = profile.Rg.Fold
	default:
		return false
	}

	a.fixed = is("literal") || is("fixed_strings") || is("literal_text")
	a.fold = (a.fold || is("-i") || is("ignoreCase")) && !is("case_sensitive")
	return true
}
