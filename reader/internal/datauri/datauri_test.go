package datauri

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"eyeline/reader/longtest"
)

var (
	uriImagePattern = regexp.MustCompile(`(?i)(?:[^a-zA-Z0-9]|^)(data:image/(?:png|jpeg|gif|webp|bmp|tiff)(?:;[^\s,;]{1,120})*;base64,)`)
	uriPDFPattern   = regexp.MustCompile(`(?i)(?:[^a-zA-Z0-9]|^)(data:application/pdf(?:;[^\s,;]{1,120})*;base64,)`)
	uriPayloadText  = regexp.MustCompile(`^[A-Za-z0-9+/=]*`)
	uriMorePayload  = regexp.MustCompile(`^\r?\n[ \t]*[A-Za-z0-9+/=]+`)
)

// slowURIs is the rule written plainly: PDFs first, then pictures, over the whole text.
func slowURIs(text string) string {
	for _, pattern := range []*regexp.Regexp{uriPDFPattern, uriImagePattern} {
		if pattern == uriImagePattern && !strings.Contains(text, "data:image") {
			return text
		}
		var begins []int
		for _, p := range []*regexp.Regexp{uriPDFPattern, uriImagePattern} {
			for _, m := range p.FindAllStringSubmatchIndex(text, -1) {
				begins = append(begins, m[2])
			}
		}
		var out strings.Builder
		at, provided := 0, 0
		for _, m := range pattern.FindAllStringSubmatchIndex(text, -1) {
			rest := text[m[3]:]
			for _, next := range begins {
				if next > m[2] {
					rest = text[m[3]:min(m[3]+len(rest), max(next, m[3]))]
				}
			}
			n := len(uriPayloadText.FindString(rest))
			for n == 0 || rest[n-1] != '=' {
				more := uriMorePayload.FindString(rest[n:])
				if more == "" {
					break
				}
				n += len(more)
			}
			clean := len(strings.Join(strings.Fields(rest[:n]), ""))
			with := fmt.Sprintf("[PDF attachment removed — %d KB]", clean*3/4/1024)
			if pattern == uriImagePattern {
				if clean-clean%4 < least {
					continue
				}
				if provided++; provided > images {
					with = "[additional image omitted]"
				} else {
					with = "[image content will be provided separately]"
				}
			}
			out.WriteString(text[at:m[2]] + with)
			at = m[3] + n
		}
		text = out.String() + text[at:]
	}
	return text
}

// TestDataURIs takes URIs out of random texts.
func TestDataURIs(t *testing.T) {
	bits := []string{
		"data:image/png;base64,", "data:image/gif;name=é;base64,", "DATA:application/PDF;base64,", "data:application/pdf;a=b;base64,",
		"data:image/svg+xml;base64,", "data:image/png;", ";x=data:image/bmp;", "application/pdf;", ";;", "base64,", "DATA:Image/JPEG;base64,", "data:image ", "meta", "data:", "data", "d", "=", "A", " ", "\n", "\r\n", "\n \t", "\nL2: ", ",", "é", ";base64,",
		strings.Repeat("QUJD", 100), strings.Repeat("A", 1023), strings.Repeat("A", 1024), "=\n" + strings.Repeat("B", 700), strings.Repeat("x", 121),
	}
	r := rand.New(rand.NewPCG(1, 2))
	changed, texts := 0, 4000
	if !longtest.IsRequested() {
		texts = 500
	}
	for range texts {
		var b strings.Builder
		for range r.IntN(14) {
			b.WriteString(bits[r.IntN(len(bits))])
		}
		text := b.String()
		got := string(Remove([]byte(text)).Text)
		want := slowURIs(text)
		if got != want {
			t.Fatalf("%q\n got %q\nwant %q", text, got, want)
		}
		if want != text {
			changed++
		}
		if found, err := Find(t.Context(), strings.NewReader(text), 0, int64(len(text))); err != nil || want != text && !found {
			t.Fatalf("%q has a URI: %v", text, err)
		}
	}
	if changed < texts/8 {
		t.Errorf("only %d texts had a URI", changed)
	}
}

// A text of prefixes that are parameters of each other, and one of many URIs, takes time that grows as the text does.
func TestManyPrefixes(t *testing.T) {
	for name, text := range map[string]string{
		"parameters": strings.Repeat("data:image/png;", 1<<14) + ";base64,",
		"payloads":   strings.Repeat("data:image/png;", 1<<14) + "base64," + strings.Repeat("A", least),
		"URIs":       strings.Repeat(strings.Repeat("line\n", 100)+"data:application/pdf;base64,AAAA\n BBBB\n", 4000),
	} {
		begun := time.Now()
		c := Remove([]byte(text))
		if took := time.Since(begun); took > 5*time.Second {
			t.Errorf("%s: it took %v", name, took)
		}
		if want := map[string]int64{"payloads": 1, "URIs": 4000}[name]; c.Removed != want || name == "URIs" && c.Whole != 100 {
			t.Errorf("%s: %d URIs, %d lines before", name, c.Removed, c.Whole)
		}
	}
}
