package transcript_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"

	"eyeline/reader/internal/jsonskim"
	_ "eyeline/reader/tools/agents" // the tools that records are compared with
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/formats"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/transcripttest"
)

// FuzzFormats reads any bytes as every format: nothing panics, every place lies in the file, and its text can be read.
func FuzzFormats(f *testing.F) {
	all := formats.All()
	root := f.TempDir()
	for name, p := range transcripttest.Samples(f) {
		s, err := transcript.Decode(context.Background(), name, bytes.NewReader(p), int64(len(p)))
		if err != nil {
			continue
		}
		for i, format := range all {
			if format.Name == s.Format && len(p) < 20000 {
				f.Add(uint8(i), p)
			}
		}
	}
	for _, c := range olderForms() {
		s := transcripttest.Decode(f, c.path, c.text)
		for i, format := range all {
			if format.Name == s.Format {
				f.Add(uint8(i), []byte(c.text))
			}
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, p []byte) {
		_ = formats.Detect(p, "chat_history.jsonl")
		s := transcript.SessionOf(all[int(which)%len(all)], "chat_history.jsonl", bytes.NewReader(p), int64(len(p)))
		if err := s.ReadAll(context.Background()); err != nil {
			t.Fatal(err)
		}
		if _, err := coverage.Of(context.Background(), s, root); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !isSyntax(err) {
			t.Fatal(err)
		}
		n := 0
		for c := range s.Calls() {
			if n++; c.Number != n || c != s.Call(n) || c.Agent < -1 || c.Agent >= len(s.Agents) {
				t.Fatalf("%+v", c)
			}
			for _, place := range []record.Place{c.Args, c.Result, c.Side} {
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
	var syntax *jsonskim.SyntaxError
	return errors.As(err, &syntax)
}
