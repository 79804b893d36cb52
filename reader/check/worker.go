package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"

	"eyeline/reader/access"
	"eyeline/reader/check/plainread"
	"eyeline/reader/check/tokensample"
	"eyeline/reader/source"
	"eyeline/reader/tools"
)

// sharedSize is how large a file is shared by the tools in memory at most, in bytes.
const sharedSize = 4 << 20

// worker checks one file after the other.
type worker struct {
	options Options
	room    *tools.Room // for the file's bytes
	index   objects
	plain   []plainread.Read // of each tool
	folders folderSizes
}

// do checks a file. What prevents that is in the job afterwards.
func (w *worker) do(ctx context.Context, j *job) {
	const tries = 3
	for try := 1; ; try++ {
		j.found = nil
		err := w.check(ctx, j)
		if err == nil {
			j.finished = true
			return
		}
		if ctx.Err() != nil {
			return
		}
		if _, ofIndex := errors.AsType[*indexError](err); ofIndex {
			j.failed = err
			return
		}

		_, changed := errors.AsType[*tools.Error](err)
		if !changed {
			j.omitted = omissionFor(err)
			return
		}
		if try == tries {
			j.omitted = omissionFor(errChanging)
			return
		}
	}
}

// maxHoles is how many bytes of a file may be in holes, which cost nobody anything but those who read them.
const maxHoles = 64 << 20

// leftOut says why a file is not read; "" where it is.
func (o Options) leftOut(name string, mode fs.FileMode, size int64) string {
	switch {
	case mode&fs.ModeSymlink != 0:
		return "a symbolic link"
	case mode.IsDir():
		return "a directory: a submodule, or a file until now"
	case !mode.IsRegular():
		return cmp.Or(source.Noun(mode), "not a regular file")
	case !utf8.ValidString(name):
		return errNoTool.Error()
	case o.MaxBytes > 0 && size > o.MaxBytes:
		return fmt.Sprintf("%s bytes, more than --max-bytes", tools.Thousands(size))
	}

	return ""
}

// leavesOut reports whether a job's file is not read, for which the job then has the reason.
func (w *worker) leavesOut(j *job, mode fs.FileMode, size int64) bool {
	j.omitted.why = w.options.leftOut(j.name(), mode, size)
	return j.omitted.why != ""
}

// open opens a job's file. It returns nil without an error where the job itself records why it is skipped.
func (w *worker) open(ctx context.Context, j *job) (*access.File, error) {
	if j.place.staged != nil {
		return w.openStaged(ctx, j)
	}

	var opened *access.File
	err := j.place.withFolder(func(folder *access.Folder) (err error) {
		if opened, err = folder.Open(ctx, j.rel); err == nil {
			return nil
		}

		fi, lerr := folder.Lstat(j.rel)
		if lerr == nil && w.leavesOut(j, fi.Mode(), fi.Size()) {
			return nil
		}

		return err
	})
	if opened == nil || err != nil {
		return nil, err
	}
	if w.leavesOut(j, 0, opened.Size()) {
		return nil, opened.Close()
	}

	if w.options.MaxBytes > 0 && opened.Holes(maxHoles) > maxHoles {
		j.omitted.why = fmt.Sprintf("%s bytes, more than 64 MiB of them in holes", tools.Thousands(opened.Size()))
		return nil, opened.Close()
	}

	return opened, err
}

// check opens a file, shares it among the tools, and judges it.
func (w *worker) check(ctx context.Context, j *job) error {
	opened, err := w.open(ctx, j)
	if opened == nil || err != nil {
		return err
	}

	shared, err := tools.Share(j.name(), opened, w.room)
	if err != nil {
		return err
	}

	defer shared.Close()
	b := shared.Bytes()
	env := tools.Env{Root: j.place.root, Shared: shared, Bare: true}
	switch {
	case j.place.staged != nil: // the disk may have another file there, or none
		env.Shared = nil
		env.Stream = b
	case w.options.unshared:
		env.Shared = nil
	}

	if j.sample {
		j.sampled = tokensample.Of(b)
	}
	if err := w.judge(ctx, j, env, b); err != nil {
		return err
	}

	if w.options.Worse && len(j.found) > 0 {
		if err := w.dropOldFindings(ctx, j); err != nil {
			return err
		}
	}

	return shared.Unchanged()
}

// dropOldFindings drops the findings of a job that are no worse than in the commit of its place.
func (w *worker) dropOldFindings(ctx context.Context, j *job) error {
	name := j.place.commit + ":" + j.rel
	if strings.Contains(name, "\n") {
		return nil // git cannot be asked for it
	}

	old := &job{request: request{target: j.target, rel: j.rel, shown: j.shown}}
	err := w.withObject(ctx, j.place, name, func(size int64, r io.Reader) error {
		if r == nil || w.options.leftOut(j.name(), 0, size) != "" {
			return nil // the file is new, or nothing was known of it
		}

		opened, err := access.Spooled(ctx, j.rel, size, sharedSize, r)
		if err != nil {
			return err
		}

		err = w.judge(ctx, old, tools.Env{Root: j.place.root, Stream: opened, Bare: true}, opened)
		return errors.Join(err, opened.Close())
	})
	if err != nil {
		return &indexError{j.shown, err}
	}

	was := newBaseline()
	for _, f := range old.found {
		f.finish("")
		was.add(f)
	}

	for i := range j.found {
		was.dropKnown(&j.found[i], "") // both are named from the working folder
	}

	j.found = slices.DeleteFunc(j.found, func(f Finding) bool { return len(f.parts) == 0 })
	return nil
}

// sizeOf is the size of another file, in bytes; 0 without one. The error is an *indexError.
func (w *worker) sizeOf(ctx context.Context, p *place, rel string) (int64, error) {
	if p.staged != nil {
		return w.stagedSize(ctx, p, rel)
	}
	f, err := access.OpenIn(ctx, p.root, rel)
	if err != nil {
		return 0, nil
	}
	defer f.Close()
	return f.Size(), nil
}
