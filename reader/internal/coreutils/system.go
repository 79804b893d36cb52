package coreutils

import (
	"context"
	"io/fs"

	"eyeline/reader/tools"
)

// looker looks at files and lists folders. Paths are absolute.
type looker interface {
	Stat(path string) (fs.FileInfo, error)
	Lstat(path string) (fs.FileInfo, error)
	// ReadDir lists a folder, at most the given number of entries; all where it is not above 0.
	ReadDir(path string, most int) ([]fs.DirEntry, error)
}

// System is a file system that stands in for that of the machine: the files of a recorded run as they were. Programs
// change it, and nothing else. Paths are absolute; the errors of a file that is missing are [fs.ErrNotExist] and the
// like, as those of package os.
type System interface {
	looker
	// Open opens a file. The caller closes it.
	Open(ctx context.Context, path string) (*tools.File, error)
	// OpenToChange opens a file of which a part may not be known, since it is to be changed.
	OpenToChange(ctx context.Context, path string) (*tools.File, error)
	// Replace puts a text in place of another one, wherever that is in a file; it is as with Lost where that is not
	// known.
	Replace(path, old, put string) error
	// Patch makes the changes of a patch in a folder: a unified diff, of whose names the first strip parts are left
	// out, or the form of apply_patch, where strip is below 0.
	Patch(dir, text string, strip int) error
	// Revision opens a file as a git revision has it; dir is the folder that git runs in.
	Revision(ctx context.Context, dir, rev, path string) (*tools.File, error)
	// Rewrite makes the content of a file of which a program has changed lines, Write makes another one, and Append
	// puts some at its end. Lines that are not known are as [Mark] says.
	Rewrite(path string, content []byte) error
	Write(path string, content []byte) error
	Append(path string, content []byte) error
	// Move gives a file or folder another name; with copies it keeps its own, too.
	Move(from, to string, copies bool) error
	// Remove removes a file, or a folder with all that is in it.
	Remove(path string) error
	// MakeDir makes a folder with those above it.
	MakeDir(path string) error
	// Lost notes that a file was changed in a way that is not known.
	Lost(path string)
	// Refused notes what is not imitated: a part of the output is not known. Files that the words of its command name
	// may have been read, in the folder that it ran in.
	Refused(what string, words []string, dir string)
	// Unsure counts conditions that are not known, more or fewer: what is changed meanwhile may not have been.
	Unsure(more int)
	// Searches reports whether a file below a folder that is searched is worth a look: the output is known to name
	// each file in which something is found.
	Searches(path string) bool
}

// Look is what looks at files.
func (r *Runner) Look() looker {
	if r.System != nil {
		return r.System
	}
	return r.Env.Files()
}

// Unknown lines: a system may have files of which some lines are not known, and programs that are not imitated print
// lines that are not known. Each of them has this mark in it.
const Mark = "\x01unknown:"

// Anything is a line in place of any number of lines that are not known.
const Anything = Mark + "*\n"

// isUnknown reports whether it is not known what a file is.
func isUnknown(info fs.FileInfo) bool { return info.Mode()&fs.ModeIrregular != 0 }
