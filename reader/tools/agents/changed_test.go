package agents

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"eyeline/reader/longtest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// shrinking is a source whose end is missing, until its last byte was asked for a number of times.
type shrinking struct {
	data  string
	short atomic.Int64
}

func (s *shrinking) Size() int64 { return int64(len(s.data)) }

func (s *shrinking) ReadAt(p []byte, off int64) (int, error) {
	data := s.data
	if s.short.Load() > 0 {
		data = data[:len(data)/2]
		if len(p) == 1 {
			s.short.Add(-1)
		}
	}
	return strings.NewReader(data).ReadAt(p, off)
}

var everyTool = []struct{ tool, args, changed string }{
	{"codex", `{"file_path":"/f"}`, "failed to read file: the file was changed while it was read"},
	{"codex", `{"file_path":"/f","mode":"indentation"}`, "failed to read file: the file was changed while it was read"},
	{"sage", `{"file_path":"f"}`, "Error: the file was changed while it was read"},
	{"open_file", `{"file_path":"f"}`, "failed to read file: the file was changed while it was read"},
	{"byte_window", `{"path":"f"}`, "failed to read file: the file was changed while it was read"},
	{"byte_window", `{"path":"f","start_line":1}`, "failed to read file: the file was changed while it was read"},
	{"byte_window", `{"path":"f","start_byte":0}`, "failed to read file: the file was changed while it was read"},
}

func TestASourceThatShrinksIsReadAnewAndThenRefused(t *testing.T) {
	t.Parallel()
	for _, c := range everyTool {
		s := &shrinking{data: strings.Repeat("    line\n", 1000)}
		s.short.Store(2)
		if _, ok := call(t, c.tool, tools.Env{Stream: s}, c.args); !ok {
			t.Errorf("%s %s: a source that is whole again was not read anew", c.tool, c.args)
		}
		s.short.Store(1 << 40)
		got, ok := call(t, c.tool, tools.Env{Stream: s}, c.args)
		if ok || got != c.changed {
			t.Errorf("%s %s: %q, want %q", c.tool, c.args, got, c.changed)
		}
	}
}

