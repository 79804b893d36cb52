// Package requestrun, which changes without notice, makes a run of the records of requests that package bodies keeps:
// its calls and texts, which request had which of them, and whose request it was.
package requestrun

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/bodies"
	"eyeline/reader/transcript/record"
)

// run makes calls of the records of requests. Each message is looked at once: a request that names how many of
// another one's messages it begins with has what was made of them.
type run struct {
	b    *record.Builder
	o    Options
	form bodies.RequestFormat
	at   time.Time

	requests map[int]*request // by their numbers, those that were made last
	last     []int            // their numbers
	nodes    map[uint64]*node // by what identifies them
	threads  []*thread        // by their indices
	main     int              // the conversation of the main agent as it stands; -1 before the first one
	folder   folderGuess
	looks    int // how often the folder was looked for
	// isNew: the current message is the last one with results, so no earlier request can have had them.
	isNew bool
	asked *asking // the call that the last text said was made; nil for none
}

// node is one message of a request, or its system prompt.
type node struct {
	said    record.Ranges // the indices of its texts
	calls   []*record.Call
	results []*record.Call // calls whose results it contains
	others  []*record.Call // calls whose results it contains with another text
	asked   *asking        // the call whose result the next message has; nil for none
	own     bool           // the model wrote it
	sum     uint64         // of what it has
}

// request is a request as it was put together.
type request struct {
	list   []*node
	links  []uint64 // what identifies each message with all before it
	thread int      // its index
	index  int      // in the run's requests
	shape  shape
	system *node
	had    had
	// extended: a later request has the list as the beginning of its own, in the same memory.
	extended bool
}

// had is what the messages of a request have.
type had struct {
	calls   record.Ranges // the orders of the calls that were made in them
	results record.Ranges // and of those whose results they have
	said    record.Ranges // the indices of the texts
	newest  int32         // the order of the newest call of either
}

// add adds what messages have.
func (h *had) add(list []*node) {
	put := func(to *record.Ranges, calls []*record.Call) {
		for _, c := range calls {
			h.newest = max(h.newest, c.Order)
			*to = append(*to, record.Range{int64(c.Order), int64(c.Order)})
		}
	}

	for _, n := range list {
		h.said = append(h.said, n.said...)
		put(&h.calls, n.calls)
		put(&h.results, n.results)
	}

	h.calls.Sort()
	h.results.Sort()
	h.said.Sort()
}

// clone is a copy that can be added to.
func (h *had) clone() had {
	return had{slices.Clone(h.calls), slices.Clone(h.results), slices.Clone(h.said), h.newest}
}

// shape tells the requests of one agent from those of another.
type shape struct {
	system, tools uint64
	offered       int // how many tools
}

// maxKept is how many requests are kept to be gone on from.
const maxKept = 64

var tapSeed = maphash.MakeSeed()

// Options say how calls are made of requests.
type Options struct {
	// Calls are the calls of another record of the run; nil: they are made from the requests.
	Calls SentResults
	// Called and Answered are told of each call that is made, and of its result. IsList reports whether a text has
	// several results in one. Each may be nil.
	Called   func(c *record.Call, args jsonskim.Value)
	Answered func(c *record.Call, text jsonskim.Value)
	IsList   func(text jsonskim.Value) bool
}

// SentResults takes what requests had of calls that another record has.
type SentResults interface {
	// Find is the call of an identifier, or nil; tool may be "".
	Find(id, tool string) *record.Call
	// Had takes that a request had a result of a call: where it is, and what stands for its text, see [SumOf]. isNew
	// says that no request before can have had it. It reports whether that is the result that was sent first.
	Had(c *record.Call, result record.Place, sum uint64, isNew bool) bool
}

// New takes the records of requests one after the other; it returns false for a record that is not understood.
func New(b *record.Builder, o Options) func(v jsonskim.Value) bool {
	d := &run{b: b, o: o, main: -1, requests: map[int]*request{}, nodes: map[uint64]*node{}}
	return d.record
}

