package conformance

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

	"eyeline/reader/lists"
)

// context is what an agent sent of files before it read any, when it was started in one folder.
type context struct {
	ID, Agent, Tree, Root, Cwd, Home string
	Mentions, Read                   []string
	Parts                            []contextPart
	// Unordered: the order of names is that of the file system, so lines are sorted before they are compared.
	Unordered bool
}

// contextPart is one text that the agent sent.
type contextPart struct{ Kind, Text string }

// Contexts creates the directory trees of the cases in dst and loads the cases. In their texts the marks are replaced
// by paths in dst.
func Contexts(t testing.TB, dst string) (cases []context) {
	t.Helper()
	return ContextsOf(t, dst, func(string) bool { return true })
}

// ContextsOf is [Contexts] of those trees whose names, the first parts of paths in dst, are wanted.
func ContextsOf(t testing.TB, dst string, wants func(tree string) bool) (cases []context) {
	t.Helper()
	of := func(name string) bool {
		tree, _, _ := strings.Cut(name, "/")
		return wants(tree)
	}
	dst, err := filepath.EvalSymlinks(dst)
	must(t, err)
	put := map[string]*strings.Replacer{}
	for line := range bytes.Lines(unpack(t, contexts, &corpus{dir: dst, wants: of})["cases.jsonl"]) {
		var c context
		must(t, json.Unmarshal(line, &c))
		if !of(c.Tree) {
			continue
		}
		tree := filepath.Join(dst, c.Tree)
		in := func(rel string) string { return filepath.Join(tree, filepath.FromSlash(rel)) }
		c.Root = in(c.Root)
		c.Cwd = in(c.Cwd)
		c.Home = in(c.Home)

		if put[tree] == nil {
			put[tree] = strings.NewReplacer(
				"{{ROOT}}", c.Root, "{{HOME}}", c.Home, "{{OUT}}", in("out"), "{{TREE}}", tree,
			)
		}

		c.Mentions = lists.Map(c.Mentions, put[tree].Replace)
		for i, p := range c.Parts {
			c.Parts[i].Text = put[tree].Replace(p.Text)
		}

		cases = append(cases, c)
	}

	for tree, r := range put {
		must(t, fill(tree, r))
	}

	return cases
}

// fill replaces the marks in the files of a tree by paths.
func fill(tree string, put *strings.Replacer) error {
	return filepath.WalkDir(tree, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}

		data, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(data, []byte("{{")) {
			return err
		}

		return os.WriteFile(path, []byte(put.Replace(string(data))), 0o644)
	})
}

// Check returns how the parts, each a kind and a text, differ from those that the case expects; nil if they do not.
func (c context) Check(got [][2]string) error {
	if len(got) != len(c.Parts) {
		return fmt.Errorf("%d parts, want %d: %.300q", len(got), len(c.Parts), got)
	}

	for i, want := range c.Parts {
		kind := got[i][0]
		text := got[i][1]
		if kind != want.Kind || c.lines(text) != c.lines(want.Text) {
			return fmt.Errorf("part %d:\n got %s %.600q\nwant %s %.600q", i, kind, text, want.Kind, want.Text)
		}
	}

	return nil
}

func (c context) lines(text string) string {
	if !c.Unordered {
		return text
	}
	lines := strings.Split(text, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
