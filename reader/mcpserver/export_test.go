package mcpserver

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

// MostUnsent is how many bytes of answers may be unsent before no call begins.
const MostUnsent = mostUnsent
