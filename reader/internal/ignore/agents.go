package ignore

import (
	"context"
	"path"
	"slices"
	"strings"

	"eyeline/reader/internal/textfile"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
)

// InRepository reports whether a directory is in a git repository.
func InRepository(env tools.Env, dir string) bool {
	view := env.Files()
	p := ospath.NodeOn(env.System)
	for {
		if _, err := view.Lstat(strings.TrimSuffix(dir, "/") + "/.git"); err == nil {
			return true
		}

		above := p.Dir(dir)
		if above == dir || above == "." {
			return false
		}

		dir = above
	}
}

// ByGit reports whether file rel is ignored by the .gitignore files of a workspace, from its top down to the file, or
// by the patterns of extra, which come last: as in Gemini CLI, by npm's "ignore". The errors are those of [ReadFile],
// [FromText] and [Rules.Match].
func ByGit(ctx context.Context, env tools.Env, root, rel, extra string) (bool, error) {
	if rel == "" {
		return false, nil
	}

	ctx = withWork(ctx, &Work{oneCall: true})
	last, err := FromText(".geminiignore", extra, func(text string) []string {
		return gitPatterns(strings.Join(Lines(text), "\n"), ".")
	})
	if err != nil {
		return false, err
	}

	own := New(NPM)
	if err := own.Add(".git"); err != nil {
		return false, err
	}

	files := []*Rules{own, last} // the last ones come last
	parts := strings.Split(rel, "/")
	for n := range parts {
		dir := path.Clean(strings.Join(parts[:n], "/"))
		if n > 0 {
			m := newMeter(ctx, nil)
			v, err := lastOf(m, dir, true, files...)
			m.end()
			if err != nil {
				return false, err
			}
			if v == Ignored {
				break
			}
		}

		more, err := gitFiles(ctx, env, root, dir)
		if err != nil {
			return false, err
		}

		files = slices.Insert(files, len(files)-1, more...)
	}

	return matchAny(ctx, rel, false, files...)
}

// gitFiles returns the patterns of the .gitignore file of a directory; for the top, ".", preceded by those of the
// repository's info/exclude.
func gitFiles(ctx context.Context, env tools.Env, root, dir string) (all []*Rules, err error) {
	files := []string{path.Join(root, dir, ".gitignore")}
	if dir == "." {
		files = []string{root + "/.git/info/exclude", files[0]}
	}

	for _, file := range files {
		text, err := ReadFile(ctx, env, file)
		if err != nil {
			return nil, err
		}

		rules, err := FromText(file, text, func(text string) []string { return gitPatterns(text, dir) })
		if err != nil {
			return nil, err
		}

		all = append(all, rules)
	}

	return all, nil
}

// gitPatterns returns the patterns of a .gitignore file of the directory dir, "." for the top, rewritten as patterns of
// the top.
func gitPatterns(text, dir string) []string {
	var patterns []string
	for _, p := range eachLine(text) {
		p = strings.TrimLeftFunc(p, textfile.IsJSSpace)
		if p == "" || p[0] == '#' || dir == "." {
			patterns = append(patterns, p)
			continue
		}

		p, negative := strings.CutPrefix(p, "!")
		if !strings.HasPrefix(p, "/") && !strings.Contains(p, "/") {
			p = "**/" + p
		}

		p = "/" + dir + "/" + strings.TrimPrefix(p, "/")
		if negative {
			p = "!" + p
		}

		patterns = append(patterns, p)
	}

	return patterns
}
