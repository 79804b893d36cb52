// Package paths looks at paths as an agent's working directory has them.
package paths

import (
	"strings"

	"eyeline/reader/tools"
)

// RealRoot is the agent's working directory without symbolic links.
func RealRoot(env tools.Env) string {
	root, err := env.Files().RealPath(env.Dir())
	if err != nil {
		return env.Dir()
	}
	return root
}

// IsBelow reports whether a clean absolute path is dir or below it.
func IsBelow(dir, file string) bool {
	return file == dir || dir == "/" || strings.HasPrefix(file, dir+"/")
}

// Split is the parts of a path between its slashes; none for the root.
func Split(s string) []string {
	if s = strings.Trim(s, "/"); s == "" {
		return nil
	}
	return strings.Split(s, "/")
}

// PlainBlanks is a name with blanks of other kinds as plain ones: no-break and thin ones, which names of screenshots have.
func PlainBlanks(name string) string {
	return strings.Map(func(r rune) rune {
		if r == 0xA0 || r >= 0x2000 && r <= 0x200A || r == 0x202F || r == 0x205F || r == 0x3000 {
			return ' '
		}
		return r
	}, name)
}

// Exists reports whether a path names something that may be looked at.
func Exists(env tools.Env, file string) bool {
	_, err := env.Files().Stat(file)
	return err == nil
}
