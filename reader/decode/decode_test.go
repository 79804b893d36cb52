package decode

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

var compressions = []Compression{Gzip, Zstd, Bzip2, XZ}

// encode writes a text in an encoding the slow way.
func encode(s string, e Encoding, bom bool) []byte {
	if bom {
		s = "\ufeff" + s
	}
	var b bytes.Buffer
	put := func(order binary.ByteOrder, v any) { _ = binary.Write(&b, order, v) }
	for _, r := range s {
		switch e {
		case Latin1:
			b.WriteByte(byte(r))
		case UTF16LE:
			put(binary.LittleEndian, utf16.Encode([]rune{r}))
		case UTF16BE:
			put(binary.BigEndian, utf16.Encode([]rune{r}))
		case UTF32LE:
			put(binary.LittleEndian, r)
		case UTF32BE:
			put(binary.BigEndian, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.Bytes()
}

// newPacker packs what is written to it into w; not for Bzip2.
func newPacker(t testing.TB, w io.Writer, c Compression) interface {
	io.WriteCloser
	Flush() error
} {
	t.Helper()
	switch c {
	case Gzip:
		return gzip.NewWriter(w)
	case Zstd:
		z, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
		if err != nil {
			t.Fatal(err)
		}
		return z
	case XZ:
		z, err := xz.NewWriter(w)
		if err != nil {
			t.Fatal(err)
		}
		return noFlush{z}
	}
	t.Fatal("no packer of", c)
	return nil
}

type noFlush struct{ io.WriteCloser }

func (noFlush) Flush() error { return nil }

// pack packs data; of Bzip2 it is always plainText.
func pack(t testing.TB, data []byte, c Compression) []byte {
	t.Helper()
	switch c {
	case None:
		return data
	case Bzip2:
		return sample(t, "server.bz2")
	}
	var b bytes.Buffer
	w := newPacker(t, &b, c)
	_, err := w.Write(data)
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func sample(t testing.TB, name string) []byte {
	t.Helper()
	p, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// plainText is what is in testdata/server.bz2.
var plainText = strings.Repeat("package server // naïve, 日本語\n\tfunc Handle() {}\n", 40)

// logText is text of n lines that does not pack well.
func logText(n int) string {
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for range n {
		fmt.Fprintf(&b, "%016x a line of the log, café %d\n", r.Uint64(), r.IntN(1000))
	}
	return b.String()
}

func read(r io.Reader, f Format) (string, error) {
	d := NewReader(r, f)
	p, err := io.ReadAll(d)
	return string(p), errors.Join(err, d.Close())
}

func TestNames(t *testing.T) {
	for _, e := range Encodings() {
		for _, name := range []string{e.String(), strings.ToLower(e.String()), strings.ToUpper(strings.ReplaceAll(e.String(), "-", ""))} {
			if got, ok := ParseEncoding(name); !ok || got != e {
				t.Errorf("%q: %v, %v", name, got, ok)
			}
		}
	}
	for name, want := range map[string]Encoding{"utf_8": UTF8, "ISO-8859-1": Latin1, "latin 1": Latin1, "utf16": UTF16LE, "UTF-32": UTF32LE, "utf-16be": UTF16BE} {
		if got, ok := ParseEncoding(name); !ok || got != want {
			t.Errorf("%q: %v, %v", name, got, ok)
		}
	}
	for _, name := range []string{"", "klingon", "utf", "utf-7", "latin2"} {
		if got, ok := ParseEncoding(name); ok {
			t.Errorf("%q is %v", name, got)
		}
	}
}
