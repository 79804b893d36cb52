package mcpserver

import "time"

// Hasten has a server that nothing was asked of yet tell of its calls every 50 ms, and wait for those that are under way
// for a second once its input has ended.
func Hasten(s *Server) {
	s.progressPause = 50 * time.Millisecond
	s.endPatience = time.Second
}

// AtWork is how many calls of a server have not ended.
func AtWork(s *Server) int {
	s.turns.mu.Lock()
	defer s.turns.mu.Unlock()
	return s.turns.taken
}

// Unsent is how many bytes of answers have not been sent.
func Unsent(s *Server) int {
	s.turns.mu.Lock()
	defer s.turns.mu.Unlock()
	return s.turns.unsent
}

// MaxUnsent is how many bytes of answers may be unsent before no call begins.
const MaxUnsent = maxUnsent
