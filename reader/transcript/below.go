package transcript

import (
	"cmp"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"eyeline/reader/decode"
	"eyeline/reader/source"
	"eyeline/reader/transcript/formats"
)

// Below finds the transcripts below a folder by what their first bytes are, in the order of their names. A file that
// belongs to the run of another one, such as that of a sub-agent, is left out, and each session of a database is a run.
// Links are not followed, and what cannot be read or is no transcript is left out.
func Below(ctx context.Context, dir string) ([]string, error) {
	var all []Entry
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if ctx.Err() != nil || path == dir && err != nil {
			return cmp.Or(ctx.Err(), err)
		}

		isFolder := err == nil && d.IsDir() && IsFolder(path)
		if isFolder || err == nil && d.Type().IsRegular() {
			all = append(all, Entry{Path: path})
		}
		if isFolder {
			return fs.SkipDir
		}

		return nil
	})
	if err != nil {
		return nil, err
	}

	eachEntry(ctx, all, func(e *Entry) {
		if isStore(e.Path) || IsFolder(e.Path) {
			e.Format = &formats.Format{}
		} else {
			e.Format = formatOf(e.Path)
		}
	})
	all = slices.DeleteFunc(all, func(e Entry) bool {
		return e.Format == nil || formats.IsIndex(e.Path) && isStore(e.Path)
	})
	return Runs(ctx, all)
}

// Runs are the paths of the runs of entries, in their order: a file that belongs to the run of another one is left out,
// and each session of a database is a run.
func Runs(ctx context.Context, all []Entry) ([]string, error) {
	var mu sync.Mutex
	parts, sessions := map[string]struct{}{}, map[string][]string{}
	eachEntry(ctx, all, func(e *Entry) {
		var beside []formats.File
		if e.Format.Beside != nil {
			beside = e.Format.Beside(e.Path)
		}

		stored, err := sessionsIn(ctx, e.Path)
		mu.Lock()
		defer mu.Unlock()

		for _, f := range beside {
			parts[f.Path] = struct{}{}
		}

		if err == nil && len(stored) > 0 { // who opens it says what is wrong with it
			sessions[e.Path] = stored
		}
	})
	var paths []string
	for _, e := range all {
		_, isPart := parts[e.Path]
		_, isPackedPart := parts[decode.TrimPacked(e.Path)]
		if isPart || isPackedPart {
			continue
		}

		if stored := sessions[e.Path]; stored != nil {
			paths = append(paths, stored...)
		} else {
			paths = append(paths, e.Path)
		}
	}

	return paths, ctx.Err()
}

// eachEntry does something with each entry, as many at the same time as there are processors.
func eachEntry(ctx context.Context, all []Entry, do func(*Entry)) {
	var workers sync.WaitGroup
	next := make(chan *Entry)
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for e := range next {
				do(e)
			}
		})
	}

	for i := range all {
		if ctx.Err() != nil {
			break
		}
		next <- &all[i]
	}

	close(next)
	workers.Wait()
}

// formatOf is the format of a file by its first bytes, unpacked where it is packed; nil without one. Of a packed file
// that ends too early it is the format of what can be unpacked: who opens it says what is wrong with it.
func formatOf(path string) *formats.Format {
	src, _, err := openUnpacked(context.Background(), path, formats.HeadSize)
	if err != nil {
		src, err = source.OpenFile(path)
	}
	if err != nil {
		return nil
	}
	defer func() { _ = src.Close() }()
	return formats.Detect(decode.Head(src, src.Snapshot().Size, formats.HeadSize), decode.TrimPacked(path))
}

// isStore reports whether a regular file is a database.
func isStore(path string) bool {
	src, err := source.OpenFile(path)
	if err != nil {
		return false
	}
	defer func() { _ = src.Close() }()
	first := make([]byte, len(storeMagic))
	n, _ := src.ReadAt(first, 0)
	return string(first[:n]) == storeMagic
}

// storeMagic is what a database of SQLite begins with.
const storeMagic = "SQLite format 3\x00"

// sessionsIn are the paths of the sessions in a store that no other one started, oldest first; none where the file is
// no store.
func sessionsIn(ctx context.Context, path string) ([]string, error) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || !isStore(path) {
		return nil, err
	}

	ctx, stop := context.WithTimeout(ctx, storeTime)
	defer stop()
	name, err := storeName(path)
	if err != nil {
		return nil, err
	}

	tables, err := tablesOf(ctx, name)
	if err != nil {
		return nil, err
	}

	statement, err := sessionList(tables)
	if err != nil {
		return nil, err
	}

	ids, err := sqliteText(ctx, name, statement)
	var paths []string
	for id := range strings.Lines(ids) {
		if id = strings.TrimSuffix(id, "\n"); id != "" && !strings.ContainsAny(id, `/\`) {
			paths = append(paths, filepath.Join(path, id))
		}
	}

	return paths, err
}
