// Package lazy makes what is costly to make when it is first asked for: the tools are there at every start of the
// program, most of them unused.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp is a regular expression that is compiled when it is first used. It panics then where the pattern is invalid.
func Regexp(pattern string) func() *regexp.Regexp {
	// Each start of the program makes all of them: sync.OnceValue would allocate once more for each.
	return (&uncompiled{pattern: pattern}).get
}

// uncompiled is a pattern that is compiled when it is first used.
type uncompiled struct {
	pattern  string
	once     sync.Once
	compiled *regexp.Regexp
}

func (u *uncompiled) get() *regexp.Regexp {
	u.once.Do(u.compile)
	return u.compiled
}

func (u *uncompiled) compile() { u.compiled = regexp.MustCompile(u.pattern) }
