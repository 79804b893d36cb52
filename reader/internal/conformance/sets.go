package conformance

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/lists"
)

// contracts is the set of the cases of CONTRACTS.md. It is kept as files. The other sets are archives, since some of
// their names are possible on Linux only.
const contracts = "contracts"

// contexts is the archive of the cases about what agents send before they read.
const contexts = "context"

// Sets returns the names of the sets of cases: the one of the contracts, and every archive of cases of agents.
func Sets(t testing.TB) []string {
	t.Helper()
	sets := []string{contracts}
	archives, err := filepath.Glob(filepath.Join(TestData(t, "conformance"), "*.tar.gz"))
	must(t, err)

	for _, path := range archives {
		if name := strings.TrimSuffix(filepath.Base(path), ".tar.gz"); name != contexts {
			sets = append(sets, name)
		}
	}

	return sets
}

// TestData returns the path of a folder in testdata, which is searched for from the working directory upwards.
func TestData(t testing.TB, name string) string {
	t.Helper()
	dir, err := os.Getwd()
	must(t, err)

	for {
		found := filepath.Join(dir, "testdata", name)
		if _, err := os.Stat(found); err == nil {
			return found
		}

		above := filepath.Dir(dir)
		if above == dir {
			t.Fatalf("no testdata/%s in the working directory or above it", name)
		}

		dir = above
	}
}

// set is a set of cases whose files have been created.
type set struct {
	// Dir is the absolute path of the corpus directory, without symbolic links; Home is the home directory of its
	// agents.
	Dir, Home string
	Cases     []Case
}

// Load creates the files of a set in dst, a directory, and returns its cases: those of vectors.jsonl, then the steps of
// sequences.jsonl, which share a Session.
func Load(t testing.TB, name, dst string) *set {
	t.Helper()
	dst, err := filepath.EvalSymlinks(dst)
	must(t, err)
	dst, err = filepath.Abs(dst)
	must(t, err)
	in := &corpus{dir: dst}
	files := unpack(t, name, in)
	var recipes []recipe
	must(t, json.Unmarshal(files["recipes.json"], &recipes))

	for _, r := range recipes {
		must(t, r.make(in))
	}

	in.lackFolders()
	s := &set{Dir: dst, Home: filepath.Join(dst, "home")}
	must(t, os.MkdirAll(s.Home, 0o755))
	add := func(c Case) {
		c = c.In(s.Dir, s.Home)
		if in.canHave(c) {
			s.Cases = append(s.Cases, c)
		}
	}

	for line := range bytes.Lines(files["vectors.jsonl"]) {
		var c Case
		must(t, json.Unmarshal(line, &c))
		add(c)
	}

	for line := range bytes.Lines(files["sequences.jsonl"]) {
		var q struct {
			Case
			Steps []Case
		}
		must(t, json.Unmarshal(line, &q))
		for i, c := range q.Steps {
			c.Tool = q.Tool
			c.Name = fmt.Sprintf("%s-%d", q.Name, i+1)
			c.Root = q.Root
			c.Session = q.Tool + "-" + q.Name
			add(c)
		}
	}

	return s
}

// In returns the case with {{DIR}} and {{HOME}} replaced by these folders.
func (c Case) In(dir, home string) Case {
	put := strings.NewReplacer(dirMark, dir, "{{HOME}}", home).Replace
	c.Args = c.ArgsField
	if onWindows {
		c.paths = pathsBelow(dir)
		c.names = relativeNames(c.ArgsField, c.Root)
		c.named = namesBackslash(c.ArgsField)
		c.Args = windowsArgs(c.ArgsField, put)
		atHome := strings.NewReplacer("{{HOME}}", dirMark+filepath.ToSlash(home[len(dir):])).Replace
		put = func(text string) string { return oneSeparator(atHome(text)) }
		c.Root = filepath.FromSlash(strings.ReplaceAll(put(c.Root), dirMark, dir))
	} else {
		c.Root = put(c.Root)
		c.Args = json.RawMessage(put(string(c.Args)))
	}

	c.ArgsField = c.Args
	c.Content = put(c.Content)
	c.Error = put(c.Error)
	c.Note = put(c.Note)
	c.dir = dir
	c.Home = home
	c.Parts = lists.Map(c.Parts, put)
	c.Metadata = json.RawMessage(put(string(c.Metadata)))

	if bytes.HasPrefix(c.Args, []byte{'"'}) {
		var text string
		_ = json.Unmarshal(c.ArgsField, &text) // cannot fail: it was parsed before
		c.Args = []byte(text)
	}

	return c
}

// unpack extracts the files of a set into its folder and returns the other files of the archive.
func unpack(t testing.TB, set string, dst *corpus) map[string][]byte {
	t.Helper()
	dir := TestData(t, "conformance")
	files := map[string][]byte{}
	if set == contracts {
		for _, name := range []string{"recipes.json", "vectors.jsonl"} {
			data, err := os.ReadFile(filepath.Join(dir, name))
			must(t, err)
			files[name] = data
		}

		must(t, dst.copyOf(filepath.Join(dir, "corpus")))
		return files
	}

	f, err := os.Open(filepath.Join(dir, set+".tar.gz"))
	must(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	must(t, err)

	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return files
		}

		must(t, err)
		data, err := io.ReadAll(r)
		must(t, err)
		name := strings.TrimPrefix(h.Name, "./")
		rel, inCorpus := strings.CutPrefix(name, "corpus/")
		switch {
		case !inCorpus:
			files[name] = data
		case dst.wants != nil && !dst.wants(rel):
		case h.Typeflag == tar.TypeDir:
			must(t, dst.folder(strings.TrimSuffix(rel, "/")))
		case h.Typeflag == tar.TypeSymlink:
			must(t, dst.link(rel, h.Linkname))
		default:
			must(t, dst.file(rel, data))
		}
	}
}
