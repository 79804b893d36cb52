package revision

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Command is git with some arguments, run in a directory. It asks nobody for a password, takes no lock that it can do
// without, and speaks English.
func Command(ctx context.Context, dir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", append([]string{"--no-pager", "-c", "core.fsmonitor=false"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0")
	cmd.WaitDelay = time.Second
	return cmd
}

// output runs git and returns what it wrote, also when it failed.
func output(ctx context.Context, dir string, args ...string) (string, error) {
	return run(Command(ctx, dir, args...))
}

// run runs git and returns what it wrote, also when it failed.
func run(cmd *exec.Cmd) (string, error) {
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	if err != nil && complaint.Len() > 0 {
		err = errors.New(firstLine(complaint.String()))
	}
	return out.String(), err
}

// firstLine is what git complains about, without the word for how bad it is.
func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	for _, word := range []string{"fatal: ", "error: "} {
		line = strings.TrimPrefix(line, word)
	}
	return line
}

// isMissing reports whether git could not be started because there is none.
func isMissing(err error) bool { return errors.Is(err, exec.ErrNotFound) }

// Place is where a directory is in a repository.
type Place struct {
	Top    string // the top directory of the work tree, absolute; of a bare repository its own directory
	Prefix string // from there to the directory, with a "/" at the end; "" at the top
	Bare   bool   // there is no work tree here
}

// Find finds the repository that a directory is in. The error is git's, in one line.
func Find(ctx context.Context, dir string) (Place, error) {
	out, err := output(ctx, dir, "rev-parse", "--is-inside-work-tree", "--absolute-git-dir", "--show-prefix", "--show-toplevel")
	lines := strings.SplitN(strings.TrimSuffix(out, "\n"), "\n", 4)
	switch {
	case len(lines) == 4 && err == nil:
		return Place{Top: filepath.FromSlash(lines[3]), Prefix: lines[2]}, nil
	case len(lines) >= 2 && lines[0] == "false":
		return Place{Top: filepath.FromSlash(lines[1]), Bare: true}, nil
	case err == nil:
		err = errors.New("git does not say where its work tree is")
	}
	return Place{}, err
}
