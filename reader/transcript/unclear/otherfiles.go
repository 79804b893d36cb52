package unclear

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// otherFiles tells the names of other files than one. A name says nothing by itself: a link, or another way to spell
// the path, may lead to the same file. It may be used by several goroutines.
type otherFiles struct {
	folder string
	file   os.FileInfo // nil: it cannot be looked at, so that any name may be of it

	mu    sync.Mutex
	known map[string]bool // whether words are names of other files
}

// newOtherFiles is for a file; relative names are in a folder.
func newOtherFiles(folder, file string) *otherFiles {
	info, _ := os.Stat(filepath.FromSlash(file)) // nil says what is to be said
	return &otherFiles{folder: folder, file: info, known: map[string]bool{}}
}

// areAllIn reports whether all files that a plain command names exist and are others. Its first word is the program.
func (o *otherFiles) areAllIn(command []byte) bool {
	if o.file == nil {
		return false
	}

	o.mu.Lock()
	defer o.mu.Unlock()
	_, args, _ := bytes.Cut(command, []byte(" "))
	for word := range bytes.FieldsSeq(args) {
		isOther, isKnown := o.known[string(word)]
		if !isKnown {
			isOther = o.isOther(string(word))
			o.known[string(word)] = isOther
		}
		if !isOther {
			return false
		}
	}

	return true
}

// isOther reports whether a word is no name of a file, but an option or a number of lines, or that of another file. It
// opens nothing, and asks no other machine.
func (o *otherFiles) isOther(word string) bool {
	if word[0] == '-' {
		return true
	}
	if strings.HasPrefix(word, "//") {
		return false
	}

	path := filepath.FromSlash(word)
	if !filepath.IsAbs(path) {
		path = filepath.Join(o.folder, path)
	}

	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) && filepath.IsAbs(filepath.FromSlash(word)) {
		return true // a relative name may be one in a folder that the shell had gone to
	}
	if err != nil {
		return strings.Trim(word, "0123456789") == ""
	}
	return info.Mode().IsRegular() && !os.SameFile(info, o.file)
}
