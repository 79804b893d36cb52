package agentsearch

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sync"

	"golang.org/x/text/transform"

	"eyeline/reader/tools"
)

// Reach finds files in which no search of an agent finds anything, whatever the pattern. Several goroutines may use it.
type Reach struct {
	run      *run
	profiles []*Profile

	mu      sync.Mutex
	folders map[string]*folder
}

// Unreached is an agent whose searches with ripgrep find nothing in a file.
type Unreached struct {
	Profile *Profile
	Why     *Reason
	// IsFolder: the reason excludes a folder that the file lies in.
	IsFolder bool
}

// maxFolders is how many folders are cached.
const maxFolders = 100_000

// NewReach prepares for files below env.Root. The error is that of finding this folder's absolute path.
func NewReach(ctx context.Context, env tools.Env, profiles []*Profile) (*Reach, error) {
	r, err := newRun(ctx, Request{Env: env, Query: Query{Pattern: "any"}, Profiles: profiles})
	if err != nil {
		return nil, err
	}
	return &Reach{run: r, profiles: profiles}, nil
}

// AgentsWithout returns the agents that find nothing in a file. rel is its path with slashes, relative to the folder.
// head is the file's beginning, or all of it. An agent is left out if it is not known whether it finds something.
func (r *Reach) AgentsWithout(rel string, head []byte) (out []Unreached) {
	name := path.Base(rel)
	e := &entry{parent: r.folderAt(path.Dir(rel)), name: name}
	row := &Row{Rel: rel, entry: e, scan: &scanResult{facts: factsOf(head)}}
	for _, p := range r.profiles {
		if u := r.unreached(p, row); u != nil && u.Why.Cause != Unknown {
			out = append(out, *u)
		}
	}
	return out
}

// unreached returns the agent with the reason of its first search, or nil if one of its searches can find something.
func (r *Reach) unreached(p *Profile, row *Row) (first *Unreached) {
	for m := p.Rg; m != nil; m = m.IfNone {
		u := &Unreached{Profile: p}
		i := 0
		for r.run.methods[i] != m {
			i++
		}

		u.Why = r.run.rowExclusion(row, i)
		if u.Why != nil {
			u.IsFolder = r.run.excludesFolder(row.entry.parent, i)
		} else if u.Why = m.unread(r.run, row); u.Why == nil {
			return nil
		}

		if first == nil {
			first = u
		}
	}

	return first
}

// excludesFolder reports whether method i searches nothing in a folder.
func (r *run) excludesFolder(f *folder, i int) bool {
	for _, l := range r.selectorsOf[i] {
		if f.excluded(r, l) != nil {
			return true
		}
	}
	return false
}

// unread returns why a method finds no text in a file that it searches.
func (m *Method) unread(r *run, row *Row) *Reason {
	read := m.shortReading(r, row)
	switch {
	case read.limit == 0 && read.doubtFrom < 0:
		return read.why
	case read.raw && (row.scan.guessed || row.scan.mark >= littleMark || row.scan.utf32):
		return &Reason{Cause: Encoding, Text: row.scan.encoding() + ", whose bytes are searched as they are"}
	}
	return nil
}

// factsOf derives from a file's beginning the facts that decide whether it is searched.
func factsOf(head []byte) facts {
	f := facts{size: int64(len(head)), quitOffset: -1, textNul: -1, nul: int64(bytes.IndexByte(head, 0))}
	p := &pass{result: &scanResult{facts: facts{nul: -1}}}
	p.inspectBytes(head, 0)
	f.mark = p.result.mark
	f.isText = p.result.isText
	f.utf32 = p.result.utf32
	f.guessed = p.utf16 != 0 && f.mark < littleMark

	switch {
	case f.mark >= littleMark:
		text, _, _ := transform.Bytes(utf16Decoder(f.mark == littleMark), head) // invalid UTF-16 is replaced
		f.textNul = int64(bytes.IndexByte(text, 0))
		if f.textNul >= 0 {
			f.quitOffset = max(0, f.textNul-decoderBlock/2+1)
		}
	case f.nul >= 0:
		f.quitOffset = max(0, f.nul-longLine+1)
	}

	return f
}

// folderAt returns a folder below the searched one; dir is relative to that, with slashes.
func (r *Reach) folderAt(dir string) *folder {
	if dir == "." {
		return r.run.top
	}

	r.mu.Lock()
	f := r.folders[dir]
	r.mu.Unlock()
	if f != nil {
		return f
	}

	up := r.folderAt(path.Dir(dir))
	abs := join(up.abs, path.Base(dir))
	special := map[string]fs.FileMode{}
	for name := range specials {
		if fi, err := os.Lstat(filepath.FromSlash(join(abs, name))); err == nil {
			special[name] = fi.Mode()
		}
	}

	f = newFolder(up, abs, special)
	r.mu.Lock()
	defer r.mu.Unlock()
	if known := r.folders[dir]; known != nil {
		return known
	}
	if r.folders == nil || len(r.folders) >= maxFolders {
		r.folders = map[string]*folder{}
	}

	r.folders[dir] = f
	return f
}
