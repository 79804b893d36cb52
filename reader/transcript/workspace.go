package transcript

import (
	"cmp"
	"path/filepath"

	"eyeline/reader/transcript/record"
)

// Workspace is the working folder of a run as it was recorded, and the folder that stands for it.
type Workspace struct {
	Recorded string // with slashes; "" when it is not known
	Folder   string // where its files are looked for; "" when that is not known
	closed   bool   // none of them may be opened
}

// NoFiles is a root in the place of a folder: none of the run's files is opened, as if all were outside.
const NoFiles = "\x00"

// Workspace says where the files of the run are looked for: in root, which stands for the recorded working folder; ""
// is that folder itself, and [NoFiles] is nowhere.
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

// Locate is the path of a file in the folder. It is not inside when the file lies elsewhere and may not be opened.
func (w Workspace) Locate(path string) (rel string, isInside bool) {
	if w.closed {
		return path, false
	}
	return record.Inside(w.Recorded, path)
}

// IsClosed reports whether no file may be opened.
func (w Workspace) IsClosed() bool { return w.closed }

// Short is the path of a file as it is shown: relative to the working folder where it lies there.
func (w Workspace) Short(path string) string { return record.Shorten(w.Recorded, path) }
