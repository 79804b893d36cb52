// Package paths looks at paths as an agent's working directory has them.
package paths

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"eyeline/reader/tools"
)

// RealRoot is the agent's working directory without symbolic links.
func RealRoot(env tools.Env) string { return Real(env, env.Dir()) }

// Real is a path without symbolic links, or where that is not known the path itself.
func Real(env tools.Env, file string) string {
	if real, err := env.Files().RealPath(file); err == nil {
		return real
	}
	return file
}

// IsBelow reports whether a clean absolute path is dir or below it.
func IsBelow(env tools.Env, dir, file string) bool { return env.System.IsBelow(dir, file) }

// Slashed is a path with slashes, as patterns take it. rel is relative.
func Slashed(env tools.Env, rel string) string {
	if env.System.IsWindows() {
		return strings.ReplaceAll(rel, `\`, "/")
	}
	return rel
}

// Split is the parts of a path between its slashes; none for the root.
func Split(s string) []string {
	s = strings.Trim(s, "/")
	if s == "" {
		return nil
	}
	return strings.Split(s, "/")
}

// PlainBlanks is a name with blanks of other kinds as plain ones: no-break and thin ones, which names of screenshots
// have.
func PlainBlanks(name string) string {
	return strings.Map(func(r rune) rune {
		if r == 0xA0 || r >= 0x2000 && r <= 0x200A || r == 0x202F || r == 0x205F || r == 0x3000 {
			return ' '
		}
		return r
	}, name)
}

// Lookalike is the first path that exists of those that a file may have whose name only looks as it is typed: narrow,
// which has other blanks, and names with characters decomposed, with curly apostrophes, or both; "" for none.
func Lookalike(env tools.Env, file, narrow string) string {
	decomposed := norm.NFD.String(file)
	curly := strings.NewReplacer("'", "\u2019")
	for _, other := range []string{narrow, decomposed, curly.Replace(file), curly.Replace(decomposed)} {
		if other != file && Exists(env, other) {
			return other
		}
	}
	return ""
}

// Exists reports whether a path names something that may be looked at.
func Exists(env tools.Env, file string) bool {
	_, err := env.Files().Stat(file)
	return err == nil
}
