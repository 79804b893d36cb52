package formats

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"

	"eyeline/reader/internal/skim"
	"eyeline/reader/transcript/record"
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
	Lines:  true,
	Forget: true,
	Reads:  Form{sep: "\t", Always: true},
	detect: func(h *head) bool {
		return h.any(func(v skim.Value) bool {
			if v.Get("type").Kind != skim.String || v.Get("message", "parts").Kind != skim.Missing {
				return false
			}
			return v.Get("sessionId").Kind == skim.String && (v.Get("projectHash").Kind == skim.Missing) ||
				v.Get("type").Is("system") && v.Get("session_id").Kind == skim.String &&
					v.Get("claude_code_version").Kind == skim.String ||
				v.Get("type").Is("summary") && v.Get("leafUuid").Kind == skim.String
		})
	},
	Decoder: func(b *record.Builder) Decoder { return &claude{b: b} },
	Beside:  claudeAgents,
	Places:  []Place{{Dir: ".claude", Variable: "CLAUDE_CONFIG_DIR", Pattern: "projects/*/*.jsonl", Folder: 1}},
}

type claude struct {
	b     *record.Builder
	inner bool // the model is sent its reminders inside the results

	// The last results: a notice that comes after one names it.
	recent [16]struct {
		id string
		c  *record.Call
	}
	results int

	main *record.Builder // of the main agent, in whose file older versions record sub-agents
	side map[string]*record.Builder
}

// claudeKnown are the types of records that say nothing of files.
const claudeKnown = "agent-name agent-setting ai-title api-request api-request-blob api-request-shape atis-latch" +
	" cost-state custom-title file-history-snapshot last-prompt mode permission-mode pr-link progress" +
	" queue-operation rate_limit_event result stream_event summary tag tools-used worktree-state"

// claudeRecord is what is looked at of a line.
type claudeRecord struct {
	kind, at, message, side, attachment, subtype, chain, agent skim.Value
}

func (d *claude) Record(v skim.Value) bool {
	var m [14]skim.Value
	v.Members(m[:], "type", "timestamp", "message", "toolUseResult", "tool_use_result", "attachment", "subtype",
		"isSidechain", "agentId", "cwd", "version", "claude_code_version", "sessionId", "session_id")
	r := claudeRecord{
		kind: m[0], at: m[1], message: m[2], side: cmp.Or(m[3], m[4]), attachment: m[5], subtype: m[6], chain: m[7],
		agent: m[8],
	}
	head := &d.b.Run.Header
	set(&head.Dir, m[9])
	set(&head.Version, cmp.Or(m[10], m[11]))
	set(&head.ID, cmp.Or(m[12], m[13]))
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
			d.b.Compaction(when(r.at))
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
	if d.main.IsSub() {
		return // a sub-agent's own file
	}
	d.b = d.main
	if r.chain.Kind != skim.True {
		return
	}
	id := r.agent.Text(100)
	if d.side[id] == nil {
		if d.side == nil {
			d.side = map[string]*record.Builder{}
		}
		d.side[id] = d.main.Sub(record.Agent{ID: id})
	}
	d.b = d.side[id]
}

func (d *claude) assistant(r *claudeRecord) {
	at := when(r.at)
	d.b.Seen(at)
	if model := r.message.Get("model"); model.Kind == skim.String {
		name := model.Text(100)
		d.inner = strings.Contains(name, "sonnet-4-5") || strings.Contains(name, "haiku-4-5") ||
			strings.Contains(name, "claude-3")
	}
	for block := range r.message.Get("content").Values() {
		if block.Get("type").Is("tool_use") {
			d.b.Call(block.Get("id"), at, block.Get("name"), block.Get("input"))
		}
	}
}

func (d *claude) user(r *claudeRecord) {
	at := when(r.at)
	d.b.Seen(at)
	results := 0
	for block := range r.message.Get("content").Values() {
		if !block.Get("type").Is("tool_result") {
			continue
		}
		c := d.b.AnswerBlocks(block.Get("tool_use_id"), at, block.Get("content"))
		if c == nil {
			continue
		}
		results++
		d.recent[d.results%len(d.recent)].id = block.Get("tool_use_id").Text(256)
		d.recent[d.results%len(d.recent)].c = c
		d.results++
		c.Failed = block.Get("is_error").Kind == skim.True
		if d.inner {
			c.Fidelity = record.Recorded
		}
		if results == 1 && r.side.Kind == skim.Object {
			c.Side = d.b.Place(r.side, record.AsJSON)
		}
	}
}

// attached adds the files that the agent sent without a call: those that a person named, and memories found by a read.
func (d *claude) attached(r *claudeRecord) {
	at := when(r.at)
	d.b.Seen(at)
	kind := r.attachment.Get("type").Text(40)
	switch kind {
	case "file", "edited_text_file", "nested_memory", "selected_lines_in_ide":
	case "read_truncation_notice":
		d.truncated(r.attachment)
		return
	default:
		return
	}
	c := d.b.CallNamed(skim.Value{}, at, kind, r.attachment)
	c.Kind = record.Attachment
	c.Fidelity = record.Recorded
	c.Side = c.Args
	for _, path := range [][]string{{"content", "file", "content"}, {"content", "content"}, {"snippet"}, {"content"}} {
		if text := r.attachment.Get(path...); text.Kind == skim.String {
			c.Result = d.b.Place(text, record.AsText)
			return
		}
	}
}

// ClaudeCut begins the part of a notice that says that a text was cut by characters, and not after a line.
const ClaudeCut = "PARTIAL view — showing the first "

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
func claudeAgents(path string) []File {
	dir := filepath.Join(strings.TrimSuffix(path, ".jsonl"), "subagents")
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var found []File
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".jsonl")
		if !ok || !e.Type().IsRegular() {
			continue
		}
		agent := record.Agent{ID: strings.TrimPrefix(name, "agent-"), File: filepath.Join(dir, e.Name())}
		agent.Type = smallJSON(filepath.Join(dir, name+".meta.json")).Get("agentType").Text(100)
		found = append(found, File{Path: agent.File, Agent: agent})
	}
	return found
}
