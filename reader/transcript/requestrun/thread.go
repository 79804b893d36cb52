package requestrun

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"sort"
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/bodies"
	"eyeline/reader/transcript/record"
)

// thread is a conversation: each request goes on from one before it.
type thread struct {
	name  string   // of calls' identifiers
	agent int      // as in record.Call; that of a thread that turns out to be a sub-agent's changes
	shape shape    // of its first request
	links []uint64 // those of its last request
	list  []*node  // its last request's messages
	// firstOwn is the index of the first of them that the model wrote, -1 for none.
	firstOwn int
	// before is the index of the thread that this one took over from, as after a compaction; -1 for the first one, and
	// for those of sub-agents.
	before int
	sub    int // the sub-agent, once it was added; -1
	aside  bool

	ids      map[string]*record.Call
	waiting  []*record.Call // without an identifier, and without a result
	early    []*node        // with calls without identifiers, that a request aside had before one of the conversation
	sums     map[*record.Call]uint64
	calls    []*record.Call
	requests []int // indices into the run's requests
	after    int32 // the order of the newest call that its requests have
	begun    int   // the index of its first request in the run
}

// find is the call of an identifier, in a conversation or one that it took over from; nil for none.
func (d *run) find(t *thread, id string) *record.Call {
	for id != "" {
		if c := t.ids[id]; c != nil || t.before < 0 {
			return c
		}
		t = d.threads[t.before]
	}
	return nil
}

func (t *thread) add(id string, c *record.Call, nameless bool) {
	t.ids[id] = c
	t.calls = append(t.calls, c)
	if nameless {
		t.waiting = append(t.waiting, c)
	}
}

// nameless is the call without an identifier that the next result of a tool is of; nil for none.
func (t *thread) nameless(tool string) *record.Call {
	for i, c := range t.waiting {
		if tool == "" || c.Tool == tool {
			t.waiting = append(t.waiting[:i:i], t.waiting[i+1:]...)
			return c
		}
	}
	return nil
}

// took notes a request of the thread.
func (t *thread) took(one *request, run *record.Run) {
	t.requests = append(t.requests, len(run.Requests)-1)
	if run.Requests[len(run.Requests)-1].Aside {
		return
	}
	t.links = one.links
	t.list = one.list
	t.firstOwn = slices.IndexFunc(one.list, func(n *node) bool { return n.own })
}

// isAside reports whether a request is not of the conversation itself: it offers no tools where others do.
func (t *thread) isAside(s shape) bool {
	return t.aside || s.offered == 0 && t.shape.offered > 0
}

// threadOf is the conversation that a request goes on with, by the messages that it has in common with one before it,
// or by the calls in those that are new.
func (d *run) threadOf(one *request, tail []jsonskim.Value) int {
	best := -1
	most := 0
	for i, t := range d.threads {
		n, deep := t.shares(one)
		isBegun := n == len(t.links) && t.shape.system == one.shape.system // it was asked again
		if n > most && (deep || isBegun) {
			best = i
			most = n
		}
	}

	if best < 0 {
		best = d.threadWith(tail)
	}

	if best < 0 {
		best = len(d.threads)
		d.threads = append(d.threads, &thread{
			name: fmt.Sprintf("%d.", best), agent: record.MainAgent, shape: one.shape, sub: -1, before: -1,
			ids: map[string]*record.Call{}, sums: map[*record.Call]uint64{}, begun: len(d.b.Run.Requests),
		})
		d.begin(best)
	}

	return best
}

// threadWith is the conversation that made one of the calls in some messages; -1 for none.
func (d *run) threadWith(messages []jsonskim.Value) int {
	for _, message := range messages {
		for part := range d.form.Parts(message) {
			if part.Kind != bodies.Call && part.Kind != bodies.Result {
				continue
			}

			id := part.ID.Text(256)
			for i, t := range d.threads {
				if t.ids[id] != nil {
					return i
				}
			}
		}
	}

	return -1
}

// shares is how many messages a request has in common with the last one of the thread, from the first one on, and
// whether the model wrote one of them. A link stands for a message with all before it.
func (t *thread) shares(one *request) (n int, deep bool) {
	n = sort.Search(min(len(t.links), len(one.links)), func(i int) bool { return t.links[i] != one.links[i] })
	return n, t.firstOwn >= 0 && t.firstOwn < n
}

// fewTools is up to how many tools a request offers that asks for a title and the like.
const fewTools = 1

