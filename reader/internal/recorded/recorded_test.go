package recorded

import (
	"bytes"
	"encoding/json"
	"testing"
)

func TestWrite(t *testing.T) {
	for _, format := range []string{"claude-code", "codex", "pi"} {
		var a, b bytes.Buffer
		calls, err := Write(&a, Options{Format: format, Size: 200_000, Seed: 7})
		if err != nil || calls < 10 || a.Len() < 200_000 || a.Len() > 1_000_000 {
			t.Errorf("%s: %d calls, %d bytes, %v", format, calls, a.Len(), err)
		}
		if _, err := Write(&b, Options{Format: format, Size: 200_000, Seed: 7}); err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%s: not the same twice, %v", format, err)
		}
		for n, line := range bytes.Split(bytes.TrimSuffix(a.Bytes(), []byte("\n")), []byte("\n")) {
			if !json.Valid(line) {
				t.Fatalf("%s: line %d is no JSON: %.200s", format, n+1, line)
			}
		}
	}
	var c bytes.Buffer
	if calls, err := Write(&c, Options{Format: "pi", Calls: 12}); calls != 12 || err != nil {
		t.Errorf("%d calls, %v", calls, err)
	}
	if _, err := Write(&c, Options{Format: "abacus", Calls: 1}); err == nil {
		t.Error("an unknown format was written")
	}
}
