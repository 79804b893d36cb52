package check

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// gitCommand is git in a directory, without what a repository's settings could start.
func gitCommand(ctx context.Context, dir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", dir, "-c", "core.fsmonitor=false"}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
	return cmd
}

// workTree is the top of the git work tree that dir lies in, as an absolute path. ok is false when there is none; the
// error says why git does not answer although there is one.
func workTree(ctx context.Context, dir string) (top string, ok bool, err error) {
	if !hasGit(dir) {
		return "", false, nil
	}
	out, err := gitCommand(ctx, dir, "rev-parse", "--show-toplevel").Output()
	if err != nil {
		return "", false, gitError(err)
	}
	top, err = filepath.EvalSymlinks(strings.TrimSuffix(string(out), "\n"))
	return top, err == nil && top != "", err
}

// hasGit reports whether dir or a directory above it has a .git.
func hasGit(dir string) bool {
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return false
		}
		dir = up
	}
}

// gitError is the reason why git failed, in one line.
func gitError(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		if line, _, _ := strings.Cut(strings.TrimSpace(string(exit.Stderr)), "\n"); line != "" {
			return errors.New("git: " + line)
		}
	}
	return fmt.Errorf("git: %w", err)
}

// marked is the attributes that .gitattributes gives to files that nobody writes by hand.
var marked = []string{"linguist-generated", "linguist-vendored"}

// gitFiles lists the files of a work tree below the slash-separated path under, relative to top: those that git tracks,
// and the others that it does not ignore; with a revision, only those that differ from it. Memory does not grow with
// their number. attribute is the one of marked that a file has.
func gitFiles(ctx context.Context, top, under, revision string, take func(rel, attribute string) error) error {
	lists := [][]string{{"ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate", "--", under}}
	if revision != "" {
		commit := revision + "^{commit}"
		out, err := gitCommand(ctx, top, "rev-parse", "--verify", "--quiet", "--end-of-options", commit).Output()
		if err != nil {
			return &RevisionError{revision}
		}
		commit = strings.TrimSpace(string(out))
		lists = [][]string{
			{"diff", "--name-only", "-z", "--no-ext-diff", "--no-relative", "--diff-filter=d", commit, "--", under},
			{"ls-files", "-z", "--others", "--exclude-standard", "--", under},
		}
	}
	for _, list := range lists {
		if err := gitList(ctx, top, list, take); err != nil {
			return err
		}
	}
	return nil
}

// RevisionError says that git knows no commit of a name.
type RevisionError struct{ Revision string }

func (e *RevisionError) Error() string {
	return fmt.Sprintf("git knows no commit %q here", e.Revision)
}

// gitList runs a command of git that lists files, and asks git for the attributes of each.
func gitList(ctx context.Context, top string, args []string, take func(rel, attribute string) error) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	list := gitCommand(ctx, top, args...)
	attributes := gitCommand(ctx, top, append([]string{"check-attr", "-z", "--stdin"}, marked...)...)
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	var said bytes.Buffer
	list.Stdout, list.Stderr, attributes.Stdin = w, &headBuffer{&said}, r
	out, err := attributes.StdoutPipe()
	if err == nil {
		err = list.Start()
	}
	if err == nil {
		if err = attributes.Start(); err != nil {
			cancel()
			_ = list.Wait() // it was ended
		}
	}
	_, _ = w.Close(), r.Close() // the two programs have them
	if err != nil {
		return fmt.Errorf("git: %w", err)
	}
	taken := eachMarked(bufio.NewReaderSize(out, 64<<10), take)
	if taken != nil {
		cancel()
	}
	waited := errors.Join(attributes.Wait(), list.Wait())
	switch {
	case taken != nil:
		return taken
	case ctx.Err() != nil:
		return ctx.Err()
	case waited != nil && said.Len() > 0:
		line, _, _ := strings.Cut(said.String(), "\n")
		return errors.New("git: " + line)
	case waited != nil:
		return fmt.Errorf("git: %w", waited)
	}
	return nil
}

// headBuffer keeps the first bytes of what git says on standard error.
type headBuffer struct{ b *bytes.Buffer }

func (h *headBuffer) Write(p []byte) (int, error) {
	if h.b.Len() < 4<<10 {
		h.b.Write(p)
	}
	return len(p), nil
}

// eachMarked reads the output of git check-attr -z for the attributes of marked: path, attribute, value, each ended by
// NUL.
func eachMarked(r *bufio.Reader, take func(rel, attribute string) error) error {
	field := func() (string, error) {
		s, err := r.ReadString(0)
		return strings.TrimSuffix(s, "\x00"), err
	}
	for {
		found := ""
		var file string
		for range marked {
			var attribute, value string
			var err error
			if file, err = field(); err == io.EOF {
				return nil
			}
			if err == nil {
				attribute, err = field()
			}
			if err == nil {
				value, err = field()
			}
			if err != nil {
				return fmt.Errorf("git: %w", err)
			}
			if value == "set" || value == "true" {
				found = attribute
			}
		}
		if err := take(file, found); err != nil {
			return err
		}
	}
}
