package formats

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"eyeline/reader/decode"
	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/cmdoutput"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/searchtext"
)

// claudeCode is the JSONL that Claude Code writes for a session, and the output of its stream-json mode, which spells
// some keys differently. Seen: 2.1.330 and 2.1.197; numbers of lines are followed by an arrow up to 2.1.42.
//
// Some versions record what sub-agents do in records of progress alone, and others in files of their own as well.
//
// A result is what the model was sent, without the reminders: with current models they were sent beside it, with older
// ones (sonnet-4-5, haiku-4-5 and before) inside it, with the white space at its end cut; such results are marked as
// recorded. Arguments are those after the agent's own coercion: a sent "offset":"3" is recorded as 3.
var claudeCode = &Format{
	Finds:    searchtext.Names,
	Says:     true,
	Name:     "claude-code",
	Agent:    "Claude Code",
	Note:     "Reminders are left out, which older models were sent inside results.",
	Lines:    true,
	Requests: true,
	Reads:    LineLayout{seps: []string{"\t", "→"}, Always: true},
	Output:   cmdoutput.Claude,
	Silent:   "(Bash completed with no output)",
	detect: func(_ string, v jsonskim.Head) bool {
		if v.Get("type").Kind != jsonskim.String || v.Get("message", "parts").Kind != jsonskim.Missing {
			return false
		}
		return v.Get("sessionId").Kind == jsonskim.String && v.Get("projectHash").Kind == jsonskim.Missing ||
			v.Get("type").Is("system") && v.Get("session_id").Kind == jsonskim.String &&
				v.Get("claude_code_version").Kind == jsonskim.String ||
			v.Get("type").Is("summary") && v.Get("leafUuid").Kind == jsonskim.String
	},
	Decoder: func(b *record.Builder) Decoder {
		own := sync.OnceValue(func() []File { return claudeAgents(b.Main) })
		d := &claude{
			b: b, main: b, side: map[string]*record.Builder{}, trees: map[*record.Builder]*record.Tree{}, own: own,
		}

		// The file of the main agent is read first.
		talk := &claudeTalk{record.NewTree(), b}
		d.talk = b.Shared(func() any { return talk }).(*claudeTalk)
		if d.talk == talk {
			d.trees[b] = talk.Tree
		}

		return d.record
	},
	Beside: claudeAgents,
	Places: []Place{{Dir: ".claude", Variable: "CLAUDE_CONFIG_DIR", Pattern: "projects/*/*.jsonl", Folder: 1}},
	Hook: `{"hooks": {"PreToolUse": [{"matcher": "Edit|MultiEdit",
  "hooks": [{"type": "command", "command": "eyeline transcript --guard"}]}]}}
`,
}

type claude struct {
	b     *record.Builder
	inner bool // the model is sent its reminders inside the results

	main *record.Builder // of the main agent, in whose file older versions record sub-agents
	side map[string]*record.Builder
	own  func() []File // of the sub-agents that have one

	trees map[*record.Builder]*record.Tree // of each agent's records
	talk  *claudeTalk
	// isCopy: the records so far are those of the main conversation, which this file leaves after the call of an order.
	isCopy bool
	leaves int32
}

// claudeTalk is the main conversation of a run.
type claudeTalk struct {
	*record.Tree
	b *record.Builder
}

// claudeLog is the same records as the list of one value.
var claudeLog = claudeCode.with(func(f *Format) {
	f.Lines, f.Places, f.Hook = false, nil, ""
	f.detect = func(_ string, v jsonskim.Head) bool { return v.Get("loglines").Kind == jsonskim.Array }
	f.Decoder = func(b *record.Builder) Decoder {
		take := claudeCode.Decoder(b)
		return func(v jsonskim.Value) bool { return decodeListed(b, v, "loglines", take) }
	}
})

// claudeKnown are the types of records that say nothing of files.
const claudeKnown = "agent-name agent-setting ai-title api-request api-request-blob api-request-shape atis-latch" +
	" cost-state custom-title file-history-delta file-history-snapshot last-prompt mode permission-mode pr-link" +
	" queue-operation rate_limit_event result stream_event summary tag tools-used worktree-state"