// when is a recorded time; the zero time without one.
func when(v jsonskim.Value) time.Time {
	at, _ := time.Parse(time.RFC3339Nano, v.Text(64))
	return at
}

func (d *run) record(v jsonskim.Value) bool {
	d.at = when(v.Get("time"))
	kind := v.Get("type")
	gaps := &d.b.Run.Gaps

	switch {
	case kind.Is(bodies.HeaderType):
		d.b.SeenDir(v.Get("dir"))
		gaps.CutShort = gaps.CutShort || bodies.IsOverwritten(v.Get("whole").Text(64))
		unclear, _ := v.Get("unclear").Int()
		gaps.Unclear += int(unclear)
		clear(d.requests) // their numbers begin anew
		d.b.SeenAt(when(v.Get("started")))
	case kind.Is(bodies.RequestType):
		d.b.SeenAt(d.at)
		if !d.request(v) {
			return d.unkept(v)
		}
	case kind.Is(bodies.ResponseType):
		d.b.SeenAt(d.at)
		d.response(v)
	case kind.Is(bodies.ElsewhereType):
		gaps.AddElsewhere(record.Bypass{
			To:      v.Get("to").Text(256),
			IsModel: v.Get("model").Kind == jsonskim.True, IsProxy: v.Get("proxy").Kind == jsonskim.True,
		})
	default:
		return false
	}

	return true
}

// unkept counts a request about which nothing can be told, where it may have been one to the model: one that is too
// long to be kept and has no digest, or one that went where models are asked. Agents send other things to the same
// address. It reports whether it was counted.
func (d *run) unkept(v jsonskim.Value) bool {
	size, _ := v.Get("bytes").Int()
	hasNoBody := size > 0 && v.Get("sha256").Kind != jsonskim.String
	if !hasNoBody && !bodies.AsksModel(v.Get("path").Text(4096)) {
		return false
	}

	gaps := &d.b.Run.Gaps
	gaps.AddUnkept(v.Get("lost").Text(40))
	return true
}

// request takes a request. One of an unknown form is not understood.
func (d *run) request(v jsonskim.Value) bool {
	d.form = bodies.RequestFormat(v.Get("form").Text(40))
	number, _ := v.Get("n").Int()
	base, _ := v.Get("base").Int()
	keep, _ := v.Get("keep").Int()
	from := d.requests[int(base)]
	if d.form == bodies.Unknown || base != 0 && (from == nil || keep < 0 || keep > int64(len(from.list))) {
		return false
	}

	one := &request{index: -1}
	if base != 0 {
		one.begin(from, int(keep))
	}

	rest := v.Get("rest")
	d.takeRest(one, rest, v.Get("parts").Kind == jsonskim.True)
	if d.o.Calls == nil {
		d.meta(rest, v.Get("tail"))
	}

	known := len(one.list)
	if base == 0 || known < len(from.list) {
		one.had.add(one.list)
	}

	link := uint64(0)
	if known > 0 {
		link = one.links[known-1]
	}

	// The thread decides which agent what is new belongs to.
	tail := d.identify(v.Get("tail"), link)
	one.links = append(one.links, tail.links...)
	one.thread = d.threadOf(one, tail.values)
	isBack := d.goBack(one, tail)
	fresh := d.take(one, tail)
	one.had.add(one.list[known:])
	d.keep(int(number), one)
	d.add(one, v, fresh)
	d.b.Run.Requests[one.index].Rewound = isBack
	d.resolve()
	return true
}

// take takes the messages of a request that are not of its base. It returns how many no request had before.
func (d *run) take(one *request, tail tail) (fresh int) {
	repeat := d.repeats(one, tail)
	newest := d.lastResults(tail.values)
	d.asked = nil
	if len(one.list) > 0 {
		d.asked = one.list[len(one.list)-1].asked
	}

	for i, message := range tail.values {
		d.isNew = i == newest
		n := d.known(repeat, tail, i)
		if n == nil {
			n = d.message(repeat.thread, message, tail.keys[i])
			n.sum = tail.sums[i]
			if repeat.thread != d.threads[one.thread] && tail.keys[i] != tail.sums[i] {
				repeat.thread.early = append(repeat.thread.early, n)
			}
			fresh++
		}

		d.asked = n.asked
		d.nodes[tail.keys[i]] = n
		one.list = append(one.list, n)
	}

	return fresh
}

