package unclear_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"eyeline/reader/transcript/mentions"
	"eyeline/reader/transcript/transcripttest"
	"eyeline/reader/transcript/unclear"
)

// TestUnanswered: of calls without a result those are left out whose one command reads the files alone that it names,
// and these exist and are others than the one that is asked about, by whatever name.
func TestUnanswered(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"asked.go", "a.go", "20"} {
		transcripttest.Write(t, filepath.Join(dir, name), []byte("one\n"))
	}
	if err := os.Link(filepath.Join(dir, "asked.go"), filepath.Join(dir, "hard.go")); err != nil {
		t.Skip(err) // a file system without links
	}

	const object, text = `{"id":"1","name":"bash","input":{"command":"`, `{"id":"1","name":"shell","arguments":"{\"cmd\":\"`
	there := filepath.ToSlash(dir) + "/"
	for line, want := range map[string]bool{
		object + `cat ` + there + `a.go"}}`:                                         false,
		object + `cat ` + there + `a.go","timeout":5}}`:                             false,
		object + `cat a.go"}}`:                                                      true, // the shell may have gone elsewhere
		object + `cat a.go\nrg x"}}`:                                                true,
		object + `cat a.go \"b\""}}`:                                                true,
		object + `cat a.go; rg x"}}`:                                                true,
		object + `cat ` + there + `hard.go"}}`:                                      true,
		object + `cat ` + there + `a.go hard.go"}}`:                                 true,
		object + `cat ` + there + `gone.go"}}`:                                      false,
		object + `cat /none/gone/x.go"}}`:                                           false,
		object + `cat sub/a.go"}}`:                                                  true,
		object + `cat ."}}`:                                                         true,
		object + `cat //host/share/a.go"}}`:                                         true,
		object + `tail -n 30 ` + there + `a.go"}}`:                                  false,
		object + `rg x"}}`:                                                          true,
		text + `head -n 3 a.go\"}"}`:                                                false,
		text + `head -n 3 ./a.go\"}"}`:                                              false,
		text + `tail -20 a.go 20\"}"}`:                                              false,
		text + `head -n 3 hard.go\"}"}`:                                             true,
		text + `head -n 3 gone.go\"}"}`:                                             true,
		text + `head -n 3 a.go\"}\n"}`:                                              false,
		text + `head a.go\",\"wait\":true}"}`:                                       false,
		text + `head a.go\",\"workdir\":\"/w\"}"}`:                                  true,
		text + `head a.go\\nls\"}"}`:                                                true,
		text + `head a.go | ls\"}"}`:                                                true,
		`{"id":"1","name":"Read","input":{}}`:                                       false,
		`{"id":"1","name":"zap","input":{}}`:                                        true,
		object + `cat` + manyNames(there, "gone") + `"}}`:                           false,
		object + `cat` + manyNames(there, "gone") + ` ` + there + `hard.go"}}`:      true,
		object + `cat` + manyNames("/none/gone/", "x") + `"}}`:                      false,
		object + `cat` + manyNames("/none/gone/", "x") + ` ` + there + `hard.go"}}`: true,
	} {
		path := filepath.Join(t.TempDir(), "run.jsonl")
		transcripttest.Write(t, path, []byte(line+"\n"))
		scan := mentions.New(path, unclear.Unanswered(dir, filepath.Join(dir, "asked.go")))
		if _, err := scan.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		records, _, err := scan.Open(0)
		if got := len(records) > 0; got != want || err != nil {
			t.Errorf("%s: open %t, want %t (%v)", line, got, want, err)
		}
	}
}

// manyNames are names in a folder at which nothing is, and of which it is told by its names alone in the end.
func manyNames(folder, name string) (names string) {
	for n := range 20 {
		names += fmt.Sprintf(" %s%s%d.go", folder, name, n)
	}
	return names
}
