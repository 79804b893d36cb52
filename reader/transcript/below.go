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
	"eyeline/reader/transcript/stores"
)

// FindBelow finds the transcripts below a folder by what their first bytes are, in the order of their names. A file
// that belongs to the run of another one, such as that of a sub-agent, is left out, and each session of a database is a
// run. Links are not followed, and what cannot be read or is no transcript is left out.
func FindBelow(ctx context.Context, dir string) ([]string, error) {
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
		if stores.Is(e.Path) || IsFolder(e.Path) {
			e.Format = &formats.Format{}
		} else {
			e.Format = formatOf(ctx, e.Path)
		}
	})
	all = slices.DeleteFunc(all, func(e Entry) bool {
		return e.Format == nil || formats.IsIndex(e.Path) && stores.Is(e.Path)
	})
	return Runs(ctx, all)
}

// entriesBelow are the transcripts below a folder, newest first.
func entriesBelow(ctx context.Context, dir string) ([]Entry, error) {
	paths, err := FindBelow(ctx, dir)
	if err != nil {
		return nil, err
	}

	var all []Entry
	for _, path := range paths {
		one := Entry{Path: path, Format: formatOf(ctx, path)}
		info, err := os.Stat(path)
		if err != nil { // a session of a database: that is a file with the session's name as if it were a folder
			info, err = os.Stat(filepath.Dir(path))
		}
		if err != nil {
			continue // it is gone
		}

		one.ModTime = info.ModTime()
		one.Size = info.Size()
		if one.Format == nil {
			one.Format = &formats.Format{Agent: "?"}
		}

		all = append(all, one)
	}

	newestFirst(all)
	return all, nil
}

// Runs are the paths of the runs of entries, in their order: a file that belongs to the run of another one is left out,
// each session of a database is a run, and what was exported of one is left out, too.
func Runs(ctx context.Context, all []Entry) ([]string, error) {
	var mu sync.Mutex
	parts := map[string]struct{}{}
	kept := map[string]stores.Sessions{}
	eachEntry(ctx, all, func(e *Entry) {
		var beside []formats.File
		if e.Format.Beside != nil {
			beside = e.Format.Beside(e.Path)
		}

		stored, err := stores.List(ctx, e.Path)
		mu.Lock()
		defer mu.Unlock()

		for _, f := range beside {
			parts[f.Path] = struct{}{}
		}

		if err == nil && len(stored.Paths) > 0 { // who opens it says what is wrong with it
			kept[e.Path] = stored
		}
	})
	for _, path := range exported(ctx, all, kept) {
		parts[path] = struct{}{}
	}

	var paths []string
	for _, e := range all {
		_, isPart := parts[e.Path]
		_, isPackedPart := parts[decode.TrimPacked(e.Path)]
		if isPart || isPackedPart {
			continue
		}

		if stored, isStore := kept[e.Path]; isStore {
			paths = append(paths, stored.Paths...)
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
func formatOf(ctx context.Context, path string) *formats.Format {
	src, _, err := openUnpacked(ctx, path, formats.HeadSize)
	if err != nil {
		src, err = source.OpenFile(path)
	}
	if err != nil {
		return nil
	}
	defer func() { _ = src.Close() }()
	return formats.Detect(decode.Head(src, src.Snapshot().Size, formats.HeadSize), decode.TrimPacked(path))
}

// exported are the paths of entries that have a session of one of the stores: opencode's exports of it, and the files
// that it was in before there was a database.
func exported(ctx context.Context, all []Entry, kept map[string]stores.Sessions) (paths []string) {
	if len(kept) == 0 {
		return nil
	}

	var mu sync.Mutex
	eachEntry(ctx, all, func(e *Entry) {
		if _, isStore := kept[e.Path]; isStore || !hasStores(e.Format) {
			return
		}
		head, err := e.Peek(ctx)
		if err != nil {
			return // who opens it says what is wrong with it
		}

		mu.Lock()
		defer mu.Unlock()
		for _, stored := range kept {
			if _, isThere := stored.IDs[head.ID]; isThere {
				paths = append(paths, e.Path)
				return
			}
		}
	})
	return paths
}

// hasStores reports whether an agent keeps its runs in databases: a file with one of them was made of that.
func hasStores(f *formats.Format) bool {
	return slices.ContainsFunc(f.Places, func(p formats.Place) bool { return strings.HasSuffix(p.Pattern, ".db") })
}
