package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"eyeline/reader/emit"
	"eyeline/reader/program"
)

// Bounds on what a server that is looked at may say.
const (
	maxHeard         = 2 << 20 // bytes of a message
	maxHeardInAll    = 8 << 20 // bytes
	maxHeardMessages = 10_000
	// maxHeardValues is how many values of JSON are read: the smallest take some hundred times their bytes in memory.
	maxHeardValues = 100_000
)

// leavePatience is how long a server may take to end when its input does.
const leavePatience = time.Second

// inspectedProcess is a server that is looked at, as a transport of the library. What it says is bounded, and it ends
// together with its process group.
type inspectedProcess struct {
	ctx     context.Context
	stop    context.CancelFunc
	cmd     *exec.Cmd
	to      io.WriteCloser
	from    io.ReadCloser
	said    *bufio.Reader
	mu      sync.Mutex // of err, and of result
	err     error      // what the server did wrong
	result  []byte     // of the last answer, as JSON
	left    heard
	once    sync.Once
	gone    chan struct{} // closed when its output has ended
	closing sync.Once
}

// heard counts what may still be heard.
type heard struct{ bytes, messages, values int }

func newProcess(ctx context.Context, command []string, say io.Writer) *inspectedProcess {
	p := &inspectedProcess{left: heard{maxHeardInAll, maxHeardMessages, maxHeardValues}, gone: make(chan struct{})}
	p.ctx, p.stop = context.WithCancel(ctx)
	p.cmd = exec.CommandContext(p.ctx, command[0], command[1:]...)
	p.cmd.Stderr = say
	p.cmd.WaitDelay = leavePatience
	program.EndWithChildren(p.cmd)
	return p
}

// Connect implements [mcp.Transport]: it starts the server.
func (p *inspectedProcess) Connect(context.Context) (mcp.Connection, error) {
	to, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}

	from, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}

	p.to = to
	p.from = from
	p.said = bufio.NewReaderSize(&limited{p, from}, 64<<10)
	context.AfterFunc(p.ctx, func() { _ = from.Close() }) // a program that left the group may still have it open
	return p, nil
}

// SessionID implements [mcp.Connection].
func (*inspectedProcess) SessionID() string { return "" }

// Write implements [mcp.Connection].
func (p *inspectedProcess) Write(_ context.Context, message jsonrpc.Message) error {
	line, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return err
	}
	_, err = p.to.Write(append(line, '\n'))
	return err
}

// Read implements [mcp.Connection]. What the server only tells is left out.
func (p *inspectedProcess) Read(context.Context) (jsonrpc.Message, error) {
	for {
		line, size, err := emit.ReadLine(p.said, nil, maxHeard)
		if err != nil {
			p.once.Do(func() { close(p.gone) })
			return nil, err
		}

		message, err := p.left.message(line, size)
		if err != nil {
			p.fail(err)
			return nil, err
		}

		if r, ok := message.(*jsonrpc.Response); ok {
			p.mu.Lock()
			p.result = r.Result
			p.mu.Unlock()
		}
		if r, ok := message.(*jsonrpc.Request); !ok || r.IsCall() {
			return message, nil
		}
	}
}

// structured is the structured content of the last answer, in the order in which the server has sent it, on one line.
func (p *inspectedProcess) structured() string {
	p.mu.Lock()
	result := p.result
	p.mu.Unlock()
	var sent struct {
		Content json.RawMessage `json:"structuredContent"`
	}
	var line bytes.Buffer
	if json.Unmarshal(result, &sent) != nil || json.Compact(&line, sent.Content) != nil {
		return ""
	}
	return line.String()
}

// message is the message of a line, unless too much was heard with it.
func (h *heard) message(line []byte, size int) (jsonrpc.Message, error) {
	h.messages--
	h.values -= values(line)
	switch {
	case size > maxHeard:
		return nil, fmt.Errorf("it sent a message of %d bytes; %d are read at most", size, maxHeard)
	case h.messages < 0:
		return nil, fmt.Errorf("it sent more than %d messages", maxHeardMessages)
	case h.values < 0:
		return nil, fmt.Errorf("it sent more than %d values of JSON", maxHeardValues)
	}

	message, _, why := decoded(line, size)
	if why != "" {
		return nil, errors.New("it sent what is no message of the protocol: " + why)
	}

	return message, nil
}

// values is how many values of JSON a text has at most, and one more for each object and list that is not empty.
func values(text []byte) (n int) {
	quoted := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ',' || c == '{' || c == '['):
			n++
		}
	}

	return n + 1
}

// fail ends the server for what it did wrong.
func (p *inspectedProcess) fail(err error) {
	p.mu.Lock()
	if p.err == nil {
		p.err = err
	}
	p.mu.Unlock()
	p.stop()
}

// wrong is what the server did wrong; nil for nothing.
func (p *inspectedProcess) wrong() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// limited reads what a server says, up to a limit.
type limited struct {
	p    *inspectedProcess
	from io.Reader
}

// Read implements [io.Reader].
func (l *limited) Read(b []byte) (int, error) {
	n, err := l.from.Read(b)
	l.p.left.bytes -= n
	if l.p.left.bytes < 0 {
		err = fmt.Errorf("it sent more than %d MiB", maxHeardInAll>>20)
		l.p.fail(err)
		return 0, err
	}
	return n, err
}

// Close implements [mcp.Connection], and may be called again: it ends the server and its process group. One that ends
// with its input is given the time for that.
func (p *inspectedProcess) Close() error {
	p.closing.Do(p.end)
	return nil
}

func (p *inspectedProcess) end() {
	defer p.stop()
	if p.to == nil {
		return
	}

	_ = p.to.Close()
	select {
	case <-p.gone:
	case <-p.ctx.Done():
	case <-time.After(leavePatience):
	}

	if p.cmd.Cancel != nil {
		_ = p.cmd.Cancel() // also what outlives the server
	}

	p.stop()
	_ = p.cmd.Wait() // it was ended
}
