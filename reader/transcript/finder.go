package transcript

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"eyeline/reader/transcript/formats"
)

// Finder finds the transcripts in the agents' usual places, folder by folder and a few at a time, so that the first can
// be shown while there are more to come. It looks into no transcript. Its methods may be called from several
// goroutines.
type Finder struct {
	mu   sync.Mutex
	dir  string   // the working folder, or ""
	todo []folder // the last one is next; those that belong to other working folders are first
}

// folder is a folder that is being looked through, or is to be.
type folder struct {
	format *formats.Format
	place  *formats.Place
	path   string
	rest   []string // patterns of the names below it that are not matched yet
	open   *os.File // nil until its names are read
}

// folderPart is how many names of a folder are read at once.
const folderPart = 256

// NewFinder looks in the usual places. The folders that are named after dir, an absolute path, come first; "" is none.
func NewFinder(h Homes, dir string) *Finder {
	if h.Getenv == nil {
		h.Getenv = os.Getenv
	}
	f := &Finder{dir: dir}
	for _, format := range slices.Backward(formats.All()) {
		for i := range slices.Backward(format.Places) {
			p := &format.Places[i]
			f.push(folder{format: format, place: p, path: h.root(*p), rest: strings.Split(p.Pattern, "/")})
		}
	}
	return f
}

// Next finds more transcripts, in no order. It returns after it has looked at about most names, and io.EOF with the
// last ones. Folders that cannot be read are left out.
func (f *Finder) Next(ctx context.Context, most int) ([]Entry, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var found []Entry
	for looked := 0; looked < most; {
		if ctx.Err() != nil {
			return found, ctx.Err()
		}
		if len(f.todo) == 0 {
			return found, io.EOF
		}
		at := f.todo[len(f.todo)-1]
		f.todo = f.todo[:len(f.todo)-1]
		if !strings.ContainsRune(at.rest[0], '*') {
			looked++
			if one, ok := f.below(at, at.rest[0], 0); ok {
				found = append(found, one)
			}
			continue
		}
		names, more := at.names()
		looked += len(names) + 1
		if more {
			f.todo = append(f.todo, at)
		}
		if len(at.rest) > 1 { // folders that are named after days: the last one is next
			slices.SortFunc(names, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
		}
		for _, e := range names {
			if ok, err := path.Match(at.rest[0], e.Name()); err != nil || !ok {
				continue
			}
			if one, ok := f.below(at, e.Name(), e.Type()); ok {
				found = append(found, one)
			}
		}
	}
	return found, nil
}

// Close ends the search, also before it is at its end.
func (f *Finder) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, at := range f.todo {
		at.close()
	}
	f.todo = nil
}

// names reads some of the names in a folder, and says whether there may be more. Large folders are not read at once.
func (at *folder) names() (names []fs.DirEntry, more bool) {
	if at.open == nil {
		if info, err := os.Stat(at.path); err != nil || !info.IsDir() { // to open a named pipe would wait
			return nil, false
		}
		open, err := os.Open(at.path)
		if err != nil {
			return nil, false
		}
		at.open = open
	}
	names, err := at.open.ReadDir(folderPart)
	if err != nil || len(names) == 0 {
		at.close()
		return names, false
	}
	return names, true
}

func (at *folder) close() {
	if at.open != nil {
		_ = at.open.Close() // it was only read
		at.open = nil
	}
}

// below takes what has a name in a folder: another folder to look through, or a transcript. kind is what is known of
// it, 0 for nothing.
func (f *Finder) below(at folder, name string, kind fs.FileMode) (Entry, bool) {
	full := filepath.Join(at.path, name)
	if len(at.rest) > 1 {
		if kind == 0 || kind&(fs.ModeDir|fs.ModeSymlink) != 0 {
			f.push(folder{format: at.format, place: at.place, path: full, rest: at.rest[1:]})
		}
		return Entry{}, false
	}
	info, err := os.Stat(full)
	if err != nil || !info.Mode().IsRegular() {
		return Entry{}, false
	}
	one := Entry{Path: full, Format: at.format, ModTime: info.ModTime(), Size: info.Size()}
	if at.place.Folder > 0 {
		one.folder = filepath.Base(filepath.Join(full, strings.Repeat("../", at.place.Folder)))
	}
	return one, true
}

// push adds a folder to those to be looked through: next, or last where names say that it is one of another working
// folder.
func (f *Finder) push(at folder) {
	// The folder that is named after the working folder has as many names below it as the place says.
	if n := at.place.Folder; n > 0 && len(at.rest) == n && f.dir != "" &&
		(Entry{Format: at.format, folder: filepath.Base(at.path)}).Belongs(f.dir) == Elsewhere {
		f.todo = slices.Insert(f.todo, 0, at)
		return
	}
	f.todo = append(f.todo, at)
}

// List finds the transcripts in the usual places, newest first. It reads folders only. What cannot be read is left out.
func List(ctx context.Context, h Homes) ([]Entry, error) {
	f := NewFinder(h, "")
	defer f.Close()
	all, err := f.Next(ctx, math.MaxInt)
	if !errors.Is(err, io.EOF) {
		return nil, err
	}
	slices.SortStableFunc(all, NewestFirst)
	return all, nil
}

// NewestFirst compares transcripts by the times of their files, and those of the same time by their paths.
func NewestFirst(a, b Entry) int {
	return cmp.Or(b.ModTime.Compare(a.ModTime), strings.Compare(a.Path, b.Path))
}
