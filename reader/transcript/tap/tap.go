// Package tap, which changes without notice, passes an agent's requests on to its model, unchanged both ways, and keeps
// them as records of package bodies. Neither headers nor keys are kept.
package tap

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"eyeline/reader/transcript/bodies"
)

// maxBody is how many bytes of a request are kept: of a longer one nothing is recorded but that it was made.
const maxBody = 128 << 20

// maxWaiting is how many requests and answers may wait to be recorded.
const maxWaiting = 16

// Tap is a proxy on loopback. Only addresses below a secret of its own are passed on, so that no other user of the
// machine can use it.
type Tap struct {
	upstream *url.URL
	secret   string
	listener net.Listener
	server   *http.Server
	record   Record
	recorder bodies.Recorder
	work     chan func()   // what is to be recorded, in its order
	closing  chan struct{} // closed when nothing more is taken
	done     chan struct{} // closed when all is recorded
	whole    string        // is written over in the header once something could not be recorded
	broken   error         // why nothing more is recorded; read once all is done
	recorded int           // requests; read once all is done

	mu       sync.Mutex
	requests int
	ended    bool           // no request is passed on any more
	passing  sync.WaitGroup // requests that are being passed on
	secrets  secrets
}

// Record is where records are written.
type Record interface {
	io.Writer // of whole records
	// Blot writes something else of the same length over what was written, at places of it that are looked for in parts
	// of it: each has the place of its first byte and that behind its last, and is no longer than longest. A part may
	// begin anywhere but behind a backslash.
	Overwrite(longest int, placesIn func(part []byte) [][2]int) error
}

// New listens on a free port of loopback for requests that go to upstream, and writes records to record, a line each.
func New(upstream string, record Record, h bodies.Header) (*Tap, error) {
	to, err := addressOfModel(upstream)
	if err != nil {
		return nil, err
	}

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}

	t := &Tap{
		upstream: to, secret: rand.Text(), listener: listener,
		record: record, recorder: bodies.Recorder{Agent: h.Agent},
		work: make(chan func(), maxWaiting), closing: make(chan struct{}), done: make(chan struct{}),
		secrets: secrets{known: map[string]struct{}{}}, whole: rand.Text(),
	}
	t.secrets.add(append(keysIn(os.Environ()), t.secret))
	t.recorder.Secrets = t.secrets.all
	h.Whole = t.whole
	if _, err := record.Write(t.recorder.Header(h)); err != nil {
		return nil, errors.Join(err, listener.Close())
	}

	t.server = &http.Server{Handler: t.handler(), ReadHeaderTimeout: time.Minute, ErrorLog: log.New(io.Discard, "", 0)}
	go t.keep()
	go func() { _ = t.server.Serve(listener) }() // it ends with Close
	return t, nil
}

// Check says why an address cannot be that of a model; nil where it can.
func Check(upstream string) error {
	_, err := addressOfModel(upstream)
	return err
}

// addressOfModel reads the address of a model. One with a part that could not be passed on is refused.
func addressOfModel(upstream string) (*url.URL, error) {
	to, err := url.Parse(upstream)
	if err != nil || to.Scheme != "http" && to.Scheme != "https" || to.Host == "" {
		return nil, errors.New("the model's address is no http or https address")
	}
	if *to != (url.URL{Scheme: to.Scheme, Host: to.Host, Path: to.Path, RawPath: to.RawPath}) {
		return nil, errors.New("the model's address may have no user, no query and no fragment")
	}
	return to, nil
}

// URL is the address in the place of the model's.
func (t *Tap) URL() string { return "http://" + t.listener.Addr().String() + "/" + t.secret }

// Requests is how many requests came, of any method; also those that have no body, and are not recorded.
func (t *Tap) Requests() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.requests
}

// Recorded is how many requests were recorded, once the tap is closed.
func (t *Tap) Recorded() int { return t.recorded }

// endPatience is how long is waited for what an agent that has ended may have left: answers, and text in pipes.
const endPatience = 300 * time.Millisecond

// Close ends the proxy once what came is recorded, and says why a record is not whole. A program that the agent left
// behind may hold a connection, and wait for an answer: that is broken off.
func (t *Tap) Close() error {
	t.mu.Lock()
	t.ended = true
	t.mu.Unlock()
	passed := make(chan struct{})
	go func() { t.passing.Wait(); close(passed) }()
	await(passed)
	_ = t.server.Close() // connections that nobody needs any more
	await(passed)        // so that it is recorded how far the answers came
	close(t.closing)
	<-t.done
	t.blot() // those of requests without a body
	return t.broken
}

