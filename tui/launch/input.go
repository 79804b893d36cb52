package launch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"eyeline/reader/emit"
	"eyeline/reader/source"
	"eyeline/reader/source/revision"
	"eyeline/reader/tools"
	"eyeline/tui/launch/cmdkit"
)

// What emit reads is a file, standard input or a file of a git revision. The last two are read to their ends first,
// into a temporary file, and the tool is given those bytes in place of a file's.

// inputLimit is the most that is kept of an input, in bytes: what the viewer keeps by default.
const inputLimit = 8 << 30

// input is what emit reads in place of a file; nil for a file.
type input struct {
	*source.Stream
	path string // what is given to tools, absolute; "" for standard input without a name
}

// bytes is all of the input.
func (in *input) bytes() source.Bytes { return source.View(in, in.Snapshot().Size) }

// openInput reads standard input or a file of a revision to its end. It returns nil for a file. name is what --name
// says.
func openInput(ctx context.Context, file, name string, stdin io.Reader) (*input, error) {
	in := &input{}
	n, ofRevision := revision.Named(file)
	switch {
	case ofRevision:
		f, err := revision.Open(ctx, ".", n, source.SpoolOptions{Limit: inputLimit})
		if err != nil {
			return nil, cmdkit.Problem(err)
		}
		in.Stream = f.Stream
		in.path = f.Path
	case file == "-":
		s, err := source.Spool("-", stdin, source.SpoolOptions{Limit: inputLimit})
		if err != nil {
			return nil, cmdkit.Problem(err)
		}
		in.Stream = s
	default:
		return nil, nil
	}

	if name != "" {
		abs, err := filepath.Abs(name)
		if err != nil {
			return nil, errors.Join(err, in.Close())
		}
		in.path = abs
	}

	err := in.Whole(ctx)
	if err == nil {
		return in, nil
	}

	what := "standard input"
	if ofRevision {
		what = file
	}
	if errors.Is(err, source.ErrSpoolLimit) {
		err = fmt.Errorf("it has more than %d bytes, the most that are kept in a temporary file", int64(inputLimit))
	}

	return nil, cmdkit.Fail("eyeline: %s: %v", what, err)
}

// argument is how the input goes into a tool's arguments: its path as a person would type it in root, or "stdin".
func (in *input) argument(env tools.Env, t *tools.Tool, root string) (string, error) {
	switch {
	case in.path == "" && t.Paths == tools.PathAbsolute:
		return "/dev/stdin", nil
	case in.path == "":
		return "stdin", nil
	case t.Paths == tools.PathAbsolute:
		return emit.FileArgument(env, t, in.path)
	}

	dir, err := filepath.Abs(root)
	if err != nil {
		return "", err
	}
	if rel, err := filepath.Rel(dir, in.path); err == nil && filepath.IsLocal(rel) {
		return emit.FileArgument(env, t, filepath.ToSlash(rel))
	}

	return emit.FileArgument(env, t, in.path)
}

// isPiped reports whether somebody has put something into standard input: a pipe, a file or a socket, but no terminal
// and no null device.
func isPiped(in io.Reader) bool {
	f, ok := in.(*os.File)
	if !ok {
		return in != nil
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice == 0 && !info.IsDir()
}
