package pi

import "testing"

// TestTruthAsText: pi 1.5.2 takes the words for truth values as numbers, as TypeBox converts them.
func TestTruthAsText(t *testing.T) {
	a, err := parse15Args([]byte(`{"path":"a.txt","offset":"false","limit":"true"}`), policy)
	if err != nil || a.offset != 0 || a.limit != 1 {
		t.Error(a, err)
	}
	if _, err := parse15Args([]byte(`{"path":"a.txt","offset":"null"}`), policy); err == nil {
		t.Error("null as text is taken")
	}
}
