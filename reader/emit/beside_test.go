package emit

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
)

// TestAnswersSideBySideAreThoseOneByOne: what a batch writes does not depend on what is answered at the same time, and
// is in the order of the requests, also where some have no details, a session, or are none.
func TestAnswersSideBySideAreThoseOneByOne(t *testing.T) {
	dir := t.TempDir()
	var requests []string
	files := 60
	if !longtest.IsRequested() {
		files = systemtest.Many(30, 12) // the last are the longest
	}
	for i := range files {
		name := fmt.Sprintf("f%d.go", i)
		text := strings.Repeat(fmt.Sprintf("func f%d() {\n\treturn // é\n}\n", i), 1+i*i)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, tool := range []string{"cline", "pi", "claude_code"} {
			requests = append(requests, fmt.Sprintf(`{"id":%d,"tool":%q,"file":%q,"details":true}`, i, tool, name))
		}
		requests = append(
			requests, fmt.Sprintf(`{"tool":"claude_code","file":%q,"details":true,"session":"one"}`, "f1.go"),
			fmt.Sprintf(`{"tool":"codex_exec","file":%q}`, name),
			`{"tool":"pi"`, `{"tool":"nobody","file":"x","details":true}`,
			`{"tool":"pi","file":"gone.go","details":true}`,
		)
	}

	answer := func(in io.Reader) string {
		var out bytes.Buffer
		if err := Batch(t.Context(), in, &out, tools.Env{Root: dir}); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	all := strings.Join(requests, "\n") + "\n"
	together := answer(strings.NewReader(all))
	if one := answer(oneByOne(t, requests)); together != one {
		t.Errorf("%d bytes, and one by one %d", len(together), len(one))
	}
	if n := strings.Count(together, "\n"); n != len(requests) {
		t.Errorf("%d answers to %d requests", n, len(requests))
	}
}

// oneByOne gives each request when the one before was taken, so that none waits in a buffer.
func oneByOne(t *testing.T, requests []string) io.Reader {
	r, w := io.Pipe()
	go func() {
		for _, request := range requests {
			if _, err := io.WriteString(w, request+"\n"); err != nil {
				t.Error(err)
			}
		}
		_ = w.Close() // of a pipe in memory
	}()
	return r
}

// TestAnAnswerWithDetailsDoesNotWaitForTheNextRequest: who asks one thing after the other has each answer at once.
func TestAnAnswerWithDetailsDoesNotWaitForTheNextRequest(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("a\n"), 0o600); err != nil {
		t.Fatal(err)
	}

	in, asks := io.Pipe()
	answers, out := io.Pipe()
	go func() {
		_ = out.CloseWithError(Batch(t.Context(), in, out, tools.Env{Root: dir}))
	}()

	lines := bufio.NewReader(answers)
	for i := range 20 {
		if _, err := fmt.Fprintf(asks, `{"id":%d,"tool":"pi","file":"a.txt","details":true}`+"\n", i); err != nil {
			t.Fatal(err)
		}

		line, err := lines.ReadBytes('\n')
		var got struct{ ID int }
		if err != nil || json.Unmarshal(line, &got) != nil || got.ID != i {
			t.Fatalf("%s (%v), want the answer %d", line, err, i)
		}
	}

	if err := asks.Close(); err != nil {
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(lines); err != nil || len(rest) > 0 {
		t.Errorf("%q, %v", rest, err)
	}
}

// TestABatchEndsWhereNothingTakesItsAnswers: the error is that of the first answer that could not be written, once.
func TestABatchEndsWhereNothingTakesItsAnswers(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("a\n"), 0o600); err != nil {
		t.Fatal(err)
	}

	taken := 0
	full := errors.New("no room is left")
	request := `{"tool":"pi","file":"a.txt","details":true}` + "\n"
	in := strings.NewReader(strings.Repeat(request, 100_000))
	err := Batch(t.Context(), in, writerFunc(func(p []byte) (int, error) {
		if taken++; taken == 3 {
			return 0, full
		}
		return len(p), nil
	}), tools.Env{Root: dir})
	if err != full || in.Len() == 0 {
		t.Errorf("%v after all but %d bytes", err, in.Len())
	}
	if taken != 3 {
		t.Errorf("written %d times", taken)
	}
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// panicking is a writer whose caller has a bug.
type panicking struct{}

func (panicking) Write([]byte) (int, error) { panic("a bug") }

// TestAPanicIsTheCallers: the caller of a batch can recover from a panic of an answer that is made beside others, be it
// while the answer is made or when it is handed on.
func TestAPanicIsTheCallers(t *testing.T) {
	dir := t.TempDir()
	for _, lines := range []int{1, 20_000} {
		text := strings.Repeat("a line of the file\n", lines)
		if err := os.WriteFile(filepath.Join(dir, "a"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		requests := strings.Repeat(`{"tool":"cline","file":"a","details":true}`+"\n", 3)

		func() {
			defer func() {
				if got := recover(); got != "a bug" {
					t.Errorf("%d lines: %v", lines, got)
				}
			}()
			_ = Batch(t.Context(), strings.NewReader(requests), panicking{}, tools.Env{Root: dir})
		}()
	}
}
