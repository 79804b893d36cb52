package decode

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"eyeline/reader/longtest"
)

func TestUnpack(t *testing.T) {
	for _, c := range compressions {
		whole := pack(t, []byte(plainText), c)
		for name, short := range shortReads {
			if got, err := read(short(bytes.NewReader(whole)), Format{Compression: c}); err != nil || got != plainText {
				t.Errorf("%v, %s: %d bytes, %v", c, name, len(got), err)
			}
			if got, err := read(short(bytes.NewReader(slices.Concat(whole, whole))), Format{Compression: c}); err != nil || got != plainText+plainText {
				t.Errorf("%v twice, %s: %d bytes, %v", c, name, len(got), err)
			}
		}
		if _, err := read(strings.NewReader(""), Format{Compression: c}); err == nil || err.Error() != "the "+c.String()+" data ends too early" {
			t.Errorf("%v of nothing: %v", c, err)
		}
		if got, err := read(strings.NewReader("some text that is not packed"), Format{Compression: c}); got != "" || err == nil || !strings.HasPrefix(err.Error(), "the "+c.String()+" data is damaged: ") {
			t.Errorf("%v of text: %q, %v", c, got, err)
		}
		if c == Bzip2 {
			continue
		}
		for _, text := range []string{"", "x", logText(5000)} {
			if c == Zstd && text == "" {
				continue // packed by this library it is no bytes at all
			}
			if got, err := read(bytes.NewReader(pack(t, []byte(text), c)), Format{Compression: c}); err != nil || got != text {
				t.Errorf("%v: %d bytes of %d, %v", c, len(got), len(text), err)
			}
		}
	}
	if got, err := read(bytes.NewReader(sample(t, "two.bz2")), Format{Compression: Bzip2}); err != nil || got != "first stream\nsecond stream, naïve\n" {
		t.Errorf("%q, %v", got, err)
	}
}

// TestInnerEncoding checks that packed text is read in its own encoding, as Detect finds it from all its first bytes.
func TestInnerEncoding(t *testing.T) {
	long := strings.Repeat("a line of ASCII without anything to tell by\n", 50)
	for _, c := range []struct {
		name, text string
		enc        Encoding
		bom        bool
	}{
		{"UTF-16 with a BOM", plainText, UTF16LE, true},
		{"UTF-16", plainText, UTF16LE, false},
		{"UTF-16BE", plainText, UTF16BE, false},
		{"UTF-32", plainText, UTF32LE, false},
		{"UTF-32BE with a BOM", plainText, UTF32BE, true},
		{"UTF-8 with a BOM", "\tone\ntwo\n", UTF8, true},
		{"UTF-8 with a BOM and no line", "é", UTF8, true},
		{"UTF-8", "naïve", UTF8, false},
		{"Latin-1", "déjà vu à l'été", Latin1, false},
		{"Latin-1 after lines of ASCII", long + "déjà vu à l'été\n", Latin1, false},
		{"UTF-8 after lines of ASCII", long + "déjà vu\n", UTF8, false},
		{"only a BOM", "", UTF16BE, true},
		{"a NUL after ASCII", long + "\x00a\x00b\x00c", UTF8, false},
		{"a NUL at once", "\x00\x01\x02", UTF8, false},
		{"bytes that are no text", long + "\xff\xfe\x80\x81\x82", UTF8, false},
		{"long lines of ASCII, then UTF-8", strings.Repeat("x", 2000) + "é", UTF8, false},
	} {
		for _, z := range []Compression{Gzip, Zstd, XZ} {
			data := pack(t, encode(c.text, c.enc, c.bom), z)
			if c.name == "bytes that are no text" {
				data = pack(t, []byte(c.text), z)
			}
			for name, short := range shortReads {
				if got, err := read(short(bytes.NewReader(data)), Format{Compression: z}); err != nil || got != c.text {
					t.Errorf("%s in %v, %s: %q, %v", c.name, z, name, got[:min(len(got), 60)], err)
				}
			}
			d := &detector{in: newHead(encodedReader(c.text, c.enc, c.bom, c.name == "bytes that are no text"))}
			if got, err := io.ReadAll(d); err != nil || string(got) != c.text {
				t.Errorf("%s byte by byte: %q, %v", c.name, got[:min(len(got), 60)], err)
			}
		}
	}
	// An encoding that is asked for is not guessed.
	if got, err := read(bytes.NewReader(pack(t, []byte("caf\xc3\xa9"), Gzip)), Format{Compression: Gzip, Encoding: Latin1}); err != nil || got != "cafÃ©" {
		t.Errorf("%q, %v", got, err)
	}
	// What is packed twice is unpacked once.
	once := pack(t, []byte("text"), Gzip)
	if got, err := read(bytes.NewReader(pack(t, once, Zstd)), Format{Compression: Zstd}); err != nil || got != string(once) {
		t.Errorf("%q, %v", got, err)
	}
}

