package emit

import (
	"strconv"
	"testing"
)

// The sessions that were named last are remembered, and no more than there may be.
func TestSessions(t *testing.T) {
	t.Parallel()
	var s sessions
	first := s.get("in use")
	first.Put("seen", true)
	s.get("left").Put("seen", true)
	for i := range 2 * maxSessions {
		s.get(strconv.Itoa(i))
		if s.get("in use") != first {
			t.Fatalf("a session in use is forgotten after %d others", i+1)
		}
	}
	if len(s.byName) != maxSessions || s.recent.Len() != maxSessions {
		t.Errorf("%d sessions are remembered, in a list of %d", len(s.byName), s.recent.Len())
	}
	if _, ok := s.get("left").Get("seen"); ok {
		t.Error("one that was named long ago is remembered")
	}
	if _, ok := s.get("in use").Get("seen"); !ok {
		t.Error("one in use has forgotten")
	}
}
