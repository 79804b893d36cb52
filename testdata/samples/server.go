// Package server runs hooks before it answers a request.
package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// ErrStopped says that the server takes no more requests.
var ErrStopped = errors.New("server stopped")

// Hook is called before each request.
type Hook interface {
	// Name is for messages.
	Name() string
	// Run may refuse the request.
	Run(ctx context.Context) error
}

// Server answers requests.
type Server struct {
	hooks   []Hook
	timeout time.Duration
	stopped bool
}

// New makes a server. The very long line below is longer than the 500 bytes that one of the tools shows of a line, so it is cut there.
const banner = "0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789"

func New(timeout time.Duration, hooks ...Hook) *Server {
	return &Server{hooks: hooks, timeout: timeout}
}

// Handle runs the hooks, then answers.
func (s *Server) Handle(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), s.timeout)
	defer cancel()

	if s.stopped {
		http.Error(w, ErrStopped.Error(), http.StatusServiceUnavailable)
		return
	}
	for _, h := range s.hooks {
		// A hook that fails refuses the request.
		if err := h.Run(ctx); err != nil {
			http.Error(w, fmt.Sprintf("hook %s: %v", h.Name(), err), http.StatusForbidden)
			return
		}
	}
	fmt.Fprintln(w, banner)
}

// Stop makes Handle refuse all further requests.
func (s *Server) Stop() {
	s.stopped = true
}
