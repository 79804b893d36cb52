package late_test

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/chroma/v2/lexers"
	_ "github.com/atotto/clipboard"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/tiktoken-go/tokenizer/codec"
	"github.com/ulikunitz/xz"
	_ "mvdan.cc/sh/v3/syntax"

	"eyeline/reader/late"
)

// lexersAtStart says that there were lexers before the tests began.
var lexersAtStart = lexers.GlobalLexerRegistry != nil

func TestPutOff(t *testing.T) {
	if v := runtime.Version(); !strings.HasPrefix(v, "go1.26") {
		t.Skipf("nothing is put off with %s: see whether internal/task/put_off.go is right for it", v)
	}
	for name, libraries := range map[string]late.Libraries{"Lexers": late.Lexers, "Tokenizer": late.Tokenizer, "Packers": late.Packers} {
		if !libraries.PutOff() {
			t.Errorf("%s were initialised at start", name)
		}
	}
	if lexersAtStart {
		t.Error("chroma's lexers were registered at start")
	}
	trace := exec.Command(os.Args[0], "-test.run=^$")
	trace.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	said, err := trace.CombinedOutput()
	if err != nil || !strings.Contains(string(said), "init github.com/alecthomas/chroma/v2 @") {
		t.Fatalf("no trace of the initialisation: %v: %s", err, said)
	}
	for _, path := range packages(t) {
		if strings.Contains(string(said), "init "+path+" @") {
			t.Errorf("%s is initialised at start", path)
		}
	}
}

// packages are the import paths that put_off.go names.
func packages(t *testing.T) []string {
	t.Helper()
	source, err := os.ReadFile("internal/task/put_off.go")
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, m := range regexp.MustCompile(`(?m)^\t//go:linkname \w+Record (\S+)\.\.inittask$`).FindAllStringSubmatch(string(source), -1) {
		paths = append(paths, m[1])
	}
	if len(paths) != 13 {
		t.Fatalf("%d packages", len(paths))
	}
	return paths
}

// Init must do all that Go would have done, and do it once.
func TestInit(t *testing.T) {
	for range 2 {
		late.Lexers.Init()
	}
	if n := len(lexers.GlobalLexerRegistry.Lexers); n < 250 {
		t.Errorf("%d lexers", n)
	}
	late.Tokenizer.Init()
	if n, err := codec.NewO200kBase().Count("words, ΑΒΓ and 12345"); n == 0 || err != nil {
		t.Errorf("%d tokens: %v", n, err)
	}
	late.Packers.Init()
	const text = "text, text, text and text"
	for name, pack := range map[string]func(io.Writer) (io.WriteCloser, error){
		"gzip": func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil },
		"zstd": func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) },
		"xz":   func(w io.Writer) (io.WriteCloser, error) { return xz.NewWriter(w) },
	} {
		var packed bytes.Buffer
		w, err := pack(&packed)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, text); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		var r io.Reader
		switch name {
		case "gzip":
			r, err = gzip.NewReader(&packed)
		case "zstd":
			r, err = zstd.NewReader(&packed)
		case "xz":
			r, err = xz.NewReader(&packed)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || string(got) != text {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// charm begins the import paths of packages of which much can be used before they are initialised.
const charm = "github.com/charmbracelet/"

// Whoever uses more of x/ansi than what TestAnsiBeforeInit of package tui tests initialises it.
func TestWidthsAreInitialised(t *testing.T) {
	early := []string{"FirstGraphemeCluster", "GraphemeWidth", "IndexedColor", "Convert256", "Convert16"}
	eachFile(t, func(path string, source []byte) {
		if strings.HasSuffix(path, "_test.go") || !bytes.Contains(source, []byte(`"`+charm+`x/ansi"`)) {
			return
		}
		for _, line := range strings.Split(string(source), "\n") {
			for _, m := range regexp.MustCompile(`\bansi\.([A-Z]\w*)`).FindAllStringSubmatch(strings.Split(line, "//")[0], -1) {
				if !slices.Contains(early, m[1]) && !bytes.Contains(source, []byte("late.Widths.Init()")) {
					t.Errorf("%s uses ansi.%s, which package late must initialise", path, m[1])
				}
			}
		}
	})
}

// Every file that imports a library whose initialisation is put off must import this package, to make up for it.
func TestUsersInitialise(t *testing.T) {
	paths := packages(t)
	paths = slices.DeleteFunc(paths, func(path string) bool { return strings.HasPrefix(path, charm) }) // see TestWidthsAreInitialised
	paths = append(paths, "github.com/klauspost/compress/gzip", "github.com/dlclark/regexp2/v2")
	users := 0
	eachFile(t, func(path string, source []byte) {
		imports := func(lib string) bool { return bytes.Contains(source, []byte("\t\""+lib+"\"\n")) }
		if slices.ContainsFunc(paths, imports) {
			users++
			if !imports("eyeline/reader/late") || !bytes.Contains(source, []byte("late.")) {
				t.Errorf("%s uses a library that package late must initialise", path)
			}
		}
	})
	if users < 5 {
		t.Fatalf("%d files", users)
	}
}

// eachFile hands over all source files of the module.
func eachFile(t *testing.T, take func(path string, source []byte)) {
	t.Helper()
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := entry.Name(); entry.IsDir() && (name == "testdata" || len(name) > 2 && name[0] == '.') {
			return fs.SkipDir
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		source, err := os.ReadFile(path)
		if err == nil {
			take(path, source)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
