package bodies

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"hash/maphash"
	"slices"
	"strings"
	"time"

	"eyeline/reader/internal/jsonskim"
)

// Version is that of the form of the records.
const Version = 1

// Header is the first record.
type Header struct {
	Type    string    `json:"type"` // HeaderType
	Version int       `json:"version"`
	Agent   string    `json:"agent,omitempty"` // by its identifier, where it is known otherwise than by a request
	Dir     string    `json:"dir,omitempty"`   // where it was started
	Started time.Time `json:"started,omitzero"`
	// Whole is a text of the writer's own. It writes stars over it where it could not record all that followed, as on a
	// full disk: that takes no room. "" where nothing is said of it.
	Whole string `json:"whole,omitempty"`
	// Unclear is of how many of the requests the place among the others is not known.
	Unclear int `json:"unclear,omitempty"`
}

// IsOverwritten reports whether the text of [Header.Whole] has been written over.
func IsOverwritten(whole string) bool { return whole != "" && strings.Trim(whole, "*") == "" }

// Types of records.
const (
	HeaderType    = "eyeline-tap"
	RequestType   = "request"
	ResponseType  = "response"
	ElsewhereType = "elsewhere"
)

// Begins is how a file of records begins.
const Begins = `{"type":"` + HeaderType + `"`

// head is what a record of a request has before its messages. Those who tell a format by the beginning of a file find
// it there.
type head struct {
	Type   string        `json:"type"` // RequestType
	N      int           `json:"n"`    // 1-based
	Time   time.Time     `json:"time,omitzero"`
	Agent  string        `json:"agent,omitempty"`
	Form   RequestFormat `json:"form,omitempty"`   // missing where it is not known: then nothing of the body is kept
	Path   string        `json:"path,omitempty"`   // of the address, without what follows a question mark
	Bytes  int64         `json:"bytes,omitempty"`  // of the body as it was sent; missing where it is not known
	SHA256 string        `json:"sha256,omitempty"` // of the same; missing where the body was not kept
	// Base is the request whose first Keep messages this one begins with, 0 for none.
	Base int `json:"base"`
	Keep int `json:"keep"`
	// Parts says that rest has only the members that differ from those of Base.
	Parts bool `json:"parts,omitempty"`
	// Lost says why nothing of the body is kept; missing where it is, and in records of earlier versions.
	Lost LossReason `json:"lost,omitempty"`
}

// LossReason says why nothing of a body is kept.
type LossReason string

// The reasons.
const (
	TooLong   LossReason = "too long"
	NotJSON   LossReason = "no JSON"
	NotRead   LossReason = "not read"   // its file could not be opened or unpacked
	OtherForm LossReason = "other form" // it is JSON of a form that is not known
)

// Request is one request, as it is to be recorded.
type Request struct {
	Time time.Time
	Path string // of the address
	Body []byte
	// Packed is the body as it was sent, where it was packed; nil where Body is that.
	Packed []byte
	// Size is of the body as it was sent, in bytes, where it is in neither of them; 0 where it is not known.
	Size int64
	// Partial says that it has only the messages that are new since the request before it.
	Partial bool
	// Lost says why there is no Body, where that is known; "" is that it was too long.
	Lost LossReason
}

// lossReason says why nothing of the body is kept, which is a value of an unknown form or none.
func (req *Request) lossReason(value jsonskim.Value) LossReason {
	switch {
	case req.Lost != "":
		return req.Lost
	case req.Body == nil && req.Packed != nil:
		return NotRead
	case req.Body == nil:
		return TooLong
	case value.Kind == jsonskim.Missing:
		return NotJSON
	}

	return OtherForm
}

// Recorder makes records. The zero Recorder has seen no request. It is not safe for concurrent use.
type Recorder struct {
	// Secrets are texts that no record may have, however JSON writes them: keys that came beside a body.
	Secrets [][]byte
	// Agent is used for requests that do not tell which agent made them; "" where nothing is known of it.
	Agent string

	n      int
	recent []kept // the ends of conversations, the newest last
}

// kept is what is remembered of a request: enough to tell what the next one has of it.
type kept struct {
	n        int
	form     RequestFormat
	agent    string
	messages []uint64 // their hashes
	names    []string // of the members beside the messages
	members  []uint64 // their hashes
}

// maxRecent is how many conversations may be under way at once: a request of one that rested longer is recorded whole.
const maxRecent = 16

var seed = maphash.MakeSeed()

// Header is the record of a header, with its line end.
func (r *Recorder) Header(h Header) []byte {
	h.Type = HeaderType
	h.Version = Version
	if h.Agent == "" {
		h.Agent = r.Agent
	}
	return r.line(h)
}

// line is the record of a value without secrets, with its line end.
func (r *Recorder) line(v any) []byte {
	p, err := json.Marshal(v)
	if err != nil {
		panic(err) // the types of this package can be written
	}
	return append(r.clean(p), '\n')
}

// sent is how many bytes were sent, and their sum; "" where they are not kept.
func (req *Request) sent() (size int64, sum string) {
	body := req.Body
	if req.Packed != nil {
		body = req.Packed
	}
	if body == nil {
		return req.Size, ""
	}
	hash := sha256.Sum256(body)
	return int64(len(body)), hex.EncodeToString(hash[:])
}

