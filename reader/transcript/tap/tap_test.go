package tap

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"eyeline/reader/transcript/bodies"
)

// model is an upstream that keeps its own copy of what it was sent.
type model struct {
	mu      sync.Mutex
	bodies  [][]byte
	headers []http.Header
	answer  http.HandlerFunc
}

func (m *model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	m.mu.Lock()
	m.bodies, m.headers = append(m.bodies, body), append(m.headers, r.Header.Clone())
	m.mu.Unlock()
	m.answer(w, r)
}

// kept is a record in memory.
type kept struct{ bytes.Buffer }

// Blot implements [Record].
func (k *kept) Overwrite(_ int, placesIn func([]byte) [][2]int) error {
	p := k.Bytes()
	for _, at := range placesIn(p) {
		copy(p[at[0]:at[1]], bytes.Repeat([]byte("*"), at[1]-at[0]))
	}
	return nil
}

// tapped is a tap before a model, with its record.
func tapped(t testing.TB, answer http.HandlerFunc) (*Tap, *model, *kept) {
	t.Helper()
	m, record := &model{answer: answer}, &kept{}
	s := httptest.NewServer(m)
	t.Cleanup(s.Close)
	p, err := New(s.URL+"/base", record, bodies.Header{})
	if err != nil {
		t.Fatal(err)
	}
	return p, m, record
}

func ask(t testing.TB, url, body string, header ...string) (int, http.Header, []byte, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	plain := &http.Transport{DisableCompression: true}
	defer plain.CloseIdleConnections()
	resp, err := (&http.Client{Transport: plain}).Do(r)
	if err != nil {
		return 0, nil, nil, err
	}
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	return resp.StatusCode, resp.Header, got, err
}

func packed(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = io.WriteString(z, text)
	_ = z.Close()
	return b.String()
}

const question = `{"model":"m","messages":[{"role":"user","content":"hi"}]}`

// TestBytesAreEqual: the model gets what was sent, and the agent what came, whatever that is; tokens are counted.
func TestBytesAreEqual(t *testing.T) {
	const events = "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":7," +
		"\"cache_read_input_tokens\":100}}}\n\ndata: {\"type\":\"message_delta\",\"usage\":{\"output_tokens\":5}}\n\n"
	stream := []string{"Content-Type", "text/event-stream"}
	for name, c := range map[string]struct {
		status int
		header []string
		text   string
		want   string // in the record
	}{
		"events":  {200, stream, events, `"usage":{"input":107,"cached":100,"output":5}`},
		"packed":  {200, append([]string{"Content-Encoding", "gzip"}, stream...), packed(events), `"usage":{"input":107,`},
		"garbage": {200, append([]string{"Content-Encoding", "gzip"}, stream...), "\x1f\x8b\x00garbage", `"status":200`},
		"value":   {200, nil, `{"usage":{"prompt_tokens":3,"completion_tokens":4}}`, `"usage":{"input":3,"output":4}`},
		"refused": {429, []string{"Retry-After", "7"}, `{"error":"slow down"}`, `"status":429`},
		"gemini":  {200, nil, `[{"usageMetadata":{"promptTokenCount":3,"candidatesTokenCount":4}}]`, `"usage":{"input":3,"output":4}`},
		"many":    {200, stream, strings.Repeat("data: {}\n\n", 100_000), `"bytes":1000000`},
	} {
		p, m, record := tapped(t, func(w http.ResponseWriter, _ *http.Request) {
			for i := 0; i < len(c.header); i += 2 {
				w.Header().Set(c.header[i], c.header[i+1])
			}
			w.WriteHeader(c.status)
			for part := c.text; part != ""; {
				n := min(len(part), 4096)
				_, _ = io.WriteString(w, part[:n])
				part = part[n:]
			}
		})
		status, header, got, err := ask(t, p.URL()+"/v1/messages?beta=true", question, "X-Odd", "kept")
		if err != nil || status != c.status || string(got) != c.text {
			t.Errorf("%s: %d, %d bytes, %v", name, status, len(got), err)
		}
		for i := 0; i < len(c.header); i += 2 {
			if header.Get(c.header[i]) != c.header[i+1] {
				t.Errorf("%s: %s is %q", name, c.header[i], header.Get(c.header[i]))
			}
		}
		if err := p.Close(); err != nil || p.Requests() != 1 {
			t.Error(name, err, p.Requests())
		}
		if string(m.bodies[0]) != question || m.headers[0].Get("X-Odd") != "kept" || m.headers[0].Get("X-Forwarded-For") != "" {
			t.Errorf("%s: the model got %q, %v", name, m.bodies[0], m.headers[0])
		}
		if !strings.Contains(record.String(), c.want) || strings.Count(record.String(), "\n") != 3 {
			t.Errorf("%s: %s", name, record)
		}
	}
}

// TestNoKeyIsWritten: whatever a key comes in, no byte of it is in the record, also where a message repeats it.
func TestNoKeyIsWritten(t *testing.T) {
	p, _, record := tapped(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "sk-secret-key-1") })
	body := `{"model":"m","messages":[{"role":"user","content":"sk-secret-key-1 sk-secret-key-2 sk-secret-key-3 sk-secret-key-4 ` + p.URL() + `"}]}`
	for _, header := range [][]string{
		{"Authorization", "Bearer sk-secret-key-1"}, {"X-Api-Key", "sk-secret-key-2"}, {"Cookie", "a=b; sid=sk-secret-key-4; c=d"},
	} {
		if _, _, _, err := ask(t, p.URL()+"/v1/messages?key=sk-secret-key-3", body, header...); err != nil {
			t.Fatal(err)
		}
	}
	secret := strings.TrimPrefix(p.URL(), "http://"+p.listener.Addr().String())
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	// The first requests came before the other keys were known.
	for _, key := range []string{"sk-secret-key", secret[1:]} {
		if strings.Contains(record.String(), key) {
			t.Errorf("%s is in the record: %s", key, record)
		}
	}
	if !strings.Contains(record.String(), "[key]") {
		t.Error(record)
	}
	for line := range strings.Lines(record.String()) {
		if !json.Valid([]byte(line)) {
			t.Errorf("%s is no record", line)
		}
	}
}

