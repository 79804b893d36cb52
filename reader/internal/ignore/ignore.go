// Package ignore tells which files the ignore files of a workspace keep an agent from reading: .gitignore, and those of
// the same form that agents have of their own (CONTRACT-gemini_cli, CONTRACT-qwen_code, CONTRACT-roo_code).
package ignore

import (
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"eyeline/reader/internal/runtime/js"
)

// Rules are the patterns of a .gitignore file, or of one in its form, as the npm package "ignore" applies them:
// upper and lower case are the same, and what is below an ignored directory is ignored whatever later patterns say.
type Rules struct {
	patterns []pattern
	Cased    bool // upper and lower case differ
	Braces   bool // {a,b} is a or b
}

// pattern is one of them.
type pattern struct {
	negative bool     // "!": takes back what an earlier pattern said
	anchored bool     // it is matched from the top, not at any depth
	dirOnly  bool     // "/" at its end
	parts    []string // between slashes; "**" stands for any number of directories
}

// Add adds patterns, one for each element. Blank ones, comments and ones that end with a lone backslash are left out.
// ok is false where braces are not understood.
func (r *Rules) Add(patterns ...string) (ok bool) {
	ok = true
	for _, p := range patterns {
		all, understood := []string{p}, true
		if r.Braces && !strings.HasPrefix(p, "#") {
			all, understood = alternatives(p)
		}
		ok = ok && understood
		for _, p := range all {
			if parsed, counts := parsePattern(r.fold(p)); counts {
				r.patterns = append(r.patterns, parsed)
			}
		}
	}
	return ok
}

// mostAlternatives is for how many patterns one with braces stands at most: each group multiplies them.
const mostAlternatives = 1000

// alternatives are the patterns that one with braces stands for; ok is false where they are empty, in one another,
// escaped, or too many, or have slashes, which would say where each is matched.
func alternatives(p string) (all []string, ok bool) {
	before, rest, found := strings.Cut(p, "{")
	if !found || len(p) > mostAlternatives {
		return []string{p}, !found && !strings.Contains(p, "}")
	}
	inner, after, closed := strings.Cut(rest, "}")
	ends, ok := alternatives(after)
	ones := strings.Split(inner, ",")
	if ok = ok && len(ones)*len(ends) <= mostAlternatives; !ok {
		return nil, false
	}
	for _, one := range ones {
		ok = ok && one != ""
		for _, end := range ends {
			all = append(all, before+one+end)
		}
	}
	return all, ok && closed && !strings.ContainsAny(p, `\[`) && !strings.ContainsAny(inner, "{/")
}

func parsePattern(p string) (parsed pattern, ok bool) {
	if js.Trim(p) == "" || strings.HasPrefix(p, "#") || endsEscaped(p) {
		return parsed, false
	}
	p, parsed.negative = strings.CutPrefix(p, "!")
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
	p, parsed.dirOnly = strings.CutSuffix(p, "/")
	parsed.anchored = strings.Contains(p, "/")
	p = strings.TrimPrefix(p, "/")
	parsed.parts = strings.Split(p, "/")
	return parsed, p != ""
}

// endsEscaped reports whether s ends with a backslash that escapes nothing in it.
func endsEscaped(s string) bool {
	n := len(s) - len(strings.TrimRight(s, `\`))
	return n%2 == 1
}

// Match reports whether a path relative to the patterns' directory is ignored. isDir: it is a directory.
func (r *Rules) Match(rel string, isDir bool) bool {
	if len(r.patterns) == 0 || rel == "" || rel == "." || rel == ".." || strings.HasPrefix(rel, "../") {
		return false
	}
	for n := range len(rel) + 1 {
		if n == len(rel) || rel[n] == '/' {
			if ignored, _ := r.Last(rel[:n], isDir || n < len(rel)); ignored {
				return true
			}
		}
	}
	return false
}

// Last applies the last pattern that matches a path, without its parents; ok is false where none does.
func (r *Rules) Last(rel string, isDir bool) (ignored, ok bool) {
	parts := strings.Split(r.fold(rel), "/")
	for _, p := range slices.Backward(r.patterns) {
		if p.matches(parts, isDir) {
			return !p.negative, true
		}
	}
	return false, false
}

func (r *Rules) fold(s string) string {
	if r.Cased {
		return s
	}
	return strings.ToLower(s)
}

func (p *pattern) matches(parts []string, isDir bool) bool {
	if p.dirOnly && !isDir {
		return false
	}
	if p.anchored {
		return matchParts(p.parts, parts)
	}
	return matchName(p.parts[0], parts[len(parts)-1])
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
// meaning off what follows. A class that is not closed, or whose range goes backwards, matches nothing, as path.Match
// has it.
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
