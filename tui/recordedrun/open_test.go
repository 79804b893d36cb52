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
