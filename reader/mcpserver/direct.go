package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"sync"
	"time"

	"eyeline/reader/tools"
)

// direct answers the plain calls of tools on one connection: on the library's way, where each message is copied and
// looked through several times, a call takes four times as long as its read. All else is the library's: the handshake,
// calls of a version without one, arguments that are wrong, tools that are not there.
type direct struct {
	server  *Server
	write   func(line []byte) error
	ctx     context.Context // of the connection
	stop    context.CancelFunc
	begun   bool // "initialize" has been read
	ready   bool // the handshake is over
	calls   sync.WaitGroup
	work    chan func()
	workers int
	mu      sync.Mutex
	running map[string]context.CancelFunc // by the id as it was sent
}

// request is a message as far as a call of a tool, and what gives one up, needs it.
type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name      string                     `json:"name"`
		Arguments json.RawMessage            `json:"arguments"`
		Meta      map[string]json.RawMessage `json:"_meta"`
		RequestID json.RawMessage            `json:"requestId"`
	} `json:"params"`
}

// sessionless is how the keys begin in the _meta of requests of versions of the protocol without a handshake.
const sessionless = "io.modelcontextprotocol/"

// takes reports whether a message is answered here, or asks for nothing.
func (d *direct) takes(line []byte) bool {
	var r request
	if json.Unmarshal(line, &r) != nil {
		return false
	}
	switch r.Method {
	case "initialize":
		d.begun = true
	case "notifications/initialized":
		d.ready = d.begun
	case "notifications/cancelled":
		return d.giveUp(r.Params.RequestID)
	case "tools/call":
		return d.call(r)
	}
	return false
}

// call begins a plain call.
func (d *direct) call(r request) bool {
	plain := d.ready && len(r.ID) > 0 && (r.ID[0] == '"' || bytes.Trim(r.ID, "0123456789") == nil)
	for key := range r.Params.Meta {
		plain = plain && !strings.HasPrefix(key, sessionless)
	}
	if !plain || d.server.plain[r.Params.Name] == nil {
		return false
	}
	read := d.server.plain[r.Params.Name](r.Params.Arguments)
	if read == nil {
		return false
	}
	ctx, stop := context.WithCancel(d.ctx)
	id := string(r.ID)
	d.mu.Lock()
	d.running[id] = stop
	d.mu.Unlock()
	d.do(func() {
		a, err := d.server.read(ctx, d.progress(r.Params.Meta["progressToken"]), read)
		d.mu.Lock()
		delete(d.running, id)
		d.mu.Unlock()
		if stop(); err != nil {
			return // nobody waits for it
		}
		out := response{Version: "2.0", ID: r.ID, Result: result{IsError: a.refused}}
		for _, text := range a.texts() {
			out.Result.Content = append(out.Result.Content, content{"text", text})
		}
		_ = d.write(tools.Encode(out)) // a client that is gone hears nothing
	})
	return true
}

// mostWorkers is how many goroutines are kept for calls, whose stacks have grown already. Where all are at work, the
// connection waits for one, at most for aheadPause: a client that sends many calls at once is not to fill the memory, and
// no call is to keep others from being read.
const (
	mostWorkers = 16
	aheadPause  = 10 * time.Millisecond
)

// do does work beside all other.
func (d *direct) do(work func()) {
	d.calls.Add(1)
	select {
	case d.work <- work:
		return
	default:
	}
	if d.workers++; d.workers <= mostWorkers {
		go d.worker(work)
		return
	}
	select {
	case d.work <- work:
	case <-time.After(aheadPause):
		go func() {
			defer d.calls.Done()
			work()
		}()
	}
}

// worker does work until the connection ends.
func (d *direct) worker(work func()) {
	for {
		work()
		d.calls.Done()
		select {
		case work = <-d.work:
		case <-d.ctx.Done():
			return
		}
	}
}

// giveUp ends a call that is answered here.
func (d *direct) giveUp(id json.RawMessage) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	stop := d.running[string(id)]
	if stop != nil {
		stop()
	}
	return stop != nil
}

// progress tells the client of how far a call is; nil where it does not ask for that.
func (d *direct) progress(token json.RawMessage) func(n float64, message string) {
	if token == nil {
		return nil
	}
	return func(n float64, message string) {
		params := map[string]any{"progressToken": token, "progress": n, "message": message}
		_ = d.write(tools.Encode(map[string]any{"jsonrpc": "2.0", "method": "notifications/progress", "params": params}))
	}
}

// response is the answer to a call.
type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  result          `json:"result"`
}

type result struct {
	Content []content `json:"content"`
	IsError bool      `json:"isError,omitempty"`
}

type content struct {
	Type string `json:"type"`
	Text string `json:"text"`
}
