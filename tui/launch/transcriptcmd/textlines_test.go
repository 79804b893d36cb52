package transcriptcmd

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/transcript/record"
)

// plainLinesOf is linesOf by looking for each text in all of the content.
func plainLinesOf(content string, texts []replacedText) (lines record.Ranges) {
	for _, t := range texts {
		for at := 0; t.text != ""; at += len(t.text) {
			next := strings.Index(content[at:], t.text)
			if next < 0 {
				break
			}
			at += next
			first := int64(strings.Count(content[:at], "\n")) + 1
			last := first + int64(strings.Count(strings.TrimSuffix(t.text, "\n"), "\n"))
			lines = append(lines, record.Range{first, last})
			if !t.everywhere {
				break
			}
		}
	}
	lines.Sort()
	return lines
}

// The lines of many texts are those that are found when each is looked for by itself.
func TestLinesOf(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	word := func(most int) string {
		b := make([]byte, rng.IntN(most+1))
		for i := range b {
			b[i] = "ab \n"[rng.IntN(4)]
		}
		return string(b)
	}
	found := 0
	for range 300 {
		content := word(50) + strings.Repeat(word(9), rng.IntN(80)) + word(700)
		var texts []replacedText
		for range rng.IntN(60) {
			text := word(150)
			if from := rng.IntN(len(content) + 1); rng.IntN(3) > 0 {
				text = content[from : from+rng.IntN(min(200, len(content)-from)+1)]
			}
			texts = append(texts, replacedText{text, rng.IntN(4) == 0})
		}
		texts = append(texts, texts...)
		got, err := linesOf(t.Context(), content, texts)
		if want := plainLinesOf(content, texts); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%+v in %q: %v, %v, want %v", texts, content, got, err, want)
		}
		found += len(got)
	}
	if found < 300 {
		t.Errorf("only %d ranges were found", found)
	}
}

// No scan goes on when there is no more time.
func TestScansHearTheContext(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	content, texts := manyEdits(100)
	if _, err := linesOf(ctx, content, texts); !errors.Is(err, context.Canceled) {
		t.Errorf("many texts: %v", err)
	}
	if _, err := linesOf(ctx, content, texts[:1]); !errors.Is(err, context.Canceled) {
		t.Errorf("one text: %v", err)
	}
	if _, err := linesOf(ctx, content, []replacedText{{"x", true}}); !errors.Is(err, context.Canceled) {
		t.Errorf("a text everywhere: %v", err)
	}
}

// manyEdits is a content of lines of 100 bytes and, for each eighth line, a text in it.
func manyEdits(texts int) (content string, replaced []replacedText) {
	var b strings.Builder
	for n := range texts * 8 {
		line := fmt.Sprintf("\tvalue%d := compute(%d) // %s", n, n*7919, strings.Repeat("x", 60))
		b.WriteString(line + "\n")
		if n%8 == 0 {
			replaced = append(replaced, replacedText{text: line[:len(line)/2]})
		}
	}
	return b.String(), replaced
}
