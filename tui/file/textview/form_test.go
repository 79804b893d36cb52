package textview

import (
	"strings"
	"testing"

	"eyeline/reader/decode"
	"eyeline/tui/file/document"
	"eyeline/tui/internal/stage"
)

// TestEncodingsInTurn: first the one that was found, then what the tools read, then each other one once.
func TestEncodingsInTurn(t *testing.T) {
	for _, found := range decode.Encodings() {
		order := formOrder(found)
		if len(order) != len(decode.Encodings()) && len(order) != len(decode.Encodings())+1 || order[0] != found {
			t.Errorf("from %s: %v", found, order)
		}
		if found != decode.UTF8 && order[1] != decode.UTF8 {
			t.Errorf("from %s the second is %s", found, order[1])
		}
		seen := map[decode.Encoding]int{}
		for _, e := range order {
			if seen[e]++; seen[e] > 1 {
				t.Errorf("from %s: %s comes twice", found, e)
			}
		}
	}
}

// TestParseForm takes the names that are shown, and says what there is for another.
func TestParseForm(t *testing.T) {
	for _, e := range decode.Encodings() {
		if got, err := ParseForm(" " + strings.ToLower(e.String()) + " "); err != nil || got != e {
			t.Errorf("%s: %v, %v", e, got, err)
		}
	}
	_, err := ParseForm("ebcdic\x1b")
	if err == nil || strings.ContainsRune(err.Error(), 0x1B) || !strings.Contains(err.Error(), "UTF-16LE") {
		t.Errorf("%v", err)
	}
}

// TestFormName is short, and empty for what is as the tools read it.
func TestFormName(t *testing.T) {
	for want, f := range map[string]decode.Format{
		"": {}, "binary": {Binary: true}, "Latin-1": {Encoding: decode.Latin1}, "gzip": {Compression: decode.Gzip},
	} {
		if got := FormName(f); got != want {
			t.Errorf("%+v is called %q, not %q", f, got, want)
		}
	}
}

// TestFormFound shows a text as its first bytes say, and says so; the key then goes through the others.
func TestFormFound(t *testing.T) {
	onText(t, "\xff\xfeo\x00n\x00e\x00\n\x00t\x00w\x00o\x00\n\x00", nil, func(b *bench) {
		b.text.Form.FormWords()
		b.Says("read as UTF-16LE for you")
		if got := b.lines(); len(got) != 2 || got[1] != "two" {
			t.Errorf("it shows %q", got)
		}
		b.goTo(2)
		b.do(b.text.Search.SearchFor("two", 0))
		b.Run(b.text.Form.NextForm(1, false))
		b.refresh()
		if !has[SideShown](b) {
			t.Error("that another side is shown is not told")
		}
		if b.Says("UTF-8"); b.text.Doc.Decoded() || b.text.Search.Found {
			t.Errorf("decoded %v, found %v", b.text.Doc.Decoded(), b.text.Search.Found)
		}
	})
	onText(t, "plain\n", nil, func(b *bench) {
		b.Run(b.text.Form.DetectForm())
		b.text.Form.FormWords()
		b.Silent()
		if has[SideShown](b) || b.text.Doc.Decoded() {
			t.Error("plain text is decoded")
		}
	})
	onText(t, "a\x00b\n", nil, func(b *bench) {
		b.text.Form.FormWords()
		b.Says("binary: ")
	})
}

// TestPackedTextThatEndsTooEarly is shown as far as it goes, with the reason.
func TestPackedTextThatEndsTooEarly(t *testing.T) {
	whole := packed(strings.Repeat("a line\n", 20_000) + "x")
	onDocument(t, func(s *stage.Stage) (*document.Document, error) {
		d, err := whole(s)
		if err != nil {
			return nil, err
		}
		defer d.Close()
		text := make([]byte, d.Raw().Size()-8)
		if _, err := d.Raw().Bytes().ReadAt(text, 0); err != nil {
			return nil, err
		}
		return document.Open(s.File("cut.gz", string(text)), document.Options{})
	}, nil, func(b *bench) {
		if got := b.lines(); len(got) == 0 || got[0] != "a line" {
			t.Errorf("it shows %.80q", got)
		}
		if err := b.text.Shown().Err(); err == nil || !strings.Contains(err.Error(), "ends too early") {
			t.Errorf("%v", err)
		}
	})
}