// TestOnlyItsOwnAddress: what does not know the secret is not passed on.
func TestOnlyItsOwnAddress(t *testing.T) {
	p, m, _ := tapped(t, func(http.ResponseWriter, *http.Request) {})
	at := "http://" + p.listener.Addr().String()
	for _, path := range []string{"/", "/v1/messages", "/" + strings.Repeat("A", 26) + "/v1/messages", "//", "/%2e%2e/"} {
		if status, _, _, err := ask(t, at+path, question); err != nil || status != http.StatusNotFound {
			t.Error(path, status, err)
		}
	}
	if err := p.Close(); err != nil || len(m.bodies) > 0 || !strings.HasPrefix(at, "http://127.0.0.1:") {
		t.Error(err, len(m.bodies), at)
	}
}

// TestModelsThatFail: one that is not there, and one that breaks off, are said in the record and to the agent.
func TestModelsThatFail(t *testing.T) {
	record := &kept{}
	p, err := New("http://127.0.0.1:1", record, bodies.Header{})
	if err != nil {
		t.Fatal(err)
	}
	status, _, text, err := ask(t, p.URL()+"/v1/messages", question)
	if err != nil || status != http.StatusBadGateway || !strings.Contains(string(text), "cannot be reached") {
		t.Error(status, string(text), err)
	}
	_ = p.Close()
	if !strings.Contains(record.String(), `"error":"the model's address cannot be reached`) {
		t.Error(record)
	}
	p, _, record = tapped(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "some")
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	})
	if _, _, _, err := ask(t, p.URL()+"/v1/messages", question); err == nil {
		t.Error("the agent was not told that the answer broke off")
	}
	_ = p.Close()
	if !strings.Contains(record.String(), "the answer broke off") {
		t.Error(record)
	}
	if _, err := New("ftp://x", record, bodies.Header{}); err == nil {
		t.Error("an address that is not one of http is taken")
	}
}

// fullDisk takes a number of writes. What it has can be written over.
type fullDisk struct {
	kept
	left int
}

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.left--; d.left < 0 {
		return 0, io.ErrShortWrite
	}
	return d.kept.Write(p)
}

// TestFullDisk: the agent goes on, it is said in the end, and the record says of itself that it is not whole.
func TestFullDisk(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok") }))
	defer s.Close()
	record := &fullDisk{left: 2}
	p, err := New(s.URL, record, bodies.Header{})
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		if status, _, text, err := ask(t, p.URL()+"/v1", question); status != http.StatusOK || string(text) != "ok" {
			t.Error(status, string(text), err)
		}
	}
	if p.Close() == nil {
		t.Error("nothing was said")
	}

	var head bodies.Header
	line, _, _ := strings.Cut(record.String(), "\n")
	if err := json.Unmarshal([]byte(line), &head); err != nil || !bodies.IsOverwritten(head.Whole) {
		t.Errorf("%v: the header says nothing of it: %s", err, line)
	}
}

// BenchmarkFirstByte is how long the first byte of an answer takes, without a tap and with one.
func BenchmarkFirstByte(b *testing.B) {
	p, _, _ := tapped(b, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "x") })
	defer func() { _ = p.Close() }()
	for name, url := range map[string]string{"without": p.upstream.String(), "with": p.URL()} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, _, _, err := ask(b, url+"/v1", question); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkThrough is how fast an answer of many events passes, without a tap and with one. What comes is not kept.
func BenchmarkThrough(b *testing.B) {
	part := []byte(strings.Repeat("data: {\"delta\":\"some text of an answer\"}\n\n", 1<<14))
	const parts = 256
	p, _, _ := tapped(b, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for range parts {
			_, _ = w.Write(part)
		}
	})
	defer func() { _ = p.Close() }()
	for name, url := range map[string]string{"without": p.upstream.String(), "with": p.URL()} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(parts * len(part)))
			for b.Loop() {
				resp, err := http.Post(url+"/v1", "application/json", strings.NewReader(question))
				if err != nil {
					b.Fatal(err)
				}
				n, err := io.Copy(io.Discard, resp.Body)
				if err != nil || n != int64(parts*len(part)) {
					b.Fatal(n, err)
				}
				_ = resp.Body.Close()
			}
		})
	}
}

// BenchmarkRun records a run of requests of 1 MiB that grow by little.
func BenchmarkRun(b *testing.B) {
	message := fmt.Sprintf(`{"role":"user","content":"%s"}`, strings.Repeat("x", 1<<10))
	began := `{"model":"m","messages":[` + strings.Repeat(message+",", 1<<10)
	for b.Loop() {
		r, size := bodies.Recorder{}, 0
		for n := range 100 {
			body := fmt.Sprintf(`%s{"role":"user","content":"%d"}]}`, began, n)
			record, _ := r.Request(bodies.Request{Time: time.Unix(1, 0), Body: []byte(body)})
			size += len(record)
		}
		b.ReportMetric(float64(size)/100, "bytes/request")
	}
}
