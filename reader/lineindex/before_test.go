package lineindex_test

import (
	"strings"
	"testing"

	"eyeline/reader/lineindex"
	"eyeline/reader/source"
)

func TestEndsBefore(t *testing.T) {
	text := "one\n\nthree\nfour"
	b := source.View(strings.NewReader(text), int64(len(text)))
	for off := range int64(len(text)) + 1 {
		want := int64(strings.Count(text[:off], "\n"))
		if got, err := lineindex.EndsBefore(t.Context(), b, off); err != nil || got != want {
			t.Errorf("%d line ends before %d, %v; want %d", got, off, err, want)
		}
	}
	if _, err := lineindex.EndsBefore(t.Context(), b, int64(len(text))+9); err == nil {
		t.Error("past the end there is no error")
	}
}
