package transcript

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// slowly is what page sizes would have sent, line by line.
func slowly(needed map[int64]int64, total, args int64) []Would {
	all, last := int64(0), total
	for n, size := range needed {
		all += size
		last = max(last, n)
	}
	mean := max(all/int64(len(needed)), 1)
	out := slices.Clone(pageSizes)
	for i := range out {
		w := &out[i]
		for n := int64(1); n <= last; {
			if _, wanted := needed[n]; !wanted {
				n++
				continue
			}
			w.Calls++
			w.Bytes += args
			for page, count := int64(0), int64(0); n <= last; n++ {
				size, known := needed[n]
				if !known {
					size = mean
				}
				if w.LineLimit > 0 && count == w.LineLimit || w.ByteLimit > 0 && count > 0 && page+size > w.ByteLimit {
					break
				}
				page, count = page+size, count+1
				w.Bytes += size
			}
		}
	}
	return out
}

func TestWhatPageSizesWouldHaveSent(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		needed := map[int64]int64{}
		for range 1 + rng.IntN(4) {
			from := 1 + rng.Int64N(6000)
			for n := range 1 + rng.Int64N(800) {
				needed[from+n] = 1 + rng.Int64N(1+rng.Int64N(9000))
			}
		}
		total := int64(-1)
		if rng.IntN(2) == 0 {
			total = rng.Int64N(9000)
		}
		args := rng.Int64N(200)
		if got, want := wouldSend(needed, total, args), slowly(needed, total, args); !reflect.DeepEqual(got, want) {
			t.Fatalf("%d lines of %d:\n%+v\nline by line:\n%+v", len(needed), total, got, want)
		}
	}
}

// TestPagingOfASample looks at how a recorded agent paged.
func TestPagingOfASample(t *testing.T) {
	p, err := openSample(t, claudeSample).Paging(context.Background())
	if err != nil || len(p.Tools) != 1 || p.Tools[0].Tool != "Read" {
		t.Fatalf("%+v, %v", p, err)
	}
	var got []string
	for _, f := range p.Tools[0].Files {
		line := fmt.Sprintf("%s: %d lines, %d new, %d overlap, %d skipped, %d again:", f.Path, f.Lines, f.New, f.Overlap, f.Gaps, f.Again)
		for _, w := range f.Windows {
			line += fmt.Sprintf(" %d-%d", w.First, w.Last)
		}
		got = append(got, line)
	}
	want := []string{
		"crlf.txt: 4 lines, 3 new, 1 overlap, 0 skipped, 0 again: 2-2 1-3",
		"latin1.txt: 1 lines, 1 new, 0 overlap, 0 skipped, 0 again: 1-1",
		"log.txt: 2208 lines, 2208 new, 0 overlap, 1392 skipped, 0 again: 1-2197 3590-3600",
		"src/README.md: 8 lines, 5 new, 3 overlap, 0 skipped, 1 again: 1-6 3-4",
		"src/inventory.py: 90 lines, 75 new, 15 overlap, 0 skipped, 1 again: 1-75 20-34",
		"src/ring.go: 52 lines, 52 new, 0 overlap, 0 skipped, 0 again: 1-52",
		"src/slider.ts: 5 lines, 5 new, 0 overlap, 0 skipped, 0 again: 1-5",
	}
	if !slices.Equal(got, want) {
		t.Errorf("\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	d := Distribute([]*Paging{p, p})
	if len(d) != 1 || d[0].Runs != 2 || d[0].Files != 14 || d[0].Calls != 22 || d[0].WindowLines.Max != 2197 || d[0].FileWindows != (Spread{1, 2, 2, 2}) {
		t.Errorf("%+v", d)
	}
}

// TestCompactedLines says of lines sent before a compaction that they were, until they are sent again.
func TestCompactedLines(t *testing.T) {
	var b strings.Builder
	record := func(format string, args ...any) {
		fmt.Fprintf(&b, `{"cwd":"/w","sessionId":"s","version":"2.1.330","timestamp":"2026-11-21T14:34:57.338Z","uuid":"u",`+format+"}\n", args...)
	}
	read := func(id, result string) {
		record(`"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":%q,"name":"Read","input":{"file_path":"/w/a.txt"}}]}`, id)
		record(`"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":%q,"content":%q}]}`, id, result)
	}
	read("1", "1\tone\n2\ttwo\n3\tthree")
	record(`"type":"system","subtype":"compact_boundary"`)
	read("2", "2\ttwo")
	s, err := Decode(context.Background(), "run.jsonl", bytes.NewReader([]byte(b.String())), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Coverage(context.Background(), t.TempDir())
	if err != nil || len(c.Files) != 1 || len(c.Compactions) != 1 {
		t.Fatalf("%+v, %v", c, err)
	}
	if f := c.Files[0]; !reflect.DeepEqual(f.Compacted, []Range{{1, 1}, {3, 3}}) || !reflect.DeepEqual(f.Sent, []Range{{1, 3}}) {
		t.Errorf("compacted %v of %v", f.Compacted, f.Sent)
	}
}
