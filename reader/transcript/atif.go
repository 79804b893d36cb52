package transcript

import (
	"strings"

	"eyeline/reader/internal/skim"
)

// atif is the Agent Trajectory Interchange Format, versions 1.0 to 1.7, one JSON value, into which benchmark harnesses
// turn the runs of many agents. The agent's name is the one that the file gives. Whether a result is what the model was
// sent depends on who wrote the file, so that all are marked as recorded. There was no sample of a real run: the fields
// are those of the format's description.
var atif = &Format{
	Name:  "atif",
	Agent: "ATIF",
	Note:  "The file was made from another record; whether its texts are what was sent is not known.",
	detect: func(h *head) bool {
		return strings.HasPrefix(h.whole.Get("schema_version").Text(20), "ATIF-v1.")
	},
	decode: func(b *builder) decoder { return &trajectory{b} },
}

type trajectory struct{ b *builder }

func (d *trajectory) record(v skim.Value) bool {
	head := &d.b.s.Header
	set(&head.ID, v.Get("session_id"))
	if head.ID == "" {
		set(&head.ID, v.Get("trajectory_id"))
	}
	agent := v.Get("agent")
	if name := agent.Get("name").Text(100); name != "" {
		head.Agent = name
	}
	set(&head.Version, agent.Get("version"))
	set(&head.Dir, agent.Get("extra", "cwd"))
	found := d.steps(v)
	_ = v.Enter("subagent_trajectories", func(list skim.Value) error {
		return list.Each(func(_ []byte, sub skim.Value) error {
			id := sub.Get("trajectory_id").Text(200)
			if id == "" {
				id = sub.Get("session_id").Text(200)
			}
			d.b.s.Agents = append(d.b.s.Agents, Agent{ID: id, Type: sub.Get("agent", "name").Text(100)})
			inner := *d.b
			inner.agent = len(d.b.s.Agents) - 1
			(&trajectory{&inner}).steps(sub)
			return nil
		})
	})
	return found
}

func (d *trajectory) steps(v skim.Value) bool {
	found := false
	_ = v.Enter("steps", func(list skim.Value) error {
		found = true
		return list.Each(func(_ []byte, step skim.Value) error {
			d.step(step)
			return nil
		})
	})
	return found
}

func (d *trajectory) step(step skim.Value) {
	at := when(step.Get("timestamp"))
	d.b.seen(at)
	if step.Get("is_copied_context").Kind == skim.True {
		return // steps of an earlier trajectory, sent again
	}
	only := skim.Value{}
	_ = step.Get("tool_calls").Each(func(_ []byte, call skim.Value) error {
		id := call.Get("tool_call_id")
		d.b.call(id, at, call.Get("function_name").Text(100), call.Get("arguments")).Fidelity = Recorded
		only = id
		return nil
	})
	_ = step.Get("observation", "results").Each(func(_ []byte, result skim.Value) error {
		id := result.Get("source_call_id")
		if id.Kind != skim.String {
			id = only // a result that names no call belongs to the step's
		}
		content := result.Get("content")
		if c := d.b.answer(id, at, d.b.place(content, AsBlocks)); c != nil {
			c.Media = hasMedia(content)
		}
		return nil
	})
}