// begin has a request begin with some messages of another one.
func (r *request) begin(from *request, keep int) {
	r.list = from.list[:keep]
	r.links = from.links[:keep]
	if keep < len(from.list) || from.extended { // what follows in memory is another request's
		r.list = slices.Clip(r.list)
		r.links = slices.Clip(r.links)
	}
	if keep == len(from.list) {
		from.extended = true
		r.had = from.had.clone()
	}

	r.shape = from.shape
	r.system = from.system
}

var claudeVersion = lazy.Regexp(`cc_version=(\d+\.\d+\.\d+)`)

// maxLooks is in how many requests the folder is looked for: each names it, or none does.
const maxLooks = 16

// meta takes what a request says of the run: its folder, its identifier and the agent's version.
func (d *run) meta(rest, tail jsonskim.Value) {
	run := d.b.Run
	if run.Dir == "" && d.looks < maxLooks {
		d.looks++
		run.Dir = bodies.FolderOf(bodies.Body{Form: d.form, Value: rest, List: tail})
	}

	d.b.SeenID(jsonskim.Parse([]byte(rest.Get("metadata", "user_id").Text(4096))).Get("session_id"))
	d.b.SeenID(rest.Get("prompt_cache_key"))
	if run.Version != "" {
		return
	}

	for block := range rest.Get("system").Values() {
		if m := claudeVersion().FindStringSubmatch(block.Get("text").Text(4096)); m != nil {
			run.Version = m[1]
		}
	}
}

// tail are the messages that a request has besides those of its base.
type tail struct {
	values []jsonskim.Value
	links  []uint64
	keys   []uint64 // what identifies each message by itself, where it has what tells it from others
	sums   []uint64 // of what each has
}

func (d *run) identify(list jsonskim.Value, link uint64) (t tail) {
	for message := range list.Values() {
		var h maphash.Hash
		h.SetSeed(tapSeed)
		bodies.Hash(&h, message)
		own := h.Sum64()
		link = maphash.Comparable(tapSeed, [2]uint64{link, own})
		key := own
		for part := range d.form.Parts(message) {
			if part.Kind >= bodies.Call && part.ID.Kind != jsonskim.String {
				key = link
			}
		}

		t.values = append(t.values, message)
		t.links = append(t.links, link)
		t.keys = append(t.keys, key)
		t.sums = append(t.sums, own)
	}

	return t
}

// takeRest takes what stands beside the messages: all of it, or with parts what differs from the base.
func (d *run) takeRest(one *request, rest jsonskim.Value, parts bool) {
	text := bodies.Instructions(rest)
	tools := rest.Get("tools")
	if text.Kind != jsonskim.Missing || !parts {
		one.shape.system = 0
		one.system = nil
	}
	if tools.Kind != jsonskim.Missing || !parts {
		one.shape.tools = 0
		one.shape.offered = 0
	}
	if text.Kind != jsonskim.Missing {
		one.shape.system, one.system = d.instructions(text)
	}

	if tools.Kind == jsonskim.Array {
		one.shape.tools = hashOf(tools)
		for tool := range tools.Values() {
			one.shape.offered++
			for range tool.Get("functionDeclarations").Values() {
				one.shape.offered++
			}
		}
	}
}

// instructions takes what stands before the messages. sum stands for it, but for what it says of the request's price.
func (d *run) instructions(text jsonskim.Value) (sum uint64, n *node) {
	const price = "x-anthropic-billing-header"
	var h maphash.Hash
	h.SetSeed(tapSeed)

	for part := range bodies.InstructionParts(text) {
		if !strings.HasPrefix(part.Text.Text(len(price)), price) {
			bodies.Hash(&h, part.Text)
		}
	}

	sum = h.Sum64()
	n = d.nodes[sum]
	if n == nil {
		n = &node{}
		d.nodes[sum] = n
		for part := range bodies.InstructionParts(text) {
			d.say(n, record.MainAgent, part)
		}
	}

	return sum, n
}

