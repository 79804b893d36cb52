// Package conformance has the cases of the tools' contracts for tests: it creates the files that the cases read, and
// loads the cases from testdata/conformance.
package conformance

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// dirMark stands for the absolute path of the corpus directory in arguments and results.
const dirMark = "{{DIR}}"

// Case is one request and the answer that it must get. In all texts the mark for the corpus directory is replaced by
// its path. On Windows the answers keep the mark, since paths have other separators there; see Text.
type Case struct {
	Tool string
	Name string `json:"case"`
	Root string
	Home string `json:"-"` // of its agent
	// Args are the arguments as JSON text: an object, or whatever text the case sends in its place.
	Args []byte `json:"-"`
	// ArgsField is the value of a request's "arguments" field: an object, or a JSON string of raw JSON.
	ArgsField json.RawMessage `json:"args"`

	OK       bool
	Content  string // when OK and Digest is empty; {{ID}} and {{TIME}} in it stand for any one word
	Digest   string `json:"content_sha256"` // SHA-256 of a long content, in hex, with the marks still in it
	Error    string // when not OK
	Metadata json.RawMessage
	Note     string   // an extra message of the tool, after the result
	Parts    []string // the parts of the content
	// Session names the run of the agent that the case belongs to, with the cases before it; "": it is the first call
	// of a fresh run.
	Session string `json:"-"`

	dir   string
	paths *regexp.Regexp // on Windows: those below dir
	names []string       // on Windows: paths from Root
	named bool           // a name has a backslash
}

// CheckContent returns how got differs from the content that the case expects; nil if it does not.
func (c Case) CheckContent(got []byte) error {
	if c.Digest != "" {
		sum := sha256.Sum256(c.marked(got))
		if hex.EncodeToString(sum[:]) != c.Digest {
			return fmt.Errorf("content of %d bytes has another digest, it begins %.120q", len(got), got)
		}

		return nil
	}

	if !same(c.Text(string(got)), c.Content) {
		return fmt.Errorf("content\n got %.400q\nwant %.400q", got, c.Content)
	}

	return nil
}

// marked returns a content in which paths are replaced by their marks again: the digests were made of such texts.
func (c Case) marked(got []byte) []byte {
	if c.paths != nil {
		got = []byte(c.Text(string(got)))
	} else if c.dir != "" {
		got = bytes.ReplaceAll(got, []byte(c.dir), []byte(dirMark))
	}

	if strings.HasPrefix(c.Tool, "codex_") {
		got = chunkID.ReplaceAll(got, []byte("${1}{{ID}}"))
		if at := wallTime.FindSubmatchIndex(got); at != nil {
			got = slices.Concat(got[:at[3]], []byte("{{TIME}}"), got[at[4]:])
		}
	}

	return got
}

var (
	chunkID  = regexp.MustCompile(`\A(Chunk ID: )\S+`)
	wallTime = regexp.MustCompile(`(?m)^(Wall time:? )\S+( seconds)$`)
)

// same reports whether got is want. {{ID}} and {{TIME}} in want match any word.
func same(got, want string) bool {
	if !strings.Contains(want, "{{ID}}") && !strings.Contains(want, "{{TIME}}") {
		return got == want
	}
	pattern := regexp.QuoteMeta(want)
	for _, mark := range []string{"{{ID}}", "{{TIME}}"} {
		pattern = strings.ReplaceAll(pattern, regexp.QuoteMeta(mark), `\S+`)
	}
	return regexp.MustCompile(`\A(?:` + pattern + `)\z`).MatchString(got)
}

// CheckError returns how got differs from the error text that the case expects; nil if it does not.
func (c Case) CheckError(got string) error {
	text := c.Text(got)
	if !same(text, c.Error) && !(onWindows && sameOnWindows(text, c.Error)) {
		return fmt.Errorf("error\n got %.600q\nwant %.600q", got, c.Error)
	}
	return nil
}

// CheckMetadata returns how got, a metadata object or nothing, differs from the metadata that the case expects; nil if
// it does not, or if the case has no metadata.
func (c Case) CheckMetadata(got []byte) error {
	if len(c.Metadata) == 0 || string(c.Metadata) == "null" {
		return nil
	}

	var a, b any
	if c.paths != nil {
		got = []byte(c.Text(string(got)))
	}
	if err := errors.Join(json.Unmarshal(got, &a), json.Unmarshal(c.Metadata, &b)); err != nil {
		return fmt.Errorf("metadata %q: %w", got, err)
	}
	if !reflect.DeepEqual(a, b) {
		return fmt.Errorf("metadata\n got %s\nwant %s", got, c.Metadata)
	}

	return nil
}

// recipe describes how one file of the corpus is generated.
type recipe struct {
	Path, Recipe, Line string
	Lines              []string
	Count              int
	FinalNewline       bool `json:"final_newline"`
	Newline            *string
	Size               int64
	Target             string
	Pieces             []struct {
		Text, Hex string // exactly one is set
		Count     int
	}
}

func (r recipe) make(in *corpus) error {
	switch r.Recipe {
	case "repeat", "cycle", "pieces":
		data, err := r.content()
		return errors.Join(err, in.file(r.Path, data))
	case "sparse":
		err := in.file(r.Path, nil)
		if err == nil && !in.lacks(r.Path) {
			err = os.Truncate(in.path(r.Path), r.Size)
		}
		return err
	case "symlink":
		return in.link(r.Path, r.Target)
	case "dir":
		return in.folder(r.Path)
	}

	return fmt.Errorf("unknown recipe %q", r.Recipe)
}

func (r recipe) content() (content []byte, err error) {
	for _, p := range r.Pieces {
		piece, bad := hex.DecodeString(p.Hex)
		err = errors.Join(err, bad)
		content = append(content, bytes.Repeat(append(piece, p.Text...), p.Count)...)
	}

	newline := "\n"
	lines := r.Lines
	if r.Newline != nil {
		newline = *r.Newline
	}
	if r.Recipe == "repeat" {
		lines = []string{r.Line}
	}

	for i := range r.Count {
		if i > 0 {
			content = append(content, newline...)
		}
		content = append(content, lines[i%len(lines)]...)
	}

	if r.FinalNewline {
		content = append(content, newline...)
	}

	return content, err
}

// must fails a test whose cases cannot be loaded.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("conformance: %v", err)
	}
}
