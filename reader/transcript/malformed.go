package transcript

import (
	"slices"

	"eyeline/reader/transcript/record"
)

// MayLackBefore reports whether the record may lack something that an agent was sent before it made a call, or at any
// time for nil: a malformed line lies before the call in its file, or anywhere in another file of the run.
func MayLackBefore(s *Session, c *record.Call) bool {
	return slices.ContainsFunc(s.Bad, func(b record.BadLine) bool {
		return c == nil || b.After < c.Order || b.File != s.files[c.Args.File].name
	})
}

// MayLack reports whether a line of the running transcript that was read so far is malformed: what it had may be what
// is looked for. It is of the file with the calls of the agent.
func (m *Mentions) MayLack() bool { return m.scan.IsMalformed() }
