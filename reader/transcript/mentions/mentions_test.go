package mentions

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFinder: each of some texts is found wherever it stands before an index, and nowhere else; a text that does not
// count by the bytes behind it is none.
func TestFinder(t *testing.T) {
	random := rand.New(rand.NewPCG(29, 11))
	letters := func(n int) []byte {
		text := make([]byte, n)
		for i := range text {
			text[i] = "aaabc"[random.IntN(5)]
		}
		return text
	}
	isBeforeA := func(after []byte) bool { return bytes.HasPrefix(after, []byte("a")) }
	for range 5000 {
		in := letters(random.IntN(200))
		var texts []Text
		for range 1 + random.IntN(4) {
			texts = append(texts, Text{Is: letters(1 + random.IntN(9))})
		}
		texts = append(texts, Text{Is: letters(3 + random.IntN(3)), IsMeant: isBeforeA})
		before := random.IntN(len(in) + 1)
		got := newFinder(letters(50), texts).find(in, before)
		for i, text := range texts {
			var want []int
			for at := range before {
				rest, ok := bytes.CutPrefix(in[at:], text.Is)
				if ok && (text.IsMeant == nil || text.IsMeant(rest)) {
					want = append(want, at)
				}
			}
			if !slices.Equal(got[i], want) {
				t.Fatalf("%q in %q before %d: %d, want %d", text.Is, in, before, got[i], want)
			}
		}
	}
}

// TestManyTexts: texts are also found where the table has no room for all of them.
func TestManyTexts(t *testing.T) {
	var texts []Text
	var in []byte
	for n := range 300 {
		text := fmt.Appendf(nil, "<%c%c%d>", 'a'+n%26, 'A'+n/26, n)
		texts = append(texts, Text{Is: text})
		in = append(in, text...)
	}
	for i, at := range newFinder(in, texts).find(in, len(in)) {
		if len(at) != 1 || !bytes.HasPrefix(in[at[0]:], texts[i].Is) {
			t.Errorf("%q: %d", texts[i].Is, at)
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
	s := New(path, TextGroup([][]byte{[]byte("named.go")}), TextGroup([][]byte{[]byte("alpha"), []byte("omega")}))
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

// TestRecordsOverPieces: a record is kept for each group of which it has a text, and found where it begins, also where
// it goes on over pieces, or a piece ends with it.
func TestRecordsOverPieces(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 7))
	path := filepath.Join(t.TempDir(), "run.jsonl")
	texts := []string{"named.go", "alpha"}
	for range 20 {
		all := strings.Repeat("{}\n", firstRecords)
		want := []string{all, all}
		begin := [2]int{}
		for len(all) < 10*block {
			length := random.IntN([]int{100, block, 3 * block}[random.IntN(3)])
			if random.IntN(4) == 0 { // up to the end of a piece, or nearly
				length = block - len(all)%block - len(`{"":""}`+"\n") + random.IntN(3) - 1
			}
			text := []byte(strings.Repeat("x", max(length, 20)))
			record := func() string { return fmt.Sprintf(`{"":"%s"}`+"\n", text) }
			for i := range texts {
				if random.IntN(6) == 0 {
					copy(text[random.IntN(len(text)-len(texts[i])+1):], texts[i])
				}
			}
			for i := range texts {
				if bytes.Contains(text, []byte(texts[i])) {
					want[i] += record()
					begin[i] = len(all)
				}
			}
			all += record()
		}
		if err := os.WriteFile(path, []byte(all), 0o600); err != nil {
			t.Fatal(err)
		}
		s := New(path, TextGroup([][]byte{[]byte(texts[0])}), TextGroup([][]byte{[]byte(texts[1])}))
		if _, err := s.Advance(t.Context()); err != nil || s.IsMalformed() {
			t.Fatal(err, s.IsMalformed())
		}
		for i := range texts {
			kept, err := s.Kept(i)
			if err != nil || string(kept) != want[i] {
				t.Fatalf("%s: %d bytes, want %d (%v)", texts[i], len(kept), len(want[i]), err)
			}
			if at := s.At(i, len(kept)-1); begin[i] > 0 && at != int64(begin[i]) {
				t.Fatalf("%s: begins at %d, want %d", texts[i], at, begin[i])
			}
		}
	}
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

// TestFirstOf: a format is told by some records, or by all where there are fewer.
func TestFirstOf(t *testing.T) {
	const line = `{"session":"s"}` + "\n"
	for count, want := range map[int]int{0: 0, 3: 3, firstRecords: firstRecords, 100: firstRecords} {
		if got := FirstOf([]byte(strings.Repeat(line, count))); string(got) != strings.Repeat(line, want) {
			t.Errorf("of %d records: %d bytes", count, len(got))
		}
	}
}

// TestSince: the records of a group are given from one on, with those of the first records before it; what does not
// count by the bytes behind it is none. Of a group that forgets, the later records are kept, and it is said where some
// are missing.
func TestSince(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.jsonl")
	first := `{"session":"s","cwd":"/w"}` + "\n"
	call := func(id, tool string) string {
		return `{"id":"` + id + `","toolName":"` + tool + `"}` + "\n" + `{"tool_use_id":"` + id + `"}` + "\n"
	}
	text := `{"text":"\"name\":\"shell\""}` + "\n"
	other := strings.Repeat(`{"text":"something else"}`+"\n", 20_000)
	before := first + call("1", "shell") + other
	all := before + call("2", "read") + text + call("3", "shell") + other + call("4", "shell") + `{"name":"shell"`
	scan := func(most int, forgets bool) *Scan {
		t.Helper()
		isShell := func(after []byte) bool { return bytes.HasPrefix(after, []byte(`"shell"`)) }
		s := New(path, Group{Texts: []Text{{Is: []byte(`ame":`), IsMeant: isShell}}, Most: most, Forgets: forgets})
		if _, err := s.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		return s
	}
	if err := os.WriteFile(path, []byte(all), 0o600); err != nil {
		t.Fatal(err)
	}
	s := scan(0, false)
	head, since, ok := s.Since(0, int64(len(before)))
	want := call("3", "shell") + call("4", "shell") + `{"name":"shell"` + "\n"
	if string(since) != want || !strings.HasPrefix(before, string(head)) || len(head) == 0 || !ok {
		t.Errorf("%t: after %q:\n%s", ok, head, since)
	}
	head, since, ok = s.Since(0, 0)
	rest, isFirst := strings.CutPrefix(string(since), first+call("1", "shell"))
	if len(head) > 0 || !ok || !isFirst || !strings.HasSuffix(rest, want) {
		t.Errorf("from the start: %t, %q, %s", ok, head, since)
	}
	many := strings.Repeat(call("1", "shell"), 1000)
	if err := os.WriteFile(path, []byte(first+many+call("last", "shell")), 0o600); err != nil {
		t.Fatal(err)
	}
	const most = 4 << 10
	if _, _, ok := scan(most, false).Since(0, 0); ok {
		t.Error("nothing is said of too many")
	}
	s = scan(most, true)
	if _, _, ok := s.Since(0, int64(len(first))); ok {
		t.Error("nothing is said of what was forgotten")
	}
	head, since, ok = s.Since(0, int64(len(first+many)))
	if !ok || string(since) != call("last", "shell") || !strings.HasPrefix(first+many, string(head)) || len(head) < len(first) {
		t.Errorf("the last one: %t, %q, %q", ok, head, since)
	}
	if kept, err := s.Kept(0); err != nil || len(kept) >= most+100 {
		t.Errorf("%d bytes are kept: %v", len(kept), err)
	}
}
