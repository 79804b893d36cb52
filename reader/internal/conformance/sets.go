package conformance

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// contracts is the set of the cases of CONTRACTS.md. It is kept as files, the others are packed: some of their names no
// other system has.
const contracts = "contracts"

// contexts is the archive of what agents are sent before they read.
const contexts = "context"

// Sets lists the sets of cases: that of the contracts, and every archive of agents that people run. Load says why they
// cannot be looked for.
func Sets() []string {
	sets := []string{contracts}
	dir, _ := setDir()
	archives, _ := fs.Glob(os.DirFS(dir), "*.tar.gz")
	for _, name := range archives {
		if name = strings.TrimSuffix(name, ".tar.gz"); name != contexts {
			sets = append(sets, name)
		}
	}
	return sets
}

// setDir is the folder of the cases in the repository.
func setDir() (string, error) { return TestData("conformance") }

// TestData is a folder of the repository's testdata, which is looked for from the working directory up.
func TestData(name string) (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("conformance: %w", err)
	}
	for {
		found := filepath.Join(dir, "testdata", name)
		if _, err := os.Stat(found); err == nil {
			return found, nil
		}
		above := filepath.Dir(dir)
		if above == dir {
			return "", fmt.Errorf("no testdata/%s in the working directory or above it", name)
		}
		dir = above
	}
}

// set is a set of cases whose corpus was made.
type set struct {
	// Dir is the corpus directory as an absolute path without symbolic links, Home the home directory of its agents.
	Dir, Home string
	Cases     []Case
}

// Load makes the corpus of a set in dst, a directory, and reads its cases: those of vectors.jsonl, and after them the
// steps of sequences.jsonl, which share a Session.
func Load(name, dst string) (*set, error) {
	dst, err := filepath.EvalSymlinks(dst)
	if err != nil {
		return nil, err
	}
	if dst, err = filepath.Abs(dst); err != nil {
		return nil, err
	}
	files, err := unpack(name, dst)
	if err != nil {
		return nil, fmt.Errorf("conformance: %s: %w", name, err)
	}
	var recipes []recipe
	if err := json.Unmarshal(files["recipes.json"], &recipes); err != nil {
		return nil, err
	}
	for _, r := range recipes {
		if err := r.make(dst); err != nil {
			return nil, fmt.Errorf("conformance: %s: %w", r.Path, err)
		}
	}
	s := &set{Dir: dst, Home: filepath.Join(dst, "home")}
	if err := os.MkdirAll(s.Home, 0o755); err != nil {
		return nil, err
	}
	if err := s.read(files["vectors.jsonl"], files["sequences.jsonl"]); err != nil {
		return nil, err
	}
	return s, nil
}

// Read reads cases from the lines of a file in the form of vectors.jsonl. dir is the folder that {{DIR}} stands for in
// them, home that of {{HOME}}.
func Read(dir, home string, vectors []byte) ([]Case, error) {
	s := &set{Dir: dir, Home: home}
	err := s.read(vectors, nil)
	return s.Cases, err
}

// read parses the cases.
func (s *set) read(vectors, sequences []byte) error {
	for line := range bytes.Lines(vectors) {
		var c Case
		if err := json.Unmarshal(line, &c); err != nil {
			return fmt.Errorf("conformance: case %d: %w", len(s.Cases)+1, err)
		}
		if err := s.add(c); err != nil {
			return err
		}
	}
	for line := range bytes.Lines(sequences) {
		var q struct {
			Case
			Steps []Case
		}
		if err := json.Unmarshal(line, &q); err != nil {
			return err
		}
		for i, c := range q.Steps {
			c.Tool, c.Name, c.Root = q.Tool, fmt.Sprintf("%s-%d", q.Name, i+1), q.Root
			c.Session = q.Tool + "-" + q.Name
			if err := s.add(c); err != nil {
				return err
			}
		}
	}
	return nil
}

// add adds a case as it is written down.
func (s *set) add(c Case) error {
	put := strings.NewReplacer(dirMark, s.Dir, "{{HOME}}", s.Home).Replace
	c.Root, c.Content, c.Error, c.Note, c.dir = put(c.Root), put(c.Content), put(c.Error), put(c.Note), s.Dir
	c.Home = s.Home
	for i, p := range c.Parts {
		c.Parts[i] = put(p)
	}
	c.Metadata = json.RawMessage(put(string(c.Metadata)))
	c.ArgsField = json.RawMessage(put(string(c.ArgsField)))
	c.Args = c.ArgsField
	if bytes.HasPrefix(c.Args, []byte{'"'}) {
		var text string
		if err := json.Unmarshal(c.ArgsField, &text); err != nil {
			return err
		}
		c.Args = []byte(text)
	}
	s.Cases = append(s.Cases, c)
	return nil
}

// unpack puts the corpus of a set into dst and returns the other files.
func unpack(set, dst string) (map[string][]byte, error) {
	dir, err := setDir()
	if err != nil {
		return nil, err
	}
	if set != contracts {
		return unpackFrom(filepath.Join(dir, set+".tar.gz"), dst)
	}
	files := map[string][]byte{}
	for _, name := range []string{"recipes.json", "vectors.jsonl"} {
		if files[name], err = os.ReadFile(filepath.Join(dir, name)); err != nil {
			return nil, err
		}
	}
	return files, os.CopyFS(dst, os.DirFS(filepath.Join(dir, "corpus")))
}

// unpackFrom is unpack for a set that is packed.
func unpackFrom(path, dst string) (map[string][]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	files := map[string][]byte{}
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		name := strings.TrimPrefix(h.Name, "./")
		rel, inCorpus := strings.CutPrefix(name, "corpus/")
		switch {
		case h.Typeflag == tar.TypeReg && inCorpus:
			err = writeFile(filepath.Join(dst, filepath.FromSlash(rel)), r)
		case h.Typeflag == tar.TypeReg:
			files[name], err = io.ReadAll(r)
		case h.Typeflag == tar.TypeDir && inCorpus:
			err = os.MkdirAll(filepath.Join(dst, filepath.FromSlash(rel)), 0o755)
		case h.Typeflag == tar.TypeSymlink && inCorpus:
			err = os.Symlink(h.Linkname, filepath.Join(dst, filepath.FromSlash(rel)))
		}
		if err != nil {
			return nil, err
		}
	}
}

func writeFile(path string, r io.Reader) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}
