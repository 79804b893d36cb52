package shellrun

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"eyeline/reader/access"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/transcript/record"
)

// Disk is where the files of a run lie now. Paths are recorded ones, absolute, with slashes.
type Disk struct {
	// Recorded is the working folder as it was recorded, and Folder the one that stands for it; "" for none. Nothing
	// outside of it is opened.
	Recorded, Folder string
}

// at is where a recorded path lies on this machine.
func (d Disk) at(name string) (string, bool) {
	if d.Folder == "" {
		return "", false
	}

	name = d.alike(name)
	rel, inside := record.Inside(d.Recorded, name)
	if !inside && path.Clean(name) == path.Clean(d.Recorded) {
		rel = "."
		inside = true
	}

	return filepath.Join(filepath.FromSlash(d.Folder), filepath.FromSlash(rel)), inside
}

// alike spells a path as the working folder is spelt, where the system of the run has several names for one place.
func (d Disk) alike(name string) string {
	if !record.IsWindows(d.Recorded) {
		return path.Clean(name)
	}
	in := record.Header{Dir: d.Recorded}
	return in.Resolve(name)
}

// world is the files as one command finds them, with what it changes. It is a coreutils.System.
type world struct {
	ctx   context.Context
	disk  Disk
	env   tools.Env
	model *Model
	work  *work
	// extraLines is how many lines that are not known are put behind the known ones of a file that is not whole.
	extraLines int
	// strict: a file that neither the run nor the disk has does not exist. Otherwise nothing is known of it.
	strict  bool
	missing map[string]bool // files that the output says are not there
	// readUnknown: the command asked for a file of which nothing is known.
	readUnknown bool
	names       string      // the output, where it names the files that are searched
	line        string      // the command
	isMetadata  func() bool // whether it prints no text of any file, see metadata.Only
	// unproven: a revision of a file was opened, or a folder was listed as it is after the run. What is written of that
	// stands in no output which could tell whether it was so then.
	unproven bool

	// readPresent: the command opened, as it is on the disk now, after the run, a file whose content at the time is
	// only partly known.
	readPresent bool
	unsure      int // how many conditions that are not known a command stands under
	changed     map[string]*change
	files       map[*tools.File]origin
	ids         []string // the files with lines that are not known, by their number less 1
	refused     []string
	named       []string // files that a command which is not imitated names
	altered     []string // those of them that a program reads which prints no line as it is
	unclear     bool     // one of these commands may have changed any file

	// maxOpened is how many files the command may open; 0 stands for any number.
	maxOpened int
	// tooMany: the command wanted to open more files than maxOpened.
	tooMany bool
}

// recorded is the recorded path of a place on this machine; "" where that is not in the folder.
func (w *world) recorded(at string) string {
	root := w.realOnDisk(filepath.FromSlash(w.disk.Folder))
	if root.err != nil {
		return ""
	}
	rel, err := filepath.Rel(root.real, at)
	if err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	return path.Join(w.disk.Recorded, filepath.ToSlash(rel))
}

// realOnDisk is where a place on this machine is without links.
func (w *world) realOnDisk(at string) looked {
	return w.work.look(look{atRealPath, at}, func(at string) looked {
		real, err := w.env.Files().RealPath(at)
		return looked{real: real, err: err}
	})
}

// change is what a command made of a file.
type change struct {
	text  *Text // nil: it is gone
	lost  bool  // what it is now is not known
	hunks []record.Hunk
	whole bool   // all of it was written
	from  string // the file that it was moved or copied from
	dir   bool   // it is a folder
	// unsure: it is not known whether all of it was made.
	unsure bool
}

// origin is the file that bytes come from.
type origin struct{ path, rev string }

func newWorld(ctx context.Context, d Disk, m *Model, extraLines int) *world {
	w := &world{
		ctx: ctx, disk: d, model: m, work: m.work, extraLines: extraLines, missing: map[string]bool{},
		changed: map[string]*change{}, files: map[*tools.File]origin{},
	}
	w.env = tools.Env{Root: d.Folder, Confine: true, MaxBytes: 64 << 20}
	return w
}

