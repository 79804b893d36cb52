package replica

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/internal/conformance"
	"eyeline/reader/tools"
)

// set is a set of cases over the files of one folder.
type set struct {
	dir, home string // what {{DIR}} and {{HOME}} are in the cases
	cases     []testCase
}

// testCase is a call, and what is known of its answer.
type testCase struct {
	conformance.Case
	// new: the case has no answer yet.
	new bool
}

// library makes the files of the sets, each set once.
type library struct {
	t      testing.TB
	o      options
	dir    string
	loaded map[string]*set
	trees  []started // of all agents
}

// of returns the sets that have cases of an agent's tool, with those cases only; t is the tool that imitates it, or
// nil.
func (l *library) of(name string, t *tools.Tool) ([]*set, error) {
	if l.o.over != "" {
		if t == nil {
			return nil, fmt.Errorf("-over asks the tool %s for calls, and there is none", name)
		}
		s, err := l.folder("over", l.o.over)
		if err != nil {
			return nil, err
		}
		cases, err := casesOver(t, s.dir, l.o.files)
		return []*set{l.choose(&set{dir: s.dir, home: s.home, cases: cases}, t.Name)}, err
	}
	names := l.o.cases
	if len(names) == 0 {
		names = conformance.Sets(l.t)[1:] // the first one has no agents
	}
	var found []*set
	for _, n := range names {
		s, err := l.load(n)
		if err != nil {
			return nil, err
		}
		if mine := l.choose(s, name); len(mine.cases) > 0 {
			found = append(found, mine)
		}
	}
	return found, nil
}

// choose keeps the cases of a tool that are asked for. A case of a session that was recorded as one stays with the
// others of it.
func (l *library) choose(s *set, tool string) *set {
	mine := &set{dir: s.dir, home: s.home}
	for _, c := range s.cases {
		if c.Tool == tool && strings.Contains(c.Name, l.o.only) && (l.o.most == 0 || len(mine.cases) < l.o.most) {
			mine.cases = append(mine.cases, c)
		}
	}
	return mine
}

// load reads a set of testdata/conformance, or a file of cases.
func (l *library) load(name string) (*set, error) {
	if s := l.loaded[name]; s != nil {
		return s, nil
	}
	if !slices.Contains(conformance.Sets(l.t), name) {
		s, err := l.folder(fmt.Sprintf("file-%d", len(l.loaded)), l.o.dir)
		if err != nil {
			return nil, err
		}
		vectors, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		for line := range bytes.Lines(vectors) {
			c, err := readCase(line, s)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			s.cases = append(s.cases, testCase{Case: c, new: !hasAnswer(line)})
		}
		l.loaded[name] = s
		return s, nil
	}
	dst := filepath.Join(l.dir, name)
	if err := os.Mkdir(dst, 0o755); err != nil {
		return nil, err
	}
	c := conformance.Load(l.t, name, dst)
	s := &set{dir: c.Dir, home: c.Home}
	for _, k := range c.Cases {
		s.cases = append(s.cases, testCase{Case: k})
	}
	l.loaded[name] = s
	return s, nil
}

// readCase reads a line of a file of cases over the files of a set.
func readCase(line []byte, s *set) (c conformance.Case, err error) {
	err = json.Unmarshal(line, &c)
	return c.In(s.dir, s.home), err
}

// hasAnswer reports whether a line of a file of cases has an answer, and is not only a call.
func hasAnswer(line []byte) bool {
	var fields map[string]json.RawMessage
	return json.Unmarshal(line, &fields) == nil && fields["ok"] != nil
}

// folder copies a folder, so that nothing that an agent does reaches it.
func (l *library) folder(name, from string) (*set, error) {
	if s := l.loaded["copy "+name]; s != nil {
		return s, nil
	}
	dst := filepath.Join(l.dir, name)
	s := &set{dir: filepath.Join(dst, "d"), home: filepath.Join(dst, "home")}
	if err := os.MkdirAll(s.home, 0o755); err != nil {
		return nil, err
	}
	if err := copyFolder(from, s.dir); err != nil {
		return nil, fmt.Errorf("copying %s: %w", from, err)
	}
	l.loaded["copy "+name] = s
	return s, nil
}

// largestCopied is the largest file of a folder that is copied, in bytes.
const largestCopied = 16 << 20

// copyFolder copies regular files and symbolic links, without the data of git.
func copyFolder(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		dst := filepath.Join(to, rel)
		if d.Name() == ".git" && rel != "." {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		switch info, err := d.Info(); {
		case err != nil:
			return err
		case d.IsDir():
			return os.MkdirAll(dst, 0o755)
		case info.Mode()&fs.ModeSymlink != 0:
			target, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(target, dst)
		case info.Mode().IsRegular() && info.Size() <= largestCopied:
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			return os.WriteFile(dst, data, 0o644)
		}
		return nil
	})
}
