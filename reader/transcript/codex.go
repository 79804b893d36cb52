package transcript

import (
	"strings"

	"eyeline/reader/internal/skim"
)

// codex is the rollout JSONL of Codex. Seen: 0.169.0.
//
// Codex has no tool for reading files: it runs commands. The output of a call is what the model was sent, with the lines
// that come before a command's own output. In code mode the call is a script, and its output what the script chose to
// give. The exit status is in a record for people, by the same identifier except in code mode.
var codex = &Format{
	Name:   "codex",
	Agent:  "Codex",
	fails:  codexFails,
	lines:  true,
	output: codexOutput, scripts: true,
	detect: func(h *head) bool {
		return h.any(func(v skim.Value) bool {
			return v.Get("type").Is("session_meta") && v.Get("payload").Kind == skim.Object ||
				v.Get("type").Is("response_item") && v.Get("payload", "type").Kind == skim.String
		})
	},
	decode: func(b *builder) decoder { return &codexRollout{b: b} },
}

type codexRollout struct {
	b    *builder
	meta bool // the session's own head was seen; further ones are those of sessions it was forked from
}

const codexKnown = "event_msg turn_context world_state token_usage_record"

func (d *codexRollout) record(v skim.Value) bool {
	var kind, at, payload skim.Value
	_ = v.Each(func(key []byte, v skim.Value) error {
		switch string(key) {
		case "type":
			kind = v
		case "timestamp":
			at = v
		case "payload":
			payload = v
		}
		return nil
	})
	switch name := kind.Text(40); name {
	case "session_meta":
		d.head(payload, at)
	case "response_item":
		return d.item(payload, at)
	case "compacted":
		d.b.compaction(when(at))
	case "event_msg":
		d.event(payload)
	default:
		return among(codexKnown, name)
	}
	return true
}

func (d *codexRollout) head(payload, at skim.Value) {
	if d.meta {
		return
	}
	d.meta = true
	head := &d.b.s.Header
	set(&head.ID, payload.Get("id"))
	set(&head.Dir, payload.Get("cwd"))
	set(&head.Version, payload.Get("cli_version"))
	set(&head.Parent, payload.Get("source", "subagent", "thread_spawn", "parent_thread_id"))
	d.b.seen(when(at))
}

const codexItems = "message reasoning additional_tools web_search_call tool_search_call tool_search_output" +
	" image_generation_call ghost_snapshot compaction compaction_summary agent_message other"

func (d *codexRollout) item(payload, at skim.Value) bool {
	switch kind := payload.Get("type").Text(40); kind {
	case "function_call", "custom_tool_call", "local_shell_call":
		var id, name, args skim.Value
		_ = payload.Each(func(key []byte, v skim.Value) error {
			switch string(key) {
			case "call_id":
				id = v
			case "name":
				name = v
			case "arguments", "input", "action":
				args = v
			}
			return nil
		})
		tool := name.Text(100)
		if tool == "" && kind == "local_shell_call" {
			tool = "local_shell"
		}
		d.b.call(id, when(at), tool, args)
	case "function_call_output", "custom_tool_call_output":
		output := payload.Get("output")
		if output.Kind == skim.Object { // older: {content, success}
			output = output.Get("content")
		}
		if c := d.b.answer(payload.Get("call_id"), when(at), d.b.place(output, AsBlocks)); c != nil {
			c.Media = hasMedia(output)
		}
	default:
		return among(codexItems, kind)
	}
	return true
}

// event takes the exit status of a command from the records for people.
func (d *codexRollout) event(payload skim.Value) {
	kind := payload.Get("type")
	switch {
	case kind.Is("item_completed"):
		item := payload.Get("item")
		if item.Get("type").Is("CommandExecution") || item.Get("type").Is("FileChange") {
			d.status(item.Get("id"), item)
		}
	case kind.Is("exec_command_end"), kind.Is("patch_apply_end"):
		d.status(payload.Get("call_id"), payload)
	}
}

func (d *codexRollout) status(id, side skim.Value) {
	c := d.b.find(id)
	if c == nil {
		return
	}
	c.Side = d.b.place(side, AsJSON)
	exit, ok := side.Get("exit_code").Int()
	c.Failed = ok && exit != 0 || strings.EqualFold(side.Get("status").Text(20), "failed") || side.Get("success").Kind == skim.False
}

// codexFails reports whether the head of a result says that the command failed.
func codexFails(text string) bool {
	head, _, _ := strings.Cut(text, "\nOutput:")
	_, code, said := strings.Cut(head, "Process exited with code ")
	code, _, _ = strings.Cut(code, "\n")
	return said && code != "0" || strings.HasPrefix(head, "Script failed")
}