func hashOf(v jsonskim.Value) uint64 {
	var h maphash.Hash
	h.SetSeed(tapSeed)
	bodies.Hash(&h, v)
	return h.Sum64()
}

// lastResults is the index of the last message with results, -1 for none.
func (d *run) lastResults(messages []jsonskim.Value) int {
	for i, message := range slices.Backward(messages) {
		for part := range d.form.Parts(message) {
			if part.Kind == bodies.Result {
				return i
			}
		}
	}
	return -1
}

// say keeps a text.
func (d *run) say(n *node, agent int, part bodies.Part) {
	after := d.b.Orders()
	if d.o.Calls != nil {
		after = d.after(agent)
	}
	i := d.b.SayAfter(d.b.Place(part.Text, part.As), part.Kind == bodies.Own, agent, after)
	if i >= 0 {
		n.said.Add(int64(i))
	}
}

// message takes a message that no request had before.
func (d *run) message(t *thread, message jsonskim.Value, key uint64) *node {
	n := &node{}
	index := 0
	for part := range d.form.Parts(message) {
		index++
		switch part.Kind {
		case bodies.Call:
			n.own = true
			if c := d.call(t, part, key, index); c != nil {
				n.calls = append(n.calls, c)
			}
		case bodies.Result:
			d.result(t, n, part)
		default:
			n.own = n.own || part.Kind == bodies.Own
			if !d.attach(t, n, part) {
				d.say(n, t.agent, part)
			}
		}
	}

	n.asked = d.asked
	return n
}

// call is the call that a part is; nil where the other record does not have it.
func (d *run) call(t *thread, part bodies.Part, key uint64, index int) *record.Call {
	id := part.ID.Text(256)
	if d.o.Calls != nil {
		return d.o.Calls.Find(id, part.Name.Text(100))
	}
	if c := d.find(t, id); c != nil {
		return c
	}
	if id == "" {
		id = fmt.Sprintf("%016x.%d", key, index)
	}

	c := d.b.Call(jsonskim.Parse(strconv.AppendQuote(nil, t.name+id)), d.at, part.Name, part.Text)
	c.Agent = t.agent
	t.add(id, c, part.ID.Kind != jsonskim.String)
	if d.o.Called != nil {
		d.o.Called(c, part.Text)
	}

	d.folder.take(d, part.Text)
	return c
}

// result takes a result.
func (d *run) result(t *thread, n *node, part bodies.Part) {
	place := d.b.Place(part.Text, part.As)
	if place.As == record.Nothing {
		return
	}

	c := d.find(t, part.ID.Text(256))
	if d.o.Calls != nil {
		c = d.o.Calls.Find(part.ID.Text(256), part.Name.Text(100))
	} else if part.ID.Kind != jsonskim.String {
		c = t.nameless(part.Name.Text(100))
	}

	if c == nil {
		d.say(n, t.agent, bodies.Part{Kind: bodies.Said, Text: part.Text, As: part.As})
		return
	}

	sum := sumOf(part)
	before, answered := t.sums[c]
	is := false
	switch {
	case d.o.Calls != nil:
		is = d.o.Calls.Had(c, place, sum, d.isNew)
	case !answered:
		is = true
		if d.o.IsList != nil && d.o.IsList(part.Text) {
			place.As = record.AsFormat
		}

		c.Result = place
		c.Failed = part.Failed || saysFailed(c, part)
		c.Media = part.As == record.AsBlocks && record.HasMedia(part.Text)
		if d.o.Answered != nil {
			d.o.Answered(c, part.Text)
		}
	default:
		is = before == sum
	}

	if !answered {
		t.sums[c] = sum
	}

	if is {
		n.results = append(n.results, c)
		return
	}

	n.others = append(n.others, c) // it was cleared, or shortened
	d.say(n, t.agent, bodies.Part{Kind: bodies.Said, Text: part.Text, As: part.As})
}

