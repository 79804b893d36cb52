package agents

import (
	"bytes"
	"encoding/json"
	"eyeline/reader/tools"
	"os"
	"sync"
	"testing"

	"eyeline/reader/internal/conformance"
)

// corpus makes the conformance corpus once and removes it when the tests are over.
var corpus = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "eyeline-tools-test-")
	if err != nil {
		return "", err
	}
	corpusDir = dir
	return conformance.Materialize(dir)
})

var corpusDir string

func TestMain(m *testing.M) {
	code := m.Run()
	if corpusDir != "" {
		_ = os.RemoveAll(corpusDir)
	}
	os.Exit(code)
}

func corpusCases(t testing.TB) []conformance.Case {
	t.Helper()
	dir, err := corpus()
	if err != nil {
		t.Fatal(err)
	}
	cases, err := conformance.Cases(dir)
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

func TestConformance(t *testing.T) {
	for _, c := range corpusCases(t) {
		t.Run(c.Tool+"/"+c.Name, func(t *testing.T) {
			tool, ok := tools.Lookup(c.Tool)
			if !ok {
				t.Fatal("no such tool")
			}
			r, err := tool.Read(t.Context(), tools.Env{Root: c.Root}, c.Args)
			if err != nil {
				e, refused := err.(*tools.Error)
				switch {
				case !refused:
					t.Fatalf("args %.300s: %v", c.Args, err)
				case c.OK:
					t.Fatalf("args %.300s: refused: %s", c.Args, e.Text)
				case e.Text != c.Error:
					t.Fatalf("args %.300s\n got %s\nwant %s", c.Args, e.Text, c.Error)
				}
				return
			}
			defer r.Close()
			if !c.OK {
				t.Fatalf("args %.300s succeeded, want the refusal %s", c.Args, c.Error)
			}
			var first, second bytes.Buffer
			stats, err := r.Render(t.Context(), &first)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.CheckContent(first.Bytes()); err != nil {
				t.Errorf("args %.300s: %v", c.Args, err)
			}
			if r.Metadata != nil {
				got, err := json.Marshal(r.Metadata)
				if err != nil {
					t.Fatal(err)
				}
				if err := c.CheckMetadata(got); err != nil {
					t.Error(err)
				}
			} else if c.Metadata != nil {
				t.Errorf("no metadata, want %s", c.Metadata)
			}
			if stats.Bytes != int64(first.Len()) {
				t.Errorf("%d bytes counted, %d written", stats.Bytes, first.Len())
			}
			if _, err := r.Render(t.Context(), &second); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
				t.Errorf("the second rendering differs: %v", err)
			}
		})
	}
}
