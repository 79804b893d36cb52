package readback

import (
	"maps"
	"testing"

	"eyeline/reader/tools"
)

// What a phrase writes it reads back, at the beginning of a text and at its end.
func TestPhraseReadsWhatItWrites(t *testing.T) {
	for _, c := range []struct {
		phrase Phrase
		values []any
		want   slots
	}{
		{"no slot", nil, slots{}},
		{"({first}-{last} of {total})", []any{3, int64(40), 500}, slots{"first": "3", "last": "40", "total": "500"}},
		{"File: `{path:text}`. Line {first}\n", []any{"a {b} `c.txt", 7}, slots{"path": "a {b} `c.txt", "first": "7"}},
		{"total: {total:text}", []any{"None"}, slots{"total": "None"}},
		{"[{first:number}-{last:number}]", []any{"-1.5", "1e+21"}, slots{"first": "-1.5", "last": "1e+21"}},
	} {
		text := c.phrase.Fill(c.values...)
		if s, n, ok := c.phrase.At(text); !ok || n != len(text) || !maps.Equal(s, c.want) {
			t.Errorf("%q at the beginning of %q: %v, %d, %v", c.phrase, text, s, n, ok)
		}
		if s, at, ok := c.phrase.AtEnd("line\n" + text); !ok || at != len("line\n") || !maps.Equal(s, c.want) {
			t.Errorf("%q at the end: %v, %d, %v", c.phrase, s, at, ok)
		}
		if _, _, ok := c.phrase.At("other " + text); ok {
			t.Errorf("%q is found behind another text", c.phrase)
		}
	}
}

// Where a slot cannot be filled the phrase is not there: without digits, or without the text that follows the slot.
func TestPhraseThatIsNotThere(t *testing.T) {
	const phrase Phrase = "\n\n[{first}-{last} of {path:text}]"
	for _, text := range []string{
		"", "\n\n[", "\n\n[1-", "\n\n[1-x of a]", "\n\n[-1-2 of a]", "\n\n[1-2 of a", "\n[1-2 of a]",
	} {
		if _, _, ok := phrase.At(text); ok {
			t.Errorf("%q is read at the beginning of %q", phrase, text)
		}
		if _, at, ok := phrase.AtEnd(text); ok || at != len(text) {
			t.Errorf("%q is read at the end of %q, from byte %d on", phrase, text, at)
		}
	}
	if _, _, ok := Phrase("{path:text}.").At("a\nb."); ok {
		t.Error("a text goes over the end of its line")
	}
	if _, at, ok := phrase.AtEnd("a\n\n[1-2 of a] b"); ok || at != 15 {
		t.Errorf("text behind the phrase is taken for a part of it, from byte %d on", at)
	}
	if s, at, end, ok := phrase.LastIn("a\n\n[1-2 of a]\n\n[3-4 of b] c"); !ok || s["path"] != "b" || at != 13 || end != 25 {
		t.Errorf("the last place: %v, %d to %d, %v", s, at, end, ok)
	}
	if n := (slots{"first": "99999999999999999999"}).Number("first"); n != -1 {
		t.Errorf("a number that is too large is read as %d", n)
	}
}

// An answer has lines behind its head, or without one where it is bare and no notice.
func TestAnswer(t *testing.T) {
	plain := &Answer{
		Heads: []Phrase{"Lines {first}-{last} of {total}:\n"}, Bare: true, Notices: []string{"[Empty"},
		Clipped: "...", Phantom: true,
	}
	numbered := &Answer{
		Lines: &tools.LineFormat{
			Prefix: tools.Numbered(0, ": "), Limit: 5, Unit: tools.UTF16, Mark: tools.MarkText(" (cut)"),
		},
		Heads: []Phrase{"<{path:text}>\n"}, Feet: []Phrase{"\n({total} lines)", "\n({more} more)"},
	}
	type line struct {
		number int64
		text   string
		cut    bool
	}
	for _, c := range []struct {
		answer  *Answer
		content string
		total   int64
		lines   []line
	}{
		{plain, "Lines 5-6 of 9:\na\nb", 9, []line{{5, "a", false}, {6, "b", false}}},
		{plain, "Lines 5-5 of 9:\na...", 9, []line{{5, "a", true}}},
		{plain, "a\n", -1, []line{{1, "a", false}, {2, "", false}}},
		{plain, "Lines 5-6", -1, nil},
		{plain, "Lines 12-12 of 9:\n", 9, nil},
		{plain, "[Empty file]", -1, nil},
		{plain, "[Empty file]\nis a line", -1, []line{{1, "[Empty file]", false}, {2, "is a line", false}}},
		{plain, "", -1, nil},
		{numbered, "<a>\n7: x\n8: y\n(20 lines)", 20, []line{{7, "x", false}, {8, "y", false}}},
		{numbered, "<a>\n7: x\n8: yyyyy (cut)\n(3 more)\nand more", 11, []line{{7, "x", false}, {8, "yyyyy", true}}},
		{numbered, "<a>\n7: x", -1, []line{{7, "x", false}}},
		{numbered, "7: x", -1, nil},
	} {
		p, ok := c.answer.Parse(nil, c.content)
		if ok != (len(c.lines) > 0) || p.Total != c.total || len(p.Lines) != len(c.lines) {
			t.Errorf("%q: %+v, %v", c.content, p, ok)
			continue
		}
		for i, l := range p.Lines {
			if got := (line{l.Number, c.content[l.Start:l.End], l.Cut}); got != c.lines[i] {
				t.Errorf("%q: line %+v, want %+v", c.content, got, c.lines[i])
			}
		}
	}
}
