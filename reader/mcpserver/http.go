package mcpserver

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Bounds on clients over HTTP.
const (
	// DefaultPatience is how long a client may take to send a request, or to take a part of an answer.
	DefaultPatience = 30 * time.Second
	// idlePatience is how long a connection may stay open between two requests.
	idlePatience = 2 * time.Minute
	// partSize is how many bytes of an answer are a part.
	partSize = 32 << 10
	// maxConnections is how many connections may be open. One more is closed at once.
	maxConnections = 4096
	// maxHeader is how many bytes the header of a request has at most.
	maxHeader = 16 << 10
	// smallBody is how many bytes of a request are read without asking, maxLargeBodies how many longer ones are held at
	// once.
	smallBody      = 16 << 10
	maxLargeBodies = 4
)

// sessionHeader is the header by which a client names its session. A session is a mark here and nothing more: it
// tells the calls of one client from those of others when one is given up.
const sessionHeader = "Mcp-Session-Id"

// ServeOn serves clients over streamable HTTP until ctx is done, or the record cannot be written, whose error it
// returns. hosts are the names that requests may be sent to besides those of this machine.
func (s *Server) ServeOn(ctx context.Context, at net.Listener, hosts ...string) error {
	var open atomic.Int64
	server := &http.Server{
		Handler: s.Handler(hosts...), MaxHeaderBytes: maxHeader,
		ReadHeaderTimeout: s.patience(), IdleTimeout: idlePatience,
		ConnState: func(c net.Conn, state http.ConnState) {
			switch state {
			case http.StateNew:
				if open.Add(1) > maxConnections {
					_ = c.Close()
				}
			case http.StateClosed, http.StateHijacked:
				open.Add(-1)
			}
		},
	}
	end := func() {
		ending, cancel := context.WithTimeout(context.Background(), s.endPatience)
		defer cancel()
		_ = server.Shutdown(ending) // what is still under way then ends with the process
	}

	defer context.AfterFunc(ctx, end)()
	defer context.AfterFunc(s.ctx, end)()
	if err := server.Serve(at); !errors.Is(err, http.ErrServerClosed) {
		return err
	}

	return s.failed()
}

func (s *Server) patience() time.Duration {
	if s.options.Patience > 0 {
		return s.options.Patience
	}
	return DefaultPatience
}

// Handler serves clients over streamable HTTP. hosts are the names that requests may be sent to besides those of this
// machine.
func (s *Server) Handler(hosts ...string) http.Handler {
	served := func(*http.Request) *mcp.Server { return s.Server }
	library := mcp.NewStreamableHTTPHandler(served, &mcp.StreamableHTTPOptions{
		Stateless: true, MaxRequestBodyBytes: maxMessage, PropagateRequestCancellation: true,
		DisableLocalhostProtection: true, // it is done here, for all addresses
	})
	return &handler{
		server: s, library: library, hosts: hosts,
		large: make(chan struct{}, maxLargeBodies), batches: make(chan struct{}, maxBatches),
	}
}

// handler is what the library's handler lacks: it refuses what other sites' pages send, bounds the time and room of a
// request, and ends calls with their connection or when they are given up, in every version of the protocol.
type handler struct {
	server  *Server
	library http.Handler
	hosts   []string
	large   chan struct{} // has one for each long request
	batches chan struct{} // has one for each batch of several messages
	calls   givenCalls
	clients sessions
}

