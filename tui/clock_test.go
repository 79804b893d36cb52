package tui

import (
	"time"

	"github.com/dlclark/regexp2/v2"

	"eyeline/reader/late"
)

// The patterns of the highlighter share a clock that stops when none of them has been used for a while. One that began in a
// test with a time of its own would go on in the next with another, or not at all, so it begins here and stays.
func init() {
	late.Lexers.Init()
	p := regexp2.MustCompile("a", regexp2.None)
	p.MatchTimeout = time.Hour
	_, _ = p.MatchString("a")
}
