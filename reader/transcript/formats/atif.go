package formats

import (
	"cmp"
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/record"
)

// atif is the Agent Trajectory Interchange Format, versions 1.0 to 1.7, one JSON value, into which benchmark harnesses
// turn the runs of many agents. The agent's name is the one that the file gives. Whether a result is what the model was
// sent depends on who wrote the file, so that all are marked as recorded. There was no sample of a real run: the fields
// are those of the format's description.
var atif = &Format{
	Name:  "atif",
	Agent: "ATIF",
	Note:  "The file was made from another record; whether its texts are what was sent is not known.",
	detect: func(_ string, v jsonskim.Head) bool {
		return strings.HasPrefix(v.Get("schema_version").Text(20), "ATIF-v1.")
	},
	Decoder: func(b *record.Builder) Decoder { return (&trajectory{b}).record },
}

type trajectory struct{ b *record.Builder }

func (d *trajectory) record(v jsonskim.Value) bool {
	agent := v.Get("agent")
	d.b.SeenID(v.Get("session_id"))
	d.b.SeenID(v.Get("trajectory_id"))
	d.b.SeenVersion(agent.Get("version"))
	d.b.SeenDir(agent.Get("extra", "cwd"))
	d.b.Run.Agent = cmp.Or(agent.Get("name").Text(100), d.b.Run.Agent)
	found := d.steps(v)
	list, _ := v.Enter("subagent_trajectories")
	for sub := range list.Values() {
		id := cmp.Or(sub.Get("trajectory_id").Text(200), sub.Get("session_id").Text(200))
		of := d.b.Sub(record.Agent{ID: id, Type: sub.Get("agent", "name").Text(100)})
		(&trajectory{of}).steps(sub)
	}

	return found
}

func (d *trajectory) steps(v jsonskim.Value) bool {
	list, found := v.Enter("steps")
	for step := range list.Values() {
		d.step(step)
	}
	return found
}

func (d *trajectory) step(step jsonskim.Value) {
	at := when(step.Get("timestamp"))
	d.b.SeenAt(at)
	if step.Get("is_copied_context").Kind == jsonskim.True {
		return // steps of an earlier trajectory, sent again
	}

	say(d.b, step.Get("message"), step.Get("source").Is("agent"))
	only := jsonskim.Value{}
	for call := range step.Get("tool_calls").Values() {
		id := call.Get("tool_call_id")
		d.b.Call(id, at, call.Get("function_name"), call.Get("arguments")).Fidelity = record.Recorded
		only = id
	}

	for result := range step.Get("observation", "results").Values() {
		id := result.Get("source_call_id")
		if id.Kind != jsonskim.String {
			id = only // a result that names no call belongs to the step's
		}
		d.b.AnswerBlocks(id, at, result.Get("content"))
	}
}
