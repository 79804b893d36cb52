package revision

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLog: the commits of a file, across a renaming, without words and with odd names.
func TestLog(t *testing.T) {
	dir := repository(t)
	runGit(t, dir, "commit", "-qam", "second")
	runGit(t, dir, "mv", "a.txt", "sub/with:colon\t\x1b[2J.txt")
	runGit(t, dir, "commit", "-q", "--allow-empty-message", "-m", "")
	runGit(t, dir, "mv", "sub/with:colon\t\x1b[2J.txt", "z.txt")
	runGit(t, dir, "commit", "-qm", "\x1b[31mred")
	runGit(t, dir, "tag", "v1")
	runGit(t, dir, "rm", "-q", "z.txt")
	runGit(t, dir, "commit", "-qm", "remove")
	for _, c := range []struct{ name, rev, want string }{
		{"z.txt", "", "remove > |\x1b[31mred > z.txt| > sub/with:colon\t\x1b[2J.txt|second > a.txt|first > a.txt"},
		{"z.txt", "v1", "remove > |\x1b[31mred > z.txt| > sub/with:colon\t\x1b[2J.txt|second > a.txt|first > a.txt"},
		{"sub/b.txt", "", "first > sub/b.txt"},
		{"with:colon", "", "first > with:colon"},
		{"gone/away/b.txt", "", ""},
		{"none", "", ""},
	} {
		all, err := Log(t.Context(), filepath.Join(dir, filepath.FromSlash(c.name)), c.rev, 100)
		var got []string
		for _, x := range all {
			if len(x.ID) < 40 || !strings.HasPrefix(x.ID, x.Short) || x.Author != "n" || len(x.Date) != 10 {
				t.Errorf("%s: %+v", c.name, x)
			}
			got = append(got, x.Title+" > "+x.Path)
		}
		if s := strings.Join(got, "|"); err != nil || s != c.want {
			t.Errorf("%s of %q: %q %v, want %q", c.name, c.rev, s, err, c.want)
		}
	}
	if all, err := Log(t.Context(), filepath.Join(dir, "with:colon"), "", 0); err != nil || len(all) != 0 {
		t.Error(all, err)
	}
	for _, bad := range []struct{ path, rev, want string }{
		{filepath.Join(t.TempDir(), "f"), "", "not a git repository"},
		{filepath.Join(dir, "a.txt"), "nowhere", "nowhere"},
		{filepath.Join(dir, "a.txt"), "--output=x", "--output=x"},
	} {
		if all, err := Log(t.Context(), bad.path, bad.rev, 10); err == nil || !strings.Contains(err.Error(), bad.want) || strings.Contains(err.Error(), "\n") || all != nil {
			t.Errorf("%+v: %v %v", bad, all, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "x")); err == nil {
		t.Error("git was made to write a file")
	}
	runGit(t, dir, "config", "i18n.logOutputEncoding", "ISO-8859-1")
	write(t, dir, "a.txt", "é")
	runGit(t, dir, "add", ".")
	runGit(t, dir, "commit", "-qm", "é")
	if all, err := Log(t.Context(), filepath.Join(dir, "a.txt"), "", 1); err != nil || len(all) != 1 || all[0].Title != "é" {
		t.Error("in another encoding:", all, err)
	}
	bare := filepath.Join(t.TempDir(), "bare.git")
	runGit(t, dir, "clone", "-q", "--bare", ".", bare)
	if all, err := Log(t.Context(), filepath.Join(bare, "sub", "b.txt"), "", 10); err != nil || len(all) != 1 {
		t.Error("bare:", all, err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Log(t.Context(), filepath.Join(dir, "a.txt"), "", 10); err == nil {
		t.Error("without git")
	}
}
