package mcpserver

import (
	"context"
	"encoding/json"
	"sync"

	fast "github.com/segmentio/encoding/json"

	"eyeline/reader/tools"
)

// serverClosed is what calls are refused with when their connection has ended.
const serverClosed = "the server is closed"

// direct answers the plain calls of tools on one connection: on the library's way, where each message is copied and
// looked through several times, a call takes four times as long as its read. All else is the library's, such as the
// handshake.
type direct struct {
	server  *Server
	client  *client // whose connection it is
	write   func(line []byte) error
	ctx     context.Context // of the connection
	stop    context.CancelFunc
	begun   bool   // "initialize" has been read
	version string // of the protocol, that it asked for
	ready   bool   // the handshake is over
	calls   callsUnderWay
	running sync.Map // of context.CancelFunc, by the id as it was sent
}

// handle answers a message itself where it can, and reports whether it did or there is nothing to answer.
func (d *direct) handle(line []byte) bool {
	r, plain := plainRequest(line)
	if !plain {
		return false
	}

	switch r.Method {
	case "initialize":
		var asked map[string]json.RawMessage
		_ = plainly(r.Params, &asked)
		_ = json.Unmarshal(asked["protocolVersion"], &d.version)
		d.begun = true
	case "notifications/initialized":
		d.ready = d.begun
	case "notifications/cancelled":
		var given map[string]json.RawMessage
		_ = plainly(r.Params, &given)
		stop, ok := d.running.Load(string(given["requestId"]))
		if ok {
			stop.(context.CancelFunc)()
		}

		return ok
	case "tools/call":
		return d.begin(r)
	}

	return false
}

// begin starts a plain call in the background, or refuses it; false leaves the message to the library.
func (d *direct) begin(r request) bool {
	call, ok := d.server.parsePlainCall(r)
	if !ok || !call.sessionless && !d.ready {
		return false
	}

	ctx, stop := context.WithCancel(d.ctx)
	id := string(call.id)
	if _, used := d.running.LoadOrStore(id, stop); used {
		stop()
		_ = d.refuse("null", invalidRequest, "the ID "+id+" is in use") // as the library says it
		return true
	}

	if !d.server.turns.tryAccept(call.size) {
		stop()
		d.running.Delete(id)
		_ = d.sendAnswer(call, busy().toSend())
		return true
	}

	begun := d.calls.begin(func() {
		defer stop()
		defer d.server.turns.giveBack(call.size)
		a, err := d.server.runRead(ctx, d.client, d.progress(call.token), call.reading)
		d.running.Delete(id)

		switch {
		case err == nil:
			_ = d.sendAnswer(call, a)
			d.server.turns.sent(d.client, a.size())
		case d.ctx.Err() != nil: // else nobody waits for it
			_ = d.refuse(id, internalError, serverClosed)
		}

		d.server.endIfFailed()
	})
	if !begun {
		stop()
		d.running.Delete(id)
		d.server.turns.giveBack(call.size)
		_ = d.refuse(id, internalError, serverClosed)
	}

	return true
}

// sendAnswer sends the answer to a call. The error is that of a client that is gone.
func (d *direct) sendAnswer(call plainCall, a sentAnswer) error {
	out := response{Version: "2.0", ID: call.id}
	out.Result.IsError = a.refused
	out.Result.Content = a.content
	if call.sessionless {
		out.Result.Meta = d.server.about
	}
	line, _ := fast.Append(make([]byte, 0, a.size()+200), out, fast.TrustRawMessage)
	return d.write(line)
}

// progress tells the client of how far a call is; nil where it does not ask for that.
func (d *direct) progress(token json.RawMessage) func(n float64, message string) {
	if token == nil {
		return nil
	}
	return func(n float64, message string) {
		params := map[string]any{"progressToken": token, "progress": n, "message": message}
		_ = d.write(
			tools.Encode(map[string]any{"jsonrpc": "2.0", "method": "notifications/progress", "params": params}),
		)
	}
}

// response is the answer to a call.
type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  struct {
		Meta    json.RawMessage   `json:"_meta,omitempty"`
		Content []json.RawMessage `json:"content"`
		IsError bool              `json:"isError,omitempty"`
	} `json:"result"`
}