// begin says which agent a new thread belongs to, as far as that can be told now: it takes over the main conversation
// where it has the same instructions and tools, as after a compaction; else it is a sub-agent's. What offers no tools
// is an aside.
func (d *run) begin(index int) {
	t := d.threads[index]
	if d.main < 0 {
		d.main = index
		return
	}

	m := d.threads[d.main]
	switch {
	case m.shape.offered <= fewTools && t.shape.offered > fewTools:
		d.setAside(m)
		d.main = index
	case t.shape.offered <= fewTools && m.shape.offered > fewTools:
		t.aside = true
	case t.shape.tools == m.shape.tools && t.shape.system == m.shape.system:
		t.before = d.main
		t.after = m.after
		d.main = index
		maps.Copy(t.sums, m.sums)
	default:
		d.assign(t)
	}
}

// setAside says that what was taken for the main conversation is not it.
func (d *run) setAside(t *thread) {
	t.aside = true
	for _, i := range t.requests {
		d.b.Run.Requests[i].Aside = true
	}
}

// resolve looks whether the last request went on with a conversation that another one had taken over: then that other
// one was a sub-agent's.
func (d *run) resolve() {
	last := len(d.b.Run.Requests) - 1
	for index := d.main; index >= 0 && d.threads[index].before >= 0; index = d.threads[index].before {
		t := d.threads[index]
		before := d.threads[t.before]
		n := len(before.requests)
		if n > 0 && before.requests[n-1] == last && last > t.begun {
			d.main = t.before
			t.before = -1
			d.assign(t)
			return
		}
	}
}

// assign gives a thread to a sub-agent of its own, with what was taken of it.
func (d *run) assign(t *thread) {
	if t.sub < 0 {
		t.sub = d.b.Sub(record.Agent{ID: fmt.Sprintf("agent-%d", len(d.b.Run.Agents)+1)}).Agent()
	}

	t.agent = t.sub
	for _, c := range t.calls {
		c.Agent = t.sub
	}

	for _, i := range t.requests {
		one := &d.b.Run.Requests[i]
		one.Agent = t.sub
		for _, r := range one.Said {
			for n := r[0]; n <= r[1]; n++ {
				d.b.Run.Said[n].Agent = t.sub
			}
		}
	}
}

// agentOf is the agent of a request whose calls another record has: that of its newest call or, without one, the main
// agent.
func (d *run) agentOf(one *request) int {
	for i := len(one.list) - 1; i >= 0; i-- {
		for _, calls := range [][]*record.Call{one.list[i].calls, one.list[i].results, one.list[i].others} {
			if len(calls) > 0 {
				return calls[len(calls)-1].Agent
			}
		}
	}
	return d.threads[one.thread].agent
}

// after is the order of the newest call that a request of an agent had.
func (d *run) after(agent int) (order int32) {
	for i := len(d.b.Run.Requests) - 1; i >= 0; i-- {
		if d.b.Run.Requests[i].Agent == agent {
			return d.b.Run.Requests[i].After
		}
	}
	return 0
}

// folderGuess is the folder that all absolute paths in arguments have in common, where no request names one.
type folderGuess struct{ common string }

// take takes the arguments of a call.
func (g *folderGuess) take(d *run, args jsonskim.Value) {
	if d.b.Run.Dir != "" && d.b.Run.Dir != g.common {
		return
	}
	if args.Kind == jsonskim.String {
		args = jsonskim.Parse([]byte(args.Text(record.TextLimit)))
	}

	for _, name := range []string{"file_path", "filePath", "path", "absolute_path", "target_file"} {
		file := args.Get(name).Text(4096)
		switch {
		case strings.HasPrefix(file, "/"): // a whole path as it is
		case record.IsWindows(file) && file[1] == ':':
			file = strings.ReplaceAll(file, `\`, "/")
		default:
			continue
		}

		dir := path.Dir(path.Clean(file))
		if g.common == "" {
			g.common = dir
		}

		for dir != g.common && !strings.HasPrefix(dir, g.common+"/") && !isRoot(g.common) {
			g.common = path.Dir(g.common)
		}

		if !isRoot(g.common) {
			d.b.Run.Dir = g.common
		}
	}
}

// isRoot reports whether no folder is above one: /, and a drive.
func isRoot(dir string) bool { return dir == path.Dir(dir) || len(dir) == 2 && dir[1] == ':' }
