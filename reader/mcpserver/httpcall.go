package mcpserver

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// withSessions are the versions of the protocol whose calls have nothing of their version in them.
var withSessions = []string{"", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}

// parsePlain is the call of a request that the library would take for its header, too: the library makes a session for
// each request, of 100 KiB and more.
func (h *handler) parsePlain(r *http.Request, body []byte) (call plainCall, is bool) {
	accept := strings.Join(r.Header.Values("Accept"), ",")
	if r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" ||
		!strings.Contains(accept, "application/json") || !strings.Contains(accept, "text/event-stream") {
		return call, false
	}

	message, plain := plainRequest(body)
	if !plain {
		return call, false
	}

	call, is = h.server.parsePlainCall(message)
	version := r.Header.Get("Mcp-Protocol-Version")
	if !call.sessionless {
		return call, is && slices.Contains(withSessions, version)
	}

	return call, is && version == sessionlessVersion &&
		r.Header.Get("Mcp-Method") == message.Method && r.Header.Get("Mcp-Name") == call.tool
}

// serveCall makes a plain call and answers it, as a stream of events where the client wants to hear of its progress.
func (h *handler) serveCall(c *connection, w http.ResponseWriter, call plainCall) {
	out := &patientWriter{w, c}
	d := direct{server: h.server, client: c.client, write: out.json}
	if call.token != nil {
		d.write = out.event
	}

	if !h.server.turns.tryAccept(call.size) {
		_ = d.sendAnswer(call, busy().toSend())
		return
	}

	defer h.server.turns.giveBack(call.size)
	ctx, stop := context.WithCancel(c.ctx)
	defer stop()
	defer context.AfterFunc(h.server.ctx, stop)()
	a, err := h.server.runRead(ctx, c.client, d.progress(call.token), call.reading)
	if err != nil {
		_ = d.refuse(string(call.id), internalError, "the call was given up")
		return
	}

	c.countUnsent(a.size())
	_ = d.sendAnswer(call, a) // a client that is gone hears nothing
}

// json sends a message as the whole of a response.
func (w *patientWriter) json(message []byte) error {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(message)))
	return w.all(message)
}

// all sends a message.
func (w *patientWriter) all(message []byte) error {
	_, err := w.Write(message)
	return err
}

// event sends a message as the next event of a response that is a stream of events.
func (w *patientWriter) event(message []byte) error {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache, no-transform")
	if _, err := w.Write(slices.Concat([]byte("event: message\ndata: "), message, []byte("\n\n"))); err != nil {
		return err
	}
	w.Flush()
	return nil
}