// TestPrompt checks that what has come is given before more comes.
func TestPrompt(t *testing.T) {
	for _, c := range []Compression{Gzip, Zstd} {
		r, w := io.Pipe()
		go func() {
			z := newPacker(t, w, c)
			for _, line := range []string{"first\n", "second, naïve\n", "third"} {
				_, _ = io.WriteString(z, line)
				_ = z.Flush()
			}
			// The end never comes.
		}()
		d := NewReader(r, Format{Compression: c})
		want := "first\nsecond, naïve\nthird"
		got := make([]byte, len(want))
		if _, err := io.ReadFull(d, got); err != nil || string(got) != want {
			t.Errorf("%v: %q, %v", c, got, err)
		}
		_ = r.Close()
	}
}

// TestCut cuts packed files everywhere: what comes is the beginning of the text, and it is never taken for whole.
func TestCut(t *testing.T) {
	for _, c := range compressions {
		whole := pack(t, []byte(plainText), c)
		for _, w := range [][]byte{whole, slices.Concat(whole, whole)} {
			step := 1
			if !longtest.IsRequested() {
				step = 7
			}
			for n := 0; n < len(w); n += step {
				got, err := read(bytes.NewReader(w[:n]), Format{Compression: c})
				if n == len(whole) {
					if err != nil || got != plainText {
						t.Fatalf("%v: %d bytes, %v", c, len(got), err)
					}
					continue
				}
				if err == nil || err.Error() != "the "+c.String()+" data ends too early" || !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
					t.Fatalf("%v cut at %d of %d: %v", c, n, len(w), err)
				}
				if !strings.HasPrefix(plainText+plainText, got) || n > len(whole) && len(got) < len(plainText) {
					t.Fatalf("%v cut at %d: %q", c, n, got)
				}
			}
		}
	}
}

// TestChanged changes bytes everywhere: nothing panics, and what is wrong is not taken for right.
func TestChanged(t *testing.T) {
	r, changes := rand.New(rand.NewPCG(5, 6)), 500
	if !longtest.IsRequested() {
		changes = 70
	}
	for _, c := range compressions {
		whole := pack(t, []byte(plainText), c)
		for range changes {
			changed := bytes.Clone(whole)
			at := r.IntN(len(changed))
			changed[at] ^= byte(1 + r.IntN(255))
			got, err := read(io.LimitReader(bytes.NewReader(changed), 1<<20), Format{Compression: c})
			switch {
			case err == nil && got != plainText:
				t.Fatalf("%v changed at %d: %d bytes taken for right", c, at, len(got))
			case err != nil && !strings.HasPrefix(err.Error(), "the "+c.String()+" data "):
				t.Fatalf("%v changed at %d: %v", c, at, err)
			}
		}
	}
}

