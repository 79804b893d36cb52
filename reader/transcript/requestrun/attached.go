package requestrun

import (
	"eyeline/reader/transcript/bodies"
	"eyeline/reader/transcript/record"
)

// asking is a call that, as a text says, the agent made by itself. Its result is the next text, which may stand in the
// next message.
type asking struct {
	tool string
	args record.Place
}

// attach takes a text that is the result of a call which the agent made by itself, as of files that it gives again
// after a compaction. It returns false for any other text. Where another record has the calls, it has these, too.
func (d *run) attach(t *thread, n *node, part bodies.Part) bool {
	if d.o.Calls != nil || part.Kind != bodies.Said {
		return false
	}

	before := d.asked
	d.asked = nil
	if tool, ok := bodies.AttachedCall(part.Text); ok {
		d.asked = &asking{tool, d.b.Place(part.Text, record.AsFormat)}
		return false
	}

	if before == nil || !bodies.IsAttachedResult(part.Text) {
		return false
	}

	c := d.b.Attach(d.at, before.tool, before.args)
	c.Agent = t.agent
	c.Result = d.b.Place(part.Text, record.AsFormat)
	t.calls = append(t.calls, c)
	n.results = append(n.results, c)
	return true
}
