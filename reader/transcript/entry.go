package transcript

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"eyeline/reader/transcript/formats"
	"eyeline/reader/transcript/record"
)

// Entry is a transcript in one of the usual places of the agents. None of it has been read yet.
type Entry struct {
	Path    string
	Format  *formats.Format
	ModTime time.Time
	Size    int64 // in bytes

	folder string // the name of the folder that stands for the working folder; "" without one
}

// Homes says where agents keep their transcripts.
type Homes struct {
	Home   string
	Config string              // the folder in which editors keep their settings
	Getenv func(string) string // os.Getenv; tests set another
	Below  string              // a folder, below which [List] looks instead; "" for the usual places
}

// UserHomes returns the Homes of the user that runs this process.
func UserHomes() Homes {
	home, _ := os.UserHomeDir() // if it fails, there are fewer places to look in
	config, _ := os.UserConfigDir()
	return Homes{Home: home, Config: config, Getenv: os.Getenv}
}

// root returns the folder that the patterns of a place start from; "" without one.
func (h Homes) root(p formats.Place) string {
	if dir := h.Getenv(p.Variable); p.Variable != "" && dir != "" {
		return dir
	}

	home := h.Home
	if p.Editor {
		home = h.Config
	}
	if home == "" {
		return ""
	}

	return filepath.Join(home, filepath.FromSlash(p.Dir))
}

// dashed returns a path in the form that agents use to name a folder after it: every character that is no letter or
// digit becomes a dash. Agents differ in how many dashes they put at the ends.
func dashed(path string) string {
	name := []byte(path)
	for i, b := range name {
		if b < '0' || b > '9' && b < 'A' || b > 'Z' && b < 'a' || b > 'z' {
			name[i] = '-'
		}
	}
	return strings.Trim(string(name), "-")
}

// FolderMatch says whether a transcript belongs to a working folder, as far as names tell.
type FolderMatch uint8

const (
	Unsaid    FolderMatch = iota // its path does not tell
	Likely                       // its folder is named as the agent names the working folder, and perhaps others
	Here                         // it belongs to the working folder
	Elsewhere                    // it does not belong to it
)

// Belongs reports whether the transcript belongs to a working folder, judging by its path alone.
func (e Entry) Belongs(dir WorkingFolder) FolderMatch {
	switch {
	case e.folder == "":
		return Unsaid
	case e.Format.Folder != nil:
		if dir.Is(e.Format.Folder(e.folder)) {
			return Here
		}
	case dir.isLike(e.folder):
		return Likely
	}

	return Elsewhere
}

// In reports whether the transcript belongs to a working folder. If names do not tell, it reads the beginning of the
// file.
func (e Entry) In(ctx context.Context, dir WorkingFolder) (bool, error) {
	if b := e.Belongs(dir); b == Here || b == Elsewhere {
		return b == Here, nil
	}
	h, err := e.Peek(ctx)
	return err == nil && dir.Is(h.Dir), err
}

// peekTime is the longest time that Peek may take. Tests shorten it.
var peekTime = 5 * time.Second

// Peek reads the beginning of the transcript, at most 64 KiB, and returns what it says about the whole run; for a
// database, about its newest session. The end of the run is the time at which the file was last changed.
func (e Entry) Peek(ctx context.Context) (record.Header, error) {
	ctx, stop := context.WithTimeout(ctx, peekTime)
	defer stop()
	src, _, err := openUnpacked(ctx, e.Path, formats.HeadSize)
	if err != nil {
		return record.Header{}, err
	}

	defer func() { _ = src.Close() }()
	size := min(src.Snapshot().Size, formats.HeadSize)
	s, err := newSession(e.Path, io.NewSectionReader(src, 0, size), size)
	if err != nil {
		return record.Header{}, err
	}
	if err := s.read(ctx); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return record.Header{}, err
	}

	s.Ended = e.ModTime
	return s.Header, nil
}

// Session returns the path of the transcript of a session by its ID, for agents that have hooks and name their files by
// IDs: Copilot CLI, Kimi Code, Grok Build. It is "" without one.
func (h Homes) Session(id string) string {
	for _, f := range formats.All() {
		for _, p := range f.Places {
			steps := strings.Split(p.Pattern, "/")
			last := len(steps) - 1 // the last wildcard stands for the ID of the session
			for last > 0 && !strings.Contains(steps[last], "*") {
				last--
			}

			isOf, _ := path.Match(steps[last], id)
			if f.Hook == "" || !isOf || strings.ContainsAny(id, `*?[\`) {
				continue
			}

			steps[last] = id
			found, _ := fs.Glob(os.DirFS(h.root(p)), strings.Join(steps, "/"))
			if len(found) > 0 {
				return filepath.Join(h.root(p), filepath.FromSlash(found[0]))
			}
		}
	}

	return ""
}

// List returns the transcripts in the usual places of the agents, the newest first. It only reads folders. What cannot
// be read is left out. If Homes.Below is set, it looks into all files below that folder instead, as [FindBelow] does.
func List(ctx context.Context, h Homes) ([]Entry, error) {
	if h.Below != "" {
		return entriesBelow(ctx, h.Below)
	}

	var all []Entry
	for _, format := range formats.All() {
		for _, p := range format.Places {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}

			root := h.root(p)
			names, _ := fs.Glob(os.DirFS(root), p.Pattern) // folders that cannot be read have no names
			for _, name := range names {
				full := filepath.Join(root, filepath.FromSlash(name))
				info, err := os.Stat(full)
				if err != nil || !info.Mode().IsRegular() {
					continue
				}

				one := Entry{Path: full, Format: format, ModTime: info.ModTime(), Size: info.Size()}
				if p.Folder > 0 {
					one.folder = filepath.Base(filepath.Join(full, strings.Repeat("../", p.Folder)))
				}

				all = append(all, one)
			}
		}
	}

	newestFirst(all)
	return all, nil
}

// newestFirst sorts transcripts by the times of their files, the newest first.
func newestFirst(all []Entry) {
	slices.SortStableFunc(all, func(a, b Entry) int {
		return cmp.Or(b.ModTime.Compare(a.ModTime), strings.Compare(a.Path, b.Path))
	})
}
