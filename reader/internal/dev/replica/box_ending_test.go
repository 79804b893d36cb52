package replica

import (
	"regexp"
	"strings"
	"time"
)

// how is how a run came to its end.
type how string

const (
	finished  how = "finished"         // it did what it was wanted for
	exited    how = "ended by itself"  // before it had
	hung      how = "hung"             // nothing happened for Limits.Idle
	overran   how = "took too long"    // longer than Limits.Total
	stopped   how = "was stopped"      // from outside, such as by an interrupt
	unstarted how = "could not be run" // the program did not start
)

// ending is how a run ended.
type ending struct {
	How    how
	Status string // how the process ended
	Took   time.Duration
	Output *kept // what it printed; nil when it did not start
	Left   int   // processes that it left behind, which were ended
}

// hint is a kind of trouble that shows in what an agent prints.
type hint struct {
	name    string
	pattern *regexp.Regexp
}

var hints = []hint{
	{"needs a login", regexp.MustCompile(`(?i)(log ?in|sign ?in|authenticat|unauthori[sz]ed|not logged|api key|credential)`)},
	{"updates itself", regexp.MustCompile(`(?i)(updating to|installing update|auto-?updat|update (available|installed)|upgrading)`)},
	{"asks", regexp.MustCompile(`(?i)(\[y/n\]|\(y/n\)|\(yes/no\)|press (any key|enter)|do you (want|trust)|proceed\?|\?\s*$)`)},
}

// Hints says what trouble the output of a run that did not finish speaks of: "needs a login", "updates itself", "asks".
func (e ending) Hints() []string {
	if e.How == finished || e.Output == nil {
		return nil
	}
	text := strings.TrimSpace(e.Output.String())
	if len(text) > 64<<10 {
		text = text[len(text)-64<<10:]
	}
	var found []string
	for _, h := range hints {
		if h.pattern.MatchString(text) {
			found = append(found, h.name)
		}
	}
	return found
}
