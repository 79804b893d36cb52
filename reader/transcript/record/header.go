package record

import (
	"time"

	"eyeline/reader/internal/jsonskim"
)

// Header is what is known of a run as a whole. What is not recorded is empty.
type Header struct {
	Format  string // the format's name, such as "claude-code"
	Agent   string // the agent's name for people, such as "Claude Code"
	Version string // the agent's version
	ID      string // of the session
	Parent  string // the session that this one was started from, as a sub-agent or a fork
	Dir     string // the working folder, as the agent's system spells it
	Started time.Time
	Ended   time.Time // the last time seen
}

// maxHeader is the length limit, in bytes, of a text of the header.
const maxHeader = 4096

// fill fills a field of the header that is still empty with a text of a record.
func fill(field *string, v jsonskim.Value) {
	if *field == "" {
		*field = v.Text(maxHeader)
	}
}

// SeenID takes the session's identifier from a record, unless one was seen.
func (b *Builder) SeenID(v jsonskim.Value) { fill(&b.Run.ID, v) }

// NameRun gives the session an identifier that stands in no text of its own, unless it has one.
func (b *Builder) NameRun(id string) {
	if b.Run.ID == "" {
		b.Run.ID = id
	}
}

// SeenParent takes the session that this one was started from, unless one was seen.
func (b *Builder) SeenParent(v jsonskim.Value) { fill(&b.Run.Parent, v) }

// SeenDir takes the working folder, unless one was seen.
func (b *Builder) SeenDir(v jsonskim.Value) { fill(&b.Run.Dir, v) }

// SeenVersion takes the agent's version, unless one was seen.
func (b *Builder) SeenVersion(v jsonskim.Value) { fill(&b.Run.Version, v) }

// SeenAt widens the time of the run.
func (b *Builder) SeenAt(at time.Time) {
	if at.IsZero() {
		return
	}
	if b.Run.Started.IsZero() || at.Before(b.Run.Started) {
		b.Run.Started = at
	}
	if at.After(b.Run.Ended) {
		b.Run.Ended = at
	}
}
