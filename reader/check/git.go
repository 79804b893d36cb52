package check

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"eyeline/reader/git"
)

// workTree is the top of the git work tree that dir lies in, as an absolute path. ok is false when there is none; the
// error says why git does not answer although there is one.
func workTree(ctx context.Context, dir string) (top string, ok bool, err error) {
	if !hasGit(dir) {
		return "", false, nil
	}
	out, err := git.Output(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return "", false, gitError(err)
	}
	top, err = filepath.EvalSymlinks(strings.TrimSuffix(out, "\n"))
	if err == nil && !below(top, dir) { // core.worktree names any folder
		err = fmt.Errorf("git: the work tree is elsewhere: %s", top)
	}
	return top, err == nil && top != "", err
}

// below reports whether a path is a folder or lies below it.
func below(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
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

// gitError says that an error is git's.
func gitError(err error) error { return fmt.Errorf("git: %w", err) }

// marked is the attributes that .gitattributes gives to files that nobody writes by hand.
var marked = []string{"linguist-generated", "linguist-vendored"}

// gitFiles lists the files of a work tree below the slash-separated path under, relative to top: those that git tracks,
// and the others that it does not ignore; with a revision, only those that differ from it. Memory does not grow with
// their number. attribute is the one of marked that a file has. What git could not look into goes to skip.
func gitFiles(
	ctx context.Context, top, under, revision string, take func(rel, attribute string) error, skip func(rel, why string),
) error {
	if revision == "" {
		list := []string{"ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate", "--", under}
		return gitList(ctx, top, list, take, skip)
	}
	commit, err := git.Resolve(ctx, top, revision, "commit")
	if err != nil {
		return err
	}
	// --numstat looks into the files that are text, and --name-only lists those too whose time alone has changed. Where
	// git cannot read one that has changed it gives no numbers at all.
	taken := false
	for _, form := range []string{"--numstat", "--name-only"} {
		changed := []string{
			"diff", form, "-z", "--no-renames", "--no-relative", "--diff-filter=d", commit, "--", under,
		}
		err = gitList(ctx, top, changed, func(rel, attribute string) error {
			taken = true
			return take(rel, attribute)
		}, skip)
		if err == nil || taken || ctx.Err() != nil {
			break
		}
	}
	if err != nil {
		return err
	}
	return gitList(ctx, top, []string{"ls-files", "-z", "--others", "--exclude-standard", "--", under}, take, skip)
}

// gitList runs a command of git that lists files, and asks git for the attributes of each.
func gitList(
	ctx context.Context, top string, args []string, take func(rel, attribute string) error, skip func(rel, why string),
) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	list, err := git.Start(ctx, top, nil, args...)
	if err != nil {
		return gitError(err)
	}
	defer list.Close()
	var names io.Reader = list
	if slices.Contains(args, "--numstat") {
		names = &numstatNames{in: bufio.NewReader(list)}
	}
	attributes, err := git.Start(ctx, top, names, append([]string{"check-attr", "-z", "--stdin"}, marked...)...)
	if err != nil {
		return gitError(err)
	}
	defer attributes.Close()
	if err := eachMarked(bufio.NewReaderSize(attributes, 64<<10), take); err != nil {
		return err
	}
	// The list first: when it fails, the attributes only lack their input.
	asked := attributes.Wait()
	if err := list.Wait(); err != nil && ctx.Err() == nil {
		return gitError(err)
	}
	if asked != nil && ctx.Err() == nil {
		return gitError(asked)
	}
	for _, line := range list.Said() {
		path, why := warned(line)
		skip(path, why)
	}
	return ctx.Err()
}

// warned is the path that a line of git's warnings is about, and what it says.
func warned(line string) (path, why string) {
	// Git could not look into a folder, and says often of which: a long line is cut.
	m := regexp.MustCompile(`^warning: ([^']*) '(.*?)(?:'(?:: (.*))?)?$`).FindStringSubmatch(line)
	if m == nil {
		return "", "git: " + line
	}
	why = "git: " + m[1]
	if m[3] != "" {
		why += ": " + m[3]
	}
	return strings.TrimSuffix(m[2], "/"), why
}

// numstatNames reads the names in the output of git diff --numstat -z: "ADDED\tDELETED\tNAME", ended by NUL.
type numstatNames struct {
	in   *bufio.Reader
	rest []byte // of a name
}

func (n *numstatNames) Read(p []byte) (int, error) {
	if len(n.rest) == 0 {
		entry, err := n.in.ReadBytes(0)
		if err != nil {
			return 0, err
		}
		fields := bytes.SplitN(entry, []byte("\t"), 3)
		n.rest = fields[len(fields)-1]
	}
	m := copy(p, n.rest)
	n.rest = n.rest[m:]
	return m, nil
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
