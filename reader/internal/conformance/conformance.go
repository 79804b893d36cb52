// Package conformance holds the cases of CONTRACTS.md ("Cases") for tests: it makes the corpus and reads the vectors
// that stand in testdata/conformance.
package conformance

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// dirMark stands for the corpus directory's absolute path, in arguments and in results.
const dirMark = "{{DIR}}"

// Case is one request and the answer that it must get. All texts have the mark for the corpus directory replaced.
type Case struct {
	Tool string
	Name string
	Root string
	// Args are the arguments as JSON text: an object, or whatever text the case sends in its place.
	Args []byte
	// ArgsField is the value of a request's "arguments" field: an object, or a JSON string of raw JSON.
	ArgsField json.RawMessage

	OK       bool
	Content  string // when OK and Digest is empty
	Digest   string // SHA-256 of a long content, in hex
	Error    string // when not OK
	Metadata json.RawMessage
}

// CheckContent says how got differs from the content that the case expects; nil when it does not.
func (c Case) CheckContent(got []byte) error {
	if c.Digest != "" {
		sum := sha256.Sum256(got)
		if hex.EncodeToString(sum[:]) != c.Digest {
			return fmt.Errorf("content of %d bytes has another digest, it begins %.120q", len(got), got)
		}
		return nil
	}
	if string(got) != c.Content {
		return fmt.Errorf("content\n got %.400q\nwant %.400q", got, c.Content)
	}
	return nil
}

// CheckMetadata says how got, a metadata object or nothing, differs from what the case expects; nil when it does not.
// Cases without metadata say nothing about it.
func (c Case) CheckMetadata(got []byte) error {
	if len(c.Metadata) == 0 {
		return nil
	}
	a, err := normalize(got)
	if err != nil {
		return fmt.Errorf("metadata %q: %w", got, err)
	}
	b, err := normalize(c.Metadata)
	if err != nil {
		return err
	}
	if !bytes.Equal(a, b) {
		return fmt.Errorf("metadata\n got %s\nwant %s", a, b)
	}
	return nil
}

// normalize writes a JSON value with sorted keys and without spaces.
func normalize(data []byte) ([]byte, error) {
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

// SetDir is the folder of the cases in the repository.
func SetDir() (string, error) {
	_, file, _, ok := runtime.Caller(0)
	if !ok {
		return "", errors.New("conformance: the source file's place is unknown")
	}
	dir := filepath.Join(filepath.Dir(file), "..", "..", "..", "testdata", "conformance")
	if _, err := os.Stat(dir); err != nil {
		return "", fmt.Errorf("conformance: the cases are missing: %w", err)
	}
	return dir, nil
}

// Cases reads all cases; dir is the corpus directory as an absolute path without symbolic links.
func Cases(dir string) ([]Case, error) {
	set, err := SetDir()
	if err != nil {
		return nil, err
	}
	f, err := os.Open(filepath.Join(set, "vectors.jsonl"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var cases []Case
	sc := bufio.NewScanner(f)
	sc.Buffer(make([]byte, 1<<20), 64<<20)
	for sc.Scan() {
		c, err := parseCase(sc.Bytes(), dir)
		if err != nil {
			return nil, fmt.Errorf("conformance: line %d: %w", len(cases)+1, err)
		}
		cases = append(cases, c)
	}
	return cases, sc.Err()
}

func parseCase(line []byte, dir string) (Case, error) {
	var raw struct {
		Tool     string          `json:"tool"`
		Case     string          `json:"case"`
		Root     string          `json:"root"`
		Args     json.RawMessage `json:"args"`
		OK       bool            `json:"ok"`
		Content  string          `json:"content"`
		Digest   string          `json:"content_sha256"`
		Error    string          `json:"error"`
		Metadata json.RawMessage `json:"metadata"`
	}
	if err := json.Unmarshal(line, &raw); err != nil {
		return Case{}, err
	}
	put := func(s string) string { return strings.ReplaceAll(s, dirMark, dir) }
	c := Case{
		Tool: raw.Tool, Name: raw.Case, Root: put(raw.Root), OK: raw.OK,
		Content: put(raw.Content), Digest: raw.Digest, Error: put(raw.Error),
		ArgsField: json.RawMessage(put(string(raw.Args))),
	}
	if len(raw.Metadata) > 0 && string(raw.Metadata) != "null" {
		c.Metadata = json.RawMessage(put(string(raw.Metadata)))
	}
	c.Args = c.ArgsField
	if len(raw.Args) > 0 && raw.Args[0] == '"' {
		var text string
		if err := json.Unmarshal(c.ArgsField, &text); err != nil {
			return Case{}, err
		}
		c.Args = []byte(text)
	}
	return c, nil
}

// Materialize makes the corpus in dst, a directory: the stored files and those that the recipes generate. It returns
// dst as an absolute path without symbolic links, which is what stands for the corpus directory in cases.
func Materialize(dst string) (string, error) {
	set, err := SetDir()
	if err != nil {
		return "", err
	}
	dst, err = filepath.EvalSymlinks(dst)
	if err != nil {
		return "", err
	}
	if dst, err = filepath.Abs(dst); err != nil {
		return "", err
	}
	if err := copyTree(filepath.Join(set, "corpus"), dst); err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(set, "recipes.json"))
	if err != nil {
		return "", err
	}
	var recipes []recipe
	if err := json.Unmarshal(text, &recipes); err != nil {
		return "", err
	}
	for _, r := range recipes {
		if err := r.make(dst); err != nil {
			return "", fmt.Errorf("conformance: %s: %w", r.Path, err)
		}
	}
	return dst, nil
}

func copyTree(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), data, 0o644)
	})
}