func (d *claude) record(v jsonskim.Value) bool {
	setHeader(d.b, v, "sessionId", "cwd", "version")
	setHeader(d.b, v, "session_id", "", "claude_code_version")
	d.turn(v)
	at := when(v.Get("timestamp"))
	kind := v.Get("type").Text(40)
	if d.isTold(v, at, kind) || d.isAgain(v, at, kind) {
		return true
	}

	d.b.SetFolder(v.Get("cwd").Text(4096))
	switch kind {
	case "api-request":
		d.b.Run.RequestRecords++
	case "assistant":
		d.assistant(v, at)
	case "user":
		d.user(v, at)
	case "attachment":
		d.attached(v.Get("attachment"), at)
	case "system":
		switch subtype := v.Get("subtype"); {
		case subtype.Is("compact_boundary"):
			d.b.Compaction(at)
		case subtype.Is("microcompact_boundary"):
			d.dropped(v, at)
		case subtype.Is("local_command"): // of a person's command, with its output
			say(d.b, v.Get("content"), false)
		}
	case "progress":
		d.progress(v.Get("data"), at)
	default:
		return among(claudeKnown, kind)
	}

	return true
}

// turn gives a record to the sub-agent that it belongs to, when that has no file of its own.
func (d *claude) turn(v jsonskim.Value) {
	if d.main.IsSub() || d.isCopy {
		return // a sub-agent's own file
	}
	d.b = d.main
	if v.Get("isSidechain").Kind == jsonskim.True {
		d.b = d.agent(v.Get("agentId").Text(100))
	}
}

// isTold reports whether a record in a file of its own is one of the main conversation: one that sums it up, or answers
// a question aside, is recorded with all that came before it, and has what the main agent had.
func (d *claude) isTold(v jsonskim.Value, at time.Time, kind string) bool {
	if d.main == d.talk.b || d.main.Agent() == d.talk.b.Agent() {
		return false
	}

	after, isTold := d.talk.Has(v.Get("uuid"), whichRecord(v, kind), d.talk.b.LastOrder())
	switch {
	case isTold:
		d.isCopy = true
		d.leaves = max(d.leaves, after)
	case d.isCopy && v.Get("uuid").Kind == jsonskim.String:
		d.main = d.main.SideConversation(at, d.leaves)
		d.b = d.main
	}

	return isTold
}

// whichRecord tells a record from others with the same identity.
func whichRecord(v jsonskim.Value, kind string) string {
	message := v.Get("message")
	first := message.Get("content").Elem(0)
	call := cmp.Or(first.Get("id"), first.Get("tool_use_id"))
	return kind + message.Get("id").Text(256) + call.Text(256)
}

// isAgain reports whether a record was there before. A new one is put where it stands in the conversation.
func (d *claude) isAgain(v jsonskim.Value, at time.Time, kind string) bool {
	id := v.Get("uuid")
	if id.Kind != jsonskim.String {
		return false
	}

	t := d.trees[d.b]
	if t == nil {
		t = record.NewTree()
		d.trees[d.b] = t
	}

	t.Starts(d.b, parentOf(v))
	if t.IsAgain(id, whichRecord(v, kind)) {
		return true
	}

	switch {
	case kind == "assistant":
		t.Begin(d.b, at, id, parentOf(v), v.Get("message", "id").Text(256))
	case kind == "user" && !v.Get("message", "content").Elem(0).Get("type").Is("tool_result"):
		t.Begin(d.b, at, id, parentOf(v), "")
	}

	return false
}

// parentOf is the identity of the record that a record goes on from.
func parentOf(v jsonskim.Value) jsonskim.Value {
	return cmp.Or(v.Get("parentUuid"), v.Get("logicalParentUuid"))
}

// agent takes what is found of a sub-agent without a file of its own.
func (d *claude) agent(id string) *record.Builder {
	if d.side[id] == nil {
		d.side[id] = d.main.Sub(record.Agent{ID: id})
	}
	return d.side[id]
}

// progress takes a message of a sub-agent from the record of its progress.
func (d *claude) progress(data jsonskim.Value, at time.Time) {
	id := data.Get("agentId").Text(100)
	if !data.Get("type").Is("agent_progress") || d.main.IsSub() ||
		slices.ContainsFunc(d.own(), func(f File) bool { return f.Agent.ID == id }) {
		return
	}

	message := data.Get("message")
	model := d.inner
	d.b = d.agent(id)
	switch {
	case message.Get("type").Is("assistant"):
		d.assistant(message, at)
	case message.Get("type").Is("user"):
		d.user(message, at)
	}

	d.b = d.main
	d.inner = model
}

