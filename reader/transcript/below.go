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

// FindBelow returns the paths of the transcripts below a folder, sorted by name. It recognizes them by their first
// bytes. A file that belongs to another run, such as that of a sub-agent, is left out; each session of a database is a
// run. Links are not followed. What cannot be read or is no transcript is left out.
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

// entriesBelow returns the transcripts below a folder, the newest first.
func entriesBelow(ctx context.Context, dir string) ([]Entry, error) {
	paths, err := FindBelow(ctx, dir)
	if err != nil {
		return nil, err
	}

	var all []Entry
	for _, path := range paths {
		one := Entry{Path: path, Format: formatOf(ctx, path)}
		info, err := os.Stat(path)
		if err != nil { // a session of a database has a path as if the database were a folder
			info, err = os.Stat(filepath.Dir(path))
		}
		if err != nil {
			continue // it has been deleted
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

// Runs returns the paths of the runs among entries, in their order. A file that belongs to another run is left out, and
// so is an export of a session whose database is there. Each session of a database is a run.
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

		if err == nil && len(stored.Paths) > 0 { // whoever opens it reports the error
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

// eachEntry calls do for each entry, in parallel on all processors.
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

// formatOf returns the format of a file, by its first bytes; nil if it has none. A packed file is unpacked for it. If
// that ends with an error, the bytes before the error are used: whoever opens the file reports the error.
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

// exported returns the paths of entries that contain a session of one of the stores: opencode's exports of it, and the
// files that opencode kept it in before it had a database.
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
			return // whoever opens it reports the error
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

// hasStores reports whether an agent keeps its runs in databases, so that a file with one of them is an export.
func hasStores(f *formats.Format) bool {
	return slices.ContainsFunc(f.Places, func(p formats.Place) bool { return strings.HasSuffix(p.Pattern, ".db") })
}
