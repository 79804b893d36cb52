package unclear_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/mentions"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/transcripttest"
	"eyeline/reader/transcript/unclear"
)

// TestRecorded: by its record alone a call is left out that certainly changed no file, and no other one, be it written
// as an object or as a text of one.
func TestRecorded(t *testing.T) {
	const object, text = `{"name":"bash","input":{"command":"`, `{"name":"shell","call_id":"1","arguments":"{\"cmd\":\"`
	for line, want := range map[string]bool{
		object + `ls -l | head -n 3","timeout":5,"background":false}}`: false,
		object + `grep -n \"a b\" x.go"}}`:                             false,
		object + `make fmt"}}`:                                         true,
		object + `ls; make fmt"}}`:                                     true,
		object + `ls > x"}}`:                                           true,
		object + `ls \u0026\u0026 make fmt"}}`:                         true,
		object + `ls","cmd":"make fmt"}}`:                              true,
		object + `ls","keystrokes":"make fmt"}}`:                       true,
		object + `ls","more":{"command":"make fmt"}}}`:                 true,
		object + `ls`:                                                            true,
		text + `cat a.go\"}\n"}`:                                                 false,
		text + `cat a.go\",\"workdir\":\"/w\"}"}`:                                false,
		text + `grep \\\"a\\\" b\"}"}`:                                           false,
		text + `make fmt\"}"}`:                                                   true,
		text + `cat a.go\"}; make()"}`:                                           true,
		`{"name":"bash","arguments":"await run('ls')"}`:                          true,
		`{"arguments":"{\"cmd\":\"make\"}","name":"shell"}`:                      true,
		`{"name": "bash", "args": {"command": ["bash", "-lc", "ls"]}}`:           true,
		`{"name": "bash", "args": {"command": "ls"}}`:                            false,
		`{"name":"write_stdin","arguments":"{\"chars\":\"\",\"session_id\":7}"}`: false,
		`{"name":"write_stdin","arguments":"{\"chars\":\"make\\n\"}"}`:           true,
		`{"name":"bash","response":{"output":"make fmt"}}`:                       false,
		`{"name":"Read","input":{"file_path":"a"}}`:                              false,
		`{"name":"mcp__x__format","input":{}}`:                                   true,
		`{"name":"mcp__x\u005fformat","input":{}}`:                               true,
		`{"toolName":"TodoWrite","arguments":{}}`:                                false,
		`{"toolName":"terminal","arguments":{"command":"make"}}`:                 true,
		`{"name":"ba`: true,
		`{"type":"local_shell_call","action":{"command":["ls"]}}`: true,
		`{"name":null,"text":"\"name\":\"mcp__x__format\""}`:      false,
	} {
		path := filepath.Join(t.TempDir(), "run.jsonl")
		before := strings.Repeat(`{"text":"`+strings.Repeat("x", 4000)+`"}`+"\n", 20)
		transcripttest.Write(t, path, []byte(before+line))
		scan := mentions.New(path, unclear.Recorded())
		if _, err := scan.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, since, ok := scan.Since(0, int64(len(before)))
		if got := len(since) > 0; got != want || !ok {
			t.Errorf("%s: found %t, want %t", line, got, want)
		}
	}
}

// TestRecordedHasAll: of the samples of all agents, with tools and programs that are not known in the place of those
// that look at files, all calls are found that may have changed a file by what is decoded of them.
func TestRecordedHasAll(t *testing.T) {
	paths, err := transcript.FindBelow(t.Context(), "../../../testdata/transcripts")
	if err != nil {
		t.Fatal(err)
	}
	others := strings.NewReplacer(
		`"Read"`, `"zap"`, `"read"`, `"zap"`, `"read_file"`, `"zap"`, `"view"`, `"zap"`, `"ReadFile"`, `"zap"`,
		"cat ", "zat ", "head ", "zead ", "sed ", "zed ", "grep ", "zrep ", "rg ", "zg ",
	)
	checked := 0
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil || filepath.Ext(path) != ".jsonl" {
			continue
		}
		changed := filepath.Join(t.TempDir(), filepath.Base(path))
		transcripttest.Write(t, changed, []byte(others.Replace(string(text))))
		checked += checkRecorded(t, changed)
	}
	if checked < 10 {
		t.Errorf("%d calls", checked)
	}
}

// checkRecorded checks one transcript, and is how many calls of it may have changed a file.
func checkRecorded(t *testing.T, path string) (checked int) {
	t.Helper()
	whole, err := transcript.Open(t.Context(), path)
	if err != nil {
		return 0
	}
	defer func() { _ = whole.Close() }()
	scan := mentions.New(path, unclear.Recorded())
	if _, err := scan.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	kept, err := scan.Kept(0)
	if err != nil {
		t.Fatal(err)
	}
	some, err := transcript.Decode(t.Context(), path, strings.NewReader(string(kept)), int64(len(kept)))
	if err != nil {
		t.Fatal(path, err)
	}
	var found []string
	for c := range some.Calls() {
		found = append(found, c.Tool+transcripttest.Text(t, some, c.Args))
	}
	for c := range whole.Calls() {
		isTool := c.Kind == record.Other && !record.ChangesNoFile(c.Tool)
		if c.Agent >= 0 || !isTool && !(c.Kind == record.Shell && transcript.MayChangeByWords(whole, c)) {
			continue
		}
		checked++
		if one := c.Tool + transcripttest.Text(t, whole, c.Args); !slices.Contains(found, one) {
			t.Errorf("%s: call %d is not found: %.300s", path, c.Number, one)
		}
	}
	return checked
}
