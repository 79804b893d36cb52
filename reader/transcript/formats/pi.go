package formats

import (
	"cmp"
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/cmdoutput"
	"eyeline/reader/transcript/record"
)

// pi is the JSONL of pi, version 3. Seen: 0.87.1. A result is what the model was sent. pi's version is not recorded.
var pi = &Format{
	Says:  true,
	Name:  "pi",
	Agent: "pi",
	Lines: true,
	Reads: LineLayout{
		ends:    []string{"\n\n[Showing lines ", " more lines in file. Use offset="},
		notices: []string{"[Line ", "Read image file ["},
	},
	Output: cmdoutput.Pi,
	Silent: "(no output)",
	detect: func(_ string, v jsonskim.Head) bool {
		if message := v.Get("message"); v.Get("type").Is("message") { // a session whose head is gone
			return message.Get("role").Is("toolResult") || message.Get("role").Is("assistant") &&
				message.Get("api").Kind == jsonskim.String && message.Get("provider").Kind == jsonskim.String
		}
		return v.Get("type").Is("session") && v.Get("cwd").Kind == jsonskim.String &&
			v.Get("id").Kind == jsonskim.String
	},
	Places:  []Place{{Dir: ".pi/agent", Variable: "PI_CODING_AGENT_DIR", Pattern: "sessions/*/*.jsonl", Folder: 1}},
	Decoder: func(b *record.Builder) Decoder { return (&piSession{b, record.NewTree()}).record },
}

// openClaw keeps its sessions in pi's form, in places of its own.
var openClaw = pi.with(func(f *Format) {
	f.Name, f.Agent = "openclaw", "OpenClaw"
	f.detect = func(path string, v jsonskim.Head) bool {
		return strings.Contains(path, "openclaw") && pi.detect(path, v)
	}
	f.Places = []Place{{Dir: ".openclaw", Variable: "OPENCLAW_STATE_DIR", Pattern: "agents/*/sessions/*.jsonl"}}
})

type piSession struct {
	b    *record.Builder
	tree *record.Tree
}

const piKnown = "model_change thinking_level_change custom label session_info"

func (d *piSession) record(v jsonskim.Value) bool {
	kind := v.Get("type").Text(40)
	at := when(v.Get("timestamp"))
	d.b.SeenAt(at)
	id := v.Get("id")
	if kind != "session" {
		call := cmp.Or(v.Get("message", "toolCallId"), v.Get("message", "content").Elem(0).Get("id"))
		if d.tree.IsAgain(id, kind+call.Text(256)) {
			return true
		}
		d.tree.Begin(d.b, at, id, v.Get("parentId"), "")
	}

	switch kind {
	case "session":
		setHeader(d.b, v, "id", "cwd", "")
		d.b.SeenParent(v.Get("parentSession"))
	case "compaction":
		d.b.Compaction(at)
		say(d.b, v.Get("summary"), true)
	case "branch_summary":
		say(d.b, v.Get("summary"), true)
	case "custom_message": // of an extension, to the model
		say(d.b, v.Get("content"), false)
	case "message":
		message := v.Get("message")
		switch message.Get("role").Text(40) {
		case "user":
			say(d.b, message.Get("content"), false)
		case "assistant":
			d.b.SetModel(message.Get("model"))
			say(d.b, message.Get("content"), true)
			callBlocks(d.b, message.Get("content"), at, "toolCall", "arguments")
		case "toolResult":
			c := d.b.AnswerBlocks(message.Get("toolCallId"), at, message.Get("content"))
			c.Failed = message.Get("isError").Kind == jsonskim.True
			c.Side = d.b.Place(message.Get("details"), record.AsJSON)
		default: // a command of the person's with its output, a summary, or the message of an extension
			d.b.SayAll(message)
		}
	default:
		return among(piKnown, kind)
	}

	return true
}
