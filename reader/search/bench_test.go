package search

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"eyeline/reader/source"
)

// logText is about n bytes of a made-up server log, in whole lines.
func logText(n int) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	words := []string{
		"INFO", "WARN", "ERROR", "request", "handled", "session", "user", "path=/api/v1/items", "status=200",
		"duration=12ms", "connection", "closed", "timeout", "GET", "POST", "retry",
	}
	var b bytes.Buffer
	for b.Len() < n {
		fmt.Fprintf(&b, "2024-05-%02dT%02d:%02d:%02d.%03dZ", r.IntN(28)+1, r.IntN(24), r.IntN(60), r.IntN(60),
			r.IntN(1000))
		for range 8 {
			b.WriteByte(' ')
			b.WriteString(words[r.IntN(len(words))])
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

const benchSize = 256 << 20

// benchFile is a log of 256 MiB in the page cache; EYELINE_BENCH_FILE names another file to measure on.
func benchFile(b *testing.B) source.Bytes {
	b.Helper()
	path := os.Getenv("EYELINE_BENCH_FILE")
	if path == "" {
		path = filepath.Join(b.TempDir(), "log")
		f, err := os.Create(path)
		if err != nil {
			b.Fatal(err)
		}
		part := logText(8 << 20)
		for n := 0; n < benchSize; n += len(part) {
			if _, err := f.Write(part); err != nil {
				b.Fatal(err)
			}
		}
		if err := f.Close(); err != nil {
			b.Fatal(err)
		}
	}
	f, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { f.Close() })
	info, err := f.Stat()
	if err != nil {
		b.Fatal(err)
	}
	return source.View(f, info.Size())
}

func benchFind(b *testing.B, pattern string, opt Options, dir Direction) {
	b.Helper()
	src := benchFile(b)
	p, err := Compile(pattern, opt)
	if err != nil {
		b.Fatal(err)
	}
	from := int64(0)
	if dir == Backward {
		from = src.Size()
	}
	b.SetBytes(src.Size())
	b.ReportAllocs()
	for b.Loop() {
		if _, found, err := NewFinder(p).Find(context.Background(), src, from, dir); found || err != nil {
			b.Fatal(found, err)
		}
	}
}

func BenchmarkAbsentLiteral(b *testing.B) {
	benchFind(b, "handled nowhere", Options{Case: MatchCase}, Forward)
}

func BenchmarkAbsentLiteralBackward(b *testing.B) {
	benchFind(b, "handled nowhere", Options{Case: MatchCase}, Backward)
}

func BenchmarkAbsentRareByte(b *testing.B) {
	benchFind(b, "{handled}", Options{Case: MatchCase}, Forward)
}

func BenchmarkAbsentFold(b *testing.B) { benchFind(b, "handled nowhere", Options{}, Forward) }

func BenchmarkAbsentFoldShortCore(b *testing.B) { benchFind(b, "ski", Options{}, Forward) }

func BenchmarkRegexpWithLiteral(b *testing.B) {
	benchFind(b, `nowhere \d+$|nobody \d+$`, Options{}, Forward)
}

func BenchmarkRegexpWithPresentLiteral(b *testing.B) {
	benchFind(b, `timeout \d+$`, Options{}, Forward)
}

func BenchmarkRegexpNoLiteral(b *testing.B) { benchFind(b, `\d{5}`, Options{}, Forward) }

func BenchmarkCount(b *testing.B) {
	src := benchFile(b)
	p, err := Compile("timeout", Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(src.Size())
	b.ReportAllocs()
	for b.Loop() {
		if err := NewCounter(p).Run(context.Background(), src); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFilter(b *testing.B) {
	src := benchFile(b)
	p, err := Compile("timeout", Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(src.Size())
	b.ReportAllocs()
	for b.Loop() {
		if err := NewFilter(Term{Pattern: p}).Run(context.Background(), src); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNeedle(b *testing.B) {
	text := logText(1 << 20)
	for _, c := range []struct {
		pattern string
		opt     Options
	}{
		{"handled nowhere", Options{Case: MatchCase}},
		{"handled nowhere", Options{}},
		{"{handled}", Options{Case: MatchCase}},
		{"seat", Options{Case: MatchCase}},
		{"ski", Options{}},
		{"timeout", Options{}},
	} {
		p, err := Compile(c.pattern, c.opt)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("%s/fold=%v", c.pattern, p.fold), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				sw := sweep{b: text}
				for h := sw.find(p.pure, 0); h.start >= 0; h = sw.find(p.pure, h.end) {
				}
			}
		})
	}
}
