package decode

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
	"unicode/utf8"
)

// shortReads are readers that give the same bytes in other pieces.
var shortReads = map[string]func(io.Reader) io.Reader{
	"whole":         func(r io.Reader) io.Reader { return r },
	"bytes":         iotest.OneByteReader,
	"halves":        iotest.HalfReader,
	"data with EOF": iotest.DataErrReader,
}

func TestEncodings(t *testing.T) {
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
			want := b.String()
			for name, short := range shortReads {
				for _, bom := range []bool{false, e >= UTF16LE} {
					got, err := read(short(bytes.NewReader(encode(want, e, bom))), Format{Encoding: e, BOM: bom})
					if err != nil || got != want {
						t.Fatalf("%v, %s, BOM %v: %q, %v; want %q", e, name, bom, got, err, want)
					}
				}
			}
		}
	}
	if got, err := read(strings.NewReader("\xef\xbb\xbfa\xff"), Format{BOM: true}); err != nil || got != "\xef\xbb\xbfa\xff" {
		t.Errorf("UTF-8: %q, %v", got, err)
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
		{"\x00\xdca\x00", UTF16LE, "\ufffda"},
		{"\xff", UTF16BE, "\ufffd"},
		{"\xff\xfea\x00\xff\xfeb\x00", UTF16LE, "a\ufeffb"},
		{"\xff\xfea\x00", UTF16BE, "\ufffe\u6100"},
		{"a\x00\x00\x00\x00\x00\x11\x00", UTF32LE, "a\ufffd"},
		{"\x00\x00\x00a\x00\x00\xd8\x00", UTF32BE, "a\ufffd"},
		{"\xff\xff\xff\xff", UTF32LE, "\ufffd"},
		{"caf\xe9", Latin1, "café"},
		{"\x80\x9f", Latin1, "\u0080\u009f"},
	} {
		for name, short := range shortReads {
			if got, err := read(short(strings.NewReader(c.data)), Format{Encoding: c.enc}); err != nil || got != c.want {
				t.Errorf("%v of %x, %s: %q, %v; want %q", c.enc, c.data, name, got, err, c.want)
			}
		}
	}
}

// decoded decodes the slow way; a part of a unit at the end is U+FFFD.
func decoded(p []byte, e Encoding) string {
	var units []rune
	size := unitSize(e)
	for ; len(p) >= size; p = p[size:] {
		if size == 1 {
			units = append(units, rune(p[0]))
			continue
		}
		units = append(units, unitAt(p, e))
	}
	if size == 2 {
		u := make([]uint16, len(units))
		for i, r := range units {
			u[i] = uint16(r)
		}
		units = utf16.Decode(u)
	}
	if len(p) > 0 {
		units = append(units, utf8.RuneError)
	}
	return strings.TrimPrefix(string(units), mark)
}

// TestAnyBytes compares the decoders with the slow way on bytes that are mostly not text.
func TestAnyBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	common := []byte{0, 0, 0xD8, 0xDC, 0xDF, 0xFE, 0xFF, 'a', 0x10, 0x11}
	for range 3000 {
		p := make([]byte, r.IntN(40))
		for i := range p {
			p[i] = common[r.IntN(len(common))]
		}
		for _, e := range Encodings()[1:] {
			if got, err := read(iotest.HalfReader(bytes.NewReader(p)), Format{Encoding: e}); err != nil || got != decoded(p, e) {
				t.Fatalf("%v of %x: %q, %v; want %q", e, p, got, err, decoded(p, e))
			}
		}
	}
	p := bytes.Repeat([]byte{0x3D, 0xD8, 0x69, 0xDC, 'a'}, 5000) // pairs and units across all buffers
	for _, e := range Encodings()[1:] {
		if got, err := read(bytes.NewReader(p), Format{Encoding: e}); err != nil || got != decoded(p, e) {
			t.Errorf("%v: %d bytes, %v; want %d", e, len(got), err, len(decoded(p, e)))
		}
	}
}

// TestErrorsOfTheSource checks that an error of the packed bytes' reader comes as it is, after what could be decoded.
func TestErrorsOfTheSource(t *testing.T) {
	text := logText(20_000)
	for _, c := range append(compressions, None) {
		e := UTF8
		if c == None {
			e = UTF16BE
		}
		want := text
		if c == Bzip2 {
			want = plainText
		}
		whole := pack(t, []byte(text), c)
		if c == None {
			whole = encode(text, e, false)
		}
		for _, n := range []int{0, 1, 20, len(whole) / 2, len(whole) - 1, len(whole)} {
			sick := errors.New("input/output error")
			got, err := read(io.MultiReader(bytes.NewReader(whole[:n]), iotest.ErrReader(sick)), Format{Compression: c, Encoding: e})
			if !errors.Is(err, sick) || err.Error() != sick.Error() || !strings.HasPrefix(want, got) {
				t.Errorf("%v after %d of %d: %d bytes, %v", c, n, len(whole), len(got), err)
			}
			if n == len(whole)/2 && c != Bzip2 && len(got) < len(want)/3 {
				t.Errorf("%v: %d of %d bytes from half of it", c, len(got), len(want))
			}
		}
		if c == Bzip2 {
			continue
		}
		got, err := read(iotest.TimeoutReader(bytes.NewReader(whole)), Format{Compression: c, Encoding: e})
		if !errors.Is(err, iotest.ErrTimeout) || !strings.HasPrefix(want, got) {
			t.Errorf("%v: %d bytes, %v", c, len(got), err)
		}
	}
}

