package formats

import (
	"cmp"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/cmdoutput"
	"eyeline/reader/transcript/record"
)

// aider is .aider.chat.history.md, which lies beside the files that it is about, as package markdown turns it into
// records. The texts of the files in the chat are not recorded: it is not known which lines were sent.
var aider = &Format{
	Name:    "aider",
	Agent:   "aider",
	Note:    "The history has no text of the files that were in the chat: which of their lines were sent is not known.",
	Lines:   true,
	Shown:   true,
	Partly:  true, // not the map of the repository either, which has lines of other files
	Output:  func(string) cmdoutput.Output { return cmdoutput.Output{} },
	detect:  func(_ string, v jsonskim.Head) bool { return v.Get("markdown").Is("aider") },
	Decoder: func(b *record.Builder) Decoder { return converted{b}.record },
}

// specStory is a session of any agent that SpecStory saved as Markdown, likewise. Seen: Markdown v2.1.0.
var specStory = &Format{
	Name:    "specstory",
	Agent:   "SpecStory",
	Note:    "SpecStory saved this for people: it leaves out reminders, and most of what a change was given.",
	Lines:   true,
	Partly:  true,
	detect:  func(_ string, v jsonskim.Head) bool { return v.Get("markdown").Is("specstory") },
	Decoder: func(b *record.Builder) Decoder { return converted{b}.record },
}

// converted takes the records that were made of a history.
type converted struct{ b *record.Builder }

// convertedKinds are what the calls of a history do to files.
var convertedKinds = map[string]record.Kind{
	"read": record.ReadFile, "change": record.Change, "shell": record.Shell, "search": record.Search,
}

func (d converted) record(v jsonskim.Value) bool {
	at := when(v.Get("time"))
	d.b.SeenAt(at)
	setHeader(d.b, v, "id", "dir", "version")
	d.b.Run.Agent = cmp.Or(v.Get("agent").Text(100), d.b.Run.Agent)
	if v.Get("anew").Kind == jsonskim.True {
		d.b.Compaction(at)
	}

	if tool := v.Get("tool"); tool.Kind == jsonskim.String {
		c := d.b.Call(jsonskim.Value{}, at, tool, v.Get("args"))
		c.Kind = convertedKinds[v.Get("kind").Text(20)]
		c.Fidelity = record.Recorded
		if v.Get("unrecorded").Kind == jsonskim.True {
			d.b.AnswerUnrecorded(c)
		} else {
			c.Result = d.b.Place(v.Get("result"), record.AsText)
		}
		c.Failed = v.Get("failed").Kind == jsonskim.True
	}

	return true
}
