package requestrun

import (
	"slices"

	"eyeline/reader/transcript/bodies"
)

// goBack begins a branch where a request goes on from an earlier place of its conversation: it has messages of the one
// before it up to some message of the model's, and does not have the calls that came after that. A call still is there
// whose message was only changed, as where its result was cleared. Where calls are missing between others, the middle
// was summarised and nobody went back; where the request has none of the calls, that may be so, too. goBack reports
// whether the request went back.
func (d *run) goBack(one *request, tail tail) bool {
	t := d.threads[one.thread]
	n, deep := t.shares(one)
	if !deep || n == len(t.links) || t.isAside(one.shape) {
		return false
	}

	after := newestIn(t.list[:n])
	isLeft := false
	for _, was := range t.list[n:] {
		stays := len(was.calls) > 0 && d.stays(t, was, one.list, tail)
		switch {
		case len(was.calls) == 0: // without calls it tells nothing
		case !stays:
			isLeft = true
		case isLeft:
			return false
		default:
			after = max(after, newestIn([]*node{was}))
		}
	}

	if !isLeft || after == 0 {
		return false
	}
	if d.o.Calls == nil { // else the other record has the branches
		d.b.RewindOf(t.agent, d.at, after)
	}

	return true
}

// newestIn is the order of the newest call that some messages made, 0 for none.
func newestIn(list []*node) (order int32) {
	for _, n := range list {
		for _, c := range n.calls {
			order = max(order, c.Order)
		}
	}
	return order
}

// stays reports whether a message of the model's with calls is in a request; list are the messages of the request's
// base, and tail its other messages.
func (d *run) stays(t *thread, was *node, list []*node, tail tail) bool {
	if slices.Contains(list, was) || slices.Contains(tail.sums, was.sum) {
		return true
	}

	for _, message := range tail.values {
		for part := range d.form.Parts(message) {
			if part.Kind != bodies.Call {
				continue
			}

			c := d.find(t, part.ID.Text(256))
			if d.o.Calls != nil {
				c = d.o.Calls.Find(part.ID.Text(256), part.Name.Text(100))
			}
			if c != nil && slices.Contains(was.calls, c) {
				return true
			}
		}
	}

	return false
}