// dropped takes which results were dropped from the context: those that are named or, where none is, all before it.
func (d *claude) dropped(v jsonskim.Value, at time.Time) {
	ids := cmp.Or(v.Get("microcompactMetadata", "compactedToolIds"), v.Get("compactedToolIds"))
	if ids.Kind != jsonskim.Array {
		d.b.Compaction(at)
		return
	}
	for id := range ids.Values() {
		d.b.Prune(d.b.Find(id))
	}
}

func (d *claude) assistant(v jsonskim.Value, at time.Time) {
	d.b.SeenAt(at)
	message := v.Get("message")
	d.b.SetModel(message.Get("model"))
	if name := message.Get("model").Text(100); name != "" {
		d.inner = strings.Contains(name, "sonnet-4-5") || strings.Contains(name, "haiku-4-5") ||
			strings.Contains(name, "claude-3")
	}
	if usage := message.Get("usage"); usage.Kind == jsonskim.Object {
		d.b.Count(message.Get("id").Text(256), record.AnthropicUsage(usage))
	}

	content := message.Get("content")
	say(d.b, content, true)
	callBlocks(d.b, content, at, "tool_use", "input")
}

func (d *claude) user(v jsonskim.Value, at time.Time) {
	d.b.SeenAt(at)
	side := cmp.Or(v.Get("toolUseResult"), v.Get("tool_use_result"))
	content := v.Get("message", "content")
	say(d.b, content, false)
	d.b.Run.IsPlanned = d.b.Run.IsPlanned || isPlan(content)

	for block := range content.Values() {
		if !block.Get("type").Is("tool_result") {
			continue
		}

		c := d.b.AnswerBlocks(block.Get("tool_use_id"), at, block.Get("content"))
		c.Failed = block.Get("is_error").Kind == jsonskim.True
		if d.inner {
			c.Fidelity = record.Recorded
		}

		if side.Kind == jsonskim.Object {
			c.Side = d.b.Place(side, record.AsJSON)
			side = jsonskim.Value{} // it is that of the first result
		}
	}
}

// isPlan reports whether a message has a plan that the agent made in a session before, whose transcript it names: where
// a person lets it begin anew with the plan.
func isPlan(content jsonskim.Value) bool {
	for text := range record.TextsIn(content) {
		plan, isPlan := strings.CutPrefix(text.Text(record.TextLimit), "Implement the following plan:")
		return isPlan && strings.Contains(plan, "read the full transcript at: ")
	}
	return false
}

// attached adds the files that the agent sent without a call: those that a person named, and memories found by a read.
func (d *claude) attached(attachment jsonskim.Value, at time.Time) {
	d.b.SeenAt(at)
	kind := attachment.Get("type").Text(40)
	switch kind {
	case "file", "edited_text_file", "nested_memory", "selected_lines_in_ide": // each has a file, which is added below
	case "read_truncation_notice":
		d.truncated(attachment)
		return
	case "queued_command": // what a person wrote while the agent worked
		say(d.b, attachment.Get("prompt"), false)
		return
	default: // what a hook, a skill or an editor says, and the like
		d.b.SayAll(attachment)
		return
	}

	c := d.b.Attach(at, kind, d.b.PlaceObject(attachment))
	c.Fidelity = record.Recorded
	c.Side = c.Args

	for _, path := range [][]string{{"content", "file", "content"}, {"content", "content"}, {"snippet"}, {"content"}} {
		if text := attachment.Get(path...); text.Kind == jsonskim.String {
			c.Result = d.b.Place(text, record.AsText)
			return
		}
	}
}

// ClaudeCut begins the part of a notice that says that a text was cut by characters, and not after a line.
const ClaudeCut = "PARTIAL view — showing the first "

// truncated takes the notice that a page is not the whole file.
func (d *claude) truncated(attachment jsonskim.Value) {
	banner := attachment.Get("banner").Text(4096)
	c := d.b.Find(attachment.Get("toolUseID"))
	if c != nil && strings.Contains(banner, "showing the first ") && strings.Contains(banner, " characters (") {
		c.CutEnd = true
	}
}

// claudeAgents lists the files of the sub-agents of the session at path.
func claudeAgents(path string) []File {
	found := agentFiles(filepath.Join(strings.TrimSuffix(decode.TrimPacked(path), ".jsonl"), "subagents"), "*.jsonl")
	for i := range found {
		agent := &found[i].Agent
		name := strings.TrimSuffix(decode.TrimPacked(agent.File), ".jsonl")
		agent.ID = strings.TrimPrefix(filepath.Base(name), "agent-")
		agent.Type = smallJSON(name + ".meta.json").Get("agentType").Text(100)
	}
	return found
}
