package access

import (
	"io/fs"
	"sync"
	"time"
)

// Looks remembers what was seen of the file system, so that several tools that look at the same paths, one after the
// other, ask the system once. Nothing is opened by what it remembers: a look of one tool serves another that would have
// looked a moment later. The zero value remembers nothing yet.
type Looks struct {
	mu    sync.Mutex
	since time.Time
	known map[look]any // functions that give what was seen
}

// look is what was looked for: how, and where.
type look struct {
	how  lookHow
	path string
}

type lookHow uint8

const (
	lookStat lookHow = iota
	lookLstat
	lookReadlink
	lookRealPath
	lookOther
)

const (
	// looksAge is how old what is remembered may be when the looks at a file begin.
	looksAge = time.Second
	// mostLooks bounds how much is remembered.
	mostLooks = 4096
)

// Begin forgets what is no longer new. The looks at a file begin.
func (l *Looks) Begin() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now(); l.known == nil || len(l.known) > mostLooks || now.Sub(l.since) > looksAge {
		l.since = now
		l.known = map[look]any{}
	}
}

// Saw remembers that a path is a regular file that no link leads to.
func (l *Looks) Saw(path string, fi fs.FileInfo) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known != nil && len(l.known) < 2*mostLooks && fi.Mode().IsRegular() {
		seen := func() (fs.FileInfo, error) { return fi, nil }
		l.known[look{lookStat, path}], l.known[look{lookLstat, path}] = seen, seen
	}
}

// Once is what make returns, unless it was made under the same name since the last Begin that forgot. On a nil Looks it
// is made each time.
func (l *Looks) Once(name string, make func() any) any {
	made, _ := once(l, look{lookOther, name}, func() (any, error) { return make(), nil })
	return made
}

// once is what see gives, or gave a moment before.
func once[T any](l *Looks, key look, see func() (T, error)) (T, error) {
	if l == nil {
		return see()
	}
	l.mu.Lock()
	seen, ok := l.known[key].(func() (T, error))
	if !ok {
		seen = see
		if l.known != nil && len(l.known) < 2*mostLooks {
			seen = sync.OnceValues(see)
			l.known[key] = seen
		}
	}
	l.mu.Unlock()
	return seen()
}
