package searches

import (
	"context"
	"path"
	"strings"
	"sync"

	"eyeline/reader/internal/ignore"
)

// verdict is whether a file is among those that a search is about.
type verdict uint8

// It is, it is not, or the agents' engines differ, so that it is not known.
const (
	in verdict = iota
	out
	perhaps
)

// rule says whether a file is among those of a search. below is its path from the folder that is searched, fromWork
// that from the working folder, with slashes.
type rule func(ctx context.Context, below, fromWork string) verdict

// scope is the files that a search is about: those that all rules take.
type scope []rule

// of is whether a file is among them.
func (s scope) of(ctx context.Context, below, fromWork string) verdict {
	said := in
	for _, r := range s {
		said = both(said, r(ctx, below, fromWork))
	}
	return said
}

// both is whether a file is among those of two rules.
func both(one, other verdict) verdict {
	switch {
	case one == out || other == out:
		return out
	case one == perhaps || other == perhaps:
		return perhaps
	}
	return in
}

// globs is the rule of ripgrep's --glob, in the order of the command line: the last that matches wins, "!" leaves out,
// and where one takes in, what none matches is out.
func globs(patterns []string) rule {
	list := ignore.Patterns(ignore.Ripgrep, patterns...)
	hasPositive := false
	for _, p := range patterns {
		hasPositive = hasPositive || !strings.HasPrefix(p, "!")
	}

	one := func(ctx context.Context, rel string) verdict {
		for i, c := range rel {
			if c != '/' {
				continue
			}

			if says, _, err := list.Last(ctx, rel[:i], true); err != nil {
				return perhaps
			} else if says == ignore.Kept {
				return out
			}
		}

		switch says, _, err := list.Last(ctx, rel, false); {
		case err != nil:
			return perhaps
		case says == ignore.Kept, says == ignore.Silent && hasPositive:
			return out
		}

		return in
	}

	return func(ctx context.Context, below, fromWork string) verdict {
		if list.Malformed.Number > 0 {
			return perhaps
		}

		said := one(ctx, below) // a pattern with a slash is one from the folder, or from the working folder
		if one(ctx, fromWork) != said {
			return perhaps
		}

		return said
	}
}

// listed is the rule of a tool that lists the files of a pattern. The engines agree about a pattern from the folder;
// one without a slash some take at any depth, and of hidden names some take what the pattern spells out alone.
func listed(pattern string) rule {
	strict := ignore.Patterns(ignore.Ripgrep, "/"+strings.TrimPrefix(pattern, "/"))
	loose := ignore.Patterns(ignore.Ripgrep, pattern)
	spellsHidden := strings.HasPrefix(pattern, ".") || strings.Contains(pattern, "/.")
	return func(ctx context.Context, below, _ string) verdict {
		asLoose, _, err := loose.Last(ctx, below, false)
		asStrict, _, errStrict := strict.Last(ctx, below, false)
		isHidden := strings.HasPrefix(below, ".") || strings.Contains(below, "/.")
		switch {
		case err != nil || errStrict != nil || loose.Malformed.Number > 0:
			return perhaps
		case asLoose != ignore.Ignored && asStrict != ignore.Ignored:
			return out
		case asStrict != ignore.Ignored, isHidden && !spellsHidden:
			return perhaps
		}

		return in
	}
}

// pick is an option of grep that takes in files by their name, or leaves them out.
type pick struct {
	pattern string // as the system's fnmatch has it
	out     bool
}

// picks is the rule of grep's --include and --exclude: the last that matches wins, and what none matches is taken
// unless the first takes in.
func picks(all []pick) rule {
	return func(_ context.Context, below, _ string) verdict {
		for i := len(all) - 1; i >= 0; i-- {
			matches, err := path.Match(all[i].pattern, path.Base(below))
			switch {
			case err != nil || strings.ContainsAny(all[i].pattern, `/\[`):
				return perhaps
			case matches && all[i].out:
				return out
			case matches:
				return in
			}
		}

		if all[0].out {
			return in
		}

		return out
	}
}

// withoutFolder is the rule of grep's --exclude-dir.
func withoutFolder(pattern string) rule {
	return func(_ context.Context, below, _ string) verdict {
		folders := strings.Split(path.Dir(below), "/")
		for _, name := range folders {
			matches, err := path.Match(pattern, name)
			switch {
			case err != nil || strings.ContainsAny(pattern, `/\[`):
				return perhaps
			case matches && name != ".":
				return out
			}
		}

		return in
	}
}

// fileType is a type of files as ripgrep knows them: patterns of names of all versions from 13 to 15, and of some.
type fileType struct{ all, some string }

// fileTypes are the types that agents ask for most.
var fileTypes = sync.OnceValue(func() map[string]fileType {
	return map[string]fileType{
		"c":      {all: "*.[chH] *.[chH].in *.cats"},
		"cpp":    {all: "*.[ChH] *.[ChH].in *.[ch]pp *.[ch]pp.in *.[ch]xx *.[ch]xx.in *.cc *.cc.in *.hh *.hh.in *.inl"},
		"cs":     {all: "*.cs"},
		"csharp": {all: "*.cs"},
		"css":    {all: "*.css *.scss"},
		"go":     {all: "*.go"},
		"h":      {"*.h *.hpp", "*.hh"},
		"html":   {all: "*.ejs *.htm *.html"},
		"java":   {all: "*.java *.jsp *.jspx *.properties"},
		"js":     {"*.js *.jsx *.vue", "*.cjs *.mjs"},
		"json":   {"*.json composer.lock", "*.sarif"},
		"kotlin": {all: "*.kt *.kts"},
		"lua":    {all: "*.lua"},
		"md":     {"*.markdown *.md *.mdown *.mkdn", "*.mdwn *.mdx *.mkd"},
		"php":    {"*.php *.php3 *.php4 *.php5 *.phtml", "*.php7 *.php8 *.pht"},
		"py":     {"*.py", "*.pyi"},
		"ruby":   {"*.gemspec *.rb *.rbw .irbrc Gemfile Rakefile config.ru", "*.rake"},
		"rust":   {all: "*.rs"},
		"scala":  {all: "*.sbt *.scala"},
		"sql":    {all: "*.psql *.sql"},
		"swift":  {all: "*.swift"},
		"toml":   {all: "*.toml Cargo.lock"},
		"ts":     {"*.ts *.tsx", "*.cts *.mts"},
		"txt":    {all: "*.txt"},
		"yaml":   {all: "*.yaml *.yml"},
	}
})

// types is the rule of ripgrep's --type with each of some names; false where one of them is not known here.
func types(names []string) (r rule, known bool) {
	var all, some []string
	for _, name := range names {
		t, ok := fileTypes()[name]
		if !ok {
			return nil, false
		}
		all = append(all, strings.Fields(t.all)...)
		some = append(some, strings.Fields(t.some)...)
	}

	isOf := func(patterns []string, name string) bool {
		for _, p := range patterns {
			if matches, _ := path.Match(p, name); matches {
				return true
			}
		}
		return false
	}

	return func(_ context.Context, below, _ string) verdict {
		switch name := path.Base(below); {
		case isOf(all, name):
			return in
		case isOf(some, name):
			return perhaps
		}

		return out
	}, true
}
