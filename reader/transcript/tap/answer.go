package tap

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/bodies"
)

// answer is the body of an answer, which is looked at while it passes.
type answer struct {
	io.ReadCloser
	x       *exchange
	said    bodies.Response
	ended   error // why there is nothing more to read; nil while there may be
	scan    usageScan
	packed  *io.PipeWriter // what is packed is unpacked in the background
	scanned chan struct{}
	once    sync.Once
}

func newAnswer(x *exchange, resp *http.Response) *answer {
	a := &answer{ReadCloser: resp.Body, x: x, said: bodies.Response{Status: resp.StatusCode}}
	a.scan.events = strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream")
	encoding := resp.Header.Get("Content-Encoding")
	if encoding == "" || encoding == "identity" {
		return a
	}

	out, in := io.Pipe()
	a.packed = in
	a.scanned = make(chan struct{})
	go func() {
		defer close(a.scanned)
		if text, err := unpacking(encoding, out); err == nil {
			_, _ = io.Copy(&a.scan, text) // of what is broken the beginning counts
			if z, isOpen := text.(*zstd.Decoder); isOpen {
				z.Close()
			}
		}

		_, _ = io.Copy(io.Discard, out) // nothing waits for the scan
	}()
	return a
}

// notTaken is said of an answer that the agent did not read to its end.
const notTaken = "the agent did not take all of the answer"

// Read says that the answer has ended only when it is asked again, after what came last was written to the agent.
func (a *answer) Read(p []byte) (int, error) {
	n := 0
	if a.ended == nil {
		n, a.ended = a.ReadCloser.Read(p)
		a.look(p[:n])
	}

	if a.ended == nil || n > 0 {
		return n, nil
	}

	switch {
	case errors.Is(a.ended, context.Canceled):
		a.said.Error = notTaken
	case !errors.Is(a.ended, io.EOF):
		a.said.Error = "the answer broke off"
	}

	a.end()
	return 0, a.ended
}

// look looks at what has come.
func (a *answer) look(p []byte) {
	a.said.Bytes += int64(len(p))
	if a.packed != nil {
		_, _ = a.packed.Write(p)
	} else {
		_, _ = a.scan.Write(p)
	}
}

// Close records the answer as one that was not taken whole, unless it was read to its end before.
func (a *answer) Close() error {
	a.said.Error = cmp.Or(a.said.Error, notTaken)
	a.end()
	return a.ReadCloser.Close()
}

func (a *answer) end() {
	a.once.Do(func() {
		if a.packed != nil {
			_ = a.packed.Close()
			<-a.scanned
		}
		a.said.Usage = a.scan.usage()
		a.x.answered(a.said)
	})
}

// maxLine is how many bytes of a line of an answer are looked at, or of an answer that is one value.
const maxLine = 4 << 20

// usageScan looks for the tokens that a model counted in its answer: in its events, or in the value that it is.
type usageScan struct {
	events bool
	line   []byte // as far as it has come
	long   bool   // it is longer than is looked at
	found  bodies.Usage
	any    bool
	apart  bool // Input is without what was read from a cache and stored in it, as Anthropic counts
	// Gemini's two parts of Output
	candidates, thoughts int64
}

func (s *usageScan) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		i := -1
		if s.events {
			i = bytes.IndexByte(p, '\n')
		}

		if i < 0 {
			s.add(p)
			break
		}

		if len(s.line) == 0 && !s.long {
			s.take(p[:i])
		} else {
			s.add(p[:i])
			s.flush()
		}

		p = p[i+1:]
	}

	return n, nil
}

func (s *usageScan) add(p []byte) {
	s.long = s.long || len(s.line)+len(p) > maxLine
	if s.long {
		s.line = nil
		return
	}
	s.line = append(s.line, p...)
}

func (s *usageScan) flush() {
	if !s.long {
		s.take(s.line)
	}
	s.line = s.line[:0]
	s.long = false
}

// take takes an event, or the whole value.
func (s *usageScan) take(line []byte) {
	if !bytes.Contains(line, []byte("usage")) { // or usageMetadata
		return
	}

	line, _ = bytes.CutPrefix(line, []byte("data:"))
	v := jsonskim.Parse(line)
	if v.Kind == jsonskim.Array { // of Gemini's API, without events
		for one := range v.Values() {
			s.of(one)
		}

		return
	}

	s.of(v)
}

// of takes what a value says: Anthropic's messages, Responses, chat completions, Gemini's contents.
func (s *usageScan) of(v jsonskim.Value) {
	for _, path := range [][]string{
		{"usage"}, {"message", "usage"}, {"response", "usage"}, {"usageMetadata"}, {"response", "usageMetadata"},
	} {
		if u := v.Get(path...); u.Kind == jsonskim.Object {
			s.counted(u)
		}
	}
}

func (s *usageScan) counted(u jsonskim.Value) {
	number := func(to *int64, path ...string) bool {
		n, ok := u.Get(path...).Int()
		if ok && n > 0 {
			s.any = true
			*to = n
		}
		return ok
	}

	isRead := number(&s.found.Cached, "cache_read_input_tokens")
	isStored := number(&s.found.Stored, "cache_creation_input_tokens")
	if number(&s.found.Input, "input_tokens") && (isRead || isStored) {
		s.apart = true
	}

	number(&s.found.Output, "output_tokens")
	number(&s.found.Cached, "input_tokens_details", "cached_tokens")
	number(&s.found.Input, "prompt_tokens")
	number(&s.found.Output, "completion_tokens")
	number(&s.found.Cached, "prompt_tokens_details", "cached_tokens")
	number(&s.found.Input, "promptTokenCount")
	number(&s.candidates, "candidatesTokenCount")
	number(&s.thoughts, "thoughtsTokenCount")
	number(&s.found.Cached, "cachedContentTokenCount")
}

// usage is what was counted; nil where nothing was.
func (s *usageScan) usage() *bodies.Usage {
	s.flush()
	if !s.any {
		return nil
	}

	found := s.found
	if s.apart {
		found.Input += found.Cached + found.Stored
	}
	if n := s.candidates + s.thoughts; n > 0 {
		found.Output = n
	}

	return &found
}
