package emit

import (
	"container/list"
	"crypto/sha256"

	"eyeline/reader/tools"
)

// maxSessions is how many sessions a batch remembers: those used last.
const maxSessions = 10_000

// sessions are the agents' sessions of a batch.
type sessions struct {
	byName map[[sha256.Size]byte]*list.Element // by the hash of the name, which may be long
	recent list.List                           // values are known; the last used one is in front
}

// known is a session with its name.
type known struct {
	name   [sha256.Size]byte
	memory *tools.Session
}

// get returns the session of a name, which is created if necessary. If there are too many, the least recently used one
// is dropped.
func (s *sessions) get(name string) *tools.Session {
	sum := sha256.Sum256([]byte(name))
	if e := s.byName[sum]; e != nil {
		s.recent.MoveToFront(e)
		return e.Value.(known).memory
	}

	if s.byName == nil {
		s.byName = map[[sha256.Size]byte]*list.Element{}
	}

	if s.recent.Len() == maxSessions {
		last := s.recent.Remove(s.recent.Back()).(known)
		delete(s.byName, last.name)
	}

	one := known{sum, &tools.Session{}}
	s.byName[sum] = s.recent.PushFront(one)
	return one.memory
}
