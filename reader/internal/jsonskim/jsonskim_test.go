package jsonskim

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// small reads text through a buffer of a few bytes, so that every token meets its edge.
func small(text string, size int) *Source {
	s := NewSource(strings.NewReader(text), int64(len(text)))
	s.min, s.max = size, 2*size
	return s
}

// show writes a value out again by its places alone, the way encoding/json would compact it.
func show(t testing.TB, v Value, out *strings.Builder) {
	t.Helper()
	first := true
	comma := func() {
		if !first {
			out.WriteByte(',')
		}
		first = false
	}
	switch v.Kind {
	case Object:
		out.WriteByte('{')
		if err := v.Each(func(key []byte, member Value) error {
			comma()
			fmt.Fprintf(out, "%q:", key)
			show(t, member, out)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		out.WriteByte('}')
	case Array:
		out.WriteByte('[')
		if err := v.Each(func(_ []byte, member Value) error {
			comma()
			show(t, member, out)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		out.WriteByte(']')
	default:
		if err := v.WriteRaw(out); err != nil {
			t.Fatal(err)
		}
	}
}

func TestPlacesAreTheValues(t *testing.T) {
	const text = ` { "a" : [ 1 , -2.5e+3, "x\"y" , {} , [] , [[ ]] ] , "long key of an object" : { "b" : null , "c":true, "d":false } , "e": "ende" } `
	want := `{"a":[1,-2.5e+3,"x\"y",{},[],[[]]],"long key of an object":{"b":null,"c":true,"d":false},"e":"ende"}`
	for size := 1; size < 40; size++ {
		s := small(text, size)
		v, err := s.Value(0, s.Size())
		if err != nil {
			t.Fatalf("buffer of %d: %v", size, err)
		}
		var out strings.Builder
		show(t, v, &out)
		if out.String() != want {
			t.Fatalf("buffer of %d:\n got %s\nwant %s", size, out.String(), want)
		}
		if got := v.Get("a").Elem(2).Text(10); got != `x"y` {
			t.Errorf("buffer of %d: a[2] = %q", size, got)
		}
		if !v.Get("e").Is("ende") || v.Get("e").Is("end") || v.Get("missing", "b").Kind != Missing {
			t.Errorf("buffer of %d: members are mixed up", size)
		}
	}
}

func TestValueSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		text string
		off  int64 // of a syntax error; -1: the text ends too early
	}{
		{`{"a":`, -1},
		{`{"a`, -1},
		{`{"a":"\u12`, -1},
		{`[1,2`, -1},
		{`tru`, -1},
		{`-`, -1},
		{`{"a" 1}`, 5},
		{`[1 2]`, 3},
		{`{"a":1]`, 6},
		{`[1}`, 2},
		{`{1:2}`, 1},
		{`[1,]`, 3},
		{`{"a":1,}`, 7},
		{`"a` + "\n" + `"`, 2},
		{`"\x"`, 2},
		{`"\u12g4"`, 5},
		{`01`, 1},
		{`1.`, -1},
		{`1.e`, 2},
		{`nul!`, 3},
		{`1 1`, 2},
		{strings.Repeat("[", maxDepth+1), maxDepth},
	} {
		for _, size := range []int{3, 64} {
			s := small(c.text, size)
			_, err := s.Value(0, s.Size())
			var syntax *SyntaxError
			switch {
			case c.off < 0 && err != io.ErrUnexpectedEOF:
				t.Errorf("%.20q: %v, not an early end", c.text, err)
			case c.off >= 0 && (!errors.As(err, &syntax) || syntax.Off != c.off):
				t.Errorf("%.20q: %v, not an error at %d", c.text, err, c.off)
			}
		}
	}
	if _, err := FromBytes([]byte(" \n")).Value(0, 2); err != io.EOF {
		t.Errorf("white space alone: %v", err)
	}
}

func TestLines(t *testing.T) {
	text := "short\n\n" + strings.Repeat("x", 100) + "\nlast"
	for size := 1; size < 130; size++ {
		s := small(text, size)
		var got []string
		for off := int64(0); off < s.Size(); {
			end, terminated := s.Line(off)
			got = append(got, string(s.Bytes(off, end)))
			if terminated != (end < s.Size()) {
				t.Fatalf("buffer of %d: line to %d terminated: %t", size, end, terminated)
			}
			off = end + 1
		}
		if want := strings.Split(text, "\n"); strings.Join(got, "|") != strings.Join(want, "|") {
			t.Fatalf("buffer of %d: %q", size, got)
		}
	}
}

// TestErrorsOfReading asks that a failing disk is distinguished from a bad text.
func TestErrorsOfReading(t *testing.T) {
	broken := errors.New("disk")
	s := NewSource(failingAt{strings.NewReader(`{"a":"bcdefghij"}`), 6, broken}, 17)
	if _, err := s.Value(0, 17); !errors.Is(err, broken) || !errors.Is(s.Err(), broken) {
		t.Errorf("Value: %v, Err: %v", err, s.Err())
	}
	s = NewSource(strings.NewReader(`{"a":`), 17)
	if _, err := s.Value(0, 17); err != io.ErrUnexpectedEOF || s.Err() == nil {
		t.Errorf("a text shorter than said: %v, Err: %v", err, s.Err())
	}
}

type failingAt struct {
	r   io.ReaderAt
	at  int64
	err error
}

func (f failingAt) ReadAt(p []byte, off int64) (int, error) {
	n := max(min(int64(len(p)), f.at-off), 0)
	m, _ := f.r.ReadAt(p[:n], off)
	return m, f.err
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "-17": -17, "1795273264600": 1795273264600, "3.0": 3, "1e3": 1000} {
		v, err := FromBytes([]byte(text)).Value(0, int64(len(text)))
		if n, ok := v.Int(); err != nil || !ok || n != want {
			t.Errorf("%s: %d, %t, %v", text, n, ok, err)
		}
	}
	for _, text := range []string{"2.5", `"3"`, "1e300", "null"} {
		v, _ := FromBytes([]byte(text)).Value(0, int64(len(text)))
		if n, ok := v.Int(); ok {
			t.Errorf("%s is taken for %d", text, n)
		}
	}
}

// TestTextIsCut asks that a limit is kept to, so that a value of any size can be asked for its beginning.
func TestTextIsCut(t *testing.T) {
	text := `"` + strings.Repeat("ab\\n", 1000) + `"`
	v, err := FromBytes([]byte(text)).Value(0, int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	if got := v.Text(7); !strings.HasPrefix(got, "ab\nab\na") || len(got) > 12 {
		t.Errorf("%q", got)
	}
}

// FuzzAgainstEncodingJSON asks that just what encoding/json accepts is accepted, that places compact to the same text,
// and that strings decode to the same.
func FuzzAgainstEncodingJSON(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,2,{"b":"c\u00e9\ud83d\ude00\ud83d"}],"k\"ey":-0.5e-7}`, `"\ud800\ud800\udc00x\udc00"`, "\"\xff\xe2\x82\"",
		`[[[[]]]]`, ` 1 `, `{}`, `{"":""}`, `"\/\b\f\n\r\t"`, `truefalse`, `[1,]`, "\"\x1f\"", "\"\xbc\xbc\xbc\xbc\"",
	} {
		f.Add([]byte(seed), uint8(3))
	}
	f.Fuzz(func(t *testing.T, text []byte, size uint8) {
		s := NewSource(bytes.NewReader(text), int64(len(text)))
		s.min = int(size%40) + 1
		s.max = 2 * s.min
		v, err := s.Value(0, s.Size())
		if valid := json.Valid(text); valid != (err == nil) {
			t.Fatalf("valid: %t, but %v", valid, err)
		}
		if err != nil {
			return
		}
		if v.Kind == String {
			var want string
			if err := json.Unmarshal(text, &want); err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			if err := v.WriteText(&got); err != nil || got.String() != want {
				t.Fatalf("%q, %v; want %q", got.String(), err, want)
			}
			if text := v.Text(3*len(text) + 1); text != want { // a byte that is not UTF-8 becomes three
				t.Fatalf("%q; want %q", text, want)
			}
			if short := v.Text(5); !strings.HasPrefix(want, short) || len(short) > 9 || len(short) < min(5, len(want)) || !utf8.ValidString(short) {
				t.Fatalf("%q is no beginning of %q", short, want)
			}
		}
		walk(t, v)
	})
}

// walk visits every member.
func walk(t *testing.T, v Value) {
	if err := v.Each(func(_ []byte, member Value) error {
		if member.Off < v.Off || member.End > v.End || member.Kind == Missing {
			t.Fatalf("%v lies outside %v", member, v)
		}
		walk(t, member)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

func TestRandomTexts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		text := randomJSON(rng, 4)
		var want bytes.Buffer
		if err := json.Compact(&want, []byte(text)); err != nil {
			t.Fatal(err)
		}
		s := small(text, 1+rng.IntN(30))
		v, err := s.Value(0, s.Size())
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var got strings.Builder
		show(t, v, &got)
		if got.String() != want.String() {
			t.Fatalf("\n got %s\nwant %s", got.String(), want.String())
		}
	}
}

func randomJSON(rng *rand.Rand, depth int) string {
	var b strings.Builder
	space := func() { b.WriteString(strings.Repeat(" ", rng.IntN(3))) }
	switch kind := rng.IntN(6); {
	case kind == 0 && depth > 0:
		b.WriteByte('{')
		for i := range rng.IntN(4) {
			if i > 0 {
				b.WriteByte(',')
			}
			space()
			fmt.Fprintf(&b, `"%s"`, strings.Repeat("k", rng.IntN(20)))
			space()
			b.WriteByte(':')
			b.WriteString(randomJSON(rng, depth-1))
			space()
		}
		b.WriteByte('}')
	case kind == 1 && depth > 0:
		b.WriteByte('[')
		for i := range rng.IntN(4) {
			if i > 0 {
				b.WriteByte(',')
			}
			space()
			b.WriteString(randomJSON(rng, depth-1))
			space()
		}
		b.WriteByte(']')
	case kind == 2:
		b.WriteString([]string{"true", "false", "null"}[rng.IntN(3)])
	case kind == 3:
		fmt.Fprintf(&b, "%v", rng.NormFloat64()*1e6)
	default:
		b.WriteByte('"')
		for range rng.IntN(30) {
			b.WriteString([]string{"a", `\n`, `\"`, `\\`, "é", `\u00e9`, "€"}[rng.IntN(7)])
		}
		b.WriteByte('"')
	}
	return b.String()
}

