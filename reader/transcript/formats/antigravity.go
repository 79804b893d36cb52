package formats

import (
	"path/filepath"
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/record"
)

// antigravity is the log of a conversation of Antigravity, brain/{id}/.system_generated/logs/transcript_full.jsonl: a
// line for each step. Calls stand in a step of the model's; the steps that follow it are their results, in order. The
// fields are those that public readers of it take.
var antigravity = &Format{
	Name:  "antigravity",
	Agent: "Antigravity",
	Note:  "The log is written for people; whether its texts are what was sent is not known.",
	Lines: true,
	detect: func(_ string, v jsonskim.Head) bool {
		return v.Get("step_index").Kind == jsonskim.Number && v.Get("source").Kind == jsonskim.String &&
			v.Get("type").Kind == jsonskim.String
	},
	Places: []Place{{
		Dir: ".gemini", Pattern: "antigravity*/brain/*/.system_generated/logs/transcript_full.jsonl",
	}},
	Decoder: func(b *record.Builder) Decoder { return (&antigravityLog{b: b}).record },
}

type antigravityLog struct {
	b    *record.Builder
	open []*record.Call // the calls of the last step of the model's that have no result yet
}

// antigravitySteps are the types of steps that are no results.
const antigravitySteps = "USER_INPUT CONVERSATION_HISTORY SYSTEM_MESSAGE EPHEMERAL_MESSAGE"

func (d *antigravityLog) record(v jsonskim.Value) bool {
	if d.b.Run.ID == "" {
		id, _, _ := strings.Cut(filepath.Base(filepath.Join(d.b.Main, "../../..")), ".")
		d.b.NameRun(id)
	}

	at := when(v.Get("created_at"))
	d.b.SeenAt(at)
	switch kind := v.Get("type").Text(40); {
	case kind == "PLANNER_RESPONSE":
		d.open = nil
		say(d.b, v.Get("content"), true)
		for call := range v.Get("tool_calls").Values() {
			c := d.b.Call(jsonskim.Value{}, at, call.Get("name"), call.Get("args"))
			c.Fidelity = record.Recorded
			d.open = append(d.open, c)
		}
	case kind == "CHECKPOINT":
		d.b.Compaction(at)
		say(d.b, v.Get("content"), true)
	case among(antigravitySteps, kind) || kind == "":
		say(d.b, v.Get("content"), false)
		return kind != ""
	case len(d.open) > 0:
		c := d.open[0]
		d.open = d.open[1:]
		c.Result = d.b.Place(v.Get("content"), record.AsText)
		c.Failed = v.Get("status").Is("ERROR") || v.Get("status").Is("CANCELED")
	}

	return true
}
