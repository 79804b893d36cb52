package mcpserver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/mcpserver"
	"eyeline/reader/tools"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/rerun"
)

// recorded opens what a server recorded as a transcript.
func recorded(t *testing.T, record *bytes.Buffer) *transcript.Session {
	t.Helper()
	path := filepath.Join(t.TempDir(), "record.jsonl")
	if err := os.WriteFile(path, record.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := transcript.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// TestRecord: a recorded run opens as a transcript, which knows the lines that each call gave, how the file was paged,
// and that the same calls give the same bytes now.
func TestRecord(t *testing.T) {
	t.Parallel()
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
	s := recorded(t, &text)
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
		as, err := s.Value(c.Args) // what the model called, and not what made it
		by, _ := c.Made()
		if err != nil || c.Tool != "read_lines" || as.Get("line").Kind == jsonskim.Missing || by == c.Tool {
			t.Errorf("call %d is of %s (by %q), %v", n, c.Tool, by, err)
		}
	}
	answers, err := rerun.CompareAll(context.Background(), s, "")
	if err != nil {
		t.Fatal(err)
	}
	same, all := answers.Count(rerun.Same), len(answers.Reads)
	if runtime.GOOS == "windows" { // where shells and one tool are refused
		same += answers.Count(rerun.NotImitated)
	}
	if same < all-2 || all < 2*len(tools.All()) {
		t.Errorf("%d of %d reads give the same", same, all)
		for _, a := range answers.Reads {
			if a.Verdict != rerun.Same {
				t.Logf("%+v", a)
			}
		}
	}
}

// TestRecordOfAPart: a part of a line that a tool would give whole is recorded as made by none, so that the line is
// said to be cut, and no tool is asked whether it gives the same.
func TestRecordOfAPart(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "a.js"), bytes.Repeat([]byte("x"), 50_000), 0o600); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	c := connected(t, mcpserver.Options{Root: root, Record: &text, Version: "1"})
	called(t, c, "read_bytes", json.RawMessage(`{"path":"a.js","start":2000,"bytes":300}`))
	if got := text.String(); !strings.Contains(got, `"type":"part"`) || strings.Contains(got, `"by"`) {
		t.Errorf("%.400s", got)
	}
	s := recorded(t, &text)
	for one := range s.Calls() {
		reads, err := s.Reads(one)
		if err != nil || len(reads) != 1 || len(reads[0].Lines) != 1 || !reads[0].Lines[0].Cut {
			t.Errorf("reads %+v, %v", reads, err)
		}
	}
	if s.Len() != 1 || s.Run.Unknown != 0 {
		t.Errorf("%d calls, %d unknown records", s.Len(), s.Run.Unknown)
	}
}

// full is a record for which there is room for so many lines.
type full struct{ room int }

var errNoRoom = errors.New("no space left")

func (f *full) Write(p []byte) (int, error) {
	if f.room--; f.room < 0 {
		return 0, errNoRoom
	}
	return len(p), nil
}

// TestRecordThatFails: a call that cannot be recorded is refused and gives nothing of its file, and the server ends
// with the reason, in each version of the protocol and over HTTP.
func TestRecordThatFails(t *testing.T) {
	t.Parallel()
	const refused = "eyeline: the record cannot be written, and the server ends: no space left"
	root := folder(t)
	for _, version := range versions {
		w := wired(t, mcpserver.Options{Root: root, Record: &full{2}})
		if version != newest {
			w.send(initialize(version), `"result"`)
			w.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`, "")
		}
		w.send(shortCall("1", metaOf(version)), "L1: one")
		w.send(shortCall("2", metaOf(version)), refused)
		select {
		case err := <-w.end:
			if !errors.Is(err, errNoRoom) {
				t.Errorf("%s: %v", version, err)
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("%s: the server goes on", version)
		}
	}
	if _, err := mcpserver.New(mcpserver.Options{Root: root, Record: &full{0}}); !errors.Is(err, errNoRoom) {
		t.Errorf("a record without room: %v", err)
	}
	s, err := mcpserver.New(mcpserver.Options{Root: root, Record: &full{1}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	at, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.ServeOn(context.Background(), at) }()
	here := &site{t, s, at.Addr().String()}
	c := here.send(overHTTP(here.host, "2025-06-18", shortCall("1", ""), "Connection: close"))
	if got, err := io.ReadAll(c); !strings.Contains(string(got), refused) {
		t.Errorf("%s, %v", got, err)
	}
	if err := <-ended; !errors.Is(err, errNoRoom) {
		t.Errorf("over HTTP: %v", err)
	}
}
