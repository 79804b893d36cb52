package formats

import (
	"path"
	"strings"
	"time"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/record"
)

// cline is the conversation that Cline keeps: one JSON value, {id}.messages.json of the command line (seen: 3.0.65) or
// api_conversation_history.json of the extension, a list of messages.
//
// It keeps results as they were before long ones are cut in the middle to 8,000 UTF-16 units. What the model was sent
// is made from them by that rule. In older versions calls are XML in the text of the model, and results are texts that
// begin with the call. The working folder is not recorded.
var cline = &Format{
	Name:   "cline",
	Agent:  "Cline",
	Note:   "Results are kept before they are cut to 8,000 characters; the cut is made again here.",
	SameID: true,
	Reads:  clineForm,
	detect: func(file string, v jsonskim.Value) bool {
		switch v.Kind {
		case jsonskim.Array:
			first := v.Elem(0)
			return path.Base(file) == "api_conversation_history.json" ||
				first.Get("role").Kind == jsonskim.String && first.Get("content").Kind != jsonskim.Missing
		case jsonskim.Object:
			return v.Get("sessionId").Kind == jsonskim.String &&
				(v.Get("origin").Kind == jsonskim.Object || v.Get("messages").Elem(0).Get("role").Kind == jsonskim.String)
		}
		return false
	},
	Write:     writeCline,
	Answer:    clineReads,
	Arguments: clineArguments,
	Places: []Place{
		{Dir: ".cline", Pattern: "data/sessions/*/*.messages.json"},
		{
			Dir: "Code/User/globalStorage/saoudrizwan.claude-dev", Editor: true,
			Pattern: "tasks/*/api_conversation_history.json",
		},
	},
	Decoder: func(b *record.Builder) Decoder { return (&clineChat{b: b}).record },
}

// clineForm is how Cline writes the lines of a file.
var clineForm = Form{seps: []string{" | "}, Always: true, skip: "] Result:\n"}

type clineChat struct {
	b      *record.Builder
	blocks bool                    // calls are blocks, and not in texts
	calls  map[string]*record.Call // the first of each tool in the text of the message before, without a result
	next   *record.Call            // its result is the next text
}

func (d *clineChat) record(v jsonskim.Value) bool {
	if v.Kind == jsonskim.Array {
		d.messages(v)
		return true
	}
	setHeader(d.b, v, "sessionId", "cwd", "")
	set(&d.b.Run.Version, v.Get("origin"), "version")
	list, found := v.Enter("messages")
	d.messages(list)
	return found
}

func (d *clineChat) messages(list jsonskim.Value) {
	for message := range list.Values() {
		at := when(message.Get("ts"))
		d.b.Seen(at)
		content := message.Get("content")
		callBlocks(d.b, content, at, "tool_use", "input")
		for block := range content.Values() {
			switch kind := block.Get("type"); {
			case kind.Is("tool_result"):
				d.result(block, at)
			case kind.Is("text") && !d.blocks:
				d.text(message.Get("role"), block.Get("text"), at)
			}
		}
	}
}

func (d *clineChat) result(block jsonskim.Value, at time.Time) {
	content := block.Get("content")
	several, failed := false, block.Get("is_error").Kind == jsonskim.True
	for answer := range content.Values() {
		if content.Kind == jsonskim.Array && answer.Get("query").Kind == jsonskim.String {
			several = true
			failed = failed || answer.Get("success").Kind == jsonskim.False
		}
	}
	c := d.b.AnswerBlocks(block.Get("tool_use_id"), at, content)
	c.Failed = failed
	if several {
		c.Result, c.Media, c.Fidelity = d.b.Place(content, record.AsFormat), false, record.Rebuilt
	}
}

// clineReads are the reads of a result with several files.
func clineReads(v jsonskim.Value) (reads []record.Read) {
	for answer := range v.Values() {
		r := record.Read{Path: answer.Get("query").Text(8192), Total: -1}
		if i := strings.LastIndexByte(r.Path, ':'); i >= 0 && strings.Trim(r.Path[i+1:], "0123456789-") == "" {
			r.Path = r.Path[:i]
		}
		if answer.Get("success").Kind != jsonskim.False {
			r.Text = cutMiddle(answer.Get("result").Text(record.TextLimit))
			r.Lines, r.How = clineForm.Numbered(r.Text, clineForm.Body(r.Text)), record.ByText
		}
		reads = append(reads, r)
	}
	return reads
}
