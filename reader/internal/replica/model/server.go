package model

import (
	"compress/gzip"
	"context"
	"encoding/json"
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

// Server is a scripted model that listens.
type Server struct {
	// URL is http://127.0.0.1:PORT.
	URL string

	script *Script
	server *http.Server
	ended  chan struct{}
	count  atomic.Int64
}

// name makes an identifier for a message. Agents take messages of one identifier for parts of one.
func (s *Server) name(kind string) string { return fmt.Sprintf("%s_%06d", kind, s.count.Add(1)) }

// largestRequest bounds a request, in bytes. A conversation contains the results of all its calls.
const largestRequest = 256 << 20

// Serve begins to listen on a free port of 127.0.0.1. All interfaces are served at the same time, each under the paths of
// its service. The caller closes the server.
func Serve(script *Script) (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("model: %w", err)
	}
	s := &Server{URL: "http://" + listener.Addr().String(), script: script, ended: make(chan struct{})}
	s.server = &http.Server{Handler: http.HandlerFunc(s.handle), ReadHeaderTimeout: 10 * time.Second}
	go func() {
		defer close(s.ended)
		_ = s.server.Serve(listener) // it ends when the server is closed
	}()
	return s, nil
}

// Close ends the server and waits for that.
func (s *Server) Close() error {
	ctx, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	err := s.server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = s.server.Close() // an agent that does not read its answer
	}
	<-s.ended
	return err
}

func (s *Server) handle(w http.ResponseWriter, r *http.Request) {
	body, err := readBody(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	path := r.URL.Path
	known := true
	switch {
	case r.Method != http.MethodPost:
		known = r.Method == http.MethodHead || strings.HasSuffix(path, "/models")
		models(w)
	case strings.HasSuffix(path, "/messages"):
		err = s.anthropic(w, body)
	case strings.HasSuffix(path, "/chat/completions"):
		err = s.chat(w, body)
	case strings.HasSuffix(path, "/responses"):
		err = s.responses(w, body)
	case strings.Contains(path, ":generateContent"):
		err = s.gemini(w, body, false)
	case strings.Contains(path, ":streamGenerateContent"):
		err = s.gemini(w, body, true)
	case strings.HasSuffix(path, "/count_tokens"):
		// Agents estimate for themselves where the service does not count.
		refuse(w, http.StatusNotFound, "not_found_error", "not here")
	case strings.HasSuffix(path, ":countTokens"):
		answer(w, object{"totalTokens": len(body) / 4})
	default:
		known = false
		refuse(w, http.StatusNotFound, "not_found_error", "not here")
	}
	s.script.touch(r.Method+" "+path, known)
	if err != nil {
		refuse(w, http.StatusBadRequest, "invalid_request_error", err.Error())
	}
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

// object is a JSON object that is made by hand.
type object = map[string]any

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
	_, _ = w.Write(encode(v)) // an agent that went away notices by itself
}

func refuse(w http.ResponseWriter, status int, kind, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(encode(object{"type": "error", "error": object{"type": kind, "message": text, "code": status}}))
}

// encode writes JSON without the escapes that only HTML needs.
func encode(v any) []byte {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // the values are made here
	}
	return []byte(strings.TrimSuffix(b.String(), "\n"))
}

// stream writes server-sent events.
type stream struct{ w http.ResponseWriter }

func newStream(w http.ResponseWriter) stream {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	return stream{w}
}

// event sends an event; name is "" where the service names none.
func (s stream) event(name string, v any) {
	data, ok := v.(string)
	if !ok {
		data = string(encode(v))
	}
	if name != "" {
		_, _ = fmt.Fprintf(s.w, "event: %s\n", name)
	}
	_, _ = fmt.Fprintf(s.w, "data: %s\n\n", data)
	if f, ok := s.w.(http.Flusher); ok {
		f.Flush()
	}
}