var (
	failWords = lazy.Regexp(`(?i)has not been read|modified since|already exists|not found|no such|fail|error|` +
		`could not|no changes|must |does not|did not|cannot|can't|refus|denied|invalid|unable|` +
		`matches of|occurrences|rejected`)
	doneWords = lazy.Regexp(`(?i)success|has been updated|created|^replaced|^wrote|^edit(ed)? |applied|overw|^M |^A `)
)

// saysFailed reports whether the result of a change says in its first line that nothing was changed: requests have no
// other record of that in most forms.
func saysFailed(c *record.Call, part bodies.Part) bool {
	if c.Kind != record.Change {
		return false
	}

	const looked = 300 // bytes
	b := record.LimitedBuffer{Limit: looked}
	_ = record.WriteBlocks(part.Text, &b) // what was parsed can be read

	if part.As == record.AsFormat {
		_ = bodies.WriteSent(part.Text, &b) // likewise
	}

	first, _, _ := bytes.Cut(b.Bytes(), []byte("\n"))
	return failWords().Match(first) && !doneWords().Match(first)
}

// sumOf stands for the text of a result.
func sumOf(part bodies.Part) uint64 {
	var h maphash.Hash
	h.SetSeed(tapSeed)
	write := map[record.TextForm]func(jsonskim.Value, io.Writer) error{
		record.AsBlocks: record.WriteBlocks, record.AsFormat: bodies.WriteSent,
	}[part.As]
	if write == nil {
		write = jsonskim.Value.WriteRaw
	}

	_ = write(part.Text, &h) // what was parsed can be read
	return h.Sum64()
}

// SumOf stands for a text, as [SentResults] has it.
func SumOf(text []byte) uint64 { return maphash.Bytes(tapSeed, text) }

// keep keeps a request to be gone on from.
func (d *run) keep(number int, one *request) {
	d.requests[number] = one
	d.last = append(d.last, number)
	if len(d.last) > maxKept {
		delete(d.requests, d.last[0])
		d.last = slices.Delete(d.last, 0, 1)
	}
}

// add adds a request to the run.
func (d *run) add(one *request, v jsonskim.Value, fresh int) {
	number, _ := v.Get("n").Int()
	size, _ := v.Get("bytes").Int()
	t := d.threads[one.thread]
	r := record.Request{
		Time: d.at, Agent: t.agent, Proven: true, Exact: true, Aside: t.isAside(one.shape),
		Body: &record.Body{N: int(number), Bytes: size, Messages: len(one.list), New: fresh},
	}
	r.Made = one.had.calls
	r.Calls = one.had.results
	r.Said = one.had.said
	if one.system != nil {
		r.Said = slices.Concat(one.system.said, r.Said)
		r.Said.Sort()
	}

	newest := max(t.after, one.had.newest)
	if d.o.Calls != nil {
		r.Agent = d.agentOf(one)
	}
	if !r.Aside {
		t.after = newest
	}

	r.After = newest
	one.index = len(d.b.Run.Requests)
	d.b.Run.AddRequest(r)
	t.took(one, d.b.Run)
}

// response takes what an answer cost.
func (d *run) response(v jsonskim.Value) {
	number, _ := v.Get("n").Int()
	one := d.requests[int(number)]
	if one == nil || one.index >= len(d.b.Run.Requests) {
		return
	}

	body := d.b.Run.Requests[one.index].Body
	status, _ := v.Get("status").Int()
	body.Status = int(status)
	body.Error = v.Get("error").Text(4096)

	for name, n := range map[string]*int64{
		"input": &body.Usage.Input, "cached": &body.Usage.Cached,
		"stored": &body.Usage.Stored, "output": &body.Usage.Output,
	} {
		*n, _ = v.Get("usage", name).Int()
	}
}
