package decode

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

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

func pack(t testing.TB, data []byte, c Compression) []byte {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser
	var err error
	switch c {
	case Gzip:
		w = gzip.NewWriter(&b)
	case Zstd:
		w, err = zstd.NewWriter(&b, zstd.WithEncoderConcurrency(1))
	case XZ:
		w, err = xz.NewWriter(&b)
	case Bzip2:
		p, err := os.ReadFile(filepath.Join("testdata", "server.bz2"))
		if err != nil {
			t.Fatal(err)
		}
		return p
	default:
		return data
	}
	if err == nil {
		_, err = w.Write(data)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// plainText is what testdata/server.bz2 holds.
var plainText = strings.Repeat("package server // naïve, 日本語\n\tfunc Handle() {}\n", 40)

func TestDetect(t *testing.T) {
	for _, c := range []struct {
		name  string
		head  string
		whole bool
		want  Form
	}{
		{"nothing", "", true, Form{}},
		{"ASCII", "package main\n", true, Form{}},
		{"UTF-8", "naïve 日本語\n", true, Form{}},
		{"UTF-8 with a BOM", "\xef\xbb\xbfpackage main\n", true, Form{BOM: true}},
		{"UTF-8 cut by the head's end", "caf\xc3", false, Form{}},
		{"the same as a whole file", "caf\xc3", true, Form{Encoding: Latin1}},
		{"Latin-1", "Un caf\xe9 tr\xe8s br\xfbl\xe9, d\xe9j\xe0 \xab froid \xbb\n", true, Form{Encoding: Latin1}},
		{"UTF-8 with a broken character", "日本語\xff日本語 and more 日本語\n", true, Form{}},
		{"bytes that are no words", "abc \x80\x81\x82\x90\x91 \xa6\xa8 def", true, Form{}},
		{"NULs", "a\x00b\x00\x00\x01\x02zzzzz\x7f", true, Form{Binary: true}},
		{"control characters", "\x01\x02\x03\x04\x05abc", true, Form{Binary: true}},
		{"ANSI colours", "\x1b[31mred\x1b[0m\n", true, Form{}},
		{"a word that begins like bzip2", "BZh9 is a word of this text", true, Form{}},
		{"an ELF file", "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00>\x00\x01\x00\x00\x00\x90\x10\x00\x00", true, Form{Binary: true}},
		{"little numbers", "\x01\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00\x04\x00\x00\x00", true, Form{Binary: true}},
	} {
		if got := Detect([]byte(c.head), c.whole); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
	for _, e := range Encodings()[2:] {
		for _, text := range []string{"package main\n\nfunc main() {}\n", "naïve café\nzwei Zeilen\n", "log 1 日本 and words around\n"} {
			for _, bom := range []bool{false, true} {
				if got, want := Detect(encode(text, e, bom), true), (Form{Encoding: e, BOM: bom}); got != want {
					t.Errorf("%v of %q: %+v, want %+v", e, text, got, want)
				}
			}
		}
		if got, want := Detect(encode("日本語だけのテキスト。", e, true), true), (Form{Encoding: e, BOM: true}); got != want {
			t.Errorf("%v: %+v, want %+v", e, got, want)
		}
	}
	for _, c := range []Compression{Gzip, Zstd, Bzip2, XZ} {
		if got := Detect(pack(t, []byte(plainText), c), true); got != (Form{Compression: c}) {
			t.Errorf("%v: %+v", c, got)
		}
	}
}

func TestParseEncoding(t *testing.T) {
	for _, e := range Encodings() {
		if got, ok := ParseEncoding(e.String()); !ok || got != e {
			t.Errorf("%v: %v, %v", e, got, ok)
		}
	}
	if _, ok := ParseEncoding("klingon"); ok {
		t.Error("klingon is an encoding")
	}
}

func read(r io.Reader, f Form) (string, error) {
	d, err := NewReader(r, f)
	if err != nil {
		return "", err
	}
	p, err := io.ReadAll(d)
	return string(p), err
}

func TestRoundTrips(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	runes := []rune("ab \n\té日本𝄞👩x")
	for _, e := range Encodings() {
		for range 50 {
			var b strings.Builder
			for range r.IntN(200) {
				c := runes[r.IntN(len(runes))]
				if e == Latin1 && c > 0xFF {
					c = 'é'
				}
				b.WriteRune(c)
			}
			for name, short := range map[string]func(io.Reader) io.Reader{
				"whole": func(r io.Reader) io.Reader { return r }, "bytes": iotest.OneByteReader, "data with EOF": iotest.DataErrReader,
			} {
				got, err := read(short(bytes.NewReader(encode(b.String(), e, false))), Form{Encoding: e})
				if err != nil || got != b.String() {
					t.Fatalf("%v, %s: %q, %v; want %q", e, name, got, err, b.String())
				}
			}
		}
	}
	for _, c := range []Compression{Gzip, Zstd, Bzip2, XZ} {
		for name, short := range map[string]func(io.Reader) io.Reader{"whole": func(r io.Reader) io.Reader { return r }, "bytes": iotest.OneByteReader} {
			if got, err := read(short(bytes.NewReader(pack(t, []byte(plainText), c))), Form{Compression: c}); err != nil || got != plainText {
				t.Errorf("%v, %s: %d bytes, %v", c, name, len(got), err)
			}
		}
		twice := append(pack(t, []byte(plainText), c), pack(t, []byte(plainText), c)...)
		if got, err := read(bytes.NewReader(twice), Form{Compression: c}); err != nil || got != plainText+plainText {
			t.Errorf("%v twice: %d bytes, %v", c, len(got), err)
		}
		if c != Bzip2 {
			packed := pack(t, encode(plainText, UTF16LE, true), c)
			if got, err := read(bytes.NewReader(packed), Form{Compression: c}); err != nil || got != plainText {
				t.Errorf("UTF-16 in %v: %d bytes, %v", c, len(got), err)
			}
		}
	}
}

func TestInvalidUnits(t *testing.T) {
	for _, c := range []struct {
		data string
		enc  Encoding
		want string
	}{
		{"a\x00\x00\xd8b\x00", UTF16LE, "a\ufffdb"},
		{"\x00a\xd8\x00", UTF16BE, "a\ufffd"},
		{"a\x00b", UTF16LE, "a\ufffd"},
		{"a\x00\x00\x00\x00\x00\x11\x00", UTF32LE, "a\ufffd"},
		{"caf\xe9", Latin1, "café"},
	} {
		if got, err := read(strings.NewReader(c.data), Form{Encoding: c.enc}); err != nil || got != c.want {
			t.Errorf("%v of %x: %q, %v; want %q", c.enc, c.data, got, err, c.want)
		}
	}
}

// TestDamage cuts and changes packed files everywhere: no panic, what comes is the beginning of the text or the error
// says what is wrong, and it is never taken for whole.
func TestDamage(t *testing.T) {
	for _, c := range []Compression{Gzip, Zstd, Bzip2, XZ} {
		whole := pack(t, []byte(plainText), c)
		for n := range whole {
			got, err := read(bytes.NewReader(whole[:n]), Form{Compression: c})
			if err == nil && got != "" && got != plainText { // of xz only the index is missing then
				t.Fatalf("%v cut at %d of %d: taken for whole", c, n, len(whole))
			}
			if !strings.HasPrefix(plainText, got) {
				t.Fatalf("%v cut at %d: %q", c, n, got)
			}
			if err != nil && !strings.HasPrefix(err.Error(), "the "+c.String()+" data ") {
				t.Fatalf("%v cut at %d: %v", c, n, err)
			}
		}
		r := rand.New(rand.NewPCG(5, 6))
		for range 300 {
			changed := bytes.Clone(whole)
			changed[r.IntN(len(changed))] ^= byte(1 + r.IntN(255))
			d, err := NewReader(bytes.NewReader(changed), Form{Compression: c})
			if err != nil {
				continue
			}
			_, _ = io.Copy(io.Discard, io.LimitReader(d, 1<<20)) // nothing panics, and it ends
		}
	}
}

func TestXZDictionary(t *testing.T) {
	head := pack(t, []byte("text"), XZ)
	if got := xzDictionary(head); got != 8<<20 {
		t.Errorf("%d", got)
	}
	head[16] = 40
	if _, err := NewReader(bytes.NewReader(head), Form{Compression: XZ}); err == nil || !strings.Contains(err.Error(), "dictionary of 4095 MiB") {
		t.Error(err)
	}
	for n := range head {
		xzDictionary(head[:n])
	}
}

// zeros never ends.
type zeroes struct{}

func (zeroes) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// TestBomb reads much from little: what is unpacked comes as it is read, and is not kept.
func TestBomb(t *testing.T) {
	for _, c := range []Compression{Gzip, Zstd, XZ} {
		r, w := io.Pipe()
		go func() {
			var z io.WriteCloser
			switch c {
			case Gzip:
				z = gzip.NewWriter(w)
			case Zstd:
				z, _ = zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
			default:
				z, _ = xz.NewWriter(w)
			}
			_, err := io.Copy(z, zeroes{})
			_ = w.CloseWithError(err)
		}()
		d, err := NewReader(r, Form{Compression: c})
		if err != nil {
			t.Fatal(c, err)
		}
		if n, err := io.CopyN(io.Discard, d, 16<<20); n != 16<<20 || err != nil {
			t.Errorf("%v: %d bytes, %v", c, n, err)
		}
		_ = r.Close()
	}
}

func FuzzReader(f *testing.F) {
	for _, c := range []Compression{None, Gzip, Zstd, Bzip2, XZ} {
		f.Add(pack(f, []byte("some text"), c), uint8(0))
	}
	f.Fuzz(func(t *testing.T, data []byte, enc uint8) {
		form := Detect(data, true)
		if form.Compression == None {
			form.Encoding = Encodings()[int(enc)%len(Encodings())]
		}
		d, err := NewReader(bytes.NewReader(data), form)
		if err != nil {
			return
		}
		_, _ = io.Copy(io.Discard, io.LimitReader(d, 1<<20))
	})
}

func BenchmarkReader(b *testing.B) {
	text := []byte(strings.Repeat(plainText, 500))
	for _, f := range []Form{{Compression: Gzip}, {Compression: Zstd}, {Compression: XZ}, {Encoding: UTF16LE}, {Encoding: Latin1}} {
		data := pack(b, text, f.Compression)
		if f.Compression == None {
			data = encode(string(text), f.Encoding, false)
		}
		b.Run(f.Compression.String()+f.Encoding.String(), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				d, err := NewReader(bytes.NewReader(data), f)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := io.Copy(io.Discard, d); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
