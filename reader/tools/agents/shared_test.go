package agents

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"eyeline/reader/access"
	"eyeline/reader/internal/conformance"
	"eyeline/reader/longtest"
	"eyeline/reader/tools"
)

// readBoth makes a call with a file that is shared and without, and compares all that the two say. It reports whether
// the file could be shared.
func readBoth(t *testing.T, tool *tools.Tool, env tools.Env, file string, args []byte, room *tools.Room) bool {
	t.Helper()
	opened, err := access.Open(t.Context(), file)
	if err != nil {
		return false
	}
	shared, err := tools.Share(file, opened, room)
	if err != nil {
		return false
	}
	defer shared.Close()
	with := env
	with.Shared = shared
	one, two := describe(t, tool, env, args), describe(t, tool, with, args)
	if !reflect.DeepEqual(one, two) {
		t.Errorf("%s %.200s\nalone:  %.600s\nshared: %.600s", tool.Name, args, fmt.Sprintf("%+v", one), fmt.Sprintf("%+v", two))
	}
	return true
}

// described is what a test compares of a read.
type described struct {
	refused         string
	result          tools.Result
	stats, counted  tools.Stats
	content, failed string
}

func describe(t *testing.T, tool *tools.Tool, env tools.Env, args []byte) (d described) {
	t.Helper()
	r, err := tool.Read(t.Context(), env, args)
	var refusal *tools.Error
	if errors.As(err, &refusal) {
		return described{refused: refusal.Text}
	}
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var content bytes.Buffer
	if d.stats, err = r.Render(context.Background(), &content); err != nil {
		d.failed = err.Error()
	}
	if d.counted, err = r.Render(context.Background(), io.Discard); err != nil {
		d.failed += err.Error()
	}
	if d.failed == "" && !reflect.DeepEqual(d.stats, d.counted) {
		t.Errorf("%s %.200s: written\n%+v, counted\n%+v", tool.Name, args, d.stats, d.counted)
	}
	d.content = content.String()
	d.result = tools.Result{
		Window: r.Window, FileBytes: r.FileBytes, Metadata: r.Metadata, Kind: r.Kind, Instead: r.Instead, Notes: r.Notes, NextArgs: r.NextArgs, Silent: r.Silent,
	}
	return d
}

// everyCase is how many cases there are to one whose call TestSharedCases makes.
const everyCase = 9

// TestSharedCases makes calls of the cases with the file that they name shared, and without.
func TestSharedCases(t *testing.T) {
	t.Parallel()
	longtest.SkipUnlessLong(t)
	room := tools.NewRoom(1<<20, 1<<20)
	for _, name := range conformance.Sets(t) {
		shared := 0
		for i, c := range loadSet(t, name) {
			if i%everyCase != 0 {
				continue
			}
			tool, ok := tools.Lookup(c.Tool)
			if !ok {
				continue
			}
			for _, file := range filesOf(c) {
				if readBoth(t, tool, tools.Env{Root: c.Root, Home: c.Home}, file, c.Args, room) {
					shared++
				}
			}
		}
		if shared == 0 {
			t.Errorf("no file of %s could be shared", name)
		}
	}
}

// filesOf are the files below the root of a case whose names its arguments end words with.
func filesOf(c conformance.Case) (files []string) {
	root, err := filepath.EvalSymlinks(c.Root)
	if err != nil {
		return nil
	}
	for _, word := range strings.FieldsFunc(string(c.Args), func(r rune) bool { return strings.ContainsRune("\" '\\{}[]:,", r) }) {
		file := word
		if !filepath.IsAbs(file) {
			file = filepath.Join(root, file)
		}
		if real, err := filepath.EvalSymlinks(file); err == nil && real == file && strings.HasPrefix(file, root+"/") {
			if fi, err := os.Lstat(file); err == nil && fi.Mode().IsRegular() {
				files = append(files, file)
			}
		}
	}
	return files
}

// TestSharedFiles makes the default reads of files that are made up, and reads on, with the file shared and without.
func TestSharedFiles(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "made.go")
	room := tools.NewRoom(1<<20, 1<<20)
	random := rand.New(rand.NewPCG(11, 13))
	files := 40
	if !longtest.IsRequested() {
		files = 12
	}
	for range files {
		if err := os.WriteFile(file, madeUp(random), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, tool := range tools.AllVersions() {
			env := tools.Env{Root: dir, Home: dir}
			args := tools.BuildArgs(tool, file, nil)
			for range 3 {
				if !readBoth(t, tool, env, file, args, room) {
					t.Fatal("the file is not shared")
				}
				r, err := tool.Read(t.Context(), env, args)
				if err != nil {
					break
				}
				_ = r.Close() // read only
				if r.NextArgs == nil {
					break
				}
				args = r.NextArgs
			}
		}
		if t.Failed() {
			return
		}
	}
}

// madeUp is a text with all that tools look for: line ends of many kinds, long lines, blanks, bytes that are no UTF-8,
// or none of it.
func madeUp(random *rand.Rand) []byte {
	var b bytes.Buffer
	plain := random.IntN(2) == 0
	for range random.IntN([]int{3, 40, 3000}[random.IntN(3)]) {
		switch n := random.IntN(60); {
		case n < 50 || plain:
			b.WriteString(strings.Repeat("\t", random.IntN(3)) + strings.Repeat("word ", random.IntN(12)))
		case n == 50:
			b.WriteString(strings.Repeat("long line ", random.IntN(700)))
		case n == 51:
			b.WriteString("ä€😀 \u00a0")
		case n == 52:
			b.WriteString("\xff\xe2\x82")
		case n == 53:
			b.WriteString([]string{"\r", "\f", "\v", "\u2028", "\x1d", "\u0085"}[random.IntN(6)] + "x")
		case n == 54:
			b.WriteString("trailing \t ")
		case n == 55:
			b.WriteString("<a href=\"data:image/png;base64,AAAA\"> \\ \x01")
		case n == 56 && random.IntN(20) == 0:
			b.WriteByte(0)
		case n == 57 && random.IntN(20) == 0:
			b.WriteString(strings.Repeat("😀", random.IntN(3000)))
		}
		if n := random.IntN(40); n > 0 || plain {
			b.WriteByte('\n')
		} else {
			b.WriteString("\r\n")
		}
	}
	if random.IntN(3) == 0 {
		b.WriteString("the last line")
	}
	return b.Bytes()
}
