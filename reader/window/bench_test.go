package window

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/source"
)

// programFile is a file of small functions, of about size bytes.
func programFile(b *testing.B, size int) source.Bytes {
	b.Helper()
	text := []byte("// f runs.\nfunc f() {\n\tif x {\n\t\ty()\n\t\tz()\n\t}\n}\n\n")
	data := bytes.Repeat(text, size/len(text))
	path := filepath.Join(b.TempDir(), "f.go")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		b.Fatal(err)
	}
	src, err := source.OpenFile(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = src.Close() })
	return source.View(src, int64(len(data)))
}

// BenchmarkSliceDeep takes a slice at the end of 64 MiB, without an index: the file's bytes are counted.
func BenchmarkSliceDeep(b *testing.B) {
	v := programFile(b, 64<<20)
	b.SetBytes(v.Size())
	b.ReportAllocs()
	for b.Loop() {
		if w, err := SliceOf(context.Background(), v, nil, v.Size()/49*8-200, 100); err != nil || w.Lines() != 100 {
			b.Fatal(w, err)
		}
	}
}

// BenchmarkBlockDeep grows a block of 2,000 lines at the end of 64 MiB; what the index finds is not counted.
func BenchmarkBlockDeep(b *testing.B) {
	v := programFile(b, 64<<20)
	lines := v.Size() / 49 * 8
	opt := BlockOptions{Anchor: lines - 3000, Limit: 2000, MaxLines: 2000, IncludeHeader: true, IncludeSiblings: true}
	at, err := SliceOf(context.Background(), v, nil, opt.Anchor, 1)
	if err != nil {
		b.Fatal(err)
	}
	w, err := BlockOf(context.Background(), v, place{at.Start, opt.Anchor}, opt)
	if err != nil || w.Lines() < 1990 {
		b.Fatal(w, err)
	}
	b.SetBytes(w.End - w.Start)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := BlockOf(context.Background(), v, place{at.Start, opt.Anchor}, opt); err != nil {
			b.Fatal(err)
		}
	}
}

// place is an index that knows the start of one line.
type place struct{ off, line int64 }

func (p place) SeekLine(line int64) (int64, int64) {
	if line < p.line {
		return 0, 0
	}
	return p.off, p.line - 1
}
func (p place) SeekOffset(int64) (int64, int64) { return 0, 0 }
func (p place) Lines() (int64, bool)            { return 0, false }

// BenchmarkByteRange takes byte windows of 64 KiB all over 64 MiB.
func BenchmarkByteRange(b *testing.B) {
	v := programFile(b, 64<<20)
	b.SetBytes(64 << 10)
	b.ReportAllocs()
	off := int64(0)
	for b.Loop() {
		off = (off + 7654321) % (v.Size() - 1<<17)
		w, err := ByteRangeOf(context.Background(), v, nil, off, 64<<10, MaxByteWindow)
		if err != nil || w.End-w.Start < 64<<10 {
			b.Fatal(w, err)
		}
	}
}

// BenchmarkGrowing measures a block of 1, 10 and 100 times as many lines, and one at 1, 10 and 100 times as deep a
// place.
func BenchmarkGrowing(b *testing.B) {
	for _, n := range []int{20, 200, 2_000} {
		var deep strings.Builder
		for i := range n {
			deep.WriteString(strings.Repeat(" ", i) + "{\n")
		}
		for name, text := range map[string]string{"lines": "{\n" + strings.Repeat(" x\n", n) + "}\n", "levels": deep.String()} {
			v := source.View(strings.NewReader(text), int64(len(text)))
			opt := BlockOptions{Anchor: int64(n), Limit: int64(n), MaxLines: int64(n), IncludeHeader: true, IncludeSiblings: true}
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.SetBytes(v.Size())
				b.ReportAllocs()
				for b.Loop() {
					if w, err := BlockOf(b.Context(), v, nil, opt); err != nil || w.Lines() < int64(n)-1 {
						b.Fatal(w, err)
					}
				}
			})
		}
	}
}
