package lineindex

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"eyeline/reader/source"
)

// logFile makes a file of about 111 bytes a line.
func logFile(b *testing.B, size int) (*os.File, int64) {
	b.Helper()
	f, err := os.Create(filepath.Join(b.TempDir(), "log"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = f.Close() })
	line := append(bytes.Repeat([]byte("word "), 22), '\n')
	chunk := bytes.Repeat(line, 1<<20/len(line))
	n := 0
	for n < size {
		k, err := f.Write(chunk)
		if err != nil {
			b.Fatal(err)
		}
		n += k
	}
	return f, int64(n)
}

func BenchmarkIndex(b *testing.B) {
	f, size := logFile(b, 256<<20)
	src, err := source.OpenFile(f.Name())
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = src.Close() }()
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		x := New(src)
		x.Start(context.Background())
		for !x.Snapshot().Complete() {
			<-x.Wake()
		}
		x.Close()
	}
}

func BenchmarkFindLineDeep(b *testing.B) {
	f, size := logFile(b, 256<<20)
	v := source.View(f, size)
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		if _, _, found, err := FindLine(context.Background(), v, nil, size/111-5); err != nil || !found {
			b.Fatal(found, err)
		}
	}
}

func BenchmarkCountLines(b *testing.B) {
	f, size := logFile(b, 256<<20)
	v := source.View(f, size)
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		if n, err := CountLines(context.Background(), v); err != nil || n != size/111 {
			b.Fatal(n, err)
		}
	}
}

// indexed is a file with its complete index.
func indexed(b *testing.B, size int) (*Snapshot, source.Bytes) {
	b.Helper()
	f, n := logFile(b, size)
	src, err := source.OpenFile(f.Name())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = src.Close() })
	x := New(src)
	x.Start(context.Background())
	b.Cleanup(x.Close)
	for !x.Snapshot().Complete() {
		<-x.Wake()
	}
	return x.Snapshot(), source.View(src, n)
}

// BenchmarkLineAt asks for offsets all over the file; each reads half a block in the mean.
func BenchmarkLineAt(b *testing.B) {
	s, v := indexed(b, 64<<20)
	b.ReportAllocs()
	off := int64(0)
	for b.Loop() {
		off = (off + 7654321) % v.Size()
		if _, err := s.LineAt(context.Background(), v, off); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOffset asks for lines all over the file.
func BenchmarkOffset(b *testing.B) {
	s, v := indexed(b, 64<<20)
	lines, _ := s.Lines()
	b.ReportAllocs()
	line := int64(0)
	for b.Loop() {
		line = (line+76543)%lines + 1
		if _, err := s.Offset(context.Background(), v, line); err != nil {
			b.Fatal(err)
		}
	}
}
