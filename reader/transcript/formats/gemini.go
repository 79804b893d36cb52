package formats

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strings"
	"time"

	"eyeline/reader/decode"
	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/bodies"
	"eyeline/reader/transcript/cmdoutput"
	"eyeline/reader/transcript/record"
)

// geminiCLI is what Gemini CLI keeps of a chat: JSONL, or in older versions one JSON value. Seen: 0.61.0.
//
// A message is written again under the same identifier when it is completed. A result is the output or error of a
// functionResponse; the model gets the object around it. The version is not recorded, and the working folder only in a
// file beside.
var geminiCLI = &Format{
	Says:   true,
	Name:   "gemini-cli",
	Agent:  "Gemini CLI",
	Lines:  true,
	SameID: true,
	Reads:  geminiForm,
	Write:  bodies.WriteReply,
	Output: cmdoutput.Gemini,
	Places: []Place{{Dir: ".gemini", Pattern: "tmp/*/chats/session-*.jsonl"}},
	detect: func(_ string, v jsonskim.Head) bool {
		return v.Get("projectHash").Kind == jsonskim.String && v.Get("sessionId").Kind == jsonskim.String
	},
	Decoder: func(b *record.Builder) Decoder { return newGemini(b).record },
	Beside:  geminiAgents,
	Hook: `{"hooks": {"BeforeTool": [{"matcher": "replace",
  "hooks": [{"type": "command", "command": "eyeline transcript --guard"}]}]}}
`,
}

// geminiAgents are the chats of the sub-agents of a session: they lie in a folder that is named by the session.
func geminiAgents(main string) []File {
	id := firstRecord(main).Get("sessionId").Text(100)
	if id == "" || strings.ContainsAny(id, `/\*?[`) || id == "." || id == ".." {
		return nil
	}
	found := agentFiles(filepath.Join(filepath.Dir(main), id), "*.jsonl")
	for i := range found {
		found[i].Agent.ID = strings.TrimSuffix(filepath.Base(decode.TrimPacked(found[i].Path)), ".jsonl")
	}
	return found
}

// geminiOld is the form of one value, which only differs in its outside.
var geminiOld = geminiCLI.with(func(f *Format) {
	f.Lines, f.Hook, f.Beside = false, "", nil
	f.Places = []Place{{Dir: ".gemini", Pattern: "tmp/*/chats/session-*.json"}}
	f.detect = func(path string, v jsonskim.Head) bool {
		return geminiCLI.detect(path, v) &&
			(strings.HasSuffix(path, ".json") || v.Get("messages").Kind == jsonskim.Array)
	}
	f.Decoder = func(b *record.Builder) Decoder { return newGemini(b).whole }
})

type gemini struct {
	b *record.Builder
	// before is, for each message by its identity, the order of the last call before it.
	before map[string]int32
	// length is how long what a message says was when it was recorded last, by its identity.
	length map[string]int64
	// project is the SHA-256 of the working folder, in hexadecimal.
	project string
	// kept are the calls of the conversation as it was last written anew, at the time replaced; nil once it goes on.
	kept     map[*record.Call]struct{}
	replaced time.Time
}

func newGemini(b *record.Builder) *gemini {
	return &gemini{b: b, before: map[string]int32{}, length: map[string]int64{}}
}

