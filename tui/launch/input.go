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

// Emit reads a file, standard input, or a file of a git revision. The latter two are first copied to a temporary file,
// whose bytes the tool is given instead of a file's.

// inputLimit is the largest input that is kept, in bytes: the viewer's default.
const inputLimit = 8 << 30

// input is what emit reads instead of a file; nil for a file.
type input struct {
	*source.Stream
	path string // what tools are given: absolute; "" for standard input without a name
}

// bytes returns all of the input.
func (in *input) bytes() source.Bytes { return source.View(in, in.Snapshot().Size) }

// openInput reads standard input or a file of a revision to its end. It returns nil for a file. name is the value of
// --name.
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

// argument returns the input in the form of a tool's argument: its path as a person in root would type it, or "stdin".
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

// isPiped reports whether standard input is a pipe, a file or a socket, and not a terminal or the null device.
func isPiped(in io.Reader) bool {
	f, ok := in.(*os.File)
	if !ok {
		return in != nil
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice == 0 && !info.IsDir()
}