// recipe generates one file of the corpus.
type recipe struct {
	Path         string   `json:"path"`
	Recipe       string   `json:"recipe"`
	Line         string   `json:"line"`
	Lines        []string `json:"lines"`
	Count        int      `json:"count"`
	FinalNewline bool     `json:"final_newline"`
	Newline      *string  `json:"newline"`
	Size         int64    `json:"size"`
	Target       string   `json:"target"`
	Pieces       []struct {
		Text  string `json:"text"`
		Hex   string `json:"hex"`
		Count int    `json:"count"`
	} `json:"pieces"`
}

func (r recipe) make(dst string) error {
	path := filepath.Join(dst, filepath.FromSlash(r.Path))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	switch r.Recipe {
	case "repeat", "cycle", "pieces":
		data, err := r.content()
		if err != nil {
			return err
		}
		return os.WriteFile(path, data, 0o644)
	case "sparse":
		f, err := os.Create(path)
		if err != nil {
			return err
		}
		return errors.Join(f.Truncate(r.Size), f.Close())
	case "symlink":
		if err := os.Symlink(r.Target, path); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		return nil
	case "dir":
		return os.MkdirAll(path, 0o755)
	}
	return fmt.Errorf("unknown recipe %q", r.Recipe)
}

func (r recipe) content() ([]byte, error) {
	var b bytes.Buffer
	if r.Recipe == "pieces" {
		for _, p := range r.Pieces {
			piece := []byte(p.Text)
			if p.Hex != "" {
				var err error
				if piece, err = hex.DecodeString(p.Hex); err != nil {
					return nil, err
				}
			}
			b.Write(bytes.Repeat(piece, p.Count))
		}
		return b.Bytes(), nil
	}
	newline, lines := "\n", r.Lines
	if r.Newline != nil {
		newline = *r.Newline
	}
	if r.Recipe == "repeat" {
		lines = []string{r.Line}
	}
	for i := range r.Count {
		if i > 0 {
			b.WriteString(newline)
		}
		b.WriteString(lines[i%len(lines)])
	}
	if r.FinalNewline {
		b.WriteString(newline)
	}
	return b.Bytes(), nil
}
