package replica

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/zstd"
)

// server is a scripted model that listens.
type server struct {
	// URL is http://127.0.0.1:PORT.
	URL string

	script *script
	http   *http.Server
	ended  chan struct{}
	count  atomic.Int64 // of answers
}

// largestRequest bounds a request, in bytes. A conversation contains the results of all its calls.
const largestRequest = 256 << 20

// serveScript begins to listen on a free port of 127.0.0.1. All interfaces are served at the same time, each under the
// paths of its service. The caller closes the server.
func serve(script *script) (*server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("model: %w", err)
	}
	s := &server{URL: "http://" + listener.Addr().String(), script: script, ended: make(chan struct{})}
	s.http = &http.Server{Handler: http.HandlerFunc(s.handle), ReadHeaderTimeout: 10 * time.Second}
	go func() {
		defer close(s.ended)
		_ = s.http.Serve(listener) // it ends when the server is closed
	}()
	return s, nil
}

// Close ends the server and waits for that.
func (s *server) Close() error {
	ctx, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	err := s.http.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = s.http.Close() // an agent that does not read its answer
	}
	<-s.ended
	return err
}

func (s *server) handle(w http.ResponseWriter, r *http.Request) {
	body, err := readBody(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	path := r.URL.Path
	known := true
	var v *service
	for suffix, of := range served {
		if strings.HasSuffix(path, suffix) {
			v = of
		}
	}
	switch {
	case r.Method != http.MethodPost:
		known = r.Method == http.MethodHead || strings.HasSuffix(path, "/models")
		models(w)
	case v != nil:
		err = s.serve(w, v, body, strings.HasSuffix(path, ":streamGenerateContent"))
	case strings.HasSuffix(path, ":countTokens"):
		answer(w, object{"totalTokens": len(body) / 4})
	default:
		// Agents estimate for themselves where the service does not count.
		known = strings.HasSuffix(path, "/count_tokens")
		refuse(w, http.StatusNotFound, "not_found_error", "not here")
	}
	s.script.touch(r.Method+" "+path, known)
	if err != nil {
		refuse(w, http.StatusBadRequest, "invalid_request_error", err.Error())
	}
}

// serve answers a request of an interface.
func (s *server) serve(w http.ResponseWriter, v *service, body []byte, streamed bool) error {
	r, err := parseRequest(v, body)
	if err != nil {
		return err
	}
	// Agents take messages of one identifier for parts of one.
	whole, events := v.answer(r.body, s.script.turn(r), fmt.Sprintf("%06d", s.count.Add(1)))
	if !streamed && r.body["stream"] != true {
		answer(w, whole)
		return nil
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	for _, e := range events {
		data, ok := e.data.(string)
		if !ok {
			data = encode(e.data)
		}
		if e.name != "" {
			_, _ = fmt.Fprintf(w, "event: %s\n", e.name) // an agent that went away notices by itself
		}
		_, _ = fmt.Fprintf(w, "data: %s\n\n", data)
		_ = http.NewResponseController(w).Flush()
	}
	return nil
}

// readBody reads the body of a request, unpacked.
func readBody(r *http.Request) ([]byte, error) {
	var from io.Reader = http.MaxBytesReader(nil, r.Body, largestRequest)
	switch r.Header.Get("Content-Encoding") {
	case "gzip":
		z, err := gzip.NewReader(from)
		if err != nil {
			return nil, err
		}
		from = z
	case "zstd":
		z, err := zstd.NewReader(from)
		if err != nil {
			return nil, err
		}
		defer z.Close()
		from = z
	}
	return io.ReadAll(io.LimitReader(from, largestRequest))
}

// models answers with a list of one model, in the form of each service at once.
func models(w http.ResponseWriter) {
	answer(w, object{
		"object": "list", "data": []object{{"id": "replica", "object": "model", "type": "model", "display_name": "replica"}},
		"models": []object{}, "has_more": false,
	})
}

// answer writes an object.
func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, encode(v)) // an agent that went away notices by itself
}

func refuse(w http.ResponseWriter, status int, kind, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, encode(object{"type": "error", "error": object{"type": kind, "message": text, "code": status}}))
}