func TestRenderRefusesAFileThatChangedSinceItWasRead(t *testing.T) {
	t.Parallel()
	later := time.Now().Add(time.Hour)
	for name, change := range map[string]func(path string) error{
		"truncated": func(path string) error { return os.Truncate(path, 5) },
		"rewritten": func(path string) error {
			return errors.Join(os.WriteFile(path, bytes.Repeat([]byte("other\n"), 20), 0o644), os.Chtimes(path, later, later))
		},
		"rewritten longer": func(path string) error {
			return errors.Join(os.WriteFile(path, bytes.Repeat([]byte("others\n"), 40), 0o644), os.Chtimes(path, later, later))
		},
	} {
		for _, c := range everyTool {
			dir := toolstest.Tree(t, map[string]string{"f": strings.Repeat("    a\n", 20)})
			path := filepath.Join(dir, "f")
			tool, _ := tools.Lookup(c.tool)
			args := strings.ReplaceAll(c.args, `"/f"`, tools.Quote(path))
			r, err := tool.Read(t.Context(), tools.Env{Root: dir}, []byte(args))
			if err != nil {
				t.Fatal(err)
			}
			if err := change(path); err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			_, err = r.Render(t.Context(), &b)
			if err == nil || err.Error() != c.changed || !tools.Changed(err) || b.Len() > 0 {
				t.Errorf("%s, %s %s: %d bytes came out, error %v", name, c.tool, args, b.Len(), err)
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestRenderGoesOnWhenTheFileGrows(t *testing.T) {
	t.Parallel()
	dir := toolstest.Tree(t, map[string]string{"f": "one\ntwo"})
	path := filepath.Join(dir, "f")
	for _, c := range everyTool {
		tool, _ := tools.Lookup(c.tool)
		r, err := tool.Read(t.Context(), tools.Env{Root: dir}, []byte(strings.ReplaceAll(c.args, `"/f"`, tools.Quote(path))))
		if err != nil {
			t.Fatal(err)
		}
		var before, after bytes.Buffer
		_, err1 := r.Render(t.Context(), &before)
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, err2 := f.WriteString(" and more\n")
		_, err3 := r.Render(t.Context(), &after)
		if err := errors.Join(err1, err2, f.Close(), err3, r.Close()); err != nil {
			t.Fatal(err)
		}
		if before.String() != after.String() || before.Len() == 0 {
			t.Errorf("%s: %q, then %q", c.tool, before.String(), after.String())
		}
	}
}

// A file is rewritten all the time. Whatever comes out is one of its states.
func TestNoMixtureOfTwoStates(t *testing.T) {
	t.Parallel()
	states := []string{
		strings.Repeat("aaaaaaa\n", 3000),
		strings.Repeat("bbbbbbbbbbb\n", 2500),
		strings.Repeat("cc\n", 4000),
	}
	dir := toolstest.Tree(t, map[string]string{"f": states[0]})
	path := filepath.Join(dir, "f")
	var wg sync.WaitGroup
	var still sync.Mutex // held while the file stays as it is
	ctx, cancel := context.WithCancel(t.Context())
	wg.Add(1)
	go func() {
		defer wg.Done()
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return
		}
		defer f.Close()
		for i := 1; ctx.Err() == nil; i++ {
			s := states[i%len(states)]
			still.Lock()
			_, _ = f.WriteAt([]byte(s), 0)
			_ = f.Truncate(int64(len(s)))
			still.Unlock()
			time.Sleep(time.Millisecond)
		}
	}()

	whole := 0
	calls := 300
	if !longtest.IsRequested() {
		calls = 60
	}
	for i := range calls {
		// Where opening a file takes longer than a writer rests, no other call would find the file as it was.
		undisturbed := i%10 == 0
		if undisturbed {
			still.Lock()
		}
		got, ok := call(t, "open_file", tools.Env{Root: dir}, `{"file_path":"f"}`)
		if undisturbed {
			still.Unlock()
		}
		if !ok {
			if !strings.HasSuffix(got, "was changed while it was read") {
				t.Errorf("refused: %q", got)
			}
			continue
		}
		// Between the writing and the truncating the end of an earlier, longer state is still there.
		if got[0] != got[len(got)/4] {
			t.Fatalf("a mixture: %d bytes from %q", len(got), got[:1])
		}
		whole++
	}
	cancel()
	wg.Wait()
	if whole == 0 {
		t.Error("not one call succeeded")
	}
}

type brokenSource struct{ err error }

func (brokenSource) Size() int64                         { return 1 << 20 }
func (b brokenSource) ReadAt([]byte, int64) (int, error) { return 0, b.err }

func TestReadErrorsAndCancelling(t *testing.T) {
	t.Parallel()
	for _, c := range everyTool {
		tool, _ := tools.Lookup(c.tool)
		_, err := tool.Read(t.Context(), tools.Env{Stream: brokenSource{errors.New("the disk is gone")}}, []byte(c.args))
		var refusal *tools.Error
		if !errors.As(err, &refusal) {
			t.Errorf("%s: %v is no refusal", c.tool, err)
		} else if !strings.Contains(err.Error(), "the disk is gone") && !strings.HasPrefix(err.Error(), "permission denied: f") {
			t.Errorf("%s: %v", c.tool, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		s := strings.Repeat("    line\n", 100)
		r, err := tool.Read(ctx, tools.Env{Stream: toolstest.View(s)}, []byte(c.args))
		if err != nil {
			t.Fatal(err)
		}
		cancel()
		if _, err := r.Render(ctx, io.Discard); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: a cancelled rendering gives %v", c.tool, err)
		}
		if _, err := tool.Read(ctx, tools.Env{Stream: toolstest.View(s)}, []byte(c.args)); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: a cancelled read gives %v", c.tool, err)
		}
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestAWriterThatFails(t *testing.T) {
	t.Parallel()
	for _, c := range everyTool {
		tool, _ := tools.Lookup(c.tool)
		r, err := tool.Read(t.Context(), tools.Env{Stream: toolstest.View("text\n")}, []byte(c.args))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Render(t.Context(), failingWriter{}); err != io.ErrClosedPipe {
			t.Errorf("%s: %v, want the writer's own error", c.tool, err)
		}
	}
}

// wide is a file of any size that counts what is read of it, and fails from a read on; 0: never.
type wide struct {
	mu          sync.Mutex // the file is read by several at a time
	size, read  int64
	reads, last int
	cancel      func() // after some reads
}

func (w *wide) Size() int64 { return w.size }

func (w *wide) ReadAt(p []byte, off int64) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.reads++; w.last > 0 && w.reads >= w.last {
		return 0, syscall.EIO
	}
	if w.cancel != nil && w.reads == 20 {
		w.cancel()
	}
	n := max(min(int64(len(p)), w.size-off), 0)
	for i := range p[:n] {
		if p[i] = 'x'; w.size < 1<<20 { // a larger one has no line end
			p[i] = "some line\n"[(off+int64(i))%10]
		}
	}
	w.read += n
	if n < int64(len(p)) {
		return int(n), io.EOF
	}
	return int(n), nil
}

// A read that is cancelled does not go on to the end of a large file, and one that fails gives no half answer.
func TestAReadThatEndsEarly(t *testing.T) {
	t.Parallel()
	for _, tool := range tools.AllVersions() {
		for _, values := range []tools.Values{nil, {"offset": 5, "limit": 3}, {"tail": 3}} {
			args := tools.BuildArgs(tool, "/w/f.txt", values)
			ctx, cancel := context.WithCancel(t.Context())
			w := &wide{size: 6 << 30, cancel: cancel}
			_, err := given(ctx, tool, tools.Env{Root: "/w", Stream: w}, string(args))
			if cancel(); w.read > 64<<20 {
				t.Errorf("%s %s: %d bytes are read though it is cancelled: %v", tool.Name, args, w.read, err)
			}
			whole := &wide{size: 12_000}
			if _, err := given(t.Context(), tool, tools.Env{Root: "/w", Stream: whole}, string(args)); err != nil {
				continue
			}
			for last := 1; last <= whole.reads; last++ {
				got, err := given(t.Context(), tool, tools.Env{Root: "/w", Stream: &wide{size: 12_000, last: last}}, string(args))
				if strings.Contains(got, "some line") && err != nil {
					t.Errorf("%s %s, read %d fails: half an answer: %.200q", tool.Name, args, last, got)
				}
			}
		}
	}
}
