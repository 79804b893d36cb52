package tap

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// packedAs is a text packed in the way that a header names.
func packedAs(t testing.TB, encoding, text string) string {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser
	switch encoding {
	case "gzip":
		return packed(text)
	case "deflate":
		w = zlib.NewWriter(&b)
	case "br":
		w = brotli.NewWriter(&b)
	case "zstd":
		z, err := zstd.NewWriter(&b)
		if err != nil {
			t.Fatal(err)
		}
		w = z
	default:
		return text
	}
	_, _ = io.WriteString(w, text)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestPacked: what is packed passes as it is both ways, and is looked into for the record; what is packed otherwise than
// it says, or in a way that is not known, passes, too.
func TestPacked(t *testing.T) {
	const answer = `{"usage":{"prompt_tokens":3,"completion_tokens":4}}`
	for encoding, body := range map[string]string{
		"gzip": packedAs(t, "gzip", question), "deflate": packedAs(t, "deflate", question),
		"br": packedAs(t, "br", question), "zstd": packedAs(t, "zstd", question),
		"GZIP": packed(question), "compress": question, "x-gzip": "no gzip",
	} {
		p, m, record := tapped(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", encoding)
			_, _ = io.WriteString(w, packedAs(t, encoding, answer))
		})
		_, header, got, err := ask(t, p.URL()+"/v1/x", body, "Content-Encoding", encoding)
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		if err != nil || string(got) != packedAs(t, encoding, answer) || header.Get("Content-Encoding") != encoding ||
			string(m.bodies[0]) != body || m.headers[0].Get("Content-Encoding") != encoding {
			t.Errorf("%s: %v, %q, %q", encoding, err, got, m.bodies[0])
		}
		sum := sha256.Sum256([]byte(body))
		isRead := strings.Contains(record.String(), `"content":"hi"`) && strings.Contains(record.String(), `"form":"chat"`)
		isCounted := strings.Contains(record.String(), `"usage":{"input":3,"output":4}`)
		known := encoding != "compress" && encoding != "x-gzip"
		if isRead != known || encoding != "GZIP" && isCounted != known || !strings.Contains(record.String(), hex.EncodeToString(sum[:])) {
			t.Errorf("%s: %s", encoding, record)
		}
	}
}

// TestEarlyAnswers: a model that answers before it has taken all of a request does not break the answer off.
func TestEarlyAnswers(t *testing.T) {
	long := strings.Repeat("data: {}\n\n", 10_000)
	p, _, _ := tapped(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, long) })
	defer func() { _ = p.Close() }()
	for range 50 {
		if _, _, got, err := ask(t, p.URL()+"/v1/x", question); err != nil || string(got) != long {
			t.Fatal(len(got), err)
		}
	}
}

// TestBrokenPacking: of a body that does not fit its checksum nothing is kept, and what was sent has its size and sum.
func TestBrokenPacking(t *testing.T) {
	body := []byte(packed(question))
	body[len(body)-5] ^= 1 // of the checksum
	if text, ok := unpacked("gzip", body); ok || text != nil {
		t.Errorf("%q", text)
	}
	p, _, record := tapped(t, func(http.ResponseWriter, *http.Request) {})
	if _, _, _, err := ask(t, p.URL()+"/v1/x", string(body), "Content-Encoding", "gzip"); err != nil {
		t.Error(err)
	}
	sum := sha256.Sum256(body)
	if err := p.Close(); err != nil || strings.Contains(record.String(), "tail") ||
		!strings.Contains(record.String(), hex.EncodeToString(sum[:])) {
		t.Errorf("%v %s", err, record)
	}
}

// TestLongBodies: of a body that is longer than is kept its size is recorded where it is known, and no sum.
func TestLongBodies(t *testing.T) {
	for size, want := range map[int64]string{maxBody + 5: `"bytes":134217733,`, 0: ""} {
		p, _, record := tapped(t, func(http.ResponseWriter, *http.Request) {})
		(&exchange{tap: p, body: []byte("x"), long: true, size: size, packing: "gzip"}).asked()
		(&exchange{tap: p, body: []byte("x"), long: true, size: size}).asked()
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		if strings.Contains(record.String(), "sha256") || want == "" && strings.Contains(record.String(), "bytes") ||
			strings.Count(record.String(), `"type":"request"`) != 2 || want != "" && strings.Count(record.String(), want) != 2 {
			t.Errorf("%d: %s", size, record)
		}
	}
}
