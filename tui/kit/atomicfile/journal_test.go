package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"eyeline/reader/systemtest"
)

// begins is what the lines of a journal begin with here.
const begins = `{"type":"x",`

// aLine is one of them.
const aLine = begins + "\"n\":1}\n"

// TestJournal: lines are appended to what there is, a file that is half written is mended, and nobody else may read it.
func TestJournal(t *testing.T) {
	for old, c := range map[string]struct {
		lost  int64
		holds string
	}{
		"":                               {0, ""},
		aLine:                            {0, aLine},
		aLine + aLine:                    {0, aLine + aLine},
		aLine + `{"half`:                 {6, aLine},
		aLine + "\x00\x00":               {2, aLine},
		aLine + strings.Repeat("x", 2e5): {2e5, aLine},
		begins + `"half`:                 {17, ""},
		begins[:5]:                       {5, ""},
	} {
		path := filepath.Join(t.TempDir(), "a")
		put(t, path, old, 0o644)
		j, lost, err := OpenJournal(path, begins)
		if err != nil || lost != c.lost {
			t.Errorf("%.40q: %d bytes are lost, want %d; %v", old, lost, c.lost, err)
			continue
		}
		if _, err := j.Write([]byte(aLine)); err != nil {
			t.Error(err)
		}
		if err := j.Close(); err != nil {
			t.Error(err)
		}
		if got := read(t, path); got != c.holds+aLine {
			t.Errorf("%.40q became %.100q", old, got)
		}
		if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%.40q: mode %v, %v", old, info.Mode(), err)
		}
	}
}

// TestJournalOfOthers: what is somebody else's is refused, and stays as it is.
func TestJournalOfOthers(t *testing.T) {
	for _, old := range []string{"alias ls=ls\n", "x", "{}\n", "{\"tipo", "\n" + aLine, "\ufeff" + aLine} {
		path := filepath.Join(t.TempDir(), "a")
		put(t, path, old, 0o644)
		_, _, err := OpenJournal(path, begins)
		if !errors.Is(err, errNotOurs) {
			t.Errorf("%q: %v", old, err)
		}
		info, err := os.Stat(path)
		if err != nil || read(t, path) != old || runtime.GOOS != "windows" && info.Mode().Perm() != 0o644 {
			t.Errorf("%q became %q, %v, %v", old, read(t, path), info.Mode(), err)
		}
	}
}

// TestJournalFollowsNoLink: neither a link to a file, nor one to nothing, nor a folder.
func TestJournalFollowsNoLink(t *testing.T) {
	systemtest.SkipOnWindows(t, "making links takes a privilege")
	dir := t.TempDir()
	put(t, filepath.Join(dir, "target"), aLine, 0o644)
	for link, to := range map[string]string{"link": "target", "dangling": "none", "loop": "loop"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
		if _, _, err := OpenJournal(filepath.Join(dir, link), begins); !errors.Is(err, errLink) {
			t.Errorf("%s: %v", link, err)
		}
	}
	if _, _, err := OpenJournal(dir, begins); err == nil {
		t.Error("a folder is opened")
	}
	if info, err := os.Stat(filepath.Join(dir, "target")); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o644 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	alone(t, dir, "dangling", "link", "loop", "target")
}

// TestJournalThatIsReplaced: nothing is written to a file that has lost its name.
func TestJournalThatIsReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	j, _, err := OpenJournal(path, begins)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if err := os.Rename(path, path+".1"); err != nil {
		t.Skip(err)
	}
	if _, err := j.Write([]byte(aLine)); !errors.Is(err, errGone) {
		t.Errorf("removed: %v", err)
	}
	put(t, path, aLine, 0o600)
	if _, err := j.Write([]byte(aLine)); !errors.Is(err, errGone) {
		t.Errorf("replaced: %v", err)
	}
	if read(t, path+".1") != "" || read(t, path) != aLine {
		t.Error("something is written")
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// TestJournalThatIsCut: nothing is written to a file that another program has cut or added to, and it stays as that
// program left it.
func TestJournalThatIsCut(t *testing.T) {
	for _, left := range []string{"", aLine, aLine + aLine[:5], aLine + aLine + "x", aLine + aLine + aLine} {
		path := filepath.Join(t.TempDir(), "a")
		j, _, err := OpenJournal(path, begins)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, err := j.Write([]byte(aLine)); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(path, []byte(left), 0o600); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, err := j.Write([]byte(aLine)); !errors.Is(err, errChanged) {
				t.Errorf("%q: %v", left, err)
			}
		}
		if err := j.cut(); err != nil {
			t.Error(err)
		}
		if got := read(t, path); got != left && got != aLine+aLine {
			t.Errorf("%q became %q", left, got)
		}
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestDrop: what was appended goes, and the file that was made for it; what was there before stays.
func TestDrop(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "old"), aLine+"half", 0o600)
	for _, name := range []string{"old", "new"} {
		j, _, err := OpenJournal(filepath.Join(dir, name), begins)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := j.Write([]byte(aLine)); err != nil {
			t.Error(err)
		}
		if err := j.Drop(); err != nil {
			t.Error(err)
		}
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	}
	alone(t, dir, "old")
	if got := read(t, filepath.Join(dir, "old")); got != aLine {
		t.Errorf("%q", got)
	}
}

