package unclear

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// otherFiles tells the names of other files than one. A name says nothing by itself: a link, or another way to spell
// the path, may lead to the same file. It may be used by several goroutines.
type otherFiles struct {
	folder string      // in which the agent was started
	file   os.FileInfo // nil: it cannot be looked at, so that any name may be of it

	mu      sync.Mutex
	known   map[string]bool // whether words are names of other files
	folders map[string]*folderNames
}

// folderNames are the names in a folder.
type folderNames struct {
	looked int // how many names in it were looked up
	// isListed: entries are all that is in it, in small letters, or there is no such folder.
	isListed bool
	entries  map[string]struct{}
}

const (
	maxLooked  = 16   // how many names are looked up in a folder before that is listed
	maxEntries = 4096 // how many entries a folder has at most that is listed
)

// newOtherFiles is for a file of an agent that was started in a folder: both are local paths.
func newOtherFiles(folder, file string) *otherFiles {
	info, _ := os.Stat(filepath.FromSlash(file)) // nil says what is to be said
	return &otherFiles{folder: folder, file: info, known: map[string]bool{}, folders: map[string]*folderNames{}}
}

// areAllIn reports whether all files that a plain command names are others, or absolute paths at which nothing is. Its
// first word is the program. isAtStart: it ran in the folder in which the agent was started; else a relative name may
// be one in any folder, to which the shell had gone before or the call says.
func (o *otherFiles) areAllIn(command []byte, isAtStart bool) bool {
	if o.file == nil {
		return false
	}

	o.mu.Lock()
	defer o.mu.Unlock()
	_, args, _ := bytes.Cut(command, []byte(" "))
	for word := range bytes.FieldsSeq(args) {
		if !o.isOther(word, isAtStart) {
			return false
		}
	}

	return true
}

// isOther reports whether a word is no name of a file, but an option or a number of lines, or that of another file. It
// opens nothing but folders, and asks no other machine.
func (o *otherFiles) isOther(word []byte, isAtStart bool) bool {
	switch {
	case word[0] == '-':
		return true
	case bytes.HasPrefix(word, []byte("//")):
		return false
	}

	isAbsolute := word[0] == '/' || filepath.IsAbs(filepath.FromSlash(string(word)))
	if !isAbsolute && !isAtStart {
		return len(bytes.Trim(word, "0123456789")) == 0
	}

	if isOther, isKnown := o.known[string(word)]; isKnown {
		return isOther
	}
	if isAbsolute && o.isMissing(word) {
		return true
	}

	isOther := o.isOtherFile(string(word), isAbsolute)
	o.known[string(word)] = isOther
	return isOther
}

// isOtherFile looks up a word.
func (o *otherFiles) isOtherFile(word string, isAbsolute bool) bool {
	path := filepath.FromSlash(word)
	if !isAbsolute {
		path = filepath.Join(o.folder, path)
	}

	info, err := os.Stat(path)
	switch {
	case err == nil:
		return info.Mode().IsRegular() && !os.SameFile(info, o.file)
	case isAbsolute:
		return errors.Is(err, fs.ErrNotExist)
	}
	return strings.Trim(word, "0123456789") == ""
}

// isMissing reports whether an absolute path is certainly of no file by what is in its folder, which is listed once
// some of its names were looked up.
func (o *otherFiles) isMissing(word []byte) bool {
	end := bytes.LastIndexByte(word, '/') + 1
	name := word[end:]
	if len(name) == 0 || !isTelling(name) {
		return false
	}

	in := o.folders[string(word[:end])]
	if in == nil {
		in = &folderNames{}
		o.folders[string(word[:end])] = in
	}

	in.looked++
	if in.looked == maxLooked {
		in.list(string(word[:end]))
	}
	if !in.isListed {
		return false
	}

	_, isThere := in.entries[strings.ToLower(string(name))]
	return !isThere
}

// isTelling reports whether a name can be one of an entry of a folder alone that is the same but for the case of
// letters: it is neither a short one that a system made of another, nor one that it takes for another.
func isTelling(name []byte) bool {
	isOther := func(c byte) bool { return c <= ' ' || c >= 0x7f || c == '~' || c == ':' }
	return !slices.ContainsFunc(name, isOther) && name[len(name)-1] != '.'
}

// list lists the folder at a path.
func (in *folderNames) list(path string) {
	dir, err := os.Open(filepath.FromSlash(path))
	if err != nil {
		in.isListed = errors.Is(err, fs.ErrNotExist)
		return
	}
	defer func() { _ = dir.Close() }() // read only: nothing is lost

	names, err := dir.Readdirnames(maxEntries + 1)
	if err != nil && !errors.Is(err, io.EOF) || len(names) > maxEntries {
		return
	}

	in.isListed = true
	in.entries = make(map[string]struct{}, len(names))
	for _, name := range names {
		in.entries[strings.ToLower(name)] = struct{}{}
	}
}
