package heldlines

import (
	"slices"

	"eyeline/reader/transcript/record"
)

// Sets are the lines of a file by what is known of them. Ranges are sorted, and do not touch each other; a line is in
// exactly one of Sent, Cut, Written, Changed, Never and Unsure.
type Sets struct {
	Sent    record.Ranges `json:"sent"`    // lines that were sent whole
	Cut     record.Ranges `json:"cut"`     // lines of which only a part was sent
	Written record.Ranges `json:"written"` // lines that the model wrote
	Changed record.Ranges `json:"changed"` // lines that have changed since they were sent
	Never   record.Ranges `json:"never"`   // lines that were not sent
	Unsure  record.Ranges `json:"unsure"`  // not known: their text stands in a result that is not understood, or may

	// How the lines of Sent and Cut were sent last, where that was not a read of the file, and by which agent:

	InDiff   record.Ranges `json:"in_diff"`       // lines that a diff showed
	InSearch record.Ranges `json:"in_search"`     // lines that a search found
	BySub    record.Ranges `json:"by_sub_agents"` // lines that a sub-agent was sent

	// lines of Sent that no call gave: the agent has them from the start, by its profile
	InContext record.Ranges `json:"in_context"`
	// lines of Sent and Written that are known by their text alone: it stands in a result, or in what the model wrote
	Found record.Ranges `json:"found"`
	// lines of Sent, Cut and Written that are still in the agent's context: the call that gave or wrote them last was
	// neither compacted nor dropped, as far as that is recorded
	ContextNow record.Ranges `json:"context_now"`

	// Compacted are the lines of Sent, Cut and Written that left the context by a compaction and were not sent again.
	Compacted record.Ranges `json:"-"`
	// ByOthers are the lines of Never that only other agents were sent, or wrote, as they are or were. They are known
	// only where one agent was asked about.
	ByOthers record.Ranges `json:"-"`
}

// Add adds a line after all others of the set of a state.
func (s *Sets) Add(n int64, state State) {
	switch state {
	case Never:
		s.Never.Add(n)
	case Whole:
		s.Sent.Add(n)
	case CutLine:
		s.Cut.Add(n)
	case Written:
		s.Written.Add(n)
	case Changed:
		s.Changed.Add(n)
	}
}

// AddChannel notes in what a line was sent last.
func (s *Sets) AddChannel(n int64, via record.Channel) {
	switch via {
	case record.InDiff:
		s.InDiff.Add(n)
	case record.InSearch:
		s.InSearch.Add(n)
	}
}

// Listed are the sets with empty ranges in place of nil ones, as they are written in JSON.
func (s Sets) Listed() Sets {
	for _, set := range []*record.Ranges{
		&s.Sent, &s.Cut, &s.Written, &s.Changed, &s.Never, &s.Unsure,
		&s.InDiff, &s.InSearch, &s.BySub, &s.InContext, &s.Found, &s.ContextNow,
	} {
		*set = set.List()
	}
	return s
}

// DoubtNever says of the lines that are not known to have been sent that this is not certain.
func (s *Sets) DoubtNever() {
	s.Unsure = append(s.Unsure, s.Never...)
	s.Unsure.Sort()
	s.Never = record.Ranges{}
}

// HadFromStart takes for sent those of the lines never sent that the agent had from the start.
func (s *Sets) HadFromStart(had func(line int64) bool) {
	var never record.Ranges
	for _, left := range s.Never {
		for n := left[0]; n <= left[1]; n++ {
			if had(n) {
				s.InContext.Add(n)
			} else {
				never.Add(n)
			}
		}
	}

	s.Never = never.List()
	s.Sent = append(s.Sent, s.InContext...)
	s.ContextNow = append(s.ContextNow, s.InContext...)
	s.Sent.Sort()
	s.ContextNow.Sort()
}

// NoteOthers notes which of the lines never sent are held in sets of the same file that count all agents.
func (s *Sets) NoteOthers(all *Sets) {
	held := slices.Concat(all.Sent, all.Cut, all.Written, all.Changed)
	held.Sort()
	s.ByOthers = s.Never.Without(s.Never.Without(held))
}

// Move takes lines out of the sets of which each has other lines, and adds them to one of these.
func (s *Sets) Move(lines record.Ranges, to *record.Ranges) {
	for _, set := range []*record.Ranges{&s.Sent, &s.Cut, &s.Written, &s.Changed, &s.Unsure, &s.Never} {
		*set = set.Without(lines)
	}
	*to = slices.Concat(*to, lines)
	to.Sort()
}