// TestClose closes while a read waits, and while one could go on for ever.
func TestClose(t *testing.T) {
	for _, f := range []Format{{}, {Encoding: UTF16LE}, {Compression: Gzip}, {Compression: Zstd}, {Compression: XZ}, {Compression: Bzip2}} {
		r, w := io.Pipe()
		d := NewReader(r, f)
		done := make(chan error)
		go func() {
			_, err := io.Copy(io.Discard, d)
			done <- err
		}()
		_, _ = w.Write(pack(t, []byte(plainText), f.Compression)[:40])
		_ = d.Close()
		_ = d.Close()
		go func() { _, _ = w.Write([]byte("more")) }() // a read may wait for it
		if err := <-done; !errors.Is(err, fs.ErrClosed) {
			t.Errorf("%+v: %v", f, err)
		}
		_ = r.Close()
		if n, err := d.Read(make([]byte, 10)); n != 0 || !errors.Is(err, fs.ErrClosed) {
			t.Errorf("%+v afterwards: %d, %v", f, n, err)
		}
	}
	endless := pack(t, make([]byte, 1<<20), Gzip)
	d := NewReader(repeat{endless, new(int)}, Format{Compression: Gzip})
	done := make(chan error)
	go func() {
		_, err := io.Copy(io.Discard, d)
		done <- err
	}()
	_ = d.Close()
	if err := <-done; !errors.Is(err, fs.ErrClosed) {
		t.Error(err)
	}
}

// repeat gives some bytes again and again.
type repeat struct {
	p  []byte
	at *int
}

func (r repeat) Read(p []byte) (int, error) {
	n := copy(p, r.p[*r.at:])
	*r.at = (*r.at + n) % len(r.p)
	return n, nil
}

func FuzzReader(f *testing.F) {
	for _, c := range append(compressions, None) {
		f.Add(pack(f, []byte("some text"), c), uint8(c), uint8(UTF8))
		f.Add(pack(f, encode("some text", UTF16LE, true), c), uint8(c), uint8(UTF16LE))
	}
	f.Fuzz(func(t *testing.T, data []byte, c, e uint8) {
		form := Format{Compression: Compression(c % 5), Encoding: Encoding(e % 6)}
		d := NewReader(bytes.NewReader(data), form)
		const most = 1 << 20
		p, err := io.ReadAll(io.LimitReader(d, most))
		switch {
		case err == nil && len(p) < most:
			if n, again := d.Read(make([]byte, 1)); n != 0 || !errors.Is(again, io.EOF) {
				t.Fatalf("%v: %d bytes, %v after the end", form, n, again)
			}
		case err != nil && (form.Compression == None || !strings.HasPrefix(err.Error(), "the "+form.Compression.String()+" data ")):
			t.Fatalf("%v: %v", form, err)
		}
		switch {
		case form.Compression == None && form.Encoding == UTF8:
			if !bytes.Equal(p, data[:min(len(data), most)]) {
				t.Fatal("not the same bytes")
			}
		case form.Compression == None && len(p) < most:
			if string(p) != decoded(data, form.Encoding) {
				t.Fatalf("%v: %q, want %q", form, p, decoded(data, form.Encoding))
			}
		}
	})
}

func BenchmarkReader(b *testing.B) {
	text := []byte(logText(60_000))
	for _, f := range []Format{
		{Compression: Gzip},
		{Compression: Zstd},
		{Compression: Bzip2},
		{Compression: XZ},
		{Encoding: Latin1},
		{Encoding: UTF16LE},
		{Encoding: UTF16BE},
		{Encoding: UTF32LE},
	} {
		data, size := pack(b, text, f.Compression), len(text)
		name := f.Compression.String()
		switch f.Compression {
		case None:
			data, name = encode(string(text), f.Encoding, false), f.Encoding.String()
		case Bzip2: // of small blocks
			data, size = bytes.Repeat(data, 200), 200*len(plainText)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(size))
			buf := make([]byte, 256<<10)
			for b.Loop() {
				d := NewReader(bytes.NewReader(data), f)
				if n, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, d, buf); err != nil || n != int64(size) {
					b.Fatal(n, err)
				}
			}
		})
	}
}
