package requests

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/record"
)

// Request is a request as its record has it.
type Request struct {
	ID   string
	Time time.Time
	// After is the order of the last call that was made before it, 0 for none.
	After int32
	// Calls are the orders of the calls whose results it had, and of the files that the agent attached to it.
	Calls record.Ranges
	// Proven says that the request was put together and has the digest that is recorded. Else Why says in words what
	// does not fit, and Calls has those that are known.
	Proven bool
	Why    string
}

// Reader takes the records of one file in their order. What it keeps of a message is its hash and its place.
type Reader struct {
	// Source has the records.
	Source *jsonskim.Source
	// Find is the order of the call of an identifier, 0 where it is not known.
	Find func(id string) int32

	messages map[sum]*message
	requests map[string]*request
	shapes   map[string]span
	results  map[int32]sum // of the contents of calls' results, by the order of the call

	answers  []answer   // of the model since the last request, by its message
	asked    []part     // the person's records since the last answer
	attached []attached // since the last request
	after    int32

	pending []*Request
	last    *request
	list    []*message // of the last request
	proof   proof
}

type sum [sha256.Size]byte

// span is where a value is in the source.
type span struct{ off, end int64 }

func spanOf(v jsonskim.Value) span { return span{v.Off, v.End} }

// part is the content of a record.
type part struct {
	at    span
	calls []int32 // whose results it has
}

// answer is a message of the model, which has a record for each of its blocks.
type answer struct {
	id    string
	parts []part
}

// attached is a file that the agent attached by itself.
type attached struct {
	order int32
	lines []string
}

// message is one message of requests.
type message struct {
	role  string
	parts []span // of its contents; of a message with a record of its own the whole
	own   bool
	calls []int32 // whose results it has, sorted
}

type request struct {
	base *request
	keep int
	tail []*message // nil for one that is not known
}

// maxJoined bounds how many records are believed to be one message.
const maxJoined = 256

// maxPending bounds how many requests may have no answer yet.
const maxPending = 16

// Take takes a record. It returns a request with the first record of its answer, nil with any other: requests for the
// agent's own purposes have no answer in the conversation.
func (r *Reader) Take(v jsonskim.Value) *Request {
	switch v.Get("type").Text(40) {
	case "assistant":
		r.answered(v.Get("message"))
		return r.request(v.Get("requestRef").Text(100))
	case "user":
		r.said(v.Get("message"))
	case "api-request-blob":
		r.own(v)
	case "api-request-shape":
		r.begin()
		r.shapes[v.Get("shapeHash").Text(100)] = spanOf(v.Get("shape"))
	case "api-request":
		r.sent(v)
	}

	return nil
}

// begin makes what is kept.
func (r *Reader) begin() {
	if r.messages == nil {
		r.messages = map[sum]*message{}
		r.requests = map[string]*request{}
		r.shapes = map[string]span{}
		r.results = map[int32]sum{}
	}
}

// Attach takes a file that the agent attached by itself, by the order of its call.
func (r *Reader) Attach(order int32, text string) {
	lines := slices.DeleteFunc(strings.Split(text, "\n"), func(l string) bool { return strings.TrimSpace(l) == "" })
	r.attached = append(r.attached, attached{order, lines})
	r.after = max(r.after, order)
}

// answered takes a record of the model's.
func (r *Reader) answered(v jsonskim.Value) {
	content := v.Get("content")
	id := v.Get("id").Text(256)
	for block := range content.Values() {
		if block.Get("type").Is("tool_use") {
			r.after = max(r.after, r.Find(block.Get("id").Text(256)))
		}
	}

	one := part{at: spanOf(content)}
	r.asked = nil
	i := slices.IndexFunc(r.answers, func(a answer) bool { return a.id == id })
	if i < 0 || id == "" {
		r.answers = append(r.answers, answer{id, []part{one}})
		return
	}

	if len(r.answers[i].parts) < maxJoined {
		r.answers[i].parts = append(r.answers[i].parts, one)
	}
}

// said takes a record of the person's, which may have results of calls.
func (r *Reader) said(v jsonskim.Value) {
	r.begin()
	content := v.Get("content")
	one := part{at: spanOf(content)}

	for block := range content.Values() {
		if order, text := r.resultIn(block); order > 0 {
			one.calls = append(one.calls, order)
			r.results[order] = text
		}
	}

	if len(r.asked) < maxJoined {
		r.asked = append(r.asked, one)
	}
}

// resultIn is the call whose result a block is, 0 for none, and the hash of the result.
func (r *Reader) resultIn(block jsonskim.Value) (order int32, text sum) {
	if !block.Get("type").Is("tool_result") {
		return 0, text
	}
	order = r.Find(block.Get("tool_use_id").Text(256))
	return order, sha256.Sum256(appendBlocks(nil, []jsonskim.Value{block.Get("content")}, nil))
}

// own takes a message that has a record of its own. A result in it whose text differs from the recorded one does not
// count: it was cleared.
func (r *Reader) own(v jsonskim.Value) {
	r.begin()
	whole := v.Get("message")
	m := &message{own: true, parts: []span{spanOf(whole)}}

	for block := range whole.Get("content").Values() {
		if order, text := r.resultIn(block); order > 0 && r.results[order] == text {
			m.calls = append(m.calls, order)
		}
	}
	if len(r.attached) > 0 {
		m.calls = append(m.calls, r.attachedIn(textOf(whole.Get("content")))...)
	}

	slices.Sort(m.calls)
	r.messages[sha256.Sum256(appendOwn(nil, whole, nil))] = m
}