// TestTail checks what follows the packed data: zeros are ignored where the format's own program thinks so, and other
// bytes are reported after the text.
func TestTail(t *testing.T) {
	for _, c := range compressions {
		whole := pack(t, []byte(plainText), c)
		for _, tail := range []string{"\x00", "\x00\x00\x00\x00", "\x00\x00\x00\x00\x00", strings.Repeat("\x00", 10_000), "garbage", "g", "\x00\x00\x00\x00garbage"} {
			want := "the " + c.String() + " data is followed by other bytes"
			if strings.Trim(tail, "\x00") == "" && (c == Gzip || c == XZ) {
				want = ""
			} else if len(tail) == 1 && c != Gzip && c != XZ {
				want = "the " + c.String() + " data ends too early" // as far as one byte tells
			}
			got, err := read(strings.NewReader(string(whole)+tail), Format{Compression: c})
			if got != plainText || err == nil && want != "" || err != nil && err.Error() != want {
				t.Errorf("%v before %.10q: %d bytes, %v", c, tail, len(got), err)
			}
		}
	}
	whole := pack(t, []byte(plainText), Gzip)
	if got, err := read(bytes.NewReader(slices.Concat(whole, make([]byte, 100), whole)), Format{Compression: Gzip}); err != nil || got != plainText+plainText {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	whole = pack(t, []byte(plainText), XZ)
	if got, err := read(bytes.NewReader(slices.Concat(whole, make([]byte, 100), whole)), Format{Compression: XZ}); err != nil || got != plainText+plainText {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

// heapWhile is the most that the heap grew, in bytes, while do ran; do calls sample now and then.
func heapWhile(t *testing.T, do func(sample func())) (most int64) {
	longtest.CollectAsUsual(t)
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	before := m.HeapAlloc
	do(func() {
		runtime.GC()
		runtime.ReadMemStats(&m)
		most = max(most, int64(m.HeapAlloc)-int64(before))
	})
	return most
}

// TestBomb reads much from little: what is unpacked comes as it is read, and is not kept.
func TestBomb(t *testing.T) {
	part := int64(8 << 20)
	if !longtest.IsRequested() {
		part = 1 << 20
	}
	for _, c := range compressions {
		var bomb []byte
		switch c { // 1 GiB
		case Bzip2:
			bomb = sample(t, "zeros.bz2")
		case XZ: // whose writer is slow
			bomb = bytes.Repeat(pack(t, make([]byte, 2<<20), c), 512)
		default:
			bomb = bytes.Repeat(pack(t, make([]byte, 8<<20), c), 128)
		}
		d := NewReader(bytes.NewReader(bomb), Format{Compression: c})
		heap := heapWhile(t, func(sample func()) {
			for range 8 {
				if n, err := io.CopyN(io.Discard, d, part); n != part || err != nil {
					t.Fatalf("%v: %d bytes, %v", c, n, err)
				}
				sample()
			}
		})
		if heap > 32<<20 {
			t.Errorf("%v: the heap grew by %d MiB", c, heap>>20)
		}
	}
}

// TestMemoryAskedFor checks that no file gets more memory than it may, wherever it asks for it.
func TestMemoryAskedFor(t *testing.T) {
	const refused = " data asks for more than 128 MiB of memory"
	good := pack(t, []byte("text\n"), XZ)
	bad := bytes.Clone(good)
	bad[16] = 40 // the dictionary: 4 GiB
	sum(bad[12:24])
	var block bytes.Buffer
	z, err := xz.WriterConfig{BlockSize: 100}.NewWriter(&block)
	if err != nil {
		t.Fatal(err)
	}
	_, err = z.Write(bytes.Repeat([]byte("text\n"), 30))
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	second := block.Bytes()
	header := second[12:24]
	at := bytes.Index(second[24:], header)
	if at < 0 {
		t.Fatal("no second block")
	}
	second[24+at+4] = 40
	sum(second[24+at:][:12])
	window := func(log byte) []byte { // a frame of one block, "text"
		return append([]byte{0x28, 0xB5, 0x2F, 0xFD, 0, (log - 10) << 3, 1 | 4<<3, 0, 0}, "text"...)
	}
	for _, c := range []struct {
		name string
		data []byte
		c    Compression
		text string
		err  string
	}{
		{"xz", bad, XZ, "", "the xz" + refused},
		{"the second stream of xz", slices.Concat(good, bad), XZ, "text\n", "the xz" + refused},
		{"the second block of xz", second, XZ, strings.Repeat("text\n", 20), "the xz" + refused},
		{"zstd, just not too much", window(27), Zstd, "text", ""},
		{"zstd", window(28), Zstd, "", "the zstd" + refused},
		{"the second frame of zstd", slices.Concat(window(20), window(31)), Zstd, "text", "the zstd" + refused},
	} {
		var got string
		var err error
		heap := heapWhile(t, func(sample func()) {
			d := NewReader(bytes.NewReader(c.data), Format{Compression: c.c})
			p, e := io.ReadAll(d)
			got, err = string(p), e
			sample()
			runtime.KeepAlive(d)
		})
		if got != c.text || err == nil && c.err != "" || err != nil && err.Error() != c.err {
			t.Errorf("%s: %q, %v", c.name, got, err)
		}
		if heap > maxWindow*2 {
			t.Errorf("%s: the heap grew by %d MiB", c.name, heap>>20)
		}
	}
}

func TestUnsupported(t *testing.T) {
	filter := pack(t, []byte("text"), XZ)
	filter[14] = 4 // the filter for x86, which cannot be the last
	sum(filter[12:24])
	check := pack(t, []byte("text"), XZ)
	check[7] = 2
	sum(check[6:12])
	for _, data := range [][]byte{filter, check} {
		if _, err := read(bytes.NewReader(data), Format{Compression: XZ}); err == nil || err.Error() != "the xz data uses a filter or check that is not supported" {
			t.Error(err)
		}
	}
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b, zstd.WithEncoderDictRaw(7, []byte(strings.Repeat("words of a dictionary ", 20))))
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.WriteString(z, "words of a dictionary")
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := read(&b, Format{Compression: Zstd}); err == nil || err.Error() != "the zstd data needs a dictionary that it does not hold" {
		t.Error(err)
	}
}

// sum sets the CRC-32 that a part of an xz file ends with.
func sum(part []byte) {
	n := len(part) - 4
	binary.LittleEndian.PutUint32(part[n:], crc32.ChecksumIEEE(part[:n]))
}

// newHead is what inner reads.
func newHead(r io.Reader) *bufio.Reader { return bufio.NewReaderSize(r, HeadSize) }

func encodedReader(text string, e Encoding, bom, raw bool) io.Reader {
	if raw {
		return iotest.OneByteReader(strings.NewReader(text))
	}
	return iotest.OneByteReader(bytes.NewReader(encode(text, e, bom)))
}
