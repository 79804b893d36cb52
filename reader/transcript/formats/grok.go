package formats

import (
	"cmp"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/cmdoutput"
	"eyeline/reader/transcript/filecopy"
	"eyeline/reader/transcript/record"
)

// grokBuild is the chat_history.jsonl of Grok Build: what the model saw. Times and failures are in updates.jsonl beside
// it, the working folder and identifier in summary.json. For broken arguments the history keeps the model's own text,
// while "{}" was sent back to it. The version is not recorded.
var grokBuild = &Format{
	Name:   "grok-build",
	Agent:  "Grok Build",
	Lines:  true,
	Says:   true,
	Reads:  LineLayout{seps: []string{"→"}, every: 10, Always: true},
	Output: cmdoutput.Grok,
	detect: func(file string, v jsonskim.Head) bool {
		return path.Base(file) == "chat_history.jsonl" && v.Get("type").Kind == jsonskim.String &&
			v.Get("content").Kind != jsonskim.Missing
	},
	Decoder: func(b *record.Builder) Decoder {
		grokHeader(b)
		return (&grok{b}).record
	},
	Folder: grokFolder,
	Hook: `{"hooks": {"PreToolUse": [{"matcher": "search_replace",
  "hooks": [{"type": "command", "command": "eyeline transcript --guard"}]}]}}
`,
	Places: []Place{{Dir: ".grok", Pattern: "sessions/*/*/chat_history.jsonl", Folder: 2}},
	Beside: func(main string) []File {
		return []File{{
			Path: filepath.Join(filepath.Dir(main), "updates.jsonl"), Extra: true,
			Decoder: func(b *record.Builder) Decoder {
				return (&grokUpdates{b: b, copies: filecopy.OfGrok(filepath.Dir(main))}).record
			},
		}}
	},
}

// grokHeader takes what the file beside says of a session, and the working folder after which the one above is named.
func grokHeader(b *record.Builder) {
	dir := filepath.Dir(b.Main)
	summary := smallJSON(filepath.Join(dir, "summary.json"))
	setHeader(b, summary.Get("info"), "id", "cwd", "")
	b.SeenAt(when(summary.Get("created_at")))
	b.SeenAt(when(summary.Get("updated_at")))
	if name := filepath.Base(filepath.Dir(dir)); strings.Contains(name, "%") {
		b.WorksIn(grokFolder(name))
	}
}

// grokFolder is the working folder that the name of a folder stands for; "" where it is not one.
func grokFolder(name string) string {
	dir, err := url.PathUnescape(name)
	if err != nil {
		return ""
	}
	return dir
}

// grokScreen is updates.jsonl where the history is not beside it: what was shown of calls, which is the same text.
var grokScreen = grokBuild.with(func(f *Format) {
	f.Places, f.Beside, f.Hook = nil, nil, ""
	f.Says = false  // not what the agent itself says to the model
	f.Partly = true // what is said comes in pieces that begin and end within lines
	f.detect = func(_ string, v jsonskim.Head) bool {
		return v.Get("method").Is("session/update") &&
			v.Get("params", "_meta", "agentTimestampMs").Kind == jsonskim.Number
	}
	f.Decoder = func(b *record.Builder) Decoder {
		grokHeader(b)
		return (&grokUpdates{b: b, alone: true, copies: filecopy.OfGrok(filepath.Dir(b.Main))}).record
	}
})

type grok struct{ b *record.Builder }

func (d *grok) record(v jsonskim.Value) bool {
	switch kind := v.Get("type").Text(40); kind {
	case "system":
		instruct(d.b, v.Get("content"))
	case "user":
		say(d.b, v.Get("content"), false)
	case "assistant":
		d.b.SetModel(v.Get("model_id"))
		say(d.b, v.Get("content"), true)
		for call := range v.Get("tool_calls").Values() {
			d.b.Call(call.Get("id"), time.Time{}, call.Get("name"), call.Get("arguments"))
		}
	case "tool_result":
		d.b.AnswerBlocks(v.Get("tool_call_id"), time.Time{}, v.Get("content"))
	default:
		return kind == "reasoning"
	}

	return true
}

// grokUpdates takes times and failures from the notifications for the screen, and calls where there is nothing else.
type grokUpdates struct {
	b      *record.Builder
	alone  bool
	copies []filecopy.Copy // of files before they were changed
}

func (d *grokUpdates) record(v jsonskim.Value) bool {
	params := v.Get("params")
	update := params.Get("update")
	at := cmp.Or(when(params.Get("_meta", "agentTimestampMs")), when(v.Get("timestamp")))
	d.b.SeenAt(at)
	id := update.Get("toolCallId")
	if d.alone {
		d.chunk(update)
	}
	if d.alone && id.Kind == jsonskim.String {
		d.b.SeenID(params.Get("sessionId"))
		d.call(id, at, update)
		d.b.Answer(id, at, d.b.Place(update.Get("content").Elem(0).Get("content", "text"), record.AsText))
	}

	c := d.b.Find(id)
	if c == nil {
		return true
	}
	if update.Get("sessionUpdate").Is("tool_call") {
		c.Time = at
	}

	c.Failed = c.Failed || update.Get("status").Is("failed")
	changed := update.Get("content").Elem(0)
	if update.Get("status").Is("completed") && changed.Get("type").Is("diff") {
		d.copied(c, changed.Get("path").Text(8192), at)
	}
	return true
}

// copied says of a call that changed the file at a path until a time what the file was before it, if it was copied
// within the call, as far as milliseconds tell. The copy is of the first call that has ended since: another one of the
// same file may have begun before it was made, too.
func (d *grokUpdates) copied(c *record.Call, path string, until time.Time) {
	i := slices.IndexFunc(d.copies, func(one filecopy.Copy) bool {
		isWithin := !c.Time.IsZero() && !one.At.Before(c.Time) && one.At.Before(until.Add(time.Millisecond))
		return isWithin && one.IsOf(&d.b.Run.Header, path)
	})
	if i >= 0 {
		d.b.Before(c, d.copies[i].Text)
		d.copies = slices.Delete(d.copies, i, i+1)
	}
}

// call takes a call, or what a later notification says of its arguments.
func (d *grokUpdates) call(id jsonskim.Value, at time.Time, update jsonskim.Value) {
	args := update.Get("rawInput")
	c := d.b.Find(id)
	if c != nil && !c.Answered() && update.Get("sessionUpdate").Is("tool_call_update") {
		d.b.Completes(c, args)
		return
	}
	d.b.Call(id, at, update.Get("_meta", "x.ai/tool", "name"), args)
}

// chunk takes a piece of what a person or the model said. Each is a text of its own.
func (d *grokUpdates) chunk(update jsonskim.Value) {
	switch kind := update.Get("sessionUpdate"); {
	case kind.Is("user_message_chunk"):
		say(d.b, update.Get("content", "text"), false)
	case kind.Is("agent_message_chunk"):
		say(d.b, update.Get("content", "text"), true)
	}
}

// IsIndex reports whether a database, by its path, is that in which Grok Build searches for its runs: it lies beside
// them and has none.
func IsIndex(path string) bool { return filepath.Base(path) == "session_search.sqlite" }
