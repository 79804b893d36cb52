package transcript

import (
	"os"
	"path/filepath"
	"strings"

	"eyeline/reader/internal/skim"
)

// claudeCode is the JSONL that Claude Code writes for a session, and the output of its stream-json mode, which spells
// some keys differently. Seen: 2.1.330 and 2.1.197.
//
// A result is what the model was sent, without the reminders: with current models they were sent beside it, with older
// ones (sonnet-4-5, haiku-4-5 and before) inside it, with the white space at its end cut; such results are marked as
// recorded. Arguments are those after the agent's own coercion: a sent "offset":"3" is recorded as 3.
var claudeCode = &Format{
	Name:   "claude-code",
	Agent:  "Claude Code",
	Note:   "Reminders are left out of results. With older models they were sent inside them.",
	lines:  true,
	forget: true,
	reads:  form{sep: "\t", always: true},
	detect: func(h *head) bool {
		return h.any(func(v skim.Value) bool {
			if v.Get("type").Kind != skim.String || v.Get("message", "parts").Kind != skim.Missing {
				return false
			}
			return v.Get("sessionId").Kind == skim.String && (v.Get("projectHash").Kind == skim.Missing) ||
				v.Get("type").Is("system") && v.Get("session_id").Kind == skim.String && v.Get("claude_code_version").Kind == skim.String ||
				v.Get("type").Is("summary") && v.Get("leafUuid").Kind == skim.String
		})
	},
	decode: func(b *builder) decoder { return &claude{b: b} },
	beside: claudeAgents,
}

type claude struct {
	b     *builder
	inner bool // the model is sent its reminders inside the results

	// The last results: a notice that comes after one names it.
	recent [16]struct {
		id string
		c  *Call
	}
	results int

	main *builder // of the main agent, in whose file older versions record sub-agents
	side map[string]*builder
}

// claudeKnown are the types of records that say nothing of files.
const claudeKnown = "agent-name agent-setting ai-title api-request api-request-blob api-request-shape atis-latch cost-state" +
	" custom-title file-history-snapshot last-prompt mode permission-mode pr-link progress queue-operation rate_limit_event" +
	" result stream_event summary tag tools-used worktree-state"

// claudeRecord is what is looked at of a line.
type claudeRecord struct {
	kind, at, message, side, attachment, subtype, chain, agent skim.Value
}

func (d *claude) record(v skim.Value) bool {
	var r claudeRecord
	head := &d.b.s.Header
	_ = v.Each(func(key []byte, v skim.Value) error {
		switch string(key) {
		case "type":
			r.kind = v
		case "timestamp":
			r.at = v
		case "message":
			r.message = v
		case "toolUseResult", "tool_use_result":
			r.side = v
		case "attachment":
			r.attachment = v
		case "subtype":
			r.subtype = v
		case "isSidechain":
			r.chain = v
		case "agentId":
			r.agent = v
		case "cwd":
			set(&head.Dir, v)
		case "version", "claude_code_version":
			set(&head.Version, v)
		case "sessionId", "session_id":
			set(&head.ID, v)
		}
		return nil
	})
	d.turn(&r)
	switch kind := r.kind.Text(40); kind {
	case "assistant":
		d.assistant(&r)
	case "user":
		d.user(&r)
	case "attachment":
		d.attached(&r)
	case "system":
		if r.subtype.Is("compact_boundary") || r.subtype.Is("microcompact_boundary") {
			d.b.compaction(when(r.at))
		}
	default:
		return among(claudeKnown, kind)
	}
	return true
}

// turn gives a record to the sub-agent that it belongs to, when that has no file of its own.
func (d *claude) turn(r *claudeRecord) {
	if d.main == nil {
		d.main = d.b
	}
	if d.main.agent >= 0 {
		return // a sub-agent's own file
	}
	d.b = d.main
	if r.chain.Kind != skim.True {
		return
	}
	id := r.agent.Text(100)
	if d.side[id] == nil {
		if d.side == nil {
			d.side = map[string]*builder{}
		}
		inner := *d.main
		inner.agent = len(d.main.s.Agents)
		d.main.s.Agents = append(d.main.s.Agents, Agent{ID: id})
		d.side[id] = &inner
	}
	d.b = d.side[id]
}

