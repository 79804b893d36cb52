package transcript

import (
	"cmp"
	"path/filepath"

	"eyeline/reader/transcript/record"
)

// Workspace is the working folder of a run as recorded, and the folder that stands for it.
type Workspace struct {
	Recorded string // with slashes; "" if not known
	Folder   string // where its files are looked up; "" if not known
	closed   bool   // none of its files may be opened
}

// NoFiles is a root under which no file of the run is opened, as if all were outside.
const NoFiles = "\x00"

// Workspace returns where the files of the run are looked up: in root, which stands for the recorded working folder. If
// root is "", that folder itself is used; if it is [NoFiles], no file is opened.
func (s *Session) Workspace(root string) Workspace {
	if root == NoFiles {
		return Workspace{Recorded: s.Folder(), closed: true}
	}
	w := Workspace{Recorded: s.Folder(), Folder: cmp.Or(root, s.Folder())}
	abs, err := filepath.Abs(root)
	if err == nil && w.Recorded == "" && root != "" { // it may be the folder itself
		w.Recorded = filepath.ToSlash(abs)
	}
	return w
}

// Locate returns the path of a file relative to the folder. isInside is false if the file is elsewhere and may not be
// opened.
func (w Workspace) Locate(path string) (rel string, isInside bool) {
	if w.closed {
		return path, false
	}
	return record.Inside(w.Recorded, path)
}

// IsClosed reports whether no file may be opened.
func (w Workspace) IsClosed() bool { return w.closed }

// Short returns the path of a file for display: relative to the working folder if it is in there.
func (w Workspace) Short(path string) string { return record.Shorten(w.Recorded, path) }
