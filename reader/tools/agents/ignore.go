package agents

import (
	"context"
	"path"
	"strings"
	"unicode/utf8"

	"eyeline/reader/tools"
	"eyeline/reader/tools/runtime/js"
)

// ignoreRules are the patterns of a .gitignore file, or of one in its form, as the npm package "ignore" applies them:
// upper and lower case are the same, and what is below an ignored directory is ignored whatever later patterns say.
type ignoreRules struct{ rules []ignoreRule }

// ignoreRule is one pattern.
type ignoreRule struct {
	negative bool     // "!": takes back what an earlier pattern said
	anchored bool     // it is matched from the top, not at any depth
	dirOnly  bool     // "/" at its end
	parts    []string // between slashes, in lower case; "**" stands for any number of directories
}

// add adds patterns, one for each element. Blank ones, comments and ones that end with a lone backslash are left out.
func (r *ignoreRules) add(patterns ...string) {
	for _, p := range patterns {
		if rule, ok := parseIgnoreRule(p); ok {
			r.rules = append(r.rules, rule)
		}
	}
}

func parseIgnoreRule(p string) (rule ignoreRule, ok bool) {
	if js.Trim(p) == "" || strings.HasPrefix(p, "#") || endsEscaped(p) {
		return rule, false
	}
	p, rule.negative = strings.CutPrefix(p, "!")
	if strings.HasPrefix(p, `\!`) || strings.HasPrefix(p, `\#`) {
		p = p[1:]
	}
	p = strings.TrimPrefix(p, "\uFEFF")
	if trimmed := strings.TrimRight(p, " \t"); trimmed != p {
		if endsEscaped(trimmed) {
			trimmed = trimmed[:len(trimmed)-1] + " "
		}
		p = trimmed
	}
	p, rule.dirOnly = strings.CutSuffix(p, "/")
	rule.anchored = strings.Contains(p, "/")
	p = strings.TrimPrefix(p, "/")
	rule.parts = strings.Split(strings.ToLower(p), "/")
	return rule, p != ""
}

// endsEscaped reports whether s ends with a backslash that escapes nothing in it.
func endsEscaped(s string) bool {
	n := len(s) - len(strings.TrimRight(s, `\`))
	return n%2 == 1
}

// ignores reports whether a path relative to the patterns' directory is ignored. isDir: it is a directory.
func (r *ignoreRules) ignores(rel string, isDir bool) bool {
	if len(r.rules) == 0 || rel == "" || rel == "." || rel == ".." || strings.HasPrefix(rel, "../") {
		return false
	}
	parts := strings.Split(strings.ToLower(rel), "/")
	for n := 1; n <= len(parts); n++ {
		if r.test(parts[:n], isDir || n < len(parts)) {
			return true
		}
	}
	return false
}

// test applies the patterns to one path, without its parents.
func (r *ignoreRules) test(parts []string, isDir bool) bool {
	ignored := false
	for _, rule := range r.rules {
		if rule.negative == ignored && rule.matches(parts, isDir) {
			ignored = !rule.negative
		}
	}
	return ignored
}

func (rule *ignoreRule) matches(parts []string, isDir bool) bool {
	if rule.dirOnly && !isDir {
		return false
	}
	if rule.anchored {
		return matchParts(rule.parts, parts)
	}
	return matchName(rule.parts[0], parts[len(parts)-1])
}

// matchParts matches a path part by part.
func matchParts(pattern, parts []string) bool {
	for len(pattern) > 0 {
		if pattern[0] == "**" {
			if len(pattern) == 1 {
				return len(parts) > 0
			}
			for n := range len(parts) + 1 {
				if matchParts(pattern[1:], parts[n:]) {
					return true
				}
			}
			return false
		}
		if len(parts) == 0 || !matchName(pattern[0], parts[0]) {
			return false
		}
		pattern, parts = pattern[1:], parts[1:]
	}
	return len(parts) == 0
}

// matchName matches one name: "*" is any run of characters, "?" one, "[a-z]" one of a class, and a backslash takes the
// meaning off what follows. A class that is not closed, or whose range goes backwards, matches nothing, as path.Match has
// it.
func matchName(pattern, name string) bool {
	if !strings.ContainsAny(pattern, `*?[\`) {
		return pattern == name
	}
	// A lone "*" stands for at least one character, which every name has.
	if !utf8.ValidString(name) {
		name = strings.ToValidUTF8(name, "\uFFFD")
	}
	pattern = strings.ReplaceAll(pattern, "[!", "[^")
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}

// ignoreLines cuts the text of an ignore file into its patterns: trimmed, without blank lines and comments.
func ignoreLines(text string) []string {
	var lines []string
	for _, l := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if l = js.Trim(l); l != "" && !strings.HasPrefix(l, "#") {
			lines = append(lines, l)
		}
	}
	return lines
}

// smallFile is the text of a small file that an agent reads for its own purposes; "" when there is none.
func smallFile(ctx context.Context, env tools.Env, file string) string {
	const most = 1 << 20
	env.Stream, env.Index = nil, nil
	const kept = 64 << 10 // a larger one is not kept in memory for the next file
	if fi, err := env.Files().Stat(file); err == nil && fi.Size() > kept {
		return readSmallFile(ctx, env, file, most)
	}
	return env.Once("small file "+file, func() any { return readSmallFile(ctx, env, file, most) }).(string)
}

func readSmallFile(ctx context.Context, env tools.Env, file string, most int64) string {
	o, err := tools.Open(ctx, env, tools.PathAny, file)
	if err != nil {
		return ""
	}
	defer o.Close()
	text, err := tools.Head(o, most)
	if err != nil {
		return ""
	}
	return string(text)
}

// inRepository reports whether a directory is in a git repository.
func inRepository(env tools.Env, dir string) bool {
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

// gitIgnores reports whether the .gitignore files of a workspace, from its top down to the file, or the patterns extra,
// which come last, ignore the file rel.
func gitIgnores(ctx context.Context, env tools.Env, root, rel string, extra []string) bool {
	if rel == "" {
		return false
	}
	var rules, last ignoreRules
	rules.add(".git")
	rules.add(gitPatterns(smallFile(ctx, env, root+"/.git/info/exclude"), "")...)
	last.add(gitPatterns(strings.Join(extra, "\n"), "")...)
	parts := strings.Split(rel, "/")
	for n := range parts {
		dir := strings.Join(parts[:n], "/")
		if n > 0 {
			both := ignoreRules{append(append([]ignoreRule(nil), rules.rules...), last.rules...)}
			if both.ignores(dir, true) {
				break
			}
		}
		rules.add(gitPatterns(smallFile(ctx, env, path.Join(root, dir, ".gitignore")), dir)...)
	}
	rules.rules = append(rules.rules, last.rules...)
	return rules.ignores(rel, false)
}

// gitPatterns is the patterns of a .gitignore file in the directory dir, "" for the top, as patterns of the top.
func gitPatterns(text, dir string) []string {
	var patterns []string
	for _, p := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		p = strings.TrimLeftFunc(p, tools.IsJSSpace)
		if p == "" || p[0] == '#' || dir == "" {
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
