package textfile

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"eyeline/reader/source"
)

// TestAScanUpToALineFindsWhatLookingAtEachCharacterFinds compares the two ways on files with all kinds of line ends.
func TestAScanUpToALineFindsWhatLookingAtEachCharacterFinds(t *testing.T) {
	parts := []string{"\n", "\n", "\n\n", "\r\n", "\r", "a", "bc", "é", "\xFF", "\uFEFF"}
	random := rand.New(rand.NewPCG(5, 2))
	for range 20_000 {
		var data []byte
		usual := 5 + random.IntN(len(parts)-4) // some have no '\r'
		for range random.IntN(12) {
			part := parts[random.IntN(usual)]
			if usual < 8 && (part[0] == '\r') {
				part = "x"
			}
			data = append(data, part...)
		}

		q := Search{Form: AnyEnd, First: 1 + random.Int64N(8), Count: 1 + random.Int64N(4)}
		if bytes.HasPrefix(data, []byte("\uFEFF")) {
			q.Form.Skip = 3
		}

		view := source.View(bytes.NewReader(data), int64(len(data)))
		got, err := Scan(t.Context(), view, q)
		want, slow := scanSlowly(t.Context(), view, q)
		if err != nil || slow != nil || got != want {
			t.Fatalf("%q, %+v:\n%+v, %v, and character by character\n%+v, %v", data, q, got, err, want, slow)
		}
	}
}
