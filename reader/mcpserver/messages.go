package mcpserver

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"eyeline/reader/emit"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
	"eyeline/reader/wait"
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
	in       *bufio.Reader
	from     io.Reader
	lock     sync.Mutex // of out
	out      io.Writer
	incoming chan incoming // what is for the library
	batch    [][]byte      // the messages of a batch that are still to be taken
	answers  connection    // what the library's calls belong to
	direct
}

// incoming is a message for the library, or why none follows.
type incoming struct {
	message jsonrpc.Message
	err     error
}

func newMessages(s *Server, in io.Reader, out io.Writer) *messages {
	m := &messages{in: bufio.NewReaderSize(in, 64<<10), from: in, out: out, incoming: make(chan incoming)}
	m.direct = direct{server: s, client: &client{}, write: m.writeLine}
	m.ctx, m.stop = context.WithCancel(s.ctx)
	m.answers.ctx = m.ctx
	m.answers.server = s
	m.answers.client = m.client
	return m
}

// RunOn serves one client, one message a line, until in ends, ctx is done, or the record cannot be written. Calls
// that are under way when in ends are answered as long as they end; see usualEndPatience.
func (s *Server) RunOn(ctx context.Context, in io.Reader, out io.Writer) error {
	m := newMessages(s, in, out)
	defer m.calls.end()
	defer m.stop()
	defer m.answers.end()
	ctx, stop := context.WithCancel(m.answers.with(ctx))
	defer stop()
	defer context.AfterFunc(s.ctx, stop)()
	err := s.Run(ctx, m)
	if failed := s.failed(); failed != nil {
		return failed
	}
	if ctx.Err() != nil {
		return nil
	}

	return err
}

// When the input has ended, calls that are under way are ended once none has ended for usualEndPatience, and in any
// case after maxPauses such pauses.
const (
	usualEndPatience = 3 * time.Second
	maxPauses        = 10
)

// end gives up the calls of a connection whose input has ended when they take too long.
func (m *messages) end() {
	for range maxPauses {
		before := m.server.turns.lastEnd()
		if wait.For(m.ctx, m.server.endPatience) != nil || m.server.turns.lastEnd().Equal(before) {
			break
		}
	}
	m.stop()
}

// Connect implements [mcp.Transport].
func (m *messages) Connect(context.Context) (mcp.Connection, error) {
	go m.listen()
	return m, nil
}

// SessionID implements [mcp.Connection].
func (*messages) SessionID() string { return "" }

// Close implements [mcp.Connection]: it ends a read that waits.
func (m *messages) Close() error {
	m.stop()
	if c, ok := m.from.(io.Closer); ok {
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

	defer m.server.endIfFailed()
	m.lock.Lock()
	defer m.lock.Unlock()

	if r, ok := message.(*jsonrpc.Response); ok {
		defer m.answers.owed.answering(r.ID)()
		defer m.answers.sent(len(line))
	}

	return m.writeNow(line)
}

func (m *messages) writeLine(line []byte) error {
	m.lock.Lock()
	defer m.lock.Unlock()
	return m.writeNow(line)
}

// writeNow is called with the lock held.
func (m *messages) writeNow(line []byte) error {
	_, err := m.out.Write(append(line, '\n'))
	return err
}

// Read implements [mcp.Connection].
func (m *messages) Read(context.Context) (jsonrpc.Message, error) {
	select {
	case next := <-m.incoming:
		return next.message, next.err
	case <-m.ctx.Done():
		return nil, io.EOF
	}
}

// listen reads the input to its end: a read of it cannot be given up, and the server is not to wait for one.
func (m *messages) listen() {
	for {
		message, err := m.next()
		if errors.Is(err, io.EOF) {
			go m.end()
			m.calls.wait()                   // a client may send its calls and wait for the answers alone
			m.answers.owed.waitForAll(m.ctx) // the library answers none once it knows that the input has ended
		}

		if r, ok := message.(*jsonrpc.Request); ok && r.IsCall() {
			m.answers.owed.waitForRoom(m.ctx)
			if !m.answers.owed.add(r.ID, len(r.Params)) {
				if m.refuse("null", invalidRequest, fmt.Sprintf("the ID %v is in use", r.ID.Raw())) != nil {
					return
				}
				continue
			}
		}

		select {
		case m.incoming <- incoming{message, err}:
		case <-m.ctx.Done():
			return
		}

		if err != nil {
			return
		}
	}
}

// next is the next message for the library; all others are answered.
func (m *messages) next() (jsonrpc.Message, error) {
	for {
		line, size, err := m.line()
		if err != nil {
			return nil, err
		}

		m.server.turns.wait(m.ctx, len(line)) // else a client that sends calls from a file is refused most of them
		if size <= maxMessage && m.handle(line) {
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

// line is the next message, and its size in bytes. A batch is answered message by message: its answers would have to be
// held together otherwise, which the protocol does not ask for.
func (m *messages) line() (line []byte, size int, err error) {
	for len(m.batch) == 0 {
		line, size, err := emit.ReadLine(m.in, nil, maxMessage)
		if err != nil || size > maxMessage || !m.takesBatches() || !json.Valid(line) {
			return line, size, err
		}

		messages, err := batchOf(line)
		if err == nil && len(messages) == 0 {
			return line, size, nil
		}

		if err != nil {
			if err := m.refuse("null", invalidRequest, err.Error()); err != nil {
				return nil, 0, err
			}
		}

		m.batch = lists.Map(messages, func(m json.RawMessage) []byte { return m })
	}

	line = m.batch[0]
	m.batch = m.batch[1:]
	return line, len(line), nil
}

// refuse answers a message with an error.
func (d *direct) refuse(id string, code int, why string) error {
	const form = `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`
	return d.write(fmt.Appendf(nil, form, id, code, tools.Encode(why)))
}

// decoded is the message of a line, or the code and the reason why the line is not a message.
func decoded(line []byte, size int) (message jsonrpc.Message, code int, why string) {
	if size > maxMessage {
		return nil, invalidRequest, fmt.Sprintf("the message is longer than %d bytes", maxMessage)
	}

	message, err := jsonrpc.DecodeMessage(line)
	r, ok := message.(*jsonrpc.Response)
	switch {
	case !json.Valid(line): // a blank line too; the library decodes the first value of a line alone
		return nil, parseError, "the line is no JSON"
	case err != nil || ok && r.Result == nil && r.Error == nil:
		return nil, invalidRequest, "the line is no message of JSON-RPC 2.0"
	}

	var sent sentMessage
	_ = json.Unmarshal(line, &sent) // it is a message; wrong parameters are the library's
	if err := sent.checkID(); err != nil {
		return nil, invalidRequest, err.Error()
	}

	return message, 0, ""
}
