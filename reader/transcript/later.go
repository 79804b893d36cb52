package transcript

import (
	"regexp"
	"sync"
)

// later is a regular expression that is compiled when it is first used, which in most runs of the program is never.
func later(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