// ServeHTTP implements [http.Handler].
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer h.server.endIfFailed()
	if why := h.foreign(r); why != "" {
		http.Error(w, "Forbidden: "+why, http.StatusForbidden)
		return
	}

	session := r.Header.Get(sessionHeader)
	if r.Method == http.MethodDelete && session != "" {
		h.calls.endAll(session)
		w.WriteHeader(http.StatusNoContent)
		return
	}
	body, release, status := h.body(w, r)
	if status != 0 {
		w.Header().Set("Connection", "close")
		http.Error(w, http.StatusText(status), status)
		return
	}
	defer release()
	ctx, stop := context.WithCancel(r.Context())
	defer stop()
	of, answered := h.clients.of(session)
	defer answered()
	c := &connection{ctx: ctx, server: h.server, client: of}
	c.writeUntil = http.NewResponseController(w).SetWriteDeadline
	defer c.end()
	defer h.server.turns.watch(c)()
	messages, err := messagesOf(body)
	if err != nil {
		(&patientWriter{w, c}).refuse(err)
		return
	}
	if len(messages) > 1 {
		select {
		case h.batches <- struct{}{}:
			defer func() { <-h.batches }()
		default:
			http.Error(w, http.StatusText(http.StatusServiceUnavailable), http.StatusServiceUnavailable)
			return
		}
	}
	defer h.calls.add(session, messages, stop)()
	if len(messages) == 1 && messages[0].Method == "initialize" {
		w.Header().Set(sessionHeader, rand.Text())
	}
	if call, ok := h.parsePlain(r, body); ok {
		h.serveCall(c, w, call)
		return
	}
	for _, m := range messages {
		if err := m.checkID(); err != nil {
			(&patientWriter{w, c}).refuse(err)
			return
		}
	}
	r = r.WithContext(c.with(r.Context()))
	r.Body = io.NopCloser(bytes.NewReader(body))
	h.library.ServeHTTP(&patientWriter{w, c}, r)
}

// foreign is why a request may come from a page of another site; "" where it does not. Browsers say in Origin where a
// page is from. A request for a host name that is not this server's is refused: another site may have let its own name
// lead to this machine.
func (h *handler) foreign(r *http.Request) string {
	if !h.named(r.Host) {
		return "the host is none of this server"
	}

	for _, origin := range r.Header.Values("Origin") {
		from, err := url.Parse(origin)
		if err != nil || !strings.EqualFold(from.Host, r.Host) {
			return "the request is of another origin"
		}
	}

	return ""
}

// named reports whether a host, with or without a port, is a name of this server.
func (h *handler) named(host string) bool {
	name := host
	if n, _, err := net.SplitHostPort(host); err == nil {
		name = n
	}

	name = strings.ToLower(strings.Trim(name, "[]"))
	ip := net.ParseIP(name)
	if ip != nil && ip.IsLoopback() || name == "localhost" {
		return true
	}

	return slices.ContainsFunc(h.hosts, func(n string) bool { return strings.EqualFold(n, name) })
}

// body is the body of a request, which has to come in time. A status other than 0 says why it could not be read. The
// caller calls release when the request is answered.
func (h *handler) body(w http.ResponseWriter, r *http.Request) (body []byte, release func(), status int) {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(h.server.patience())) // a writer of a test may have none
	release = func() {}
	from := http.MaxBytesReader(w, r.Body, maxMessage)
	body, err := io.ReadAll(io.LimitReader(from, smallBody))
	if err == nil && len(body) == smallBody {
		select {
		case h.large <- struct{}{}:
			release = func() { <-h.large }
		default:
			return nil, nil, http.StatusServiceUnavailable
		}

		var rest []byte
		rest, err = io.ReadAll(from)
		body = append(body, rest...)
	}

	var tooLong *http.MaxBytesError
	switch {
	case err == nil:
		_ = control.SetReadDeadline(time.Time{}) // now it tells when the client is gone
		return body, release, 0
	case errors.As(err, &tooLong):
		status = http.StatusRequestEntityTooLarge
	case errors.Is(err, os.ErrDeadlineExceeded):
		status = http.StatusRequestTimeout
	default:
		status = http.StatusBadRequest
	}

	release()
	return nil, nil, status
}

// patientWriter is a response whose client has to take each part of it in time.
type patientWriter struct {
	http.ResponseWriter
	of *connection
}