func (d *claude) assistant(r *claudeRecord) {
	at := when(r.at)
	d.b.seen(at)
	if model := r.message.Get("model"); model.Kind == skim.String {
		name := model.Text(100)
		d.inner = strings.Contains(name, "sonnet-4-5") || strings.Contains(name, "haiku-4-5") || strings.Contains(name, "claude-3")
	}
	_ = r.message.Get("content").Each(func(_ []byte, block skim.Value) error {
		if block.Get("type").Is("tool_use") {
			d.b.call(block.Get("id"), at, block.Get("name").Text(100), block.Get("input"))
		}
		return nil
	})
}

func (d *claude) user(r *claudeRecord) {
	at := when(r.at)
	d.b.seen(at)
	results := 0
	_ = r.message.Get("content").Each(func(_ []byte, block skim.Value) error {
		if !block.Get("type").Is("tool_result") {
			return nil
		}
		content := block.Get("content")
		c := d.b.answer(block.Get("tool_use_id"), at, d.b.place(content, AsBlocks))
		if c == nil {
			return nil
		}
		results++
		d.recent[d.results%len(d.recent)].id = block.Get("tool_use_id").Text(256)
		d.recent[d.results%len(d.recent)].c = c
		d.results++
		c.Failed = block.Get("is_error").Kind == skim.True
		c.Media = hasMedia(content)
		if d.inner {
			c.Fidelity = Recorded
		}
		if results == 1 && r.side.Kind == skim.Object {
			c.Side = d.b.place(r.side, AsJSON)
		}
		return nil
	})
}

// attached adds the files that the agent sent without a call: those that a person named, and memories found by a read.
func (d *claude) attached(r *claudeRecord) {
	at := when(r.at)
	d.b.seen(at)
	kind := r.attachment.Get("type").Text(40)
	switch kind {
	case "file", "edited_text_file", "nested_memory", "selected_lines_in_ide":
	case "read_truncation_notice":
		d.truncated(r.attachment)
		return
	default:
		return
	}
	c := d.b.call(skim.Value{}, at, kind, r.attachment)
	c.Kind = Attachment
	c.Fidelity = Recorded
	c.Side = c.Args
	for _, path := range [][]string{{"content", "file", "content"}, {"content", "content"}, {"snippet"}, {"content"}} {
		if text := r.attachment.Get(path...); text.Kind == skim.String {
			c.Result = d.b.place(text, AsText)
			return
		}
	}
}

// claudeCut begins the part of a notice that says that a text was cut by characters, and not after a line.
const claudeCut = "PARTIAL view — showing the first "

// truncated takes the notice that a page is not the whole file.
func (d *claude) truncated(attachment skim.Value) {
	banner := attachment.Get("banner").Text(4096)
	if !strings.Contains(banner, "showing the first ") || !strings.Contains(banner, " characters (") {
		return
	}
	id := attachment.Get("toolUseID").Text(256)
	for _, one := range d.recent {
		if one.c != nil && one.id == id {
			one.c.CutEnd = true
		}
	}
}

// claudeAgents lists the files of the sub-agents of the session at path.
func claudeAgents(path string) []beside {
	dir := filepath.Join(strings.TrimSuffix(path, ".jsonl"), "subagents")
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var found []beside
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".jsonl")
		if !ok || !e.Type().IsRegular() {
			continue
		}
		agent := Agent{ID: strings.TrimPrefix(name, "agent-"), File: filepath.Join(dir, e.Name())}
		agent.Type = smallJSON(filepath.Join(dir, name+".meta.json")).Get("agentType").Text(100)
		found = append(found, beside{path: agent.File, agent: agent})
	}
	return found
}
