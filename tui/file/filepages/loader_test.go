package filepages

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"testing"

	"eyeline/reader/source"
)

// numbered is a text of lines that all differ.
func numbered(lines int) []byte {
	var b bytes.Buffer
	for i := range lines {
		fmt.Fprintf(&b, "line %07d\n", i)
	}
	return b.Bytes()
}

// TestPagesKeepTheirBytes loads pages into the same buffer, and looks at each again at the end.
func TestPagesKeepTheirBytes(t *testing.T) {
	data := numbered(50_000)
	b := source.View(bytes.NewReader(data), int64(len(data)))
	var pages []Page
	for at := int64(0); at < b.Size(); at += b.Size() / 20 {
		p, err := Load(context.Background(), b,
			Request{Anchor: at, Before: 20, After: 20, Keep: 100, MaxBytes: 1 << 16})
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := LineBounds(context.Background(), b, nil, at); err != nil {
			t.Fatal(err)
		}
		pages = append(pages, p)
	}
	for _, p := range pages {
		for _, l := range p.Lines {
			if want := data[l.Off : l.Off+int64(len("line 0000000"))]; !bytes.HasPrefix(l.Head, want) {
				t.Fatalf("the line at %d is %q now, not %q", l.Off, l.Head, want)
			}
		}
	}
}

// TestPageCostsWhatItShows: what is read, a chunk, is not allocated for each page.
func TestPageCostsWhatItShows(t *testing.T) {
	data := numbered(50_000)
	b := source.View(bytes.NewReader(data), int64(len(data)))
	const times = 200
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range int64(times) {
		if _, err := Load(context.Background(), b, Request{
			Anchor: i * 997, Before: 20, After: 20, Keep: 100,
			MaxBytes: 1 << 16,
		}); err != nil {
			t.Fatal(err)
		}
	}
	runtime.ReadMemStats(&after)
	if n := (after.TotalAlloc - before.TotalAlloc) / times; n > pageBytes {
		t.Errorf("%d bytes a page", n)
	}
}
