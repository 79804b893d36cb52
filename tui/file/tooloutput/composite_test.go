package tooloutput

import (
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// compositeLines is what a Composite shows, line by line, each with what Line says of it: the oracle builds the text by
// hand.
func compositeLines(content string, texts []Insert) (text string, kinds []string) {
	var b strings.Builder
	end := func() {
		if s := b.String(); s != "" && !strings.HasSuffix(s, "\n") {
			b.WriteByte('\n')
		}
	}
	at := int64(0)
	for _, t := range texts {
		b.WriteString(content[at:t.At])
		at = t.At
		end()
		b.WriteString("\x01" + t.Title + "\n")
		if t.Text != "" {
			for _, l := range strings.Split(t.Text, "\n") {
				b.WriteString("\x02" + l + "\n")
			}
		}
	}
	b.WriteString(content[at:])
	lines := strings.SplitAfter(b.String(), "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	var out strings.Builder
	for _, l := range lines {
		switch l[0] {
		case 1:
			kinds = append(kinds, "title")
			out.WriteString(l[1:])
		case 2:
			kinds = append(kinds, "text")
			out.WriteString(l[1:])
		default:
			kinds = append(kinds, "content")
			out.WriteString(l)
		}
	}
	return out.String(), kinds
}

func TestCompositeIsTheCaptureWithLinesBetween(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		var content strings.Builder
		for range rnd.IntN(12) {
			content.WriteString([]string{"a", "bb", "\n", "long line\n"}[rnd.IntN(4)])
		}
		text := content.String()
		var texts []Insert
		place := int64(0)
		for range rnd.IntN(4) {
			place += rnd.Int64N(int64(len(text)) - place + 1)
			texts = append(texts,
				Insert{At: place, Title: "== title", Text: []string{"", "one", "one\ntwo"}[rnd.IntN(3)]})
		}
		out := New()
		if _, err := out.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		f, err := Compose(t.Context(), out, texts)
		if err != nil {
			t.Fatal(err)
		}
		want, kinds := compositeLines(text, texts)
		got, err := io.ReadAll(io.NewSectionReader(f, 0, f.Size()))
		if err != nil || string(got) != want {
			t.Fatalf("%q with %v: %q, %v; want %q", text, texts, got, err, want)
		}
		shown, at := strings.SplitAfter(want, "\n"), 0 // at is a place in the content
		for n, what := range kinds {
			wantLine, wantSkip := int64(-1), int64(0)
			if what == "content" {
				wantLine = int64(strings.Count(text[:at], "\n"))
				wantSkip = int64(at - 1 - strings.LastIndex(text[:at], "\n"))
				l := strings.TrimSuffix(shown[n], "\n")
				at += len(l)
				divided := slices.ContainsFunc(texts, func(i Insert) bool { return i.At == int64(at) })
				if at < len(text) && text[at] == '\n' && (l == "" || !divided) {
					at++
				}
			}
			is := map[string]kind{"title": Title, "text": beneath, "content": ofCapture}[what]
			if line, skip, got := f.Line(int64(n)); line != wantLine || skip != wantSkip || got != is {
				t.Fatalf("%q with %v: line %d %q is line %d from %d, kind %d; it is line %d from %d, %s",
					text, texts, n, shown[n], line, skip, got, wantLine, wantSkip, what)
			}
		}
		for off := range text {
			if o := f.Offset(int64(off)); want[o] != text[off] {
				t.Fatalf("%q with %v: byte %d is at %d of %q", text, texts, off, o, want)
			}
		}
	}
}

// TestLinesOfAChange: each line of a text that is a change is known by its place in it, its title and other texts are
// not of it, also where it divides a line of the capture.
func TestLinesOfAChange(t *testing.T) {
	for _, at := range []int64{0, 2, 4} {
		c := New()
		if _, err := io.WriteString(c, "ab\ncd\n"); err != nil {
			t.Fatal(err)
		}
		f, err := Compose(t.Context(), c, []Insert{
			{At: at, Title: "other", Text: "-no\n+change"}, {At: at, Title: "change", Text: " x\n-y\n+z", Change: true},
		})
		if err != nil {
			t.Fatal(err)
		}
		text := make([]byte, f.Size())
		if _, err := f.ReadAt(text, 0); err != nil && err != io.EOF {
			t.Fatal(err)
		}
		var got []string
		padded := Unpadded(f)
		for n, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
			if k, ok := padded.ChangeLine(int64(n)); ok {
				if k != int64(len(got)) {
					t.Errorf("at %d: %q is line %d of the change, not %d", at, line, k, len(got))
				}
				got = append(got, line)
			}
		}
		if want := []string{" x", "-y", "+z"}; !slices.Equal(got, want) {
			t.Errorf("at %d: %q is the change, not %q", at, got, want)
		}
		_ = c.Close()
	}
}