// info is a file of which this package tells.
type info struct {
	name string
	size int64
	mode fs.FileMode
}

func (i info) Name() string               { return i.name }
func (i info) Size() int64                { return i.size }
func (i info) Mode() fs.FileMode          { return i.mode }
func (i info) ModTime() time.Time         { return time.Time{} }
func (i info) IsDir() bool                { return i.mode.IsDir() }
func (i info) Sys() any                   { return nil }
func (i info) Type() fs.FileMode          { return i.mode.Type() }
func (i info) Info() (fs.FileInfo, error) { return i, nil }

// real is a path without links, as far as the disk tells of them.
func (w *world) real(name string) string {
	name = w.disk.alike(name)
	at, ok := w.disk.at(name)
	if !ok {
		return name
	}

	found := w.realOnDisk(at)
	if found.err != nil { // the file is gone, or new: its folder may still be there
		dir, base := path.Split(name)
		if dir == name || base == "" {
			return name
		}

		if above, ok := w.disk.at(path.Clean(dir)); ok {
			found = w.realOnDisk(above)
			found.real = filepath.Join(found.real, base)
		}
	}

	if found.err == nil {
		if known := w.recorded(found.real); known != "" {
			return known
		}
	}

	return name
}

// Stat implements coreutils.System.
func (w *world) Stat(name string) (fs.FileInfo, error) {
	return w.look(name, atFile)
}

// Lstat implements coreutils.System.
func (w *world) Lstat(name string) (fs.FileInfo, error) {
	return w.look(name, atLink)
}

// onDisk looks at a recorded path where it lies on this machine.
func (w *world) onDisk(name string, how howLooked) (fs.FileInfo, error) {
	at, ok := w.disk.at(name)
	if !ok {
		return nil, fs.ErrNotExist
	}

	found := w.work.look(look{how, at}, func(at string) (found looked) {
		if how == atLink {
			found.info, found.err = w.env.Files().Lstat(at)
		} else {
			found.info, found.err = w.env.Files().Stat(at)
		}

		return found
	})
	return found.info, found.err
}

func (w *world) look(name string, how howLooked) (fs.FileInfo, error) {
	name = path.Clean(name)
	real := w.real(name)
	if c := w.changed[real]; c != nil {
		switch {
		case c.dir:
			return info{path.Base(name), 0, fs.ModeDir | 0o755}, nil
		case c.text == nil && !c.lost:
			return nil, fs.ErrNotExist
		default:
			return info{path.Base(name), 1, 0o644}, nil
		}
	}

	if name == "/dev/null" {
		return info{"null", 0, 0o666}, nil
	}
	if fi, err := w.onDisk(name, how); err == nil || errors.Is(err, errWork) {
		return fi, err
	}
	if w.missing[name] {
		return nil, fs.ErrNotExist
	}

	return w.lookInRun(name, real)
}

// lookInRun says what the run tells of a file that is not on this machine; real is its name without links.
func (w *world) lookInRun(name, real string) (fs.FileInfo, error) {
	if t, told := w.model.of(real); told {
		if t == nil && w.strict {
			return nil, fs.ErrNotExist
		} else if t != nil {
			return info{path.Base(name), int64(t.size), 0o644}, nil
		}
	}

	if w.isFolder(name) {
		return info{path.Base(name), 0, fs.ModeDir | 0o755}, nil
	}
	w.readUnknown = true
	if w.strict || w.isMadeUp(name) {
		return nil, fs.ErrNotExist
	}

	return info{path.Base(name), 1, fs.ModeIrregular | 0o644}, nil
}

// isMadeUp reports whether a name is but a number that the command does not have: a program was imitated over lines
// that are not known, and what it may print, such as the numbers of lines, became a name.
func (w *world) isMadeUp(name string) bool {
	base := path.Base(name)
	return strings.Trim(base, "0123456789") == "" && !strings.Contains(w.line, base)
}

