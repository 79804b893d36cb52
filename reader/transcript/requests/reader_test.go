package requests

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/internal/jsonskim"
)

// sample is a run of our own making, with requests that follow each other, one in which a result was cleared, one after
// the person went back, one after a compaction, and one whose digest is wrong.
func sample(t testing.TB) []byte {
	t.Helper()
	p, err := os.ReadFile("../../../testdata/transcripts/claude_code/requests.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// read takes the records of a transcript, in which the calls are t1, t2 and so on; attachments come after them.
func read(p []byte) (found []*Request) {
	s := jsonskim.FromBytes(p)
	r := Reader{Source: s, Find: func(id string) (order int32) {
		_, _ = fmt.Sscanf(id, "t%d", &order) // 0 where it is another one
		return order
	}}
	for off := int64(0); off < s.Size(); {
		end, _ := s.Line(off)
		if v, err := s.Value(off, end); err == nil {
			if text := v.Get("attachment", "content", "file", "content"); text.Kind == jsonskim.String {
				r.Attach(9, text.Text(1000))
			}
			if got := r.Take(v); got != nil {
				found = append(found, got)
			}
		}
		off = end + 1
	}
	return found
}

func describe(r *Request) string {
	if r.Proven {
		return fmt.Sprint(r.ID, " after ", r.After, " has ", r.Calls)
	}
	return fmt.Sprint(r.ID, " after ", r.After, " has ", r.Calls, ": ", r.Why)
}

func TestRequests(t *testing.T) {
	want := []string{
		"r1 after 0 has []",
		"r2 after 2 has [[1 2]]",
		"r3 after 3 has [[1 3]]",
		"r4 after 3 has [[1 1] [3 3]]",
		"r5 after 4 has [[1 1] [3 4]]",
		"r6 after 4 has [[1 3]]",
		"r7 after 9 has [[9 9]]",
		"r8 after 9 has [[5 5] [9 9]]: its digest does not fit",
	}
	var got []string
	for _, r := range read(sample(t)) {
		got = append(got, describe(r))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestAnyOtherByte changes one text of the first message that is sent: no request that has it is proven any more.
func TestAnyOtherByte(t *testing.T) {
	p := strings.ReplaceAll(string(sample(t)), "Look at a and b, please.", "Look at a and c, please.")
	for _, r := range read([]byte(p)) {
		if has := r.ID < "r7"; r.Proven && has {
			t.Errorf("%s is proven", r.ID)
		}
	}
	p = strings.Replace(string(sample(t)), "Work with care.", "Work without.", 1)
	for _, r := range read([]byte(p)) {
		if r.Proven || r.Why != whyDigest {
			t.Errorf("%s is proven, or %q", r.ID, r.Why)
		}
	}
}

// TestMissingRecords leaves out each record in turn: nothing panics, and what is proven has the same calls.
func TestMissingRecords(t *testing.T) {
	all := map[string]string{}
	for _, r := range read(sample(t)) {
		all[r.ID] = fmt.Sprint(r.Calls)
	}
	lines := strings.SplitAfter(string(sample(t)), "\n")
	proven := 0
	for i, line := range lines {
		for _, r := range read([]byte(strings.Join(slices.Concat(lines[:i], lines[i+1:]), ""))) {
			if !r.Proven || strings.Contains(line, `"type":"attachment"`) {
				continue
			}
			proven++
			if got := fmt.Sprint(r.Calls); got != all[r.ID] && !strings.Contains(line, "tool_result") {
				t.Errorf("without %.80s: %s has %s", line, r.ID, got)
			}
		}
	}
	if proven == 0 {
		t.Error("no request is proven")
	}
}

func FuzzTake(f *testing.F) {
	f.Add(sample(f))
	f.Add([]byte(`{"type":"api-request","id":"a","base":"a","keep":-1,"tail":["00"]}`))
	f.Add([]byte(`{"type":"api-request","id":"a","tail":["` + strings.Repeat("0", 66) + `"]}`))
	f.Fuzz(func(t *testing.T, p []byte) {
		for _, r := range read(p) {
			if r.Proven != (r.Why == "") {
				t.Error(describe(r))
			}
		}
	})
}

// BenchmarkRequests reads and proves the requests of a run.
func BenchmarkRequests(b *testing.B) {
	p := sample(b)
	b.SetBytes(int64(len(p)))
	for b.Loop() {
		if got := read(p); len(got) == 0 {
			b.Fatal("no request")
		}
	}
}
