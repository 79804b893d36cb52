package transcript

import (
	"context"

	"eyeline/reader/transcript/formats"
)

// What the tests look at from outside of the package: they share helpers that import it.
var (
	SessionOf = sessionOf
	SameAgent = sameAgent
)

const FolderPart = folderPart

func (s *Session) ReadAll(ctx context.Context) error { return s.readAll(ctx) }

func (h Homes) Root(p formats.Place) string { return h.root(p) }
