package heldlines

import "sync"

// agents is a set of the agents of a run: each has a context of its own. It is the index of the set in [agentSets]: a
// run may have millions of lines, and so they have no pointers for the garbage collector to follow.
type agents uint32

// agentSets are the sets of agents that were made, each once: 0 is the empty one.
type agentSets struct {
	mu      sync.RWMutex
	members []string // a bit for each agent, eight a byte
	indices map[string]agents
}

var allSets = sync.OnceValue(func() *agentSets {
	return &agentSets{members: []string{""}, indices: map[string]agents{"": 0}}
})

// AgentSet is the set of one agent, which [record.Call] has the index of.
func AgentSet(index int) agents {
	set := make([]byte, (index+1)/8+1)
	set[len(set)-1] = 1 << ((index + 1) % 8)
	return allSets().of(string(set))
}

func (a agents) has(b agents) bool { return a.with(b) == a }

func (a agents) with(b agents) agents {
	if a == b {
		return a
	}

	sets := allSets()
	more := sets.membersOf(a)
	fewer := sets.membersOf(b)
	if len(more) < len(fewer) {
		more, fewer = fewer, more
	}

	both := []byte(more)
	for i := range len(fewer) {
		both[i] |= fewer[i]
	}

	return sets.of(string(both))
}

func (s *agentSets) membersOf(a agents) string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.members[a]
}

// of is the set with some members.
func (s *agentSets) of(members string) agents {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, known := s.indices[members]
	if !known {
		a = agents(len(s.members))
		s.members = append(s.members, members)
		s.indices[members] = a
	}
	return a
}
