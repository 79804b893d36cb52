package mcpserver

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"eyeline/reader/emit"
	"eyeline/reader/tools"
)

// Codes of JSON-RPC 2.0.
const (
	parseError     = -32700
	invalidRequest = -32600
	internalError  = -32603
)

// messages is a client that sends and gets a message a line. The transport of the library ends a server at a line that
// is no message; here it is answered with an error, and the server lives.
type messages struct {
	in   *bufio.Reader
	from io.Reader
	lock sync.Mutex // of out
	out  io.Writer
	direct
}

func newMessages(s *Server, in io.Reader, out io.Writer) *messages {
	m := &messages{in: bufio.NewReaderSize(in, 64<<10), from: in, out: out}
	m.direct = direct{server: s, write: m.writeLine, atWork: make(chan struct{}, mostCalls)}
	m.ctx, m.stop = context.WithCancel(s.ctx)
	return m
}

// Connect implements [mcp.Transport].
func (m *messages) Connect(context.Context) (mcp.Connection, error) { return m, nil }

// SessionID implements [mcp.Connection].
func (*messages) SessionID() string { return "" }

// Close implements [mcp.Connection]: it ends a read that waits.
func (m *messages) Close() error {
	m.stop()
	if c, is := m.from.(io.Closer); is {
		return c.Close()
	}
	return nil
}

// Write implements [mcp.Connection].
func (m *messages) Write(_ context.Context, message jsonrpc.Message) error {
	line, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return err
	}
	return m.writeLine(line)
}

func (m *messages) writeLine(line []byte) error {
	m.lock.Lock()
	defer m.lock.Unlock()
	_, err := m.out.Write(append(line, '\n'))
	return err
}

// Read implements [mcp.Connection].
func (m *messages) Read(context.Context) (jsonrpc.Message, error) {
	for {
		line, size, err := emit.ReadLine(m.in, nil, mostMessage)
		if err != nil {
			if errors.Is(err, io.EOF) {
				m.calls.Wait() // a client may send its calls and wait for the answers alone
			}
			return nil, err
		}
		if size <= mostMessage && m.takes(line) {
			continue
		}
		message, code, why := decoded(line, size)
		if why == "" {
			return message, nil
		}
		if err := m.refuse("null", code, why); err != nil {
			return nil, err
		}
	}
}

// refuse answers a message with an error.
func (d *direct) refuse(id string, code int, why string) error {
	const form = `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`
	return d.write(fmt.Appendf(nil, form, id, code, tools.Encode(why)))
}

// decoded is the message of a line, or why it is none.
func decoded(line []byte, size int) (message jsonrpc.Message, code int, why string) {
	if size > mostMessage {
		return nil, invalidRequest, fmt.Sprintf("the message is longer than %d bytes", mostMessage)
	}
	message, err := jsonrpc.DecodeMessage(line)
	r, is := message.(*jsonrpc.Response)
	switch {
	case !json.Valid(line): // a blank line too; the library decodes the first value of a line alone
		return nil, parseError, "the line is no JSON"
	case err != nil || is && r.Result == nil && r.Error == nil:
		return nil, invalidRequest, "the line is no message of JSON-RPC 2.0"
	}
	return message, 0, ""
}