// await waits for a moment until a channel is closed.
func await(done <-chan struct{}) {
	select {
	case <-done:
	case <-time.After(endPatience):
	}
}

// keep records what comes, in its order, until the tap is closed and nothing waits any more.
func (t *Tap) keep() {
	defer close(t.done)
	for {
		select {
		case one := <-t.work:
			one()
		case <-t.closing:
			if len(t.work) == 0 {
				return
			}
		}
	}
}

// write writes a record, unless one before it could not be written. The first that cannot be is noted in the header.
func (t *Tap) write(record []byte) {
	if t.broken != nil {
		return
	}
	_, t.broken = t.record.Write(record)
	if t.broken != nil {
		_ = t.blotTexts([][]byte{[]byte(t.whole)}) // what cannot be noted either is said when the agent has ended
	}
}

// learn takes texts that may be keys.
func (t *Tap) learn(keys []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.secrets.add(keys)
}

// blot has the recorder leave out all keys that are known by now, and takes out of what is recorded those that became
// known since.
func (t *Tap) blot() {
	t.mu.Lock()
	all := t.secrets.all
	fresh := t.secrets.fresh
	t.secrets.fresh = nil
	t.mu.Unlock()
	t.recorder.Secrets = all
	if err := t.blotTexts(fresh); err != nil && t.broken == nil {
		t.broken = fmt.Errorf("a key may stand in it: %w", err)
	}
}

// blotTexts takes texts out of what is recorded, however they are written there.
func (t *Tap) blotTexts(texts [][]byte) error {
	if len(texts) == 0 {
		return nil
	}
	longest := len(slices.MaxFunc(texts, func(a, b []byte) int { return len(a) - len(b) }))
	placesIn := func(part []byte) [][2]int { return bodies.PlacesOf(part, texts) }
	return t.record.Overwrite(bodies.MaxWritten(longest), placesIn)
}

// later has something done behind what is being recorded. It does nothing once the tap is closed: then the agent has
// ended.
func (t *Tap) later(do func()) {
	select {
	case t.work <- do:
	case <-t.closing: // the agent has ended
	}
}

// exchange is a request with its answer.
type exchange struct {
	tap     *Tap
	path    string
	started time.Time
	body    []byte
	packing string // of the body, as its header says
	long    bool   // there is more of the body than is kept
	size    int64  // of the body, as its header says; 0 where it does not
	number  int    // once it is recorded
}

type exchangeKey struct{}

// dialFunc makes a connection.
type dialFunc = func(ctx context.Context, network, address string) (net.Conn, error)

// copySize is how many bytes are copied at once, as far as they have come.
const copySize = 128 << 10

// buffers are those that answers are copied through, to be used again.
type buffers struct{ pool sync.Pool }

// Get implements [httputil.BufferPool].
func (b *buffers) Get() []byte {
	if p, ok := b.pool.Get().(*[copySize]byte); ok {
		return p[:]
	}
	return make([]byte, copySize)
}

// Put implements [httputil.BufferPool].
func (b *buffers) Put(p []byte) { b.pool.Put((*[copySize]byte)(p)) }

