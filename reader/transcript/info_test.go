package transcript

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

func TestInfo(t *testing.T) {
	p := transcripttest.Samples(t)["claude_code/session-default.jsonl"]
	s, err := Decode(context.Background(), "s.jsonl", bytes.NewReader(p), int64(len(p)))
	if err != nil {
		t.Fatal(err)
	}
	for number, want := range map[int]string{
		2:  `{"number":2,"time":"2026-11-21T14:34:57.887Z","tool":"Read","kind":"read","arguments":{"file_path":"/home/ada/harborage/src/inventory.py","offset":20,"limit":15},"files":[{"path":"src/inventory.py","lines":[[20,34]],"how":"record"}],"bytes":428,"refused":false,"answered":true,"fidelity":"sent","sub_agent":""}`,
		11: `{"number":11,"time":"2026-11-21T14:34:58.797Z","tool":"Read","kind":"read","arguments":{"file_path":"/home/ada/harborage/src"},"files":[{"path":"src","lines":[],"how":"unknown"}],"bytes":72,"refused":true,"answered":true,"fidelity":"sent","sub_agent":""}`,
		13: `{"number":13,"time":"2026-11-21T14:34:58.936Z","tool":"Edit","kind":"change","arguments":{"replace_all":false,"file_path":"/home/ada/harborage/src/README.md","old_string":"small *stock list*","new_string":"tiny *stock list*"},"files":[{"path":"src/README.md","lines":[[3,3]],"how":"change"}],"bytes":73,"refused":false,"answered":true,"fidelity":"sent","sub_agent":""}`,
	} {
		info, err := s.Info(s.Call(number))
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(info)
		if err != nil || string(got) != want {
			t.Errorf("%v\n got %s\nwant %s", err, got, want)
		}
	}
	s = decode(t, "s.jsonl", strings.Replace(claudeCall("a", 1, "x"), `{"file_path":"/a"}`, `{"file_path":"`+strings.Repeat("a", argumentsLimit)+`"}`, 1))
	if info, err := s.Info(s.Call(1)); err != nil || string(info.Arguments) != "null" {
		t.Errorf("%.50s, %v", info.Arguments, err)
	}
}
