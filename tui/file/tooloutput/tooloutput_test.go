package tooloutput

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"eyeline/reader/systemtest"
)

// TestAnOutputThatIsCutShort: whose temporary file has become shorter, a line of it is not found at a wrong place.
func TestAnOutputThatIsCutShort(t *testing.T) {
	systemtest.SkipOnWindows(t, "files have no modes")
	c := New()
	defer c.Close()
	if _, err := c.Write(bytes.Repeat([]byte("a line\n"), inMemory/4)); err != nil || !c.Complete() || c.file == nil {
		t.Fatalf("%v, %d of %d bytes are kept", err, c.Size(), c.Total())
	}
	if info, err := c.file.Stat(); err != nil || info.Mode() != 0o600 {
		t.Errorf("the temporary file has the mode %v, %v", info.Mode(), err)
	}
	if err := c.file.Truncate(1000); err != nil {
		t.Fatal(err)
	}
	if off, err := c.LineStart(t.Context(), 100_000); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the line begins at %d: %v", off, err)
	}
	if off, err := c.LineStart(t.Context(), 1<<40); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a line past the end begins at %d: %v", off, err)
	}
	if line, err := c.LineOf(t.Context(), 500_000); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the byte is in line %d: %v", line, err)
	}
	if _, err := Compose(t.Context(), c, []Insert{{At: 500_000, Title: "title"}}); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a text is put in: %v", err)
	}
}

// A capture says what it did not keep, and why.
func TestCut(t *testing.T) {
	for want, c := range map[string]*Capture{
		"": {kept: limit, total: limit},
		"cut after 256 MiB of 512 MiB: no more than 256 MiB is kept": {kept: limit, total: 2 * limit},
	} {
		if got := c.Cut(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