func (t *Tap) handler() http.Handler {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DialContext = dialer(transport.DialContext)
	transport.DisableCompression = true // what is packed stays as it is
	transport.MaxIdleConnsPerHost = 16
	transport.ReadBufferSize = copySize
	transport.WriteBufferSize = copySize
	proxy := &httputil.ReverseProxy{
		Transport:     transport,
		BufferPool:    &buffers{},
		FlushInterval: -1, // every byte at once
		ErrorLog:      log.New(io.Discard, "", 0),
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme = t.upstream.Scheme
			r.Out.URL.Host = t.upstream.Host
			rest := strings.TrimPrefix(r.In.URL.EscapedPath(), "/"+t.secret)
			escaped := strings.TrimSuffix(t.upstream.EscapedPath(), "/") + rest
			r.Out.URL.Path, _ = url.PathUnescape(escaped) // it was parsed before
			r.Out.URL.RawPath = escaped
			r.Out.URL.RawQuery = r.In.URL.RawQuery // the package leaves out what is not well formed
			r.Out.Host = ""
		},
		ModifyResponse: func(resp *http.Response) error {
			x, ok := resp.Request.Context().Value(exchangeKey{}).(*exchange)
			if ok && resp.StatusCode != http.StatusSwitchingProtocols {
				resp.Body = newAnswer(x, resp)
			}
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if x, ok := r.Context().Value(exchangeKey{}).(*exchange); ok {
				x.answered(bodies.Response{Error: reason(err)})
			}
			http.Error(w, "eyeline tap: "+reason(err), http.StatusBadGateway)
		},
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path := r.URL.EscapedPath() + "/"; !strings.HasPrefix(path, "/"+t.secret+"/") {
			http.Error(w, "eyeline tap: not found", http.StatusNotFound)
			return
		}

		x := t.begin(r)
		if x == nil {
			http.Error(w, "eyeline tap: the agent has ended", http.StatusBadGateway)
			return
		}

		defer t.passing.Done()
		if r.Body != nil {
			r.Body = x.read(r.Body, r.ContentLength)
			x.asked()
		}

		proxy.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), exchangeKey{}, x)))
	})
}

// begin is the exchange of a request, which counts as passing; nil once the agent has ended.
func (t *Tap) begin(r *http.Request) *exchange {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return nil
	}

	t.requests++
	t.passing.Add(1)
	t.secrets.add(keysOf(r))
	return &exchange{
		tap: t, path: strings.TrimPrefix(r.URL.Path, "/"+t.secret), started: time.Now().UTC(),
		packing: r.Header.Get("Content-Encoding"),
	}
}

// read reads the body of a request, so that it is recorded also where the model takes none of it, and returns it to be
// sent. What is longer than is kept goes on as it comes. Of a body that is here whole nothing is read from where it
// came any more: the answer may have begun by then, and with it such a read fails.
// size is how many bytes it says that it has, -1 where it does not say it.
func (x *exchange) read(from io.ReadCloser, size int64) io.ReadCloser {
	var text bytes.Buffer
	if size > 0 {
		text.Grow(int(min(size, maxBody)) + bytes.MinRead) // so that it need not grow
	}

	_, err := text.ReadFrom(io.LimitReader(from, maxBody+1))
	head := text.Bytes()
	x.body = head
	x.long = len(head) > maxBody
	x.size = max(size, 0)
	body := io.Reader(bytes.NewReader(head))
	switch {
	case err != nil:
		body = io.MultiReader(body, failedReader{err})
	case x.long:
		body = io.MultiReader(body, from)
	}

	return readCloser{body, from}
}

type readCloser struct {
	io.Reader
	io.Closer
}

// failedReader is what follows a body that broke off.
type failedReader struct{ error }

func (f failedReader) Read([]byte) (int, error) { return 0, f.error }

// asked records the request.
func (x *exchange) asked() {
	if len(x.body) == 0 {
		return // such as a list of models
	}

	body := x.body
	if x.long {
		body = nil
	}

	x.body = nil // only the queued function still holds the body
	x.tap.later(func() {
		req := bodies.Request{Time: x.started, Path: x.path, Body: body, Size: x.size}
		if x.packing != "" {
			req.Packed = body
			req.Body, _ = unpacked(x.packing, body) // of what is broken nothing is kept
		}

		x.tap.learn(keysInBody(req.Body))
		x.tap.blot()
		record, n := x.tap.recorder.Request(req)
		x.number = n
		x.tap.write(record)
		if x.tap.broken == nil {
			x.tap.recorded++
		}
	})
}

// answered records the answer.
func (x *exchange) answered(r bodies.Response) {
	r.Time = time.Now().UTC()
	x.tap.later(func() {
		r.N = x.number
		if r.N > 0 {
			x.tap.blot()
			x.tap.write(x.tap.recorder.Response(r))
		}
	})
}

// reason says in words why a request was not passed on, without the address, which may have a key.
func reason(err error) string {
	var asked *url.Error
	if errors.As(err, &asked) {
		err = asked.Err
	}
	if errors.Is(err, context.Canceled) {
		return "the agent did not wait for the answer"
	}

	var op *net.OpError
	if errors.As(err, &op) {
		return "the model's address cannot be reached: " + cmp.Or(op.Err, err).Error()
	}

	return err.Error()
}