// TestDropOfAnothers: a file that another program has added to, or put in its place, stays.
func TestDropOfAnothers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	j, _, err := OpenJournal(path, begins)
	if err != nil {
		t.Fatal(err)
	}
	put(t, path, aLine, 0o600)
	if err := j.Drop(); err == nil || read(t, path) != aLine {
		t.Error(err)
	}
	_ = j.Close()
}

// FuzzJournal: whatever a file has, it is either refused and stays as it is, or it has whole lines afterwards.
func FuzzJournal(f *testing.F) {
	for _, seed := range []string{"", aLine, aLine + "half", begins, "x\n", "\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, old []byte) {
		path := filepath.Join(t.TempDir(), "a")
		put(t, path, string(old), 0o600)
		j, lost, err := OpenJournal(path, begins)
		if err != nil {
			if read(t, path) != string(old) {
				t.Error("a file that is refused has changed")
			}
			return
		}
		defer j.Close()
		got := read(t, path)
		if got != "" && (!strings.HasPrefix(got, begins) || !strings.HasSuffix(got, "\n")) {
			t.Errorf("it holds %q", got)
		}
		if int64(len(old)-len(got)) != lost || !strings.HasPrefix(string(old), got) {
			t.Errorf("%d bytes are said to be lost of %q, which is %q", lost, old, got)
		}
	})
}

// TestBlotLooksInWholeEscapes: no part that is looked at begins behind a backslash, which may begin an escape.
func TestBlotLooksInWholeEscapes(t *testing.T) {
	j, _, err := OpenJournal(filepath.Join(t.TempDir(), "a"), begins)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.Write([]byte(begins + strings.Repeat(`x\\\`, 1<<20) + "\n")); err != nil {
		t.Fatal(err)
	}
	parts := 0
	err = j.Overwrite(101, func(part []byte) [][2]int {
		if parts++; parts > 1 && !strings.HasPrefix(string(part), `\\\x`) {
			t.Errorf("a part begins with %q", part[:8])
		}
		return nil
	})
	if err != nil || parts < 3 {
		t.Error(parts, err)
	}
	_ = j.Close()
}

// placesOf finds a text.
func placesOf(text string) func([]byte) [][2]int {
	return func(part []byte) (places [][2]int) {
		for from := 0; text != ""; from += len(text) {
			i := strings.Index(string(part[from:]), text)
			if i < 0 {
				break
			}
			from += i
			places = append(places, [2]int{from, from + len(text)})
		}
		return places
	}
}

// TestBlot: a text is written over wherever it stands, also across the parts that are looked at, and nothing else is.
func TestBlot(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	j, _, err := OpenJournal(path, begins)
	if err != nil {
		t.Fatal(err)
	}
	const key = "sk-0123456789"
	long := begins + `"x":"` + strings.Repeat("y", 1<<20-30) + key + strings.Repeat("z", 1<<20) + key + key + "\"}\n"
	for _, line := range []string{begins + `"k":"` + key + "\"}\n", long, aLine} {
		if _, err := j.Write([]byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	before := read(t, path)
	for _, text := range []string{key, "not there", "", strings.Repeat("long", 1<<20)} {
		if err := j.Overwrite(len(text), placesOf(text)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := j.Write([]byte(aLine)); err != nil {
		t.Fatal(err)
	}
	if got, want := read(t, path), strings.ReplaceAll(before, key, strings.Repeat("*", len(key)))+aLine; got != want {
		t.Errorf("%d bytes, %d of the text", len(got), strings.Count(got, key))
	}
	put(t, path, aLine, 0o600)
	if err := j.Overwrite(5, placesOf(`"n":1`)); err == nil || read(t, path) != aLine {
		t.Error("a file that another program has changed is written to")
	}
	_ = j.Close()
}
