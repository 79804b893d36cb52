package mcpserver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"eyeline/reader/mcpserver"
	"eyeline/reader/tools"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/rerun"
)

// TestRecord: a recorded run opens as a transcript, which knows the lines that each call gave, how the file was paged,
// and that the same calls give the same bytes now.
func TestRecord(t *testing.T) {
	root := folder(t)
	var text bytes.Buffer
	for range 2 { // two runs in one file
		c := connected(t, mcpserver.Options{Root: root, Tools: tools.All(), Record: &text, Version: "1"})
		called(t, c, "read_lines", json.RawMessage(`{"path":"sub/b.txt","line":10,"lines":5}`))
		called(t, c, "read_lines", json.RawMessage(`{"path":"sub/b.txt","line":15,"lines":5}`))
		called(t, c, "outline", json.RawMessage(`{"path":"a.go"}`))
		called(t, c, "read_block", json.RawMessage(`{"path":"nothing","line":1}`))
		for _, tool := range tools.All() {
			name := "a.go"
			if tool.Paths == tools.PathAbsolute {
				name = root + "/a.go"
			}
			called(t, c, mcpserver.Name(tool), tools.BuildArgs(tool, name, nil))
		}
	}
	path := filepath.Join(t.TempDir(), "record.jsonl")
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := transcript.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if s.Len() != 2*(4+len(tools.All())) || s.Dir != root {
		t.Fatalf("%d calls in %s", s.Len(), s.Dir)
	}
	n := 0
	for c := range s.Calls() {
		reads, err := s.Reads(c)
		if err != nil {
			t.Fatal(err)
		}
		if n++; n > 2 {
			break
		}
		first := int64(5 + 5*n)
		if len(reads) != 1 || len(reads[0].Lines) != 5 || reads[0].Lines[0].Number != first {
			t.Errorf("call %d: %+v", n, reads)
		}
	}
	answers, err := rerun.CompareAll(context.Background(), s, "")
	if err != nil {
		t.Fatal(err)
	}
	if same, all := answers.Count(rerun.Same), len(answers.Reads); same < all-2 || all < 2*len(tools.All()) {
		t.Errorf("%d of %d reads give the same", same, all)
		for _, a := range answers.Reads {
			if a.Verdict != rerun.Same {
				t.Logf("%+v", a)
			}
		}
	}
}
