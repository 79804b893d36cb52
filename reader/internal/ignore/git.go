package ignore

import (
	"context"
	"path"
	"slices"
	"strings"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
)

// Lines cuts the text of an ignore file into its patterns: trimmed, without blank lines and comments.
func Lines(text string) []string {
	var lines []string
	for _, l := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if l = js.Trim(l); l != "" && !strings.HasPrefix(l, "#") {
			lines = append(lines, l)
		}
	}
	return lines
}

// ReadFile is the text of a small file that an agent reads for its own purposes; "" when there is none.
func ReadFile(ctx context.Context, env tools.Env, file string) string {
	const most = 1 << 20
	env.Stream, env.Index = nil, nil
	o, err := tools.Open(ctx, env, tools.PathAny, file)
	if err != nil {
		return ""
	}
	defer o.Close()
	text, err := textfile.Head(o, most)
	if err != nil {
		return ""
	}
	return string(text)
}

// InRepository reports whether a directory is in a git repository.
func InRepository(env tools.Env, dir string) bool {
	view := env.Files()
	for {
		if _, err := view.Lstat(strings.TrimSuffix(dir, "/") + "/.git"); err == nil {
			return true
		}
		if dir == "/" || dir == "." {
			return false
		}
		dir = path.Dir(dir)
	}
}

// ByGit reports whether the .gitignore files of a workspace, from its top down to the file, or the patterns extra,
// which come last, ignore the file rel.
func ByGit(ctx context.Context, env tools.Env, root, rel string, extra []string) bool {
	if rel == "" {
		return false
	}
	var rules, last Rules
	rules.Add(".git")
	last.Add(gitPatterns(strings.Join(extra, "\n"), ".")...)
	parts := strings.Split(rel, "/")
	for n := range parts {
		dir := path.Clean(strings.Join(parts[:n], "/"))
		if n > 0 {
			both := Rules{patterns: slices.Concat(rules.patterns, last.patterns)}
			if both.Match(dir, true) {
				break
			}
		}
		rules.AddGit(ctx, env, root, dir)
	}
	rules.patterns = append(rules.patterns, last.patterns...)
	return rules.Match(rel, false)
}

// AddGit adds the patterns of the .gitignore file in a directory of a workspace, and for its top, ".", the repository's
// own ones; see Add.
func (r *Rules) AddGit(ctx context.Context, env tools.Env, root, dir string) (ok bool) {
	r.patterns = slices.Clip(r.patterns) // copies of the rules differ
	patterns := gitPatterns(ReadFile(ctx, env, path.Join(root, dir, ".gitignore")), dir)
	if dir == "." {
		patterns = append(gitPatterns(ReadFile(ctx, env, root+"/.git/info/exclude"), dir), patterns...)
	}
	return r.Add(patterns...)
}

// gitPatterns is the patterns of a .gitignore file in the directory dir, "." for the top, as patterns of the top.
func gitPatterns(text, dir string) []string {
	var patterns []string
	for _, p := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
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
