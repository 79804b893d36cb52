package check

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/git"
	"eyeline/reader/source/revision"
)

// blob is a file as git's index has it.
type blob struct {
	id   string
	mode fs.FileMode // only its type
	// conflict: a merge has left several versions, and none that would be committed.
	conflict bool
}

// fileTypes are those of the modes of git that are no regular files.
var fileTypes = map[string]fs.FileMode{"120000": fs.ModeSymlink, "160000": fs.ModeDir}

// indexError says that what is staged cannot be read. It ends a run, which must not pass for a check of all files.
type indexError struct {
	name string
	err  error
}

func (e *indexError) Error() string { return e.name + ": git: " + e.err.Error() }
func (e *indexError) Unwrap() error { return e.err }

// climb is for names of the index, below which the disk may have anything: the deepest folder above a name that is
// there, or the name itself, and no link. The errors are the system's.
func climb(given string) (real, dir string, err error) {
	abs, err := filepath.Abs(given)
	if err != nil {
		return "", "", err
	}

	dir = abs
	for fi, err := os.Lstat(dir); (err != nil || !fi.IsDir()) && dir != filepath.Dir(dir); fi, err = os.Lstat(dir) {
		dir = filepath.Dir(dir)
	}

	rest, err := filepath.Rel(dir, abs)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}

	return filepath.Join(dir, rest), dir, err
}

// staged is what git's index has otherwise than the last commit.
type staged struct {
	files   map[string]blob     // to check, by their names: those that have other bytes, or were not there
	touched map[string]struct{} // all that differs, were it removed, and the folders above it
}

// locateStaged is locate for the index. The errors are those of locate and git, and that there is no work tree, or
// nothing of the name.
func (l *locator) locateStaged(ctx context.Context, given string) (target, error) {
	t, err := l.locate(ctx, given, climb)
	if err != nil {
		return t, err
	}
	p := t.place
	err = p.problem
	if err == nil && !p.git {
		err = errors.New("--staged checks what is staged in git, and " + given + " is in no work tree")
	}
	if err == nil && p.staged == nil {
		p.staged, err = stagedIn(ctx, p.root)
	}

	if err == nil {
		if _, known := p.staged.touched[t.under]; !known {
			_, err = os.Lstat(given)
		}
	}

	return t, err
}

// stagedIn is what is staged in a work tree. The error is git's.
func stagedIn(ctx context.Context, top string) (*staged, error) {
	out, err := git.Output(ctx, top, "diff", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames",
		"--ita-invisible-in-index")
	var s *staged
	if err == nil {
		s, err = stagedOf(out)
	}
	if err != nil {
		return nil, gitError(err)
	}

	return s, nil
}

// stagedOf reads what git diff --raw -z says. The error is that it is no such answer.
func stagedOf(out string) (*staged, error) {
	s := &staged{map[string]blob{}, map[string]struct{}{}}
	said := strings.Split(out, "\x00") // :MODE MODE ID ID STATUS, NAME, …, ""
	for i := 0; i < len(said)-1 || said[i] != ""; i += 2 {
		f := strings.Fields(said[i])
		if len(f) != 5 || i+2 >= len(said) {
			return nil, fmt.Errorf("it answers %.80q", said[i])
		}

		name := said[i+1]
		s.touch(name)
		was := fileTypes[strings.TrimPrefix(f[0], ":")]
		is := fileTypes[f[1]]
		conflict := f[4] == "U"
		onlyMode := f[2] == f[3] && was == is && !conflict
		if f[4] != "D" && !onlyMode {
			s.files[name] = blob{f[3], is, conflict}
		}
	}

	return s, nil
}

// touch notes that something of a name differs.
func (s *staged) touch(name string) {
	for s.touched[name] = struct{}{}; name != "." && name != "/"; {
		name = path.Dir(name)
		s.touched[name] = struct{}{}
	}
}

// stagedFiles hands the names of the files that are staged to take, with the attribute of marked that the index gives
// them unless all are wanted.
func (p *place) stagedFiles(
	ctx context.Context, all bool, take func(candidate) error, skip func(rel string, why error),
) error {
	if !all {
		with, done, err := p.withAttributes(ctx, true, take, skip)
		if err != nil {
			return err
		}
		defer done()
		take = with
	}

	for _, name := range slices.Sorted(maps.Keys(p.staged.files)) {
		if err := take(candidate{rel: name, tracked: true}); err != nil {
			return err
		}
	}

	return nil
}

// objects are the gits that a worker reads objects with, by the root of the work tree.
type objects map[string]*revision.Objects

// withObject hands an object of the index of p's work tree to take, as revision.Objects.Take does. Git is started with
// the first one.
func (w *worker) withObject(
	ctx context.Context, p *place, name string, take func(size int64, r io.Reader) error,
) error {
	if w.index[p.root] == nil {
		opened, err := revision.OpenObjects(ctx, p.root)
		if err != nil {
			return err
		}

		w.index[p.root] = opened
	}

	return w.index[p.root].Take(name, take)
}

// openStaged is open for a file of the index. A large one is in a temporary file. The error is an *indexError.
func (w *worker) openStaged(ctx context.Context, j *job) (opened *access.File, err error) {
	b := j.place.staged.files[j.rel]
	if b.conflict {
		j.omitted.why = "in conflict: none of its versions is staged"
		return nil, nil
	}

	if w.leavesOut(j, b.mode, 0) {
		return nil, nil
	}

	err = w.withObject(ctx, j.place, b.id, func(size int64, r io.Reader) error {
		if r == nil {
			return fmt.Errorf("the object %s is missing from the repository", b.id)
		}
		if w.leavesOut(j, b.mode, size) {
			return nil
		}

		opened, err = access.Spooled(ctx, j.rel, size, sharedSize, r)
		return err
	})
	if err == nil {
		return opened, nil
	}
	if opened != nil {
		_ = opened.Close() // it is not what its id says
	}

	return nil, &indexError{j.shown, err}
}

// stagedSize is the size of a file of the index, in bytes; 0 without one. The error is an *indexError.
func (w *worker) stagedSize(ctx context.Context, p *place, rel string) (n int64, err error) {
	if strings.Contains(rel, "\n") {
		return 0, nil // git cannot be asked for it
	}

	err = w.withObject(ctx, p, ":"+rel, func(size int64, _ io.Reader) error {
		n = max(size, 0)
		return nil
	})
	if err != nil {
		return 0, &indexError{p.show(rel), err}
	}

	return n, nil
}
