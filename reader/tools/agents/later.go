package agents

import (
	"regexp"
	"sync"
)

// later is a regular expression that is compiled when it is first used: the tools are there at every start of the program,
// most of them unused.
func later(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