// isFolder reports whether the run tells of a file below a folder.
func (w *world) isFolder(name string) bool {
	return name == path.Clean(w.disk.Recorded) || name == "/" || w.isToldFolder(name)
}

// isToldFolder is isFolder for a folder below the working folder.
func (w *world) isToldFolder(name string) bool {
	w.work.spend(int64(len(w.model.files)))
	for file := range w.model.files {
		if strings.HasPrefix(file, name+"/") {
			return true
		}
	}
	return false
}

// errFolder says that it is not known what is in a folder.
var errFolder = tools.RefuseOwn("eyeline: what was in the folder is not known")

// listOnDisk lists a folder of the disk.
func (w *world) listOnDisk(name string) ([]fs.DirEntry, error) {
	at, ok := w.disk.at(name)
	if !ok {
		return nil, fs.ErrNotExist
	}
	all, err := w.work.list(at, func(at string) ([]fs.DirEntry, error) { return w.env.Files().ReadDir(at, -1) })
	return slices.Clone(all), err
}

// ReadDir implements coreutils.System.
func (w *world) ReadDir(name string, _ int) (all []fs.DirEntry, err error) {
	name = path.Clean(name)
	all, err = w.listOnDisk(name)
	if errors.Is(err, errWork) {
		return nil, err
	} else if err != nil {
		if !w.strict {
			w.readUnknown = true
			return nil, errFolder
		}
		return nil, fs.ErrNotExist
	}

	real := w.real(name)
	w.unproven = true
	all = w.withTold(real, all)
	for file, c := range w.changed {
		if path.Dir(file) != real {
			continue
		}

		base := path.Base(file)
		i := slices.IndexFunc(all, func(e fs.DirEntry) bool { return e.Name() == base })
		switch {
		case c.text == nil && !c.dir && !c.lost && i >= 0:
			all = slices.Delete(all, i, i+1)
		case (c.text != nil || c.dir) && i < 0:
			mode := fs.FileMode(0o644)
			if c.dir {
				mode = fs.ModeDir | 0o755
			}
			all = append(all, info{base, 1, mode})
		}
	}

	slices.SortFunc(all, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return all, nil
}

// withTold adds to what is in a folder now the files and folders that the run tells about: they were there.
func (w *world) withTold(folder string, all []fs.DirEntry) []fs.DirEntry {
	w.work.spend(int64(len(w.model.files)))
	has := map[string]struct{}{}
	for _, e := range all {
		has[e.Name()] = struct{}{}
	}

	for file, t := range w.model.files {
		below, isBelow := strings.CutPrefix(file, strings.TrimSuffix(folder, "/")+"/")
		if t == nil || !isBelow {
			continue
		}

		base, _, isFolder := strings.Cut(below, "/")
		if _, ok := has[base]; ok {
			continue
		}

		mode := fs.FileMode(0o644)
		if isFolder {
			mode = fs.ModeDir | 0o755
		}
		has[base] = struct{}{}
		all = append(all, info{base, 1, mode})
	}

	return all
}

// errTooMany says that a command about which nothing is recorded opens too many files to tell anything of one.
var errTooMany = tools.RefuseOwn("eyeline: the command has no output, and opens too many files to be evaluated")

// Open implements coreutils.System.
func (w *world) Open(ctx context.Context, name string) (*tools.File, error) {
	name = path.Clean(name)
	if name == "/dev/null" {
		return w.file(origin{}, ""), nil
	}
	if w.maxOpened > 0 && len(w.files) >= w.maxOpened {
		w.tooMany = true
		return nil, errTooMany
	}

	fi, err := w.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case fi.IsDir():
		return nil, access.ErrDirectory
	}

	real := w.real(name)
	if c := w.changed[real]; c != nil {
		return w.held(real, c.text), nil
	}

	t, told := w.model.of(real)
	if told && t != nil && t.isFull() {
		return w.held(real, t), nil
	}

	if f, err := w.openOnDisk(ctx, name); err == nil {
		w.files[f] = origin{path: real}
		w.readPresent = w.readPresent || told
		return f, nil
	} else if _, isThere := w.disk.at(name); isThere && !errors.Is(err, fs.ErrNotExist) &&
		!errors.Is(err, access.ErrNowhere) {
		return nil, err
	}

	return w.held(real, t), nil
}

