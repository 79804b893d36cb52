package emit

import (
	"container/list"
	"crypto/sha256"

	"eyeline/reader/tools"
)

// mostSessions is how many sessions a batch remembers: of those that requests name, the ones named last.
const mostSessions = 10_000

// sessions are the memories of runs of agents.
type sessions struct {
	byName map[[sha256.Size]byte]*list.Element // a name may be long
	recent list.List                           // of known, the one that was named last in front
}

// known is a session that is remembered.
type known struct {
	name   [sha256.Size]byte
	memory *tools.Session
}

// of is the memory of the run of a name. The one that was not named for longest is forgotten where there are too many.
func (s *sessions) of(name string) *tools.Session {
	sum := sha256.Sum256([]byte(name))
	if e := s.byName[sum]; e != nil {
		s.recent.MoveToFront(e)
		return e.Value.(known).memory
	}

	if s.byName == nil {
		s.byName = map[[sha256.Size]byte]*list.Element{}
	}

	if s.recent.Len() == mostSessions {
		last := s.recent.Remove(s.recent.Back()).(known)
		delete(s.byName, last.name)
	}

	one := known{sum, &tools.Session{}}
	s.byName[sum] = s.recent.PushFront(one)
	return one.memory
}