// Request is the record of a request, with its line end, and its number.
func (r *Recorder) Request(req Request) (record []byte, n int) {
	r.n++
	h := head{Type: RequestType, N: r.n, Time: req.Time, Path: req.Path, Agent: r.Agent}
	h.Bytes, h.SHA256 = req.sent()
	text := oneLine(req.Body)
	value := whole(text)
	body := Parse(value)
	if body.Form == Unknown || body.List.Kind != jsonskim.Array {
		h.Lost = req.lossReason(value)
		return r.line(h), r.n
	}

	raw := func(v jsonskim.Value) []byte { return text[v.Off:v.End] }
	now := kept{n: r.n, form: body.Form}
	var messages [][]byte
	for message := range body.List.Values() {
		messages = append(messages, raw(message))
		now.messages = append(now.messages, maphash.Bytes(seed, raw(message)))
	}

	var members [][]byte
	_ = body.Value.Each(func(key []byte, v jsonskim.Value) error { // what was parsed can be read
		if string(key) != body.Name {
			now.names = append(now.names, string(key))
			now.members = append(now.members, maphash.Bytes(seed, raw(v)))
			members = append(members, raw(v))
		}
		return nil
	})
	base := r.base(now, req.Partial)
	h.Form = body.Form
	h.Base = base.n
	h.Keep = commonLength(base.messages, now.messages)

	if req.Partial {
		h.Keep = len(base.messages)
		now.messages = slices.Concat(base.messages, now.messages)
	} else {
		messages = messages[h.Keep:]
	}

	now.agent = base.agent
	if now.agent == "" {
		now.agent = AgentOf(body)
	}
	if now.agent != "" {
		h.Agent = now.agent
	}

	h.Parts = base.n > 0 && slices.Equal(base.names, now.names)
	b := bytes.NewBuffer(bytes.TrimSuffix(r.line(h), []byte("}\n")))
	b.WriteString(`,"rest":{`)
	writeMembers(b, now, base, members, h.Parts)
	b.WriteString(`},"tail":[`)
	b.Write(bytes.Join(messages, []byte(",")))
	b.WriteString("]}\n")
	r.remember(now, base)
	return r.clean(b.Bytes()), r.n
}

// writeMembers writes the members beside the messages; those alone that base does not have so, where it is parts.
func writeMembers(b *bytes.Buffer, now, base kept, members [][]byte, parts bool) {
	some := false
	for i, name := range now.names {
		if parts && now.members[i] == base.members[i] {
			continue
		}
		if some {
			b.WriteByte(',')
		}

		some = true
		b.WriteByte('"')
		b.WriteString(name) // as it was written, with its escapes
		b.WriteString(`":`)
		b.Write(members[i])
	}
}

// base is the request before this one that it has most messages of; none without any.
func (r *Recorder) base(now kept, partial bool) (best kept) {
	most := 0
	for _, one := range slices.Backward(r.recent) {
		if one.form != now.form {
			continue
		}
		if partial {
			return one
		}
		if n := commonLength(one.messages, now.messages); n > most {
			best = one
			most = n
		}
	}

	return best
}

func commonLength(a, b []uint64) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// remember keeps a request in place of the one that it goes on from.
func (r *Recorder) remember(now, base kept) {
	isBase := func(one kept) bool { return one.n == base.n && len(one.messages) <= len(now.messages) }
	r.recent = append(slices.DeleteFunc(r.recent, isBase), now)
	if len(r.recent) > maxRecent {
		r.recent = slices.Delete(r.recent, 0, len(r.recent)-maxRecent)
	}
}

// whole is a text as a JSON value; missing where it is not one, or where something follows it.
func whole(text []byte) jsonskim.Value {
	s := jsonskim.FromBytes(text)
	v, err := s.Value(0, s.Size())
	if err != nil {
		return jsonskim.Value{}
	}
	return v
}

// oneLine is JSON without line ends, so that it can be a part of a record. What is no JSON is as it is.
func oneLine(p []byte) []byte {
	if !bytes.ContainsAny(p, "\n\r") {
		return p
	}
	var b bytes.Buffer
	if json.Compact(&b, p) != nil {
		return p
	}
	return b.Bytes()
}

// Response is what came back for a request.
type Response struct {
	Type   string    `json:"type"` // ResponseType
	N      int       `json:"n"`    // of the request
	Time   time.Time `json:"time,omitzero"`
	Status int       `json:"status,omitempty"`
	Bytes  int64     `json:"bytes"`
	Usage  *Usage    `json:"usage,omitempty"`
	// Error says in words why the answer is not whole; "" where it is.
	Error string `json:"error,omitempty"`
}

// Usage are tokens as the model counted them.
type Usage struct {
	Input  int64 `json:"input"`            // that were sent, with those that were cached
	Cached int64 `json:"cached,omitempty"` // of them, read from a cache
	Stored int64 `json:"stored,omitempty"` // of them, written to a cache
	Output int64 `json:"output"`
}

// Response is the record of an answer, with its line end.
func (r *Recorder) Response(one Response) []byte {
	one.Type = ResponseType
	return r.line(one)
}

// Elsewhere says that the agent has a connection that does not pass through what records.
type Elsewhere struct {
	Type    string    `json:"type"` // ElsewhereType
	Time    time.Time `json:"time,omitzero"`
	To      string    `json:"to"`              // the address with its port
	IsModel bool      `json:"model,omitempty"` // it is the model's
	IsProxy bool      `json:"proxy,omitempty"` // it is that of a proxy which the environment names
	Early   bool      `json:"early,omitempty"` // no request was recorded by then
}

// Elsewhere is the record of a connection, with its line end.
func (r *Recorder) Elsewhere(one Elsewhere) []byte {
	one.Type = ElsewhereType
	return r.line(one)
}
