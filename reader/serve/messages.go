package serve

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// A message that is none ends a server of the library. Here it is answered with an error, and the server lives.

// Codes of JSON-RPC 2.0.
const (
	parseError     = -32700
	invalidRequest = -32600
)

// messages gives those lines of a client that are messages, and answers the others.
type messages struct {
	in    *bufio.Reader
	out   io.Writer
	whole []byte // of the line that is read; reused
	rest  []byte // of it, what was not read yet
}

func newMessages(in io.Reader, out io.Writer) *messages {
	return &messages{in: bufio.NewReaderSize(in, 64<<10), out: out}
}

// Close implements [io.Closer].
func (*messages) Close() error { return nil }

// Read implements [io.Reader].
func (m *messages) Read(p []byte) (int, error) {
	for len(m.rest) == 0 {
		if err := m.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, m.rest)
	m.rest = m.rest[n:]
	return n, nil
}

// next reads a line, and answers it when it is no message.
func (m *messages) next() error {
	size, err := m.line()
	if err != nil && (size == 0 || !errors.Is(err, io.EOF)) {
		return err
	}
	if code, why := wrong(m.whole, size); why != "" {
		return m.refuse(code, why)
	}
	m.rest = m.whole
	if cap(m.whole) > 1<<20 {
		m.whole = nil // one long message does not keep its memory
	}
	return nil
}

// line reads a line, of which no more than mostMessage bytes are kept, and returns how many there are.
func (m *messages) line() (size int, err error) {
	m.whole = m.whole[:0]
	for {
		part, err := m.in.ReadSlice('\n')
		if size += len(part); size <= mostMessage {
			m.whole = append(m.whole, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return size, err
		}
	}
}

// wrong says why a line is no message; "" when it is one.
func wrong(line []byte, size int) (code int, why string) {
	line = bytes.TrimSpace(line)
	var message struct {
		Version string `json:"jsonrpc"`
		Method  string
		Result  json.RawMessage
		Error   json.RawMessage
	}
	switch err := json.Unmarshal(line, &message); {
	case size > mostMessage:
		return invalidRequest, fmt.Sprintf("the message is longer than %d bytes", mostMessage)
	case !json.Valid(line): // blank lines too
		return parseError, "the line is no JSON"
	case line[0] == '[':
		return invalidRequest, "batches are not served"
	case err != nil || message.Version != "2.0":
		return invalidRequest, "the line is no message of JSON-RPC 2.0"
	case message.Method == "" && message.Result == nil && message.Error == nil:
		return invalidRequest, "the message has no method"
	}
	return 0, ""
}

// refuse answers a line that is no message.
func (m *messages) refuse(code int, why string) error {
	_, err := fmt.Fprintf(m.out, `{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":%q}}`+"\n", code, why)
	return err
}

// oneByOne is a writer for several goroutines.
type oneByOne struct {
	mu sync.Mutex
	w  io.Writer
}

// Write implements [io.Writer].
func (o *oneByOne) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.w.Write(p)
}

// Close implements [io.Closer].
func (*oneByOne) Close() error { return nil }
