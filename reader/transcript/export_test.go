package transcript

import "context"

// What the tests look at from outside of the package: they share helpers that import it.
var (
	SessionOf = sessionOf

	IsNotebookText = isNotebookText
	SameAgent      = sameAgent
	Dashed         = dashed
	PeekTime       = &peekTime
)

func (s *Session) ReadAll(ctx context.Context) error { return s.readAll(ctx) }

func (w WorkingFolder) IsLike(name string) bool { return w.isLike(name) }
