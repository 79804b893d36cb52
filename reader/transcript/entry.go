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

// Entry is a transcript that lies in one of the agents' usual places. Nothing of it has been read.
type Entry struct {
	Path    string
	Format  *formats.Format
	ModTime time.Time
	Size    int64 // in bytes

	folder string // the name of the folder that stands for the working folder, "" without one
}

// Homes is where agents keep their transcripts.
type Homes struct {
	Home   string
	Config string              // the folder that editors keep their settings in
	Getenv func(string) string // os.Getenv, or another in tests
	Below  string              // a folder: [List] lists the runs below it instead; "" for none
}

// UserHomes are those of the user that runs this process.
func UserHomes() Homes {
	home, _ := os.UserHomeDir() // without one there are fewer places to look in
	config, _ := os.UserConfigDir()
	return Homes{Home: home, Config: config, Getenv: os.Getenv}
}

// root is the folder that a place is below; "" without one.
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

// dashed is a path as agents make the name of a folder of it: what is no letter or digit becomes a dash. How many
// dashes are at its ends differs.
func dashed(path string) string {
	name := []byte(path)
	for i, b := range name {
		if b < '0' || b > '9' && b < 'A' || b > 'Z' && b < 'a' || b > 'z' {
			name[i] = '-'
		}
	}
	return strings.Trim(string(name), "-")
}

// FolderMatch says whether a transcript is one of a working folder, as far as names tell.
type FolderMatch uint8

const (
	Unsaid    FolderMatch = iota // its path does not say
	Likely                       // its folder is named as the agent names the working folder, and perhaps others
	Here                         // it is one of the working folder
	Elsewhere                    // it is not
)

// Belongs says whether the transcript is one of a working folder, by its own path alone.
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

// In reports whether the transcript is one of a working folder. Where names do not say so, the beginning of the file is
// read.
func (e Entry) In(ctx context.Context, dir WorkingFolder) (bool, error) {
	if b := e.Belongs(dir); b == Here || b == Elsewhere {
		return b == Here, nil
	}
	h, err := e.Peek(ctx)
	return err == nil && dir.Is(h.Dir), err
}

// peekTime is how long Peek may take. Tests shorten it.
var peekTime = 5 * time.Second

// Peek reads the beginning of the transcript, at most 64 KiB, for what it says of the run as a whole: of a database, of
// its newest session. The end of the run is the file's time.
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

// Session finds the transcript of a session by its identity, where an agent that has a hook keeps it under that:
// Copilot CLI, Kimi Code, Grok Build. It is "" without one.
func (h Homes) Session(id string) string {
	for _, f := range formats.All() {
		for _, p := range f.Places {
			steps := strings.Split(p.Pattern, "/")
			last := len(steps) - 1 // the last that stands for any name is that of the session
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

// List finds the transcripts in the agents' usual places, newest first. It reads folders only. What cannot be read is
// left out. Below a folder, Homes.Below, it looks into all files, as [FindBelow] does.
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
			names, _ := fs.Glob(os.DirFS(root), p.Pattern) // folders that cannot be read have none
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

// newestFirst sorts transcripts by the times of their files.
func newestFirst(all []Entry) {
	slices.SortStableFunc(all, func(a, b Entry) int {
		return cmp.Or(b.ModTime.Compare(a.ModTime), strings.Compare(a.Path, b.Path))
	})
}
