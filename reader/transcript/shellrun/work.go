package shellrun

import (
	"io/fs"
	"time"

	"eyeline/reader/access"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/source"
	"eyeline/reader/tools"
)

// work is what the evaluation of all commands of a run may still cost, and what it found on the disk a moment ago.
type work struct {
	left    int64 // in steps, each about a nanosecond long; below 0, no more commands are evaluated
	since   time.Time
	now     func() time.Time
	looks   map[look]looked
	folders map[string]listed
	small   map[string]smallFile
	kept    int64              // bytes of the small files
	ran     map[string]ranOnce // commands by their lines
}

// smallFile is a file of the disk that is kept in memory.
type smallFile struct {
	file    *access.File
	content *source.Memory
}

// look is a look at a place on the disk.
type look struct {
	how howLooked
	at  string
}

type howLooked uint8

const (
	atFile howLooked = iota // links are followed
	atLink
	atRealPath
)

// looked is what a look found.
type looked struct {
	info fs.FileInfo
	real string
	err  error
}

type listed struct {
	entries []fs.DirEntry
	err     error
}

const (
	// maxWork bounds the steps of a run. It is a number of steps and no time, so that a report does not hang on how
	// fast a machine is.
	maxWork = 3 << 30
	// What one step of a kind costs: a look at the disk, one that is remembered, a line that is printed.
	diskWork, knownWork, lineWork = 40_000, 1_000, 2_000
	// byteWork is that of a byte that a program looks at: the work of programs is counted in these.
	byteWork = 5
	// searchWork is that of a byte of a file in which a text is looked for.
	searchWork = 2
	// commandWork is that of a byte of a command or its output.
	commandWork = 50
	// freshFor is how long a look counts: a run is followed while its files change.
	freshFor = time.Second
	// maxRemembered bounds the looks that are remembered.
	maxRemembered = 50_000
	// maxSmall bounds the files that are remembered, and maxSmalls all of them together, in bytes.
	maxSmall, maxSmalls = 64 << 10, 8 << 20
)

// errWork says that a run has cost all that it may.
var errWork = tools.RefuseOwn("eyeline: the commands of the run take too much work to evaluate")

// spend counts steps; false where the run has no more.
func (w *work) spend(steps int64) bool {
	w.left -= min(steps, maxWork)
	return w.left >= 0
}

// fresh forgets what may have changed since, or is too much.
func (w *work) fresh() {
	if w.looks == nil || len(w.looks)+len(w.folders) >= maxRemembered || w.now().Sub(w.since) > freshFor {
		w.looks = map[look]looked{}
		w.folders = map[string]listed{}
		w.since = w.now()
		w.small = map[string]smallFile{}
		w.kept = 0
		w.ran = map[string]ranOnce{}
	}
}

// look looks at a place on the disk, once for all commands that ask at about the same time.
func (w *work) look(at look, onDisk func(path string) looked) looked {
	w.fresh()
	found, isKnown := w.looks[at]
	switch {
	case isKnown:
		w.spend(knownWork)
	case w.spend(diskWork):
		found = onDisk(at.at)
		w.looks[at] = found
	default:
		return looked{err: errWork}
	}

	return found
}

// list lists a folder of the disk as look looks. The entries must not be changed.
func (w *work) list(at string, onDisk func(path string) ([]fs.DirEntry, error)) ([]fs.DirEntry, error) {
	w.fresh()
	found, isKnown := w.folders[at]
	switch {
	case isKnown:
		w.spend(knownWork * int64(1+len(found.entries)))
	case w.spend(diskWork):
		found.entries, found.err = onDisk(at)
		w.spend(knownWork * int64(len(found.entries)))
		if len(found.entries) < maxRemembered/10 {
			w.folders[at] = found
		}
	default:
		return nil, errWork
	}

	return found.entries, found.err
}

// open opens a file of the disk, one that is small once for all commands that ask at about the same time.
func (w *work) open(at string, onDisk func(path string) (*tools.File, error)) (*tools.File, error) {
	w.fresh()
	if one, isKnown := w.small[at]; isKnown {
		w.spend(knownWork)
		return &tools.File{File: one.file.Borrow(one.content)}, nil
	}

	if !w.spend(diskWork) {
		return nil, errWork
	}

	f, err := onDisk(at)
	if err != nil || f.Size() > maxSmall || w.kept+f.Size() > maxSmalls {
		return f, err
	}

	content, err := textfile.Piece(f, 0, f.Size())
	if err != nil {
		return f, nil // the command finds the error
	}

	one := smallFile{f.File, &source.Memory{}}
	one.content.Reset(content)
	w.small[at] = one
	w.kept += f.Size()
	return f, nil
}
