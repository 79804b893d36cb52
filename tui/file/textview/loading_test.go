package textview

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/file/document"
	"eyeline/tui/internal/stage"
	"eyeline/tui/kit/jobs"
)

// TestTailingPausesAndGoesOn: leaving the end pauses it, and going back resumes that.
func TestTailingPausesAndGoesOn(t *testing.T) {
	onStream(t, func(b *bench, write func(string), end func(error)) {
		a := b.text.Loading
		write(numbered(30))
		b.Run(a.ToggleTail(1, false))
		b.at(30)
		if a.TailWords() != "following" {
			t.Errorf("the footer says %q", a.TailWords())
		}
		write("the last\n")
		b.Run(b.text.File.Do(a.Place()))
		b.at(31)
		a.PauseTail()
		a.PauseTail() // is paused already
		if b.text.Jobs.Runs(jobs.Tail) || !strings.HasPrefix(a.TailWords(), "following paused, ") {
			t.Errorf("paused: %q", a.TailWords())
		}
		a.ResumeTail()
		if a.TailWords() != "following" {
			t.Errorf("resumed: %q", a.TailWords())
		}
		b.Run(a.ToggleTail(1, false))
		b.Says("no longer following")
		a.ResumeTail() // was not paused
		if a.TailWords() != "" {
			t.Errorf("ended: %q", a.TailWords())
		}
		b.Run(a.ToggleTail(1, false))
		a.PauseTail()
		if a.EndTail(); a.TailWords() != "" {
			t.Errorf("given up: %q", a.TailWords())
		}
		end(nil)
	})
}

// packed is a document that is packed, and unpacked no further than ahead of what is looked at.
func packed(text string) func(*stage.Stage) (*document.Document, error) {
	return func(s *stage.Stage) (*document.Document, error) {
		var z bytes.Buffer
		w := gzip.NewWriter(&z)
		if _, err := w.Write([]byte(text)); err != nil || w.Close() != nil {
			return nil, err
		}
		return document.Open(s.File("text.txt.gz", z.String()), document.Options{UnpackAhead: 1 << 20})
	}
}

// TestWhatNeedsMoreUnpackedWaits and is done as soon as there is enough.
func TestWhatNeedsMoreUnpackedWaits(t *testing.T) {
	var text strings.Builder
	for i := range 300_000 {
		fmt.Fprintf(&text, "%19d\n", i+1)
	}
	onDocument(t, packed(text.String()), nil, func(b *bench) {
		a, done := b.text.Loading, 0
		then := func() tea.Cmd { done++; return nil }
		if !b.text.Shown().Partly() {
			b.T.Fatal("all of the text is unpacked")
		}
		b.text.Hex = true
		if a.AfterUnpacking(AllUnpacked, then) {
			t.Error("packed bytes are waited for")
		}
		b.text.Hex = false
		if a.AfterUnpacking(LineUnpacked(1), then) || a.AfterUnpacking(ByteUnpacked(0), then) {
			t.Error("what is there is waited for")
		}
		if !a.AfterUnpacking(ByteUnpacked(4_000_000), then) || !b.text.Jobs.Runs(jobs.Unpack) {
			b.T.Fatal("nothing waits for more")
		}
		if b.Run(a.ContinueUnpacking()); done != 0 {
			t.Error("it is done before enough is unpacked")
		}
		b.text.AskForRest()
		for range 100 {
			b.Later()
			b.text.Doc.Refresh()
			b.Run(a.ContinueUnpacking())
			if done > 0 {
				break
			}
		}
		if done != 1 || b.text.Jobs.Runs(jobs.Unpack) || !b.text.Shown().HasByte(4_000_000) {
			t.Errorf("done %d times with %d bytes", done, b.text.Shown().Size())
		}
	})
}

// TestAStreamIsAskedForWhatIsLookedAt: for all of it only where something needs that.
func TestAStreamIsAskedForWhatIsLookedAt(t *testing.T) {
	onStream(t, func(b *bench, write func(string), end func(error)) {
		if !b.text.Arriving() {
			t.Error("nothing is to come of a stream")
		}
		write(numbered(30))
		b.text.SetToolOff(true)
		b.text.AskForRest()
		end(nil)
		if b.text.Arriving() {
			t.Error("more is to come of a stream that has ended")
		}
	})
	onText(t, "text\n", nil, func(b *bench) {
		b.text.AskForRest()
		if b.text.Arriving() || b.text.Loading.UnpackProgress() != "" {
			t.Error("more is to come of a file")
		}
	})
}
