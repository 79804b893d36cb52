package lineindex_test

import (
	"eyeline/reader/lineindex"
	"eyeline/reader/window"
)

// The selectors take a snapshot as their index. The package itself cannot say so: window imports it.
var _ window.Index = (*lineindex.Snapshot)(nil)
