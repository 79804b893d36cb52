package tools

import (
	"context"
	"testing"
	"time"

	"eyeline/reader/access"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/source"
)

// TestAGuessIsKeptWhole: what is kept of a file for the tools that come is a guess at all of it, also where the read
// that made it was given up meanwhile.
func TestAGuessIsKeptWhole(t *testing.T) {
	var m source.Memory
	m.Reset([]byte("caf\xe9 na\xefve\n"))
	begun, done := make(chan struct{}), make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	go m.Once("something else", func() any {
		close(begun)
		time.Sleep(20 * time.Millisecond) // the read waits here
		cancel()
		return nil
	})
	<-begun
	go func() {
		defer close(done)
		guessed(ctx, &m)
	}()
	<-done
	if form := guessed(t.Context(), &m); form.Coding != textfile.Legacy {
		t.Errorf("the form is %+v", form)
	}
}

func guessed(ctx context.Context, m *source.Memory) textfile.LineCoding {
	o := &File{File: &access.File{Bytes: m}, ctx: ctx}
	return o.Guess(textfile.LineCoding{}, m.Size(), true)
}
