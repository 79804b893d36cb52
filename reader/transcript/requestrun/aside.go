package requestrun

import "slices"

// repeat is what a request that is not of the conversation itself repeats of one: Gemini CLI sends the end of it to
// have it judged. A message with calls that have no identifiers is told from others by what stands before it, which
// such a request leaves out: there it is known by itself.
type repeat struct {
	thread *thread       // the conversation; that of the request where it repeats none
	nodes  map[int]*node // the messages, by their indices in the tail
}

// repeats is what a request repeats.
func (d *run) repeats(one *request, tail tail) repeat {
	r := repeat{thread: d.threads[one.thread]}
	if !r.thread.isAside(one.shape) {
		return r
	}

	for _, t := range d.threads {
		if t.aside {
			continue
		}
		if found := t.repeatedIn(tail); len(found) > len(r.nodes) {
			r.thread = t
			r.nodes = found
		}
	}

	return r
}

// repeatedIn are the messages of the conversation's last request that a tail has in their order, the last ones first.
func (t *thread) repeatedIn(tail tail) map[int]*node {
	found := map[int]*node{}
	end := len(t.list)
	for i, sum := range slices.Backward(tail.sums) {
		for at := end - 1; at >= 0; at-- {
			if t.list[at].sum == sum {
				found[i] = t.list[at]
				end = at
				break
			}
		}
	}

	return found
}

// known is the message of an index in the tail, as it was made before; nil for a new one.
func (d *run) known(r repeat, tail tail, i int) *node {
	if n := d.nodes[tail.keys[i]]; n != nil || tail.keys[i] == tail.sums[i] {
		return n
	}
	if n := r.nodes[i]; n != nil {
		return n
	}
	return r.thread.takeEarly(tail.sums[i])
}

// takeEarly is a message that a request which is not of the conversation had before one of the conversation; nil for
// none.
func (t *thread) takeEarly(sum uint64) *node {
	at := slices.IndexFunc(t.early, func(n *node) bool { return n.sum == sum })
	if at < 0 {
		return nil
	}
	n := t.early[at]
	t.early = slices.Delete(t.early, at, at+1)
	return n
}
