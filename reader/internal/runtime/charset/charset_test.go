package charset

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// TestAsTheLibraries: chardet 2.1.1 and iconv-lite 0.7.2 said so of these bytes.
func TestAsTheLibraries(t *testing.T) {
	f, err := os.Open("testdata/vectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var v struct {
			Bytes      []byte
			Name, Text string
		}
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		if got := Guess(v.Bytes); got != v.Name {
			t.Errorf("%q is taken for %s, want %s", v.Bytes, got, v.Name)
		}
		set := Of(v.Name)
		if unknown := strings.HasPrefix(v.Name, "UTF-") || strings.HasPrefix(v.Name, "ISO-2022-"); unknown != (set == nil) {
			t.Errorf("%s: %v", v.Name, set)
		} else if got := text(set, v.Bytes); set != nil && got != v.Text {
			t.Errorf("%q in %s is %q, want %q", v.Bytes, v.Name, got, v.Text)
		}
	}
}

func text(s *Set, p []byte) string {
	var b strings.Builder
	for s != nil && len(p) > 0 {
		r, more, n := s.Next(p)
		if r < 0 {
			r = '\uFFFD'
		}
		b.WriteString(string(r) + more)
		p = p[n:]
	}
	return b.String()
}