// textOf is the text of a message's content.
func textOf(content jsonskim.Value) string {
	if content.Kind == jsonskim.String {
		return content.Text(maxText)
	}
	var all strings.Builder
	for block := range content.Values() {
		all.WriteString(block.Get("text").Text(maxText))
		all.WriteByte('\n')
	}
	return all.String()
}

// attachedIn are the attached files that stand in a text with all their lines.
func (r *Reader) attachedIn(text string) (found []int32) {
	for _, a := range r.attached {
		has := len(a.lines) > 0
		for _, line := range a.lines {
			has = has && strings.Contains(text, line)
		}
		if has {
			found = append(found, a.order)
		}
	}

	return found
}

// request takes the request of an identifier from those that have no answer yet; nil where it is not one of them.
func (r *Reader) request(id string) *Request {
	i := slices.IndexFunc(r.pending, func(one *Request) bool { return one.ID == id })
	if i < 0 {
		return nil
	}
	one := r.pending[i]
	r.pending = slices.Delete(r.pending, i, i+1)
	return one
}

// sent takes the record of a request.
func (r *Reader) sent(v jsonskim.Value) {
	r.begin()
	keep, _ := v.Get("keep").Int()
	one := &request{base: r.requests[v.Get("base").Text(100)], keep: int(keep)}
	why := ""
	if base := v.Get("base"); base.Kind == jsonskim.String && one.base == nil {
		why = "the request that it follows is not recorded"
	}

	for hash := range v.Get("tail").Values() {
		m := r.messageOf(hash.Text(2 * sha256.Size))
		if m == nil {
			why = cmp.Or(why, "a message of it is not recorded")
		}
		one.tail = append(one.tail, m)
	}

	id := v.Get("id").Text(100)
	r.requests[id] = one
	list, whole := r.listOf(one)
	if !whole {
		why = cmp.Or(why, "a message of it is not recorded")
	}

	at, _ := time.Parse(time.RFC3339Nano, v.Get("timestamp").Text(64)) // the zero time without one
	got := &Request{ID: id, Time: at, After: r.after, Calls: callsOf(list), Why: why}
	if why == "" {
		got.Why = r.prove(v, list)
	}

	got.Proven = got.Why == ""
	r.last = one
	r.list = list
	r.answers = nil
	r.attached = nil
	r.pending = append(r.pending[max(len(r.pending)-maxPending+1, 0):], got)
}

// listOf are the messages of a request. It is not whole where one is not known.
func (r *Reader) listOf(one *request) (list []*message, whole bool) {
	switch {
	case one.base == nil:
		list = nil
	case one.base == r.last:
		list = r.list
	default:
		list, _ = r.listOf(one.base)
	}

	if one.keep < 0 || one.keep > len(list) {
		return append(slices.Clip(list), one.tail...), false
	}

	list = append(slices.Clip(list[:one.keep]), one.tail...)
	return list, !slices.Contains(list, nil)
}

// callsOf are the calls whose results messages have.
func callsOf(list []*message) (calls record.Ranges) {
	for _, m := range list {
		if m == nil {
			continue
		}

		for _, order := range m.calls {
			calls = append(calls, record.Range{int64(order), int64(order)})
		}
	}

	calls.Sort()
	return calls
}

// messageOf is the message of a hash: one that is known, or one that is put together of records since the last request.
func (r *Reader) messageOf(hash string) *message {
	var want sum
	if hex.DecodedLen(len(hash)) != len(want) {
		return nil
	}
	if _, err := hex.Decode(want[:], []byte(hash)); err != nil {
		return nil
	}
	if m := r.messages[want]; m != nil {
		return m
	}

	for _, a := range r.answers {
		if m := r.joined("assistant", a.parts, want); m != nil {
			return m
		}
	}

	return r.joined("user", r.asked, want)
}

// maxTried bounds of how many records all runs are tried.
const maxTried = 16

// joined is the message of a hash that is one of the parts, or several that follow each other.
func (r *Reader) joined(role string, parts []part, want sum) *message {
	for n := len(parts); n > 0; n-- { // of many parts all, or one, are a message for the most part
		for from := 0; from+n <= len(parts); from++ {
			if n > 1 && n < len(parts) && len(parts) > maxTried {
				break
			}

			m := &message{role: role}
			for _, p := range parts[from : from+n] {
				m.parts = append(m.parts, p.at)
				m.calls = append(m.calls, p.calls...)
			}

			if sha256.Sum256(r.appendOf(nil, m, nil)) == want {
				slices.Sort(m.calls)
				r.messages[want] = m
				return m
			}
		}
	}

	return nil
}

// appendOf appends a message.
func (r *Reader) appendOf(dst []byte, m *message, marks []mark) []byte {
	values := make([]jsonskim.Value, len(m.parts))
	for i, at := range m.parts {
		values[i] = r.Source.First(at.off, at.end)
	}
	if m.own {
		return appendOwn(dst, values[0], marks)
	}
	return appendMessage(dst, m.role, values, marks)
}