// place finds the working folder among the folders above a path, by its sum.
func (d *gemini) place(path string) {
	for d.b.Run.Dir == "" && d.project != "" && len(path) > 1 && (path[0] == '/' || record.IsWindows(path)) {
		if sum := sha256.Sum256([]byte(path)); hex.EncodeToString(sum[:]) == d.project {
			d.b.Run.Dir = path
			return
		}
		cut := strings.LastIndexAny(path, `/\`)
		path = path[:max(cut, 0)]
	}
}

// placeIn finds the working folder among the paths that a text names.
func (d *gemini) placeIn(text string) {
	for word := range strings.FieldsSeq(text) {
		d.place(strings.TrimRight(word, `"',:;.`))
	}
}

// whole takes a value whose end may be missing.
func (d *gemini) whole(v jsonskim.Value) bool {
	d.head(v)
	return decodeListed(d.b, v, "messages", d.message)
}

func (d *gemini) record(v jsonskim.Value) bool {
	d.head(v)
	d.b.SeenAt(when(v.Get("lastUpdated")))
	change := v.Get("$set")

	if back := v.Get("$rewindTo"); back.Kind == jsonskim.String {
		if order, known := d.before[back.Text(256)]; known {
			d.b.Rewind(time.Time{}, order)
		}
		return true
	}

	if v.Get("sessionId").Kind == jsonskim.Missing && change.Kind == jsonskim.Missing {
		if d.kept != nil {
			d.b.CompactionKeeping(d.replaced, d.kept)
			d.kept = nil
		}
		return d.message(v)
	}

	decodeAll(d.b, v.Get("messages"), d.message)
	decodeAll(d.b, change.Get("messages"), d.message)
	d.recordKept(change)
	return true
}

// recordKept records a change that has all messages of the conversation anew, as at a resumption, or when it was
// compressed. There may be several in a row: the conversation goes on from the last one.
func (d *gemini) recordKept(change jsonskim.Value) {
	if change.Get("messages").Kind != jsonskim.Array {
		return
	}

	d.kept, d.replaced = map[*record.Call]struct{}{}, when(change.Get("lastUpdated"))
	for message := range change.Get("messages").Values() {
		for call := range message.Get("toolCalls").Values() {
			d.kept[d.b.Find(call.Get("id"))] = struct{}{}
		}

		for part := range message.Get("content").Values() {
			d.kept[d.b.Find(part.Get("functionCall", "id"))] = struct{}{}
			d.kept[d.b.Find(part.Get("functionResponse", "id"))] = struct{}{}
		}
	}
}

// head takes what a record says of the chat as a whole.
func (d *gemini) head(v jsonskim.Value) {
	d.b.SeenAt(when(v.Get("startTime")))
	if v.Get("sessionId").Kind == jsonskim.String {
		d.b.SeenID(v.Get("sessionId"))
		project := filepath.Dir(filepath.Dir(d.b.Main))
		dir := strings.TrimSpace(string(smallFile(filepath.Join(project, ".project_root")))) // "": not recorded
		d.b.Run.Dir = cmp.Or(d.b.Run.Dir, dir, v.Get("directories").Elem(0).Text(4096))
		d.project = cmp.Or(d.project, v.Get("projectHash").Text(64))
	}
}

// message takes one message; false says that its type is unknown.
func (d *gemini) message(v jsonskim.Value) bool {
	kind := v.Get("type")
	t := when(v.Get("timestamp"))
	id := v.Get("id").Text(256)
	d.b.SeenAt(t)
	d.b.SetModel(v.Get("model"))

	if _, known := d.before[id]; !known {
		d.before[id] = d.b.LastOrder()
	}
	d.said(id, v.Get("content"), kind.Is("user"))

	for call := range v.Get("toolCalls").Values() {
		c := d.b.Call(call.Get("id"), t, call.Get("name"), call.Get("args"))
		c.Failed = geminiFailed(c, call.Get("status"))
		d.b.StartsAgent(c, call.Get("agentId").Text(256))

		if d.b.Run.Dir == "" {
			for value := range call.Get("args").Values() {
				d.place(value.Text(4096))
			}
		}

		if display := call.Get("resultDisplay"); display.Kind == jsonskim.Object {
			c.Side = d.b.Place(display, record.AsJSON)
		}

		response := call.Get("result").Elem(0).Get("functionResponse", "response")
		if isMasked(response) {
			d.masked(c)
		} else {
			d.b.Gives(c, d.b.Place(response, record.AsFormat))
		}
	}

	if kind.Is("user") {
		for part := range v.Get("content").Values() {
			reply := part.Get("functionResponse")
			switch response := reply.Get("response"); {
			case reply.Kind != jsonskim.Object:
			case isMasked(response):
				d.masked(d.b.Find(reply.Get("id")))
			default:
				d.b.Answer(reply.Get("id"), t, d.b.Place(response, record.AsFormat))
			}
		}
	}

	return among("user gemini info error warning", kind.Text(20))
}

// isMasked reports whether Gemini CLI took the text of a result, or of a response with one, out of the conversation
// later, to make room, and left its beginning and its end.
func isMasked(response jsonskim.Value) bool {
	const mark = "<tool_output_masked>"
	text := response
	if response.Kind == jsonskim.Object {
		text = response.Get("output")
	}
	return strings.HasPrefix(text.Text(len(mark)), mark)
}

// masked takes a call whose result was masked. All of it had been sent before; which text that was is known only where
// it was recorded earlier. nil is no call.
func (d *gemini) masked(c *record.Call) {
	if c == nil {
		return
	}

	d.b.Prune(c)
	if c.Answered() {
		return
	}

	d.b.AnswerUnrecorded(c)
	isKnown := c.Kind == record.Change || c.Tool == "read_file" // of which file it gave lines, if of any
	isNone := c.Tool == "google_web_search" || record.GivesNothing(c.Tool)
	if !isKnown && !isNone { // lines of any file may have been in it; a fetched page may be one
		d.b.Run.Lacking = true
	}
}

// maskedResult takes a call whose recorded result is what stands for a masked one.
func (d *gemini) maskedResult(c *record.Call) {
	c.Result = record.Place{}
	d.masked(c)
}

// said takes what a message says, by its identity; isUser: a person does. It is taken again where the message is
// recorded anew with more.
func (d *gemini) said(id string, content jsonskim.Value, isUser bool) {
	if content.Len() <= d.length[id] || content.Elem(0).Get("functionResponse").Kind != jsonskim.Missing {
		return
	}

	d.length[id] = content.Len()
	say(d.b, content, !isUser)
	if isUser && d.b.Run.Dir == "" {
		d.placeIn(content.Elem(0).Get("text").Text(smallSize))
	}
}

// geminiForm is how Gemini CLI writes the lines of a file.
var geminiForm = LineLayout{
	status: "Status: Showing lines ", open: []string{"--- FILE CONTENT (truncated) ---\n"},
	notices: []string{"Cannot display content of ", "Binary content provided ("},
}

// geminiStream is what `gemini --output-format stream-json` prints. Its results are what a person is shown, not what
// the model was sent: of a read they say no line, so that lines are unsure.
var geminiStream = geminiCLI.with(func(f *Format) {
	f.Note = "This is the form for programs: it has what a person is shown of a result, not what was sent."
	f.Shown, f.Places = true, nil
	f.Hook, f.Beside = "", nil
	f.detect = func(_ string, v jsonskim.Head) bool {
		kind := v.Get("type")
		return kind.Is("tool_use") && v.Get("tool_id").Kind == jsonskim.String ||
			kind.Is("init") && v.Get("session_id").Kind == jsonskim.String && v.Get("model").Kind == jsonskim.String
	}
	f.Decoder = func(b *record.Builder) Decoder { return (&geminiEvents{b}).record }
})

type geminiEvents struct{ b *record.Builder }

func (d *geminiEvents) record(v jsonskim.Value) bool {
	at := when(v.Get("timestamp"))
	d.b.SeenAt(at)
	switch kind := v.Get("type").Text(20); kind {
	case "init":
		d.b.SeenID(v.Get("session_id"))
	case "tool_use":
		d.b.Call(v.Get("tool_id"), at, v.Get("tool_name"), v.Get("parameters")).Fidelity = record.Recorded
	case "tool_result":
		c := d.b.Answer(v.Get("tool_id"), at, d.b.Place(v.Get("output"), record.AsText))
		c.Failed = geminiFailed(c, v.Get("status"))
	default:
		return among("message result error", kind)
	}

	return true
}

// geminiFailed reports whether the status of a call says that nothing was done. A call that a person denied or stopped
// is "cancelled"; a command may have run by then.
func geminiFailed(c *record.Call, status jsonskim.Value) bool {
	return status.Is("error") || status.Is("cancelled") && c.Kind != record.Shell
}
