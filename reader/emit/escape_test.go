package emit

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"
)

func TestEscaperAgainstTheStandardLibrary(t *testing.T) {
	t.Parallel()
	all := make([]byte, 0, 1024)
	for b := range 0x80 {
		all = append(all, byte(b))
	}
	all = append(all, "é€😀\u2028\uFFFD"...)
	for _, n := range []int{0, 1, 7, len(all), 5000} {
		p := bytes.Repeat(all, n/len(all)+1)[:n]
		p = bytes.ToValidUTF8(p, nil)
		for _, step := range []int{1, 3, 4096, 1 << 20} {
			var out bytes.Buffer
			e := newEscaper(&out)
			e.raw(`"`)
			for rest := p; len(rest) > 0; {
				k := min(step, len(rest))
				if m, err := e.Write(rest[:k]); m != k || err != nil {
					t.Fatal(m, err)
				}
				rest = rest[k:]
			}
			e.raw(`"`)
			if err := e.flush(); err != nil {
				t.Fatal(err)
			}
			var got string
			if err := json.Unmarshal(out.Bytes(), &got); err != nil || got != string(p) {
				t.Fatalf("%d bytes in steps of %d: %v", n, step, err)
			}
		}
	}
}

type fullDisk struct{ room int }

var errFull = errors.New("full")

func (f *fullDisk) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestEscaperKeepsTheFirstError(t *testing.T) {
	t.Parallel()
	e := newEscaper(&fullDisk{room: 5000})
	for range 10 {
		_, _ = e.Write(bytes.Repeat([]byte("a\n"), 1000))
	}
	if err := e.flush(); !errors.Is(err, errFull) {
		t.Error(err)
	}
	if _, err := e.Write([]byte("x")); !errors.Is(err, errFull) {
		t.Error(err)
	}
}
