package formats

import (
	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/bodies"
	"eyeline/reader/transcript/cmdoutput"
	"eyeline/reader/transcript/record"
)

// qwenCode is the JSONL of Qwen Code. Seen: 0.24.4.
//
// A result is the output or error of a functionResponse. A read that is refused as unchanged since an earlier one is
// recorded as it was sent.
var qwenCode = &Format{
	Says:  true,
	Name:  "qwen-code",
	Agent: "Qwen Code",
	Lines: true,
	Reads: LineLayout{status: "Showing lines ", open: []string{"\n\n---\n\n"}, Base0: true, notices: []string{
		"Cannot display content of ", "(read_file completed with no output)", "[Unsupported ", "[File ",
	}},
	Trims:  true,
	Write:  bodies.WriteReply,
	Output: cmdoutput.Gemini,
	Places: []Place{{Dir: ".qwen", Pattern: "projects/*/chats/*.jsonl", Folder: 2}},
	detect: func(_ string, v jsonskim.Head) bool {
		return v.Get("sessionId").Kind == jsonskim.String && v.Get("message", "parts").Kind == jsonskim.Array
	},
	Decoder: func(b *record.Builder) Decoder { return (&qwen{b: b}).record },
	Hook: `{"hooks": {"PreToolUse": [{"matcher": "^edit$",
  "hooks": [{"type": "command", "command": "eyeline transcript --guard"}]}]}}
`,
}

// qwenKnown are the records of the system that say nothing to the model.
const qwenKnown = "attribution_snapshot ui_telemetry file_history_snapshot slash_command custom_title session_title"

type qwen struct {
	b     *record.Builder
	begun bool // a record of the conversation was taken
}

func (d *qwen) record(v jsonskim.Value) bool {
	at := when(v.Get("timestamp"))
	parts := v.Get("message", "parts")
	status := v.Get("toolCallResult")
	setHeader(d.b, v, "sessionId", "cwd", "version")
	if !d.begun && v.Get("parentUuid").Kind == jsonskim.String {
		d.b.BeginsWithin()
	}
	d.begun = true
	switch v.Get("type").Text(20) {
	case "assistant":
		d.b.SetModel(v.Get("model"))
		say(d.b, parts, true)
		for part := range parts.Values() {
			if call := part.Get("functionCall"); call.Kind == jsonskim.Object {
				d.b.Call(call.Get("id"), at, call.Get("name"), call.Get("args"))
			}
		}
	case "tool_result", "user":
		say(d.b, parts, false)
		for part := range parts.Values() {
			reply := part.Get("functionResponse")
			c := d.b.Answer(reply.Get("id"), at, d.b.Place(reply.Get("response"), record.AsFormat))
			c.Failed = geminiFailed(c, status.Get("status"))
			c.Side = d.b.Place(status, record.AsJSON)
			c.Media = c.Media || reply.Get("parts").Kind == jsonskim.Array
		}
	case "system":
		switch subtype := v.Get("subtype"); {
		case subtype.Is("chat_compression"):
			d.b.Compaction(at)
			for message := range v.Get("systemPayload", "compressedHistory").Values() {
				say(d.b, message.Get("parts"), message.Get("role").Is("model"))
			}
		case !among(qwenKnown, subtype.Text(40)):
			d.b.SayAll(v)
		}
	default:
		return false
	}

	d.b.SeenAt(at)
	return true
}
