package attributes

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"eyeline/reader/longtest"
)

// onDisk reads the files of a folder.
func onDisk(dir string) Files {
	return func(name string) (string, bool, error) {
		text, err := os.ReadFile(filepath.Join(dir, name))
		return string(text), err == nil, nil
	}
}

// TestLikeGit compares with git check-attr, over made files of attributes.
func TestLikeGit(t *testing.T) {
	longtest.SkipUnlessLong(t)
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("GIT_ATTR_NOSYSTEM", "1")
	dir := t.TempDir()
	command := func(input string, args ...string) string {
		cmd := exec.Command("git", args...)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(input)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	command("", "init", "-q")
	folders := []string{"", "d/", "d/e/", "d/e/f/", "b/"}
	var paths []string
	for _, folder := range append(folders, "x/y/") {
		for _, name := range []string{"a", "b", "B", "ab.c", "AB.c", " a b", "[x", "#", "é", "\"q"} {
			paths = append(paths, folder+name)
		}
	}
	names := []string{"text", "diff", "merge", "eol", "m", "filter"}
	parts := []string{
		"a", "b", "*", "**/", "/", "d/", "m", "e/", "**", "?", "[a-b]", "\"", `\101`, `\`, "\\#", "é", "x", "\x00",
		"A", "AB.C", "[A-B]", "[A]", "[[:upper:]]", "D/", "É",
	}
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(all ...string) string { return all[r.IntN(len(all))] }
	for round := range 300 {
		var said strings.Builder
		for _, file := range []string{Info, Base, "d/" + Base, "d/e/" + Base} {
			var text strings.Builder
			text.WriteString(pick("", "", "\uFEFF"))
			for range r.IntN(6) {
				text.WriteString(pick("", "", " ", "\t", "[attr]", "!", "#", "[attr] ", "\""))
				for range 1 + r.IntN(3) {
					text.WriteString(pick(parts...))
				}
				for range r.IntN(4) {
					text.WriteString(pick(" ", "\t ", "\r ", "\"", "\x00"))
					name := pick("text", "diff", "eol", "m", "binary", "é", "-x", "merge", "filter")
					text.WriteString(pick("", "", "-", "!", "=") + name + pick("", "", "=v", "=", "=a=b"))
				}
				text.WriteString(pick("\n", "\n", "\r\n", "  \n"))
			}
			fmt.Fprintf(&said, "%s: %q\n", file, text.String())
			at := filepath.Join(dir, file)
			if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(at, []byte(text.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		fold := round%2 == 1
		command("", "config", "core.ignorecase", strconv.FormatBool(fold))
		tree := New(onDisk(dir), fold)
		want := command(strings.Join(paths, "\x00"), append([]string{"check-attr", "-z", "--stdin"}, names...)...)
		var got strings.Builder
		for _, path := range paths {
			values, err := tree.Of(t.Context(), path, names...)
			if err != nil {
				t.Fatal(err)
			}
			for i, value := range values {
				got.WriteString(path + "\x00" + names[i] + "\x00" + value + "\x00")
			}
		}
		if got.String() != want {
			t.Fatalf("round %d\n%q\n%q\n%s", round, got.String(), want, said.String())
		}
	}
}

// TestForGit: git is asked only for files that it comes to an end with, however the patterns look for others.
func TestForGit(t *testing.T) {
	hostile := strings.Repeat("**/a/", 20) + "zz text\n"
	tree := New(func(name string) (string, bool, error) { return hostile, name == Base, nil }, false)
	deep := strings.Repeat("a/", 60) + "b.go"
	if err := errors.Join(tree.ForGit("a/b.go"), tree.ForGit("c.go")); err != nil {
		t.Error(err)
	}
	if err := tree.ForGit(deep); !errors.Is(err, ErrBacktracks) {
		t.Error(err)
	}
	bare := New(func(name string) (string, bool, error) {
		return strings.TrimSuffix(hostile, " text\n"), name == Info, nil
	}, false)
	if err := bare.ForGit(deep); !errors.Is(err, ErrBacktracks) {
		t.Error("a pattern that says nothing:", err)
	}
	if values, err := tree.Of(t.Context(), deep, "text"); err != nil || values[0] != Unspecified {
		t.Error(values, err)
	}
	if values, err := tree.Of(t.Context(), deep[:120]+"zz", "text"); err != nil || values[0] != Set {
		t.Error(values, err)
	}
}

// TestLarge: of very many lines little is kept, and more are said to be too many.
func TestLarge(t *testing.T) {
	var text strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&text, "*a%d*a* filter=x%d\n", i, i)
	}
	tree := New(func(name string) (string, bool, error) { return text.String(), name == Base, nil }, false)
	for i := range 20 {
		values, err := tree.Of(t.Context(), fmt.Sprintf("d/b%da", i), "filter")
		if err != nil || values[0] != Unspecified {
			t.Fatal(i, values, err)
		}
		values, err = tree.Of(t.Context(), fmt.Sprintf("d/a%da", i), "filter")
		if err != nil || values[0] != fmt.Sprintf("x%d", i) {
			t.Fatal(i, values, err)
		}
	}
	many := New(func(name string) (string, bool, error) {
		return strings.Repeat("a b\n", maxLines+1), name == Base, nil
	}, false)
	if _, err := many.Of(t.Context(), "a", "b"); err == nil {
		t.Error("too many lines are taken")
	}
}

// TestTooMuch: patterns that take too long are given up for all files, and it is said.
func TestTooMuch(t *testing.T) {
	hostile := strings.Repeat(strings.Repeat("**/a/", 20)+"c*/**/*b* text\n", 3000)
	tree := New(func(name string) (string, bool, error) { return hostile, name == Base, nil }, false)
	var err error
	for i := 0; i < 20 && err == nil; i++ {
		_, err = tree.Of(t.Context(), strings.Repeat("a/", 60)+fmt.Sprintf("b%d", i), "text")
	}
	if err == nil {
		t.Error("all are matched")
	}
	if _, err = tree.Of(t.Context(), "b", "text"); err == nil {
		t.Error("after it another one is matched")
	}
}
