package recordedrun

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/transcripttest"
)

// TestOpeningAResultEndsWithItsContext: what nobody waits for any more is not written out.
func TestOpeningAResultEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	written := 0
	_, err := spooled(ctx, "result", 1<<30, func(w io.Writer) error {
		for range 3 {
			n, err := io.WriteString(w, strings.Repeat("x", 1000))
			written += n
			if err != nil {
				return err
			}
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || written != 1000 {
		t.Errorf("%d bytes, %v", written, err)
	}
	r, _, err := Open(t.Context(), transcripttest.Sample(t, transcripttest.Claude), transcripttest.Workspace(t, "workspace-after"), "", &transcript.Progress{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if doc, _, err := r.OpenResult(ctx, 6, 1<<30); doc != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("a result that nobody waits for: %v, %v", doc, err)
	}
}

// TestOpeningEndsWithinAValue: also a transcript that is one value is not read on when nobody waits for it.
func TestOpeningEndsWithinAValue(t *testing.T) {
	path := filepath.Join(t.TempDir(), "export.json")
	text := `{"info":{"id":"s","directory":"/d"},"messages":[` + strings.Repeat(`{"info":{"role":"user"},"parts":[]},`, 200_000)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := &transcript.Progress{}
	if _, err := transcript.OpenWatched(ctx, path, p); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if done, all, _ := p.Bytes(); done > all/2 {
		t.Errorf("%d bytes of %d were read", done, all)
	}
}

// TestACallHasItsPatch: what a call changed is shown with its result, also where it is not recorded in which lines, and
// of one that was refused what it asked for.
func TestACallHasItsPatch(t *testing.T) {
	root, run := t.TempDir(), filepath.Join(t.TempDir(), "run.jsonl")
	file := filepath.Join(root, "a.go")
	edit := func(n int, old, put string) string {
		return transcripttest.ClaudeStep(n, root, "Edit", transcripttest.Object{"file_path": file, "old_string": old, "new_string": put}, "updated", nil)
	}
	large := strings.Repeat("a line of text\n", 10_000)
	transcripttest.Write(t, file, []byte("one\n"))
	transcripttest.Write(t, run, []byte(transcripttest.ClaudeRead(1, root, file, 1, "zero", "two")+edit(2, "zero", "one")+edit(3, "other", "more")+
		edit(5, "a\n", "b\n")+edit(6, "x", strings.Repeat("y", 100_000))+
		strings.Replace(edit(7, "refused", "x"), `"type":"tool_result"`, `"type":"tool_result","is_error":true`, 1)+
		transcripttest.ClaudeStep(4, root, "Write", transcripttest.Object{"file_path": file, "content": large}, "written", nil)))
	r, _, err := Open(t.Context(), run, root, "", &transcript.Progress{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for number, want := range map[int][2]string{
		1: {"", "Read gave L1–L2, of which 0 are there now"},
		2: {"-zero\n+one", "Edit changed the file"}, 3: {"-other\n+more", "Edit changed the file"},
		4: {"-a\n+b", "Edit changed the file"}, 5: {"-x\n+yyyyy", "Edit changed the file"}, 6: {"-refused\n+x", "Edit was refused"},
		7: {"   1 +a line of text\n", "Write changed the file"},
	} {
		rc, out, err := r.Call(t.Context(), "a.go", number, false)
		if err != nil {
			t.Fatal(err)
		}
		text := rc.Patch.Text
		if rc.Patch.Asked != (number == 6) {
			t.Errorf("call %d: %q", number, rc.Patch.Deed())
		}
		if !strings.HasPrefix(text, want[0]) || want[0] == "" && text != "" || len(text) > 2*patchShown ||
			rc.GaveWords() != want[1] {
			t.Errorf("call %d: %.40q; %s", number, text, rc.GaveWords())
		}
		if alone, err := r.Patch("a.go", number); err != nil || alone.Text != text || alone.Numbers != rc.Patch.Numbers {
			t.Errorf("call %d: alone its change is %.40q, %v", number, alone.Text, err)
		}
		if number > 1 && len(rc.Info.Files[0].Lines) > 0 {
			t.Errorf("call %d changed lines %v, which are not recorded", number, rc.Info.Files[0].Lines)
		}
		_ = out.Close()
	}
}

// TestAFileThatIsGoneIsAsItWasBeforeACall: what was sent later is not in the text that is put together for a change.
func TestAFileThatIsGoneIsAsItWasBeforeACall(t *testing.T) {
	r, _, err := Open(t.Context(), transcripttest.Sample(t, transcripttest.Claude), t.TempDir(), "", &transcript.Progress{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	sizes := map[bool]int64{}
	for _, then := range []bool{false, true} {
		doc, file, err := r.OpenFile(t.Context(), "log.txt", 7, then, 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		sizes[then] = doc.Raw().Size()
		has := file.Coverage.Sent.Has(3590)
		if file.Rebuilt == nil || has == then || (file.AsOf == 7) != then || !file.Coverage.Sent.Has(2000) {
			t.Errorf("before call 7 is %v: put together %v, before %d, line 3590 sent: %v",
				then, file.Rebuilt != nil, file.AsOf, has)
		}
		file.TakeCall(&Call{}) // that of another call
		if then && !file.Coverage.Sent.Has(2000) {
			t.Error("the lines are those of another call than the text")
		}
		doc.Close()
	}
	if sizes[true] >= sizes[false] {
		t.Errorf("%d bytes before the call, %d in the whole run", sizes[true], sizes[false])
	}
}

// endingContext is cancelled once it has been asked so often.
type endingContext struct {
	context.Context
	asks *int
}

func (c endingContext) Err() error {
	if *c.asks--; *c.asks < 0 {
		return context.Canceled
	}
	return c.Context.Err()
}

// TestAFileThatIsNotOpenedIsClosed: whenever the opening is cancelled, nobody has to close what was open by then.
func TestAFileThatIsNotOpenedIsClosed(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "run.jsonl")
	run := readA(1, "one", "two") + onA(2, "Edit", "", 2, "-two", "+three")
	if err := os.WriteFile(path, []byte(run), 0o600); err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(folder, "w")
	if err := os.Mkdir(root, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "a"), []byte("one\nthree\n"), 0o600); err != nil {
		t.Fatal(err)
	}

	failed := 0
	for asks := 0; ; asks++ {
		r, _, err := Open(t.Context(), path, root, "", &transcript.Progress{})
		if err != nil {
			t.Fatal(err)
		}
		left := asks
		doc, _, err := r.OpenFile(endingContext{t.Context(), &left}, "a", 2, true, 0)
		r.Close()
		if err == nil {
			doc.Close()
			break
		}
		if failed++; doc != nil {
			doc.Close()
			t.Fatalf("cancelled after it was asked %d times, it gives a document and %v", asks, err)
		}
	}
	if failed < 3 {
		t.Errorf("it failed %d times", failed)
	}
}
