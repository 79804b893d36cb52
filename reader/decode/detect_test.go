package decode

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestDetect(t *testing.T) {
	for _, c := range []struct {
		name  string
		head  string
		whole bool
		want  Format
	}{
		{"nothing", "", true, Format{}},
		{"ASCII", "package main\n", true, Format{}},
		{"UTF-8", "naïve 日本語\n", true, Format{}},
		{"UTF-8 with a BOM", "\xef\xbb\xbfpackage main\n", true, Format{BOM: true}},
		{"UTF-8 cut by the head's end", "caf\xc3", false, Format{}},
		{"the same as a whole file", "caf\xc3", true, Format{Encoding: Latin1}},
		{"a whole file that ends within a character", "one\ntwo \xe4\xb8", true, Format{}},
		{"UTF-8 with a broken character", "日本語\xff日本語 and more 日本語\n", true, Format{}},
		{"bytes that are no words", "abc \x80\x81\x82\x90\x91 \xa6\xa8 def", true, Format{}},
		{"NULs", "a\x00b\x00\x00\x01\x02zzzzz\x7f", true, Format{Binary: true}},
		{"control characters", "\x01\x02\x03\x04\x05abc", true, Format{Binary: true}},
		{"ANSI colours", "\x1b[31mred\x1b[0m\n", true, Format{}},
		{"an ELF file", "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00>\x00\x01\x00\x00\x00\x90\x10\x00\x00", true, Format{Binary: true}},
		{"little numbers", "\x01\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00\x04\x00\x00\x00", true, Format{Binary: true}},
		{"little numbers of 16 bits", strings.Repeat("\x01\x00\x02\x00\xfe\xff\x10\x00", 20), true, Format{Binary: true}},

		{"French", "Un caf\xe9 tr\xe8s br\xfbl\xe9, d\xe9j\xe0 \xab froid \xbb, \xe0 l'\xeele\n", true, Format{Encoding: Latin1}},
		{"German", "Stra\xdfe, \xdcberma\xdf, 20 \xb0C, \xa7 5\n", true, Format{Encoding: Latin1}},
		{"Icelandic", "\xde\xe6r f\xe6\xf0a \xfe\xe6gindi\n", true, Format{Encoding: Latin1}},
		{"French capitals", "\xc9T\xc9, CR\xc9\xc9E\n", true, Format{Encoding: Latin1}},
		{"Russian in KOI8-R", "\xf0\xd2\xc9\xd7\xc5\xd4, \xcd\xc9\xd2! \xfc\xd4\xcf \xd4\xc5\xcb\xd3\xd4.\n", true, Format{}},
		{"Russian in windows-1251 after ASCII", "// \xcf\xf0\xe8\xe2\xe5\xf2 \xec\xe8\xf0\xf3 \xfd\xf2\xee \xf2\xe5\xea\xf1\xf2\nfunc main() {}\n", true, Format{}},
		{"Chinese in GBK", "\xd6\xd0\xce\xc4\xb2\xe2\xca\xd4\xce\xc4\xbc\xfe\n", true, Format{}},
		{"Japanese in Shift-JIS", "\x93\xfa\x96{\x8c\xea\x82\xcc\x83e\x83L\x83X\x83g\n", true, Format{}},
		{"quotes of windows-1252", "\x93quoted\x94 and \x91so\x92\n", true, Format{}},

		{"gzip, too short to tell", "\x1f\x8b\x08\x00", true, Format{Binary: true}},
		{"gzip with flags that are reserved", "\x1f\x8b\x08\xe0\x01\x01\x01\x01\x01\x01\x01\x01", true, Format{Binary: true}},
		{"a word that begins like bzip2", "BZh9 is a word of this text", true, Format{}},
		{"a level that bzip2 has not", "BZh01AY&SY12345", true, Format{}},
		{"an empty bzip2 file", "BZh9\x17\x72\x45\x38\x50\x90\x00\x00\x00\x00", true, Format{Compression: Bzip2}},
		{"zstd after a frame to skip", "\x50\x2a\x4d\x18\x02\x00\x00\x00ab\x28\xb5\x2f\xfd\x00\x58", true, Format{Compression: Zstd}},
		{"a frame to skip before something else", "\x50\x2a\x4d\x18\x02\x00\x00\x00abtext\n", true, Format{Binary: true}},
		{"a frame to skip that never ends", "\x5f\x2a\x4d\x18\xff\xff\xff\xffab", true, Format{}},
	} {
		if got := Detect([]byte(c.head), c.whole); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
	for _, c := range compressions {
		if got := Detect(pack(t, []byte(plainText), c), true); got != (Format{Compression: c}) {
			t.Errorf("%v: %+v", c, got)
		}
	}
}

func TestDetectWideEncodings(t *testing.T) {
	for _, e := range Encodings()[2:] {
		for _, text := range []string{
			"package main\n\nfunc main() {}\n", "naïve café\nzwei Zeilen\n", "log 1 日本 and words around\n",
			"Это русский текст из слов.\nИ ещё одна строка.\n", "Αυτό είναι ένα κείμενο.\n", "emoji 👩 and 🚀 in words\n",
		} {
			for _, bom := range []bool{false, true} {
				if got, want := Detect(encode(text, e, bom), true), (Format{Encoding: e, BOM: bom}); got != want {
					t.Errorf("%v of %q: %+v, want %+v", e, text, got, want)
				}
			}
		}
		for _, text := range []string{"日本語だけのテキスト。", "한국어", "", "x"} {
			if got, want := Detect(encode(text, e, true), true), (Format{Encoding: e, BOM: true}); got != want {
				t.Errorf("%v: %+v, want %+v", e, got, want)
			}
		}
		// A head cut inside a unit or a pair is no less plausible.
		for n, p := 12, encode("a line 👩👩👩👩\nand one more 👩\n", e, false); n < len(p); n++ {
			if got := Detect(p[:n], false); got.Encoding != e {
				t.Errorf("%v cut at %d: %+v", e, n, got)
			}
		}
	}
}

// TestDetectIsNotFooled gives random bytes, which are binary, and UTF-8 cut anywhere, which is UTF-8.
func TestDetectIsNotFooled(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 2000 {
		p := make([]byte, 256+r.IntN(1000))
		for j := range p {
			p[j] = byte(r.Uint32() >> (i % 3)) // also bytes of fewer bits
		}
		p[0], p[r.IntN(len(p)-1)+1] = 'x', 0
		if got := Detect(p, true); !got.Binary {
			t.Fatalf("%+v of %q", got, p)
		}
	}
	runes := []rune("ab cd\n\té日本𝄞👩Ж")
	for range 300 {
		var b strings.Builder
		for range 1 + r.IntN(60) {
			b.WriteRune(runes[r.IntN(len(runes))])
		}
		for n := range b.Len() {
			if got := Detect([]byte(b.String()[:n]), false); got != (Format{}) {
				t.Fatalf("%+v of %q", got, b.String()[:n])
			}
		}
	}
}

func TestDetectLooksAtTheHeadOnly(t *testing.T) {
	text := strings.Repeat("a line of text\n", HeadSize/15+1)[:HeadSize-1]
	if got := Detect([]byte(text+"é\x00\x00"), true); got != (Format{}) {
		t.Errorf("%+v", got)
	}
}

// TestControls has a share of controls just allowed and just too large.
func TestControls(t *testing.T) {
	for n := range 40 {
		for size := range 40 {
			p := bytes.Repeat([]byte{'a'}, size)
			for i := range min(n, size) {
				p[size-1-i] = 1
			}
			if got, want := controls(p), min(n, size) > size/20+1; got != want {
				t.Errorf("%d controls of %d bytes: %v", n, size, got)
			}
		}
	}
}

func FuzzDetect(f *testing.F) {
	for _, e := range Encodings() {
		f.Add(encode("some words\nété", e, false), true)
		f.Add(encode("some words\nété", e, true), false)
	}
	for _, c := range compressions {
		f.Add(pack(f, []byte("some text"), c), true)
	}
	f.Fuzz(func(t *testing.T, head []byte, whole bool) {
		got := Detect(head, whole)
		if got != Detect(head, whole) {
			t.Fatal("not the same twice")
		}
		if got.Compression != None && got != (Format{Compression: got.Compression}) {
			t.Fatalf("%+v", got)
		}
		if got.Binary && got.Encoding != UTF8 {
			t.Fatalf("%+v", got)
		}
		if utf8.Valid(head) && got.Encoding == Latin1 {
			t.Fatalf("%+v of valid UTF-8", got)
		}
	})
}

func BenchmarkDetect(b *testing.B) {
	for _, e := range []Encoding{UTF8, Latin1, UTF16LE} {
		head := encode(logText(HeadSize/40), e, false)
		b.Run(e.String(), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(min(len(head), HeadSize)))
			for b.Loop() {
				if got := Detect(head, false); got.Encoding != e {
					b.Fatal(got)
				}
			}
		})
	}
}
