package coreutils

import (
	"context"
	"io/fs"

	"eyeline/reader/tools"
)

// fileView is read access to files and folders by absolute path.
type fileView interface {
	Stat(path string) (fs.FileInfo, error)
	Lstat(path string) (fs.FileInfo, error)
	// ReadDir returns at most most entries of a folder; all if most is not above 0.
	ReadDir(path string, most int) ([]fs.DirEntry, error)
}

// System is a file system in place of the machine's: the files of a recorded run as they were. Only programs change it.
// Paths are absolute; errors are those of package os, such as [fs.ErrNotExist].
type System interface {
	fileView
	// Open opens a file, which the caller closes.
	Open(ctx context.Context, path string) (*tools.File, error)
	// OpenToChange opens a file to be changed, even if parts of it are not known.
	OpenToChange(ctx context.Context, path string) (*tools.File, error)
	// Replace replaces the text old, wherever it is in a file, by put; if its place is not known, that is Lost.
	Replace(path, old, put string) error
	// Patch applies a patch in a folder: a unified diff, stripping that many parts of its names, or the format of
	// apply_patch if strip is below 0.
	Patch(dir, text string, strip int) error
	// Revision opens a file as of a git revision; dir is the folder that git runs in.
	Revision(ctx context.Context, dir, rev, path string) (*tools.File, error)
	// Rewrite sets the content of a file whose lines a program has changed, Write sets a new content, and Append
	// appends. Unknown lines contain [UnknownMark].
	Rewrite(path string, content []byte) error
	Write(path string, content []byte) error
	Append(path string, content []byte) error
	// Move renames a file or folder; with copies the old one stays.
	Move(from, to string, copies bool) error
	// Remove removes a file, or a folder recursively.
	Remove(path string) error
	// MakeDir makes a folder and its parents.
	MakeDir(path string) error
	// Lost records that a file was changed in an unknown way.
	Lost(path string)
	// Refused records what is not imitated, so that part of the output is not known. The command may have read files
	// that its words name, relative to dir.
	Refused(what string, words []string, dir string)
	// Unsure adds to the number of unknown conditions. While it is not 0, changes may not have happened.
	Unsure(more int)
	// Searches reports whether a file below a searched folder may have matches: the output names each file that has
	// some.
	Searches(path string) bool
}

// FileView returns the view of the files.
func (r *Runner) FileView() fileView {
	if r.System != nil {
		return r.System
	}
	return r.Env.Files()
}

// UnknownMark is in each unknown line: a System may not know some lines of a file, and programs that are not imitated
// print unknown lines.
const UnknownMark = "\x01unknown:"

// AnyLines is a line that stands for any number of unknown lines.
const AnyLines = UnknownMark + "*\n"

// isUnknown reports whether it is not known what a file is.
func isUnknown(info fs.FileInfo) bool { return info.Mode()&fs.ModeIrregular != 0 }
