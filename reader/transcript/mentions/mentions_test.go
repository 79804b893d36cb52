package mentions

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNeedles: a text is found where it is first, by its rarest byte and in steps.
func TestNeedles(t *testing.T) {
	random := rand.New(rand.NewPCG(29, 11))
	letters := func(n int) []byte {
		text := make([]byte, n)
		for i := range text {
			text[i] = "aaabc"[random.IntN(5)]
		}
		return text
	}
	for range 5000 {
		line, text := letters(random.IntN(200)), letters(1+random.IntN(6))
		want := bytes.Index(line, text)
		if want < 0 {
			want = len(line)
		}
		n := needleIn(letters(50), text)
		for _, skip := range []*[256]int{nil, skips(text)} {
			n.skip = skip
			if got := n.index(line); got != want {
				t.Fatalf("%q in %q: %d, want %d (steps: %t)", text, line, got, want, skip != nil)
			}
		}
	}
}

// TestWhatIsAddedIsReadOnce: a scan reads only what was added to a transcript, also where a record or a text had been
// written in part, and all of another one that was put in its place. What was read before is overwritten with what would
// be found if it were read again.
func TestWhatIsAddedIsReadOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.jsonl")
	other := strings.Repeat(`{"id":"x","text":"something else"}`+"\n", 100_000)
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := New(path, [][]byte{[]byte("named.go")}, [][]byte{[]byte("alpha"), []byte("omega")})
	expect := func(what string, file, lines int) {
		t.Helper()
		if _, err := s.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		for group, want := range []int{file, lines} {
			kept, err := s.Kept(group)
			if got := bytes.Count(kept, []byte("\n")) - firstRecords; err != nil || got != want {
				t.Errorf("%s: %d records of group %d, want %d (%v)", what, got, group, want, err)
			}
		}
	}
	text := other + `{"id":"1","text":"named.go"}` + "\n" + other
	write(text)
	expect("at first", 1, 0)
	expect("unchanged", 1, 0)
	text = strings.ReplaceAll(text, "something else", "named.go alpha")
	const half = `{"id":"2","text":"al`
	write(text + half)
	expect("a part of a record", 1, 0)
	const rest = `pha, in named.go"}` + "\n" + `{"id":"2","text":"its answer"}` + "\n"
	write(text + half + rest)
	expect("its end", 3, 2)
	short := strings.Repeat(`{"text":"omega"}`+"\n", firstRecords+5)
	write(short)
	expect("another one", 0, 5)
}

// TestRecent: of the end of a transcript the records are found that have a text.
func TestRecent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.jsonl")
	first := `{"session":"s","cwd":"/w"}` + "\n"
	other := strings.Repeat(`{"text":"something else"}`+"\n", 1000)
	named := `{"id":"1","text":"named.go"}` + "\n"
	if err := os.WriteFile(path, []byte(first+named+other+other+named), 0o600); err != nil {
		t.Fatal(err)
	}
	for most, want := range map[int64]int{1 << 10: 2, 1 << 20: 2, 10: 1} {
		kept, err := Recent(path, most, []byte("named.go"))
		if got := bytes.Count(kept, []byte("named.go")); err != nil || got != want || !bytes.HasPrefix(kept, []byte(first)) {
			t.Errorf("%d bytes: %d records, want %d (%v)", most, got, want, err)
		}
	}
}

// TestCalls: the calls of some tools are found from a record on, with their results, and the first records before it;
// what stands in a text is none. Where there are too many, that is said.
func TestCalls(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.jsonl")
	first := `{"session":"s","cwd":"/w"}` + "\n"
	call := func(id, tool string) string {
		return `{"id":"` + id + `","toolName": "` + tool + `"}` + "\n" + `{"tool_use_id":"` + id + `"}` + "\n"
	}
	text := `{"text":"\"name\":\"shell\""}` + "\n"
	other := strings.Repeat(`{"text":"something else"}`+"\n", 20_000)
	before := first + call("1", "shell") + other
	all := before + call("2", "read") + text + call("3", "shell") + other + call("4", "shell") + `{"name":"shell"`
	if err := os.WriteFile(path, []byte(all), 0o600); err != nil {
		t.Fatal(err)
	}
	isShell := func(tool string) bool { return tool == "shell" }
	head, later, err := Calls(t.Context(), path, int64(len(before)), isShell)
	want := call("3", "shell") + call("4", "shell") + `{"name":"shell"` + "\n"
	if string(later) != want || !strings.HasPrefix(before, string(head)) || len(head) == 0 || err != nil {
		t.Errorf("%v: after %q:\n%s", err, head, later)
	}
	if head, later, err = Calls(t.Context(), path, 0, isShell); len(head) > 0 || err != nil {
		t.Errorf("from the start: %v, %q", err, head)
	}
	if rest, ok := strings.CutPrefix(string(later), first+call("1", "shell")); !ok || !strings.HasSuffix(rest, want) {
		t.Errorf("from the start: %s", later)
	}
	if err := os.WriteFile(path, []byte(strings.Repeat(call("1", "shell"), mostCallLines)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Calls(t.Context(), path, 0, isShell); err == nil {
		t.Error("nothing is said of too many")
	}
	if _, _, err := Calls(t.Context(), path+".not", 0, isShell); err == nil {
		t.Error("nothing is said of a file that is not there")
	}
}
