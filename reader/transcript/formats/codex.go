package formats

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"eyeline/reader/decode"
	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/cmdoutput"
	"eyeline/reader/transcript/record"
)

// codex is the rollout JSONL of Codex. Seen: 0.169.0. In 2025 records had no payload, and results were JSON.
//
// Codex has no tool for reading files: it runs commands. The output of a call is what the model was sent, with the
// lines that come before a command's own output. The exit status is in a record for people, by the same identifier. In
// code mode the call is a script, see codexscript.go.
var codex = &Format{
	Says:    true,
	Name:    "codex",
	Agent:   "Codex",
	Fails:   cmdoutput.CodexFails,
	Lines:   true,
	Output:  cmdoutput.Codex,
	Ran:     codexRan,
	Patches: codexPatches,
	Places: []Place{
		{Dir: ".codex", Variable: "CODEX_HOME", Pattern: "sessions/*/*/*/rollout-*.jsonl"},
		{Dir: ".codex", Variable: "CODEX_HOME", Pattern: "archived_sessions/rollout-*.jsonl"},
		{Dir: ".codex", Variable: "CODEX_HOME", Pattern: "archived_sessions/*/*/*/rollout-*.jsonl"},
	},
	detect: func(_ string, v jsonskim.Head) bool {
		return v.Get("type").Is("session_meta") && v.Get("payload").Kind == jsonskim.Object ||
			v.Get("type").Is("response_item") && v.Get("payload", "type").Kind == jsonskim.String ||
			v.Get("record_type").Is("state") || v.Get("instructions").Kind != jsonskim.Missing &&
			v.Get("id").Kind == jsonskim.String && v.Get("timestamp").Kind == jsonskim.String
	},
	Decoder: func(b *record.Builder) Decoder { return (&codexRollout{b: b}).record },
	Beside:  codexAgents,
	Hook: `{"hooks": {"PreToolUse": [{"matcher": "apply_patch",
  "hooks": [{"type": "command", "command": "eyeline transcript --guard"}]}]}}
`,
}

// maxRollouts bounds how many rollouts of a day are looked at for those of sub-agents.
const maxRollouts = 300

// codexAgents are the rollouts of the sub-agents that the session at a path started, and of those that they started.
// Each has the name of its parent in its first record, and began after it.
func codexAgents(main string) (found []File) {
	dir := filepath.Dir(main)
	names := packedOrNot(dir, "rollout-*.jsonl")
	i, _ := slices.BinarySearch(names, filepath.Base(main))
	names = names[i:]
	of := map[string]bool{codexID(main): true}
	for _, name := range names[:min(len(names), maxRollouts)] {
		file := filepath.Join(dir, name)
		if file == main {
			continue
		}

		head := firstRecord(file).Get("payload")
		spawned := head.Get("source", "subagent", "thread_spawn")
		if !of[spawned.Get("parent_thread_id").Text(100)] {
			continue
		}

		id := head.Get("id").Text(100)
		of[id] = true
		kind := cmp.Or(spawned.Get("agent_role"), spawned.Get("agent_path")).Text(100)
		found = append(found, File{Path: file, Agent: record.Agent{ID: id, Type: kind, File: file}})
	}

	return found
}

// codexID is the identifier of a session, which ends the name of its file.
func codexID(path string) string {
	name := strings.TrimSuffix(decode.TrimPacked(filepath.Base(path)), ".jsonl")
	return name[max(len(name)-len("01a22290-7516-7370-84d4-489317b35457"), 0):]
}

type codexRollout struct {
	b    *record.Builder
	meta bool // the session's own head was seen; further ones are those of sessions it was forked from
	// forked: the session goes on from another one, and nothing of that was recorded in it yet.
	forked bool
	open   []*record.Call // the scripts that have not ended yet
	// running are the calls that began what is still running, by its name in the results.
	running map[string]*record.Call
	// turns are, for each of the person's turns, the order of the last call before it.
	turns []int32
}

const codexKnown = "event_msg world_state token_usage_record"

func (d *codexRollout) record(v jsonskim.Value) bool {
	at := when(v.Get("timestamp"))
	payload := v.Get("payload")
	switch name := v.Get("type").Text(40); name {
	case "session_meta":
		d.head(payload, at)
	case "turn_context":
		d.b.SetModel(payload.Get("model"))
	case "response_item":
		if d.forked {
			d.b.BeginsWithin()
		}
		return d.item(payload, at)
	case "compacted":
		d.b.Compaction(at)
		say(d.b, payload.Get("message"), true)
		for one := range payload.Get("replacement_history").Values() {
			say(d.b, one.Get("content"), one.Get("role").Is("assistant"))
		}
	case "event_msg":
		d.event(payload, at)
	case "": // the head of the form without payloads of 2025, and its marks
		d.head(v, at)
	default:
		return among(codexKnown, name) || payload.Kind == jsonskim.Missing && d.item(v, at)
	}

	return true
}

func (d *codexRollout) head(payload jsonskim.Value, at time.Time) {
	if d.meta {
		d.forked = false
		return
	}
	d.meta = true
	d.forked = payload.Get("forked_from_id").Kind == jsonskim.String
	setHeader(d.b, payload, "id", "cwd", "cli_version")
	d.b.SeenParent(payload.Get("source", "subagent", "thread_spawn", "parent_thread_id"))
	d.b.SeenAt(at)
}

