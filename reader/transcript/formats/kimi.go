package formats

import (
	"cmp"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/cmdoutput"
	"eyeline/reader/transcript/filecopy"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/searchtext"
)

// kimiCode is the wire.jsonl of Kimi Code, a log of what happened to the context. Seen: 2.1.0.
//
// A result is kept in parts: the output, a note that follows it, and whether it failed. What the model was sent is put
// together from them. Each agent of a session has a file of its own.
var kimiCode = &Format{
	Finds: searchtext.Names,
	Name:  "kimi-code",
	Agent: "Kimi Code",
	Note:  "Results are put together from the parts that are recorded.",
	Lines: true,
	Says:  true,
	Reads: LineLayout{seps: []string{"\t"}, Always: true},
	detect: func(_ string, v jsonskim.Head) bool {
		return v.Get("type").Is("metadata") && v.Get("protocol_version").Kind == jsonskim.String
	},
	Decoder: func(b *record.Builder) Decoder { return (&kimi{b: b}).record },
	Beside:  kimiAgents,
	Write:   writeKimi,
	Output:  cmdoutput.Kimi,
	Silent:  "Command executed successfully.",
	Hook: `[[hooks]]
event = "PreToolUse"
matcher = "^Edit$"
command = "eyeline transcript --guard"
`,
	Places: []Place{{Dir: ".kimi-code", Pattern: "sessions/*/session_*/agents/main/wire.jsonl"}},
}

type kimi struct {
	b *record.Builder
	// copies are of files that are about to be changed, by the next calls of the step.
	copies []filecopy.Copy
	// commands are the calls of the shell in the step. One that runs may change a file after it was copied.
	commands []*record.Call
}

func isRunning(c *record.Call) bool { return !c.Answered() }

// kimiKnown are the first parts of the types of records that say nothing of files.
const kimiKnown = "agent context full_compaction goal llm permission plan plan_mode plugin profile prompt runtime" +
	" skill task todo token_counting turn usage config"

func (d *kimi) record(v jsonskim.Value) bool {
	event, t := v.Get("event"), when(cmp.Or(v.Get("time"), v.Get("created_at")))
	d.b.SeenAt(t)
	switch name := v.Get("type").Text(60); name {
	case "metadata":
		if id, ok := strings.CutPrefix(filepath.Base(filepath.Join(d.b.Main, "../../..")), "session_"); ok {
			d.b.Run.ID = id
		}
	case "profile.bind":
		d.b.SeenDir(v.Get("environmentDisclosure", "cwd"))
		instruct(d.b, v.Get("systemPrompt"))
	case "llm.request":
		d.b.SetModel(v.Get("model"))
	case "context.apply_compaction", "micro_compaction.apply":
		d.b.Compaction(t)
		say(d.b, v.Get("summary"), true)
	case "file_history.tracked":
		if made, ok := filecopy.OfKimi(filepath.Dir(d.b.Main), v); ok && !slices.ContainsFunc(d.commands, isRunning) {
			d.copies = append(d.copies, made)
		}
	case "context.append_message":
		message := v.Get("message")
		say(d.b, message.Get("content"), message.Get("role").Is("assistant"))
	case "context.append_loop_event":
		switch event.Get("type").Text(40) {
		case "step.begin":
			d.copies = nil
			d.commands = nil
		case "content.part":
			say(d.b, event.Get("part", "text"), true)
		case "tool.call":
			c := d.b.Call(event.Get("toolCallId"), t, event.Get("name"), event.Get("args"))
			d.copied(c, event.Get("args", "path").Text(8192))
		case "tool.result":
			result := event.Get("result")
			c := d.b.Answer(event.Get("toolCallId"), t, d.b.Place(result, record.AsFormat))
			c.Failed = result.Get("isError").Kind == jsonskim.True
			c.Media, c.Fidelity = record.HasMedia(result.Get("output")), record.Rebuilt
		}
	default:
		group, _, _ := strings.Cut(name, ".")
		return among(kimiKnown, group)
	}

	return true
}

// copied says of a call with a path what the file was before it, if a copy was made of it for the call.
func (d *kimi) copied(c *record.Call, path string) {
	i := slices.IndexFunc(d.copies, func(one filecopy.Copy) bool { return one.IsOf(&d.b.Run.Header, path) })
	if c.Kind == record.Shell {
		d.commands = append(d.commands, c)
	}
	if i < 0 || c.Kind != record.Change {
		return
	}
	d.b.Before(c, d.copies[i].Text)
	d.copies = slices.Delete(d.copies, i, i+1)
}

// writeKimi puts together what the model was sent.
func writeKimi(v jsonskim.Value, w io.Writer) error {
	output, note := v.Get("output"), v.Get("note")
	before := ""
	switch {
	case v.Get("isError").Kind == jsonskim.True:
		before = "<system>ERROR: Tool execution failed.</system>\n"
	case output.Is(""):
		before = "<system>Tool output is empty.</system>"
	}

	_, err := io.WriteString(w, before)
	err = cmp.Or(err, record.WriteBlocks(output, w))
	if note.Kind == jsonskim.String {
		_, end := io.WriteString(w, "\n")
		err = cmp.Or(err, end, note.WriteText(w))
	}

	return err
}

// kimiAgents lists the files of the other agents of the session at main, which is .../agents/{name}/wire.jsonl.
func kimiAgents(main string) []File {
	own := filepath.Dir(main)
	dir := filepath.Dir(own)
	if filepath.Base(dir) != "agents" || filepath.Base(own) != "main" {
		return nil
	}

	found := agentFiles(dir, "*/wire.jsonl")
	for i := range found {
		found[i].Agent.ID = filepath.Base(filepath.Dir(found[i].Path))
	}

	return slices.DeleteFunc(found, func(f File) bool { return f.Agent.ID == "main" })
}
