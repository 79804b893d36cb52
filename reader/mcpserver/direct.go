package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"sync"

	fast "github.com/segmentio/encoding/json"

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
	running sync.Map // of context.CancelFunc, by the id as it was sent
}

// request is a message that asks for something.
type request struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

// params are those of a plain call.
type params struct {
	Name      string                     `json:"name"`
	Arguments json.RawMessage            `json:"arguments"`
	Meta      map[string]json.RawMessage `json:"_meta"`
}

// mostNested is how many objects and lists a plain message has at most: decoding goes as deep as they do.
const mostNested = 500

// plainly decodes what has no keys but those of v, spelled as there. The library decodes by the same package.
func plainly(text []byte, v any) bool {
	rest, err := fast.Parse(text, v, fast.DontMatchCaseInsensitiveStructFields|fast.DisallowUnknownFields)
	return err == nil && len(rest) == 0
}

// sessionless is how the keys begin in the _meta of requests of versions of the protocol without a handshake.
const sessionless = "io.modelcontextprotocol/"

// plainRequest is a message that asks for something in the plainest form.
func plainRequest(line []byte) (r request, plain bool) {
	nested := bytes.Count(line, []byte("{")) + bytes.Count(line, []byte("["))
	plain = nested <= mostNested && plainly(line, &r) && r.Version == "2.0"
	return r, plain
}

// takes reports whether a message is answered here, or asks for nothing.
func (d *direct) takes(line []byte) bool {
	r, plain := plainRequest(line)
	if !plain {
		return false
	}
	switch r.Method {
	case "initialize":
		d.begun = true
	case "notifications/initialized":
		d.ready = d.begun
	case "notifications/cancelled":
		var given map[string]json.RawMessage
		_ = plainly(r.Params, &given)
		stop, is := d.running.Load(string(given["requestId"]))
		if is {
			stop.(context.CancelFunc)()
		}
		return is
	case "tools/call":
		return d.call(r)
	}
	return false
}

// plain is the read of a plain call, and the token of its progress; nil where a call is the library's.
func (d *direct) plain(r request) (reading read, token json.RawMessage) {
	var p params
	id := len(r.ID) > 0 && (r.ID[0] == '"' || bytes.Trim(r.ID, "0123456789") == nil)
	plain := d.ready && id && plainly(r.Params, &p) && len(p.Arguments) > 0 && p.Arguments[0] == '{'
	for key := range p.Meta {
		plain = plain && !strings.HasPrefix(key, sessionless)
	}
	if !plain || d.server.plain[p.Name] == nil {
		return nil, nil
	}
	return d.server.plain[p.Name](p.Arguments), p.Meta["progressToken"]
}

// call begins a plain call.
func (d *direct) call(r request) bool {
	reading, token := d.plain(r)
	if reading == nil {
		return false
	}
	ctx, stop := context.WithCancel(d.ctx)
	id := string(r.ID)
	if _, used := d.running.LoadOrStore(id, stop); used {
		stop()
		_ = d.refuse("null", invalidRequest, "the ID "+id+" is in use") // as the library says it
		return true
	}
	size := len(r.Params)
	if !d.server.turns.take(size) {
		stop()
		d.running.Delete(id)
		_ = d.answer(r.ID, busy().toSend())
		return true
	}
	d.calls.Go(func() {
		defer stop()
		defer d.server.turns.giveBack(size)
		a, err := d.server.read(ctx, d.progress(token), reading)
		d.running.Delete(id)
		switch {
		case err == nil:
			_ = d.answer(r.ID, a)
			d.server.turns.sent(a.size())
		case d.ctx.Err() != nil: // else nobody waits for it
			_ = d.refuse(id, internalError, "the server is closed")
		}
		d.server.endIfFailed()
	})
	return true
}

// answer sends the answer to a call. The error is that of a client that is gone.
func (d *direct) answer(id json.RawMessage, a sentAnswer) error {
	out := response{Version: "2.0", ID: id}
	out.Result.IsError = a.refused
	out.Result.Content = a.content
	line, _ := fast.Append(make([]byte, 0, a.size()+200), out, fast.TrustRawMessage)
	return d.write(line)
}

// progress tells the client of how far a call is; nil where it does not ask for that.
func (d *direct) progress(token json.RawMessage) func(n float64, message string) {
	if token == nil || string(token) == "null" {
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
	Result  struct {
		Content []json.RawMessage `json:"content"`
		IsError bool              `json:"isError,omitempty"`
	} `json:"result"`
}