const codexItems = "reasoning additional_tools web_search_call tool_search_call tool_search_output" +
	" image_generation_call ghost_snapshot compaction compaction_summary other"

func (d *codexRollout) item(payload jsonskim.Value, at time.Time) bool {
	switch kind := payload.Get("type").Text(40); kind {
	case "function_call", "custom_tool_call", "local_shell_call":
		tool := payload.Get("name").Text(100)
		if tool == "" && kind == "local_shell_call" {
			tool = "local_shell"
		}

		args := cmp.Or(payload.Get("arguments"), payload.Get("input"), payload.Get("action"))
		c := d.b.CallNamed(payload.Get("call_id"), at, tool, args)
		d.goesOn(c, args)
		if tool == codexScript && kind == "custom_tool_call" {
			d.open = append(d.open, c)
		}
	case "function_call_output", "custom_tool_call_output":
		d.answer(payload, at)
	case "message":
		content := payload.Get("content")
		role := payload.Get("role")
		if !role.Is("assistant") && !role.Is("user") && content.Kind == jsonskim.Array {
			instruct(d.b, content)
			break
		}
		say(d.b, content, role.Is("assistant"))
	case "agent_message": // of another agent
		say(d.b, payload.Get("content"), false)
	default:
		return among(codexItems, kind)
	}

	return true
}

// answer takes the result of a call.
func (d *codexRollout) answer(payload jsonskim.Value, at time.Time) {
	output := payload.Get("output")
	refused := false
	if output.Kind == jsonskim.Object { // older: {content, success}
		refused = output.Get("success").Kind == jsonskim.False
		output = output.Get("content")
	}

	c := d.b.AnswerBlocks(payload.Get("call_id"), at, output)
	c.Failed = c.Failed || refused || cmdoutput.CodexRefuses(output)
	if began := cmp.Or(c.Continues(), c); !d.isRunning(began, output) {
		d.open = slices.DeleteFunc(d.open, func(open *record.Call) bool { return open == began })
	}
}

// codexRunning is what a result says of a command or of a script that goes on running.
var codexRunning = lazy.Regexp(`(?m)^(Process running with session ID|Script running with cell ID) (\w+)`)

// isRunning reports whether a result says that what a call began goes on running.
func (d *codexRollout) isRunning(began *record.Call, output jsonskim.Value) bool {
	const headSize = 400 // bytes
	texts := blockTexts(output, headSize)
	if len(texts) == 0 || began.Number == 0 {
		return false
	}

	head, _, _ := strings.Cut(texts[0][:min(len(texts[0]), headSize)], "\nOutput:")
	m := codexRunning().FindStringSubmatch(head)
	if m == nil {
		return false
	}
	if d.running == nil {
		d.running = map[string]*record.Call{}
	}

	d.running[m[2]] = began
	return true
}

// goesOn notes which call began what a call waits for or types into.
func (d *codexRollout) goesOn(c *record.Call, args jsonskim.Value) {
	if c.Tool != "write_stdin" && c.Tool != "wait" {
		return
	}
	if args.Kind == jsonskim.String {
		args = jsonskim.Parse([]byte(args.Text(smallSize)))
	}

	id := cmp.Or(args.Get("session_id"), args.Get("cell_id"))
	name := id.Text(40)
	if n, ok := id.Int(); ok {
		name = strconv.FormatInt(n, 10)
	}
	if began := d.running[name]; began != nil && began != c {
		d.b.GoesOn(c, began)
		c.Kind = record.Shell
	}
}

// event takes the exit status of a command from the records for people.
func (d *codexRollout) event(payload jsonskim.Value, at time.Time) {
	kind := payload.Get("type")
	switch {
	case kind.Is("task_started"):
		d.turns = append(d.turns, d.b.LastOrder())
	case kind.Is("token_count"):
		info := payload.Get("info")
		if sum := info.Get("total_token_usage"); sum.Kind == jsonskim.Object {
			d.b.CountTo(sum, record.OpenAIUsage(info.Get("last_token_usage")))
		}
	case kind.Is("thread_rolled_back"):
		d.rolledBack(payload, at)
	case kind.Is("item_completed"):
		item := payload.Get("item")
		if item.Get("type").Is("CommandExecution") || item.Get("type").Is("FileChange") {
			d.status(item.Get("id"), item)
		}
	case kind.Is("exec_command_end"), kind.Is("patch_apply_end"):
		d.status(payload.Get("call_id"), payload)
	}
}

// rolledBack takes that the person went back by a number of turns.
func (d *codexRollout) rolledBack(payload jsonskim.Value, at time.Time) {
	n, ok := payload.Get("num_turns").Int()
	if !ok || n < 1 || len(d.turns) == 0 {
		return
	}
	left := max(int64(len(d.turns))-n, 0)
	d.b.Rewind(at, d.turns[left])
	d.turns = d.turns[:left]
}

func (d *codexRollout) status(id, side jsonskim.Value) {
	c := d.b.Find(id)
	if c == nil { // of a script, whose identifier it does not have: the script runs at that time
		if len(d.open) == 1 {
			d.b.Part(d.open[0], side)
		}

		return
	}

	c.Side = d.b.Place(side, record.AsJSON)
	exit, ok := side.Get("exit_code").Int()
	status := side.Get("status").Text(20)
	c.Failed = ok && exit != 0 || strings.EqualFold(status, "failed") || strings.EqualFold(status, "declined") ||
		side.Get("success").Kind == jsonskim.False
}
