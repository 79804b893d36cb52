// Package lazy makes what is costly to make when it is first asked for: the tools are there at every start of the
// program, most of them unused.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp is a regular expression that is compiled when it is first used. It panics then where the pattern is invalid.
func Regexp(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
