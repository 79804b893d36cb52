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

// Reach tells of which files no search finds anything, whatever is searched for. Several goroutines may use it.
type Reach struct {
	run      *run
	profiles []*Profile

	mu      sync.Mutex
	folders map[string]*folder
}

// Unreached is an agent none of whose searches with ripgrep finds anything in a file.
type Unreached struct {
	Profile *Profile
	Why     *Reason
	// IsFolder: the reason is one of a folder that the file is in.
	IsFolder bool
}

// mostReached is how many folders are remembered.
const mostReached = 100_000

// NewReach gets ready for the files of a folder, env.Root. The error is the folder's.
func NewReach(ctx context.Context, env tools.Env, profiles []*Profile) (*Reach, error) {
	r, err := newRun(ctx, Request{Env: env, Query: Query{Pattern: "any"}, Profiles: profiles})
	if err != nil {
		return nil, err
	}
	return &Reach{run: r, profiles: profiles}, nil
}

// Of is the agents that find nothing in a file. rel is its path with slashes from the folder, head its beginning, or
// all of it. What is not known is left out.
func (r *Reach) Of(rel string, head []byte) (out []Unreached) {
	name := path.Base(rel)
	row := &Row{Rel: rel, entry: &entry{in: r.folderAt(path.Dir(rel)), name: name}, found: &found{facts: factsOf(head)}}
	for _, p := range r.profiles {
		if u := r.unreached(p, row); u != nil && u.Why.Cause != Unknown {
			out = append(out, *u)
		}
	}
	return out
}

// unreached is an agent, with the reason of its first search, if none of its searches finds anything in a file.
func (r *Reach) unreached(p *Profile, row *Row) (first *Unreached) {
	for m := p.Rg; m != nil; m = m.IfNone {
		u := &Unreached{Profile: p}
		i := 0
		for r.run.methods[i] != m {
			i++
		}

		u.Why = r.run.path(row, i)
		if u.Why != nil {
			u.IsFolder = r.run.isOut(row.entry.in, i)
		} else if u.Why = m.unread(r.run, row); u.Why == nil {
			return nil
		}

		if first == nil {
			first = u
		}
	}

	return first
}

// isOut reports whether a method looks at nothing in a folder.
func (r *run) isOut(f *folder, i int) bool {
	for _, l := range r.byMethod[i] {
		if f.out(r, l) != nil {
			return true
		}
	}
	return false
}

// unread says why a method finds no text in a file that it looks at.
func (m *Method) unread(r *run, row *Row) *Reason {
	read := m.readsShort(r, row)
	switch {
	case read.limit == 0 && read.doubt < 0:
		return read.why
	case read.raw && (row.found.guessed || row.found.mark >= littleMark || row.found.utf32):
		return &Reason{Cause: Encoding, Text: row.found.encoding() + ", whose bytes are searched as they are"}
	}
	return nil
}

// factsOf are what a file is by its beginning, as far as that decides whether it is searched.
func factsOf(head []byte) facts {
	f := facts{size: int64(len(head)), quit: -1, textNul: -1, nul: int64(bytes.IndexByte(head, 0))}
	p := &part{found: &found{facts: facts{nul: -1}}}
	p.look(head, 0)
	f.mark = p.found.mark
	f.isText = p.found.isText
	f.utf32 = p.found.utf32
	f.guessed = p.utf16 != 0 && f.mark < littleMark

	switch {
	case f.mark >= littleMark:
		text, _, _ := transform.Bytes(utf16Decoder(f.mark == littleMark), head) // it replaces what is no UTF-16
		f.textNul = int64(bytes.IndexByte(text, 0))
		if f.textNul >= 0 {
			f.quit = max(0, f.textNul-decoderBlock/2+1)
		}
	case f.nul >= 0:
		f.quit = max(0, f.nul-longLine+1)
	}

	return f
}

// folderAt returns the rules of a folder below the searched one; dir is relative to that, with slashes.
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
	if r.folders == nil || len(r.folders) >= mostReached {
		r.folders = map[string]*folder{}
	}

	r.folders[dir] = f
	return f
}
