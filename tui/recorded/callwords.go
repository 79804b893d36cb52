package recorded

import (
	"fmt"

	"eyeline/reader/transcript/record"
	"eyeline/tui/coverage"
	"eyeline/tui/words"
)

// Gave is what a call gave of the file, in words.
func (rc *Call) Gave() string {
	info := &rc.Info
	switch {
	case !info.Answered:
		return "no result so far"
	case info.Refused:
		return info.Tool + " was refused"
	case info.Kind == record.Change.String():
		for _, f := range info.Files {
			if f.Path == rc.Coverage.Path && len(f.Lines) > 0 {
				return info.Tool + " changed " + coverage.Lines(f.Lines)
			}
		}
		if len(rc.Marked) > 0 {
			return info.Tool + " wrote " + coverage.Lines(rc.Marked)
		}
		return info.Tool + " changed the file"
	case len(rc.Placed.Then) == 0:
		return info.Tool + " gave no line that is known"
	}
	text := info.Tool + " gave " + coverage.Lines(rc.Placed.Then)
	if then, now := rc.Placed.Then.Count(), rc.Placed.Now.Count(); rc.Lines != nil && now < then {
		text += fmt.Sprintf(", of which %s are there now", words.Group(now))
	} else if rc.Lines != nil && coverage.Lines(rc.Placed.Now) != coverage.Lines(rc.Placed.Then) {
		text += ", now " + coverage.Lines(rc.Placed.Now)
	}
	return text
}

// SameText says whether the call gives the same now, and by which tool; warn says that it does not. version is that of
// the agent, as recorded.
func (rc *Call) SameText(version string) (text, by string, warn bool) {
	same := &rc.Same
	if same.Tool == nil {
		return "", "", false
	}
	if same.Unknown != "" {
		return same.Words(nil), "", false
	}
	return same.Words(rc.lineAt), same.By(version), !same.Same
}

// lineAt is the file's own line on a line of the result, counted from 1; 0 where there is none.
func (rc *Call) lineAt(result int64) int64 {
	for _, l := range rc.Placed.Lines {
		if l.Content == result-1 {
			return l.Number
		}
	}
	return 0
}
