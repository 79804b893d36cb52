package transcript

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"

	"eyeline/reader/internal/skim"
	"eyeline/reader/transcript/transcripttest"
)

// FuzzFormats reads any bytes as every format: nothing panics, every place lies in the file, and its text can be read.
func FuzzFormats(f *testing.F) {
	formats := Formats()
	root := f.TempDir()
	for name, p := range transcripttest.Samples(f) {
		s, err := Decode(context.Background(), name, bytes.NewReader(p), int64(len(p)))
		if err != nil {
			continue
		}
		for i, format := range formats {
			if format == s.format && len(p) < 20000 {
				f.Add(uint8(i), p)
			}
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, p []byte) {
		_ = Detect(p, "chat_history.jsonl")
		s := sessionOf(formats[int(which)%len(formats)], "chat_history.jsonl", bytes.NewReader(p), int64(len(p)))
		if err := s.read(context.Background()); err != nil {
			t.Fatal(err)
		}
		s.sort()
		if _, err := s.Coverage(context.Background(), root); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !isSyntax(err) {
			t.Fatal(err)
		}
		n := 0
		for c := range s.Calls() {
			if n++; c.Number != n || c != s.Call(n) || c.Agent < -1 || c.Agent >= len(s.Agents) {
				t.Fatalf("%+v", c)
			}
			for _, place := range []Place{c.Args, c.Result, c.Side} {
				if place.Off < 0 || place.Len < 0 || place.Off+place.Len > int64(len(p)) {
					t.Fatalf("%+v lies outside of %d bytes", place, len(p))
				}
				n := &counter{}
				if err := s.WriteText(n, place); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !isSyntax(err) {
					t.Fatal(err)
				}
				// A byte becomes three at most, where it is no UTF-8; six more where it is escaped again.
				if n.n > 6*place.Len+200 {
					t.Fatalf("%d bytes of text from %+v", n.n, place)
				}
			}
		}
	})
}

// isSyntax reports whether an error is one of a value whose end was never seen.
func isSyntax(err error) bool {
	var syntax *skim.SyntaxError
	return errors.As(err, &syntax)
}
