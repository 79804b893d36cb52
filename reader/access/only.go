package access

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// SingleFile is one file, known by what it is and not by its name, so that no link and no other spelling leads past it.
type SingleFile struct {
	path    string
	file    fs.FileInfo // nil: there is no file
	folders []string
	way     func() []fs.FileInfo
}

// NewSingleFile is the file that was opened at path and is file; nil stands for a stream, and then no file at all may
// be opened. folders are shown besides those above the file. It does not look at the file system yet.
func NewSingleFile(path string, file fs.FileInfo, folders ...string) *SingleFile {
	o := &SingleFile{path: path, file: file, folders: folders}
	o.way = sync.OnceValue(o.findWay)
	return o
}

// findWay finds the folders above the file, by every name that leads to it, and those that were given.
func (o *SingleFile) findWay() (way []fs.FileInfo) {
	folders := o.folders
	if o.file != nil {
		folders = append(folders, filepath.Dir(o.path))
		if real, err := filepath.EvalSymlinks(o.path); err == nil {
			folders = append(folders, filepath.Dir(real))
		}
	}

	for _, dir := range folders {
		for up := ""; up != dir; up, dir = dir, filepath.Dir(dir) {
			if fi, err := os.Stat(dir); err == nil {
				way = append(way, fi)
			}
		}
	}

	return way
}

// Is reports whether fi is the file. A nil SingleFile is every file.
func (o *SingleFile) Is(fi fs.FileInfo) bool {
	return o == nil || o.file != nil && fi != nil && os.SameFile(o.file, fi)
}

// Names reports whether a path leads to the file.
func (o *SingleFile) Names(path string) bool {
	if o == nil {
		return true
	}
	fi, err := os.Stat(path)
	return err == nil && o.Is(fi)
}

// shows reports whether a path may be looked at.
func (o *SingleFile) shows(path string) bool {
	if o == nil {
		return true
	}
	fi, err := os.Stat(path)
	same := func(dir fs.FileInfo) bool { return os.SameFile(dir, fi) }
	return err == nil && (o.Is(fi) || slices.ContainsFunc(o.way(), same))
}