// openOnDisk opens a file of the disk.
func (w *world) openOnDisk(ctx context.Context, name string) (*tools.File, error) {
	at, ok := w.disk.at(name)
	if !ok {
		return nil, fs.ErrNotExist
	}
	return w.work.open(at, func(at string) (*tools.File, error) {
		return tools.Open(ctx, w.env, tools.PathAny, at)
	})
}

// OpenToChange implements coreutils.System: what the run tells of the file counts more than what it is now, since that
// is after the change.
func (w *world) OpenToChange(_ context.Context, name string) (*tools.File, error) {
	fi, err := w.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case fi.IsDir():
		return nil, access.ErrDirectory
	}
	real := w.real(name)
	return w.held(real, w.before(real)), nil
}

// before is what is known of a file as it is.
func (w *world) before(real string) *Text {
	if c := w.changed[real]; c != nil {
		return c.text
	}
	t, _ := w.model.of(real)
	return t
}

// held is a file in memory; nil is one about which nothing is known.
func (w *world) held(real string, t *Text) *tools.File {
	if t == nil {
		t = &Text{}
	}
	id := slices.Index(w.ids, real) + 1
	if id == 0 {
		w.ids = append(w.ids, real)
		id = len(w.ids)
	}
	return w.file(origin{path: real}, t.content(id, w.extraLines))
}

func (w *world) file(of origin, content string) *tools.File {
	f := &tools.File{File: access.Stream(source.View(strings.NewReader(content), int64(len(content))))}
	w.files[f] = of
	return f
}

// Revision implements coreutils.System: the content is that of the file as it is now, or one that is not known.
func (w *world) Revision(ctx context.Context, dir, rev, name string) (*tools.File, error) {
	full := record.ResolvePath(w.disk.Recorded, name)
	if strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") {
		full = record.ResolvePath(dir, name)
	}

	w.unproven = true
	if f := w.atRevision(ctx, dir, rev, name); f != nil {
		w.files[f] = origin{full, rev}
		return f, nil
	}

	if w.changed[w.real(full)] != nil { // as where the command writes the file itself: that is not its revision
		f := w.held(w.real(full), nil)
		w.files[f] = origin{w.real(full), rev}
		return f, nil
	}

	f, err := w.Open(ctx, full)
	if err == nil {
		w.files[f] = origin{w.real(full), rev}
	}

	return f, err
}

// Searches implements coreutils.System.
func (w *world) Searches(name string) bool {
	return w.names == "" || strings.Contains(w.names, path.Base(name))
}

// Unsure implements coreutils.System.
func (w *world) Unsure(more int) { w.unsure += more }

// Refused implements coreutils.System.
func (w *world) Refused(what string, words []string, dir string) {
	w.refused = append(w.refused, what)
	w.unclear = w.unclear || mayChange(words)
	isKnown := false
	alters := w.alters(words)
	for _, word := range words {
		name := record.ResolvePath(dir, word)
		if strings.ContainsAny(word, "\n\x00") || len(word) > 4096 || !w.isKnownFile(name) {
			continue
		}
		isKnown = true
		of := &w.named
		if alters {
			of = &w.altered
		}
		if real := w.real(name); !slices.Contains(*of, real) {
			*of = append(*of, real)
		}
	}
	w.unclear = w.unclear || !isKnown && alters // a file that is gone may be among the words
}

// alters reports whether a program that is not imitated may print what is in files in pieces, or with other letters.
// No words stand for a line that could not be read.
func (w *world) alters(words []string) bool {
	return len(words) > 0 && isAltering(words) && !w.isMetadata()
}

// isKnownFile reports whether the run or the disk tells of a file.
func (w *world) isKnownFile(name string) bool {
	if t, told := w.model.of(w.real(name)); told && t != nil {
		return true
	}
	fi, err := w.onDisk(name, atFile)
	return err == nil && fi.Mode().IsRegular()
}
