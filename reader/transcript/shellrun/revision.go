package shellrun

import (
	"context"

	"eyeline/reader/access"
	"eyeline/reader/git"
	"eyeline/reader/source"
	"eyeline/reader/source/revision"
	"eyeline/reader/tools"
)

// maxRevision bounds a file of a revision, in bytes.
const maxRevision = 16 << 20

// atRevision opens a file as the repository has it; nil without one, or it has no such file.
func (w *world) atRevision(ctx context.Context, dir, rev, name string) *tools.File {
	at, inside := w.disk.at(dir)
	if !inside || !git.IsBelow(w.disk.Folder) {
		return nil
	}

	named, ok := revision.Parse(rev + ":" + name)
	if !ok {
		return nil
	}

	f, err := revision.Open(ctx, at, named, source.SpoolOptions{Limit: maxRevision})
	if err != nil {
		return nil
	}

	if f.Wait(ctx) != nil {
		_ = f.Close() // read only: nothing is lost
		return nil
	}

	return &tools.File{File: access.Stream(source.View(f, f.Size), f)}
}
