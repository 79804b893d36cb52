package bodies

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/internal/jsonskim"
)

// parts describes the parts of all messages of a request.
func parts(body string) string {
	b := Parse(jsonskim.Parse([]byte(body)))
	kinds := []string{"said", "own", "call", "result"}
	all := []string{string(b.Form)}
	for message := range b.List.Values() {
		for p := range b.Form.Parts(message) {
			var text bytes.Buffer
			_ = p.Text.WriteRaw(&text)
			all = append(all, strings.TrimSpace(fmt.Sprintf("%s %s %s %s", kinds[p.Kind], p.ID.Text(20), p.Name.Text(20), text.String())))
		}
	}
	return strings.Join(all, "; ")
}

// TestForms: each form of requests has its texts, calls and results.
func TestForms(t *testing.T) {
	for body, want := range map[string]string{
		`{"model":"m","system":"s","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"text","text":"so"},` +
			`{"type":"tool_use","id":"1","name":"Read","input":{"a":1}}]},{"role":"user","content":[{"type":"tool_result",` +
			`"tool_use_id":"1","content":[{"type":"text","text":"x"}]},{"type":"text","text":"and"}]}]}`: `anthropic; said   "hi"; own   "so"; call 1 Read {"a":1}; result 1  [{"type":"text","text":"x"}]; said   "and"`,
		`{"model":"m","input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"hi"}]},` +
			`{"type":"function_call","call_id":"1","name":"exec","arguments":"{}"},{"type":"function_call_output","call_id":"1","output":"x"},` +
			`{"type":"custom_tool_call","call_id":"2","name":"apply_patch","input":"p"},{"type":"reasoning","summary":[]},` +
			`{"role":"assistant","content":[{"type":"output_text","text":"so"}]}]}`: `responses; said   "hi"; call 1 exec "{}"; result 1  "x"; call 2 apply_patch "p"; own   "so"`,
		`{"model":"m","tools":[{"type":"function","function":{"name":"f"}}],"messages":[{"role":"system","content":"s"},` +
			`{"role":"assistant","content":null,"tool_calls":[{"id":"1","function":{"name":"f","arguments":"{}"}}]},` +
			`{"role":"tool","tool_call_id":"1","content":"x"}]}`: `chat; said   "s"; call 1 f "{}"; result 1  "x"`,
		`{"request":{"contents":[{"role":"user","parts":[{"text":"hi"}]},{"role":"model","parts":[{"text":"t","thought":true},` +
			`{"functionCall":{"name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"output":"x"}}}]}]}}`: `gemini; said   "hi"; call  f {}; result  f {"output":"x"}`,
		`{"model":"m","input":["embed me"]}`:       "",
		`{"messages":[{"role":"user"}]}`:           "",
		`{"contents":[1]}`:                         "",
		`{"model":"m","messages":[]}`:              "chat",
		`{"model":"m","messages":[1,"x",null,[]]}`: "chat",
		`[]`: "",
	} {
		if got := parts(body); got != want {
			t.Errorf("%s\n got %s\nwant %s", body, got, want)
		}
	}
}

// rebuild puts the messages of records together again.
func rebuild(t *testing.T, records []byte) (all [][]string) {
	t.Helper()
	byNumber := map[int64][]string{}
	for line := range strings.Lines(string(records)) {
		v := jsonskim.Parse([]byte(line))
		if !v.Get("type").Is(RequestType) {
			continue
		}
		n, _ := v.Get("n").Int()
		base, _ := v.Get("base").Int()
		keep, _ := v.Get("keep").Int()
		messages := append([]string{}, byNumber[base][:keep]...)
		for one := range v.Get("tail").Values() {
			messages = append(messages, line[one.Off:one.End])
		}
		byNumber[n] = messages
		all = append(all, messages)
	}
	return all
}

// TestRecorder: what records of requests come to is what was sent, whichever request each goes on from, and of what a
// request before had nothing is written again.
func TestRecorder(t *testing.T) {
	message := func(n int) string {
		return fmt.Sprintf(`{"role":"user","content":"%d %s"}`, n, strings.Repeat("x", 1000))
	}
	lists := [][]string{}
	main, sub := []string{message(0)}, []string{message(1000)}
	for n := range 20 {
		main = append(main, message(n+1))
		lists = append(lists, append([]string{}, main...))
		if n%3 == 0 {
			sub = append(sub, message(2000+n))
			lists = append(lists, append([]string{}, sub...))
		}
		if n == 10 {
			main = append([]string{}, main[:4]...) // the person went back
		}
	}
	r := Recorder{}
	records := r.Header(Header{})
	for _, list := range lists {
		body := `{"model":"m","messages":[` + strings.Join(list, ", ") + `],"system":"` + strings.Repeat("s", 5000) + `","metadata":{}}`
		record, _ := r.Request(Request{Body: []byte(body)})
		if !json.Valid(record) || bytes.Count(record, []byte("\n")) != 1 {
			t.Fatalf("%s is no record", record)
		}
		records = append(records, record...)
	}
	if got := rebuild(t, records); fmt.Sprint(got) != fmt.Sprint(lists) {
		t.Error("the records come to other messages than were sent")
	}
	if most := 5000*4 + 1600*60; len(records) > most {
		t.Errorf("%d bytes of records, more than %d", len(records), most)
	}
}

// TestSecrets: no record has a key that came with a request, whatever it came in.
func TestSecrets(t *testing.T) {
	r := Recorder{Secrets: [][]byte{[]byte("sk-secret-1234")}}
	records := [][]byte{r.Header(Header{Dir: "/sk-secret-1234"})}
	for _, body := range []string{`{"model":"m","messages":[{"role":"user","content":"my key is sk-secret-1234"}]}`, "sk-secret-1234"} {
		one, _ := r.Request(Request{Body: []byte(body), Path: "/sk-secret-1234/v1"})
		records = append(records, one, r.Response(Response{Error: "sk-secret-1234"}))
	}
	if all := bytes.Join(records, nil); bytes.Contains(all, []byte("sk-secret")) {
		t.Errorf("%s", all)
	}
}

// TestSavedInOrder: saved requests are taken by the numbers in their names, else by their times, and other files
// are left out.
func TestSavedInOrder(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"10.body", "9.body", "0011.body.gz", "notes.txt", "1.json"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var names []string
	for _, path := range Saved(dir) {
		names = append(names, filepath.Base(path))
	}
	if got := strings.Join(names, " "); got != "9.body 10.body 0011.body.gz" {
		t.Error(got)
	}
	if n, err := Convert(context.Background(), filepath.Join(dir, "9.body"), &bytes.Buffer{}); n != 0 || err != nil {
		t.Error(n, err)
	}
}

// FuzzRequest: whatever a body is, its record is one line of JSON.
func FuzzRequest(f *testing.F) {
	f.Add([]byte(`{"model":"m","messages":[{"role":"user","content":"hi"}]}`), false)
	f.Add([]byte("{\n\"contents\": [{\"parts\": []}]}"), true)
	f.Add([]byte(`{"model":"m","input":"x","input":[1]}`), false)
	f.Fuzz(func(t *testing.T, body []byte, partial bool) {
		r := Recorder{}
		for range 2 {
			record, _ := r.Request(Request{Body: body, Partial: partial})
			s := jsonskim.FromBytes(record)
			if _, err := s.Value(0, s.Size()); err != nil || bytes.Count(record, []byte("\n")) != 1 {
				t.Errorf("%q becomes %q", body, record)
			}
		}
	})
}
