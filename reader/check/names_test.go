package check

import (
	"path/filepath"
	"slices"
	"testing"
)

// TestNamesFromTheWorkingDirectory: files are named by the shortest path from the working directory, wherever in the
// root it is, and by the whole path where it is not in it and the path was not given relative to it.
func TestNamesFromTheWorkingDirectory(t *testing.T) {
	dir, err := filepath.EvalSymlinks(tree(t, map[string]string{
		".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": "", ".git/refs/x": "",
		"top.txt": "x\n", "a/one.txt": "x\n", "a/b/two.txt": "x\n", "beside/x": "x\n",
	}))
	if err != nil {
		t.Fatal(err)
	}
	whole, elsewhere := filepath.ToSlash(dir), t.TempDir()
	for _, c := range []struct {
		in, path string
		want     []string
	}{
		{".", ".", []string{"a/b/two.txt", "a/one.txt", "beside/x", "top.txt"}},
		{"a", ".", []string{"b/two.txt", "one.txt"}},
		{"a", "..", []string{"../beside/x", "../top.txt", "b/two.txt", "one.txt"}},
		{"a/b", dir, []string{"../../beside/x", "../../top.txt", "../one.txt", "two.txt"}},
		{"a/b", "../one.txt", []string{"../one.txt"}},
		{"..", filepath.Base(dir) + "/a", []string{filepath.Base(dir) + "/a/b/two.txt", filepath.Base(dir) + "/a/one.txt"}},
		{elsewhere, filepath.Join(dir, "top.txt"), []string{whole + "/top.txt"}},
	} {
		from := filepath.Join(dir, c.in)
		if c.in == elsewhere {
			from = elsewhere
		}
		t.Chdir(from)
		files, err := OpenTree(t.Context(), Options{Paths: []string{c.path}})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		err = files.Each(t.Context(), func(f TreeFile) error {
			got = append(got, f.Shown)
			return nil
		}, func(Skipped) {})
		if slices.Sort(got); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("in %s, %s: %q, %v; want %q", c.in, c.path, got, err, c.want)
		}
	}
}