// Write implements [io.Writer]. A client that reads slowly gets all of a long answer, since each part has its own time,
// unless it is cut off because others wait.
func (w *patientWriter) Write(p []byte) (n int, err error) {
	for n < len(p) {
		if err := w.of.mayWrite(time.Now().Add(w.of.server.patience())); err != nil {
			return n, err
		}

		written, err := w.ResponseWriter.Write(p[n:min(n+partSize, len(p))])
		n += written
		w.of.sent(written)

		if err != nil {
			return n, err
		}
	}

	return n, nil
}

// refuse answers a request as a whole with the status 400 and the reason.
func (w *patientWriter) refuse(why error) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusBadRequest)
	d := direct{write: w.all}
	_ = d.refuse("null", invalidRequest, why.Error()) // a client that is gone hears nothing
}

// Flush implements [http.Flusher].
func (w *patientWriter) Flush() { _ = http.NewResponseController(w.ResponseWriter).Flush() }

// Unwrap is for [http.ResponseController].
func (w *patientWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// sentMessage is what is looked at of a message over HTTP.
type sentMessage struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		RequestID json.RawMessage `json:"requestId"`
	} `json:"params"`
}

// messagesOf are the messages of a body, one or a batch; nil where it is neither: the library says so. The error is
// that of a batch with too many.
func messagesOf(body []byte) ([]sentMessage, error) {
	batch, err := batchOf(body)
	if err != nil {
		return nil, err
	}
	if batch == nil {
		batch = []json.RawMessage{body}
	}

	var all []sentMessage
	for _, text := range batch {
		var m sentMessage
		if json.Unmarshal(text, &m) == nil {
			all = append(all, m)
		}
	}

	return all, nil
}

// givenCalls are the calls over HTTP that are under way, of clients with a session. A call without one ends with its
// connection alone: IDs are counted from 1 by every client, so nothing says whose call a message gives up, and the one
// that it means may have ended.
type givenCalls struct {
	mu    sync.Mutex
	under map[callKey][]*givenCall
}

// callKey is a call by the session of its client and its ID as it was sent.
type callKey struct{ session, id string }

// givenCall is a request with calls that are not given up: it ends with the last of them.
type givenCall struct {
	left int
	stop func()
}

// add adds the calls of a request of a session, which stop ends, and ends those that it gives up. The caller calls the
// function that is returned when the request has ended.
func (g *givenCalls) add(session string, messages []sentMessage, stop func()) (done func()) {
	if session == "" {
		return func() {}
	}

	g.mu.Lock()
	defer g.mu.Unlock()
	call := &givenCall{stop: stop}
	var keys []callKey
	for _, m := range messages {
		switch {
		case m.Method == "notifications/cancelled":
			g.giveUp(callKey{session, string(m.Params.RequestID)})
		case m.Method == "tools/call" && len(m.ID) > 0:
			keys = append(keys, callKey{session, string(m.ID)})
		}
	}

	if g.under == nil {
		g.under = map[callKey][]*givenCall{}
	}

	for _, k := range keys {
		g.under[k] = append(g.under[k], call)
		call.left++
	}

	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		for _, k := range keys {
			g.remove(k, call)
		}
	}
}

// giveUp gives a call up. Where two calls of a session have the same ID, nothing says which one is meant, and both go
// on.
func (g *givenCalls) giveUp(k callKey) {
	if len(g.under[k]) != 1 {
		return
	}
	call := g.under[k][0]
	g.remove(k, call)
	call.left--
	if call.left == 0 {
		call.stop()
	}
}

// endAll ends the calls of a session.
func (g *givenCalls) endAll(session string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for k, calls := range g.under {
		for _, c := range calls {
			if k.session == session {
				c.stop()
			}
		}
	}
}

func (g *givenCalls) remove(k callKey, call *givenCall) {
	g.under[k] = slices.DeleteFunc(g.under[k], func(c *givenCall) bool { return c == call })
	if len(g.under[k]) == 0 {
		delete(g.under, k)
	}
}
