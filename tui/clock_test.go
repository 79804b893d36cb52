package tui

import (
	"sync"
	"time"

	"github.com/dlclark/regexp2/v2"
)

// startClock starts the clock that the patterns of the highlighter share, for good. By itself it stops when none of
// them has been used for a while: one that began in a test with a time of its own would go on in the next with another,
// or not at all.
var startClock = sync.OnceFunc(func() {
	p := regexp2.MustCompile("a", regexp2.None)
	p.MatchTimeout = time.Hour
	_, _ = p.MatchString("a")
})