func BenchmarkValue(b *testing.B) {
	line := `{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"` +
		strings.Repeat(`12\tfunc (q *Queue) Push(j Job) error {\n13\t\tq.mu.Lock()\n`, 200) + `"}]},"uuid":"f260bece-566f-4474-bd2f-32645e06001e"}` + "\n"
	text := []byte(strings.Repeat(line, 100))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		s := NewSource(bytes.NewReader(text), int64(len(text)))
		for off := int64(0); off < s.Size(); {
			end, _ := s.Line(off)
			if _, err := s.Value(off, end); err != nil {
				b.Fatal(err)
			}
			off = end + 1
		}
	}
}

// TestSurrogatesTakeNoMemory: a text of halves of pairs is handed on in pieces, as any other.
func TestSurrogatesTakeNoMemory(t *testing.T) {
	for _, half := range []string{`\ud83d`, `\ude00`, `\ud83d\ude00`, `a\ud83d`} {
		text := `"` + strings.Repeat(half, 20*piece) + `"`
		v, err := FromBytes([]byte(text)).Value(0, int64(len(text)))
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		if err := v.decode(func(p []byte) error {
			if len(p) > 2*piece {
				t.Fatalf("%s: a piece of %d bytes", half, len(p))
			}
			got.Write(p)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		var want string
		if err := json.Unmarshal([]byte(text), &want); err != nil || got.String() != want {
			t.Errorf("%s: other text than encoding/json makes of it", half)
		}
	}
}

// BenchmarkGrowing measures values with 1, 10 and 100 times as many members, and as deep a nesting.
func BenchmarkGrowing(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000} {
		for _, c := range []struct{ name, text string }{
			{"members", "{" + strings.Repeat(`"a":1,`, n) + `"z":1}`},
			{"lists in lists", strings.Repeat("[", n) + strings.Repeat("]", n)},
			{"objects in objects", strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n)},
			{"escapes", `"` + strings.Repeat(`\u00e9`, n) + `"`},
		} {
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					s := NewSource(strings.NewReader(c.text), int64(len(c.text)))
					v, err := s.Value(0, s.Size())
					if err != nil {
						continue // a nesting that is too deep is refused
					}
					v.Get("z")
				}
			})
		}
	}
}
