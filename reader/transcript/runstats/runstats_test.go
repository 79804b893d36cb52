package runstats

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	_ "eyeline/reader/tools/agents" // the tools that records are compared with
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/transcripttest"
)

func TestInfo(t *testing.T) {
	p := transcripttest.Samples(t)["claude_code/session-default.jsonl"]
	s, err := transcript.Decode(context.Background(), "s.jsonl", bytes.NewReader(p), int64(len(p)))
	if err != nil {
		t.Fatal(err)
	}
	for number, want := range map[int]string{
		2:  `{"number":2,"time":"2026-11-21T14:34:57.887Z","tool":"Read","kind":"read","arguments":{"file_path":"/home/ada/harborage/src/inventory.py","offset":20,"limit":15},"files":[{"path":"src/inventory.py","lines":[[20,34]],"how":"record"}],"bytes":428,"refused":false,"answered":true,"fidelity":"sent","sub_agent":""}`,
		11: `{"number":11,"time":"2026-11-21T14:34:58.797Z","tool":"Read","kind":"read","arguments":{"file_path":"/home/ada/harborage/src"},"files":[{"path":"src","lines":[],"how":"unknown"}],"bytes":72,"refused":true,"answered":true,"fidelity":"sent","sub_agent":""}`,
		13: `{"number":13,"time":"2026-11-21T14:34:58.936Z","tool":"Edit","kind":"change","arguments":{"replace_all":false,"file_path":"/home/ada/harborage/src/README.md","old_string":"small *stock list*","new_string":"tiny *stock list*"},"files":[{"path":"src/README.md","lines":[[3,3]],"how":"change"}],"bytes":73,"refused":false,"answered":true,"fidelity":"sent","sub_agent":""}`,
	} {
		info, err := Describe(s, s.Call(number))
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(info)
		if err != nil || string(got) != want {
			t.Errorf("%v\n got %s\nwant %s", err, got, want)
		}
	}
	s = transcripttest.Decode(t, "s.jsonl", strings.Replace(transcripttest.ClaudeCall("a", 1, "x"), `{"file_path":"/a"}`, `{"file_path":"`+strings.Repeat("a", argumentsLimit)+`"}`, 1))
	if info, err := Describe(s, s.Call(1)); err != nil || string(info.Arguments) != "null" {
		t.Errorf("%.50s, %v", info.Arguments, err)
	}
}

// slowly is what page sizes would have sent, line by line.
func slowly(needed map[int64]int64, total, args int64) []PageSize {
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
	p, err := PagingOf(context.Background(), transcripttest.OpenSample(t, transcripttest.Claude))
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
		"crlf.txt: 4 lines, 2 new, 2 overlap, 0 skipped, 0 again: 2-2 1-3",
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

// TestPagingToTheGreatestNumber: a command may ask for any line, and the page sizes are gone through in a moment all
// the same: the call counts, and no line that was not given is taken for a window.
func TestPagingToTheGreatestNumber(t *testing.T) {
	for command, windows := range map[string]int{
		"sed -n '99999p' a":                1,
		"sed -n '9223372036854775807p' a":  0, // of more lines than a file of which nothing is known is proposed to have
		"sed -n '99999999999999999999p' a": 0,
		"tail -n +9223372036854775807 a":   0,
	} {
		run := strings.NewReplacer(`"name":"Read"`, `"name":"Bash"`, `"file_path":"/a"`, fmt.Sprintf(`"command":%q`, command)).
			Replace(transcripttest.ClaudeCall("1", 1, "x"))
		p, err := PagingOf(t.Context(), transcripttest.Decode(t, "run.jsonl", run))
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for _, tool := range p.Tools {
			for _, f := range tool.Files {
				for _, w := range f.Windows {
					got++
					if w.First != w.Last {
						t.Errorf("%s: %+v", command, w)
					}
				}
			}
		}
		if got != windows || windows > 0 && (len(p.Tools) != 1 || p.Tools[0].Calls != 1) {
			t.Errorf("%s: %d windows, %+v", command, got, p)
		}
	}
}
