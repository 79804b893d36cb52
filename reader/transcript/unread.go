package transcript

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"slices"

	"eyeline/reader/source"
)

// UnopenedFile is a file that belongs to a session and could not be opened.
type UnopenedFile struct {
	Path string
	Err  error
	info fs.FileInfo // of the file when that was tried
}

// isStill reports whether the file has not changed since then.
func (u UnopenedFile) isStill(now fs.FileInfo) bool {
	return u.info.Size() == now.Size() && u.info.ModTime().Equal(now.ModTime()) && os.SameFile(u.info, now)
}

// Unread returns the files that belong to the session and could not be opened, sorted by path.
func (s *Session) Unread() (all []UnopenedFile) {
	for _, path := range slices.Sorted(maps.Keys(s.unread)) {
		all = append(all, s.unread[path])
	}
	return all
}

// openBeside opens a file that belongs to the session. After a failure it does not try again until the file changes,
// since unpacking may take long.
func (s *Session) openBeside(ctx context.Context, path string) (source.Source, error) {
	info, err := os.Stat(path)
	isFile := err == nil && info.Mode().IsRegular()
	last, ok := s.unread[path]
	if ok && isFile && last.isStill(info) {
		return nil, last.Err
	}

	src, _, err := openUnpacked(ctx, path, maxUnpacked)
	delete(s.unread, path)
	if err != nil && isFile && ctx.Err() == nil && !errors.Is(err, fs.ErrNotExist) {
		s.unread[path] = UnopenedFile{path, err, info}
	}

	return src, err
}
