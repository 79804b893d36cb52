package formats

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/clinetext"
	"eyeline/reader/transcript/cmdoutput"
	"eyeline/reader/transcript/record"
)

// cline is the conversation that Cline keeps: one JSON value, {id}.messages.json of the command line (seen: 3.0.65) or
// api_conversation_history.json of the extension, a list of messages.
//
// It keeps results as they were before long ones are cut in the middle to 8,000 UTF-16 units. What the model was sent
// is made from them by that rule. In older versions calls are XML in the text of the model, and results are texts that
// begin with the call; in those of the extension that have calls as blocks, results are texts, too. The working folder
// is in a file beside, or in what is sent with a question.
var cline = &Format{
	Name:   "cline",
	Agent:  "Cline",
	Note:   "Results are kept before they are cut to 8,000 characters; the cut is made again here.",
	SameID: true,
	Reads:  clineForm,
	detect: func(file string, v jsonskim.Head) bool {
		switch v.Kind {
		case jsonskim.Array:
			first := v.Elem(0)
			return path.Base(file) == "api_conversation_history.json" ||
				(first.Get("role").Is("user") || first.Get("role").Is("assistant")) &&
					first.Get("content").Kind != jsonskim.Missing
		case jsonskim.Object:
			return v.Get("sessionId").Kind == jsonskim.String &&
				(v.Get("origin").Kind == jsonskim.Object ||
					v.Get("messages").Elem(0).Get("role").Kind == jsonskim.String)
		}
		return false
	},
	Write:     clinetext.Write,
	Answer:    clineReads,
	Ran:       clineRan,
	Output:    clineOutput,
	Arguments: clinetext.Arguments,
	Places: append(
		extensionPlaces("saoudrizwan.claude-dev"),
		Place{Dir: ".cline", Pattern: "data/sessions/*/*.messages.json"},
	),
	Decoder: func(b *record.Builder) Decoder { return (&clineChat{b: b}).record },
}

// extensionPlaces are where an extension of the editors that take those of VS Code keeps the messages of its tasks.
func extensionPlaces(extension string) (places []Place) {
	for _, editor := range []string{"Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf"} {
		dir := editor + "/User/globalStorage/" + extension
		places = append(places, Place{Dir: dir, Editor: true, Pattern: "tasks/*/api_conversation_history.json"})
	}
	return places
}

// clineForm is how Cline writes the lines of a file.
var clineForm = LineLayout{seps: []string{" | "}, Always: true, headed: true, notices: []string{
	"[[NOTE] This file read has been removed", "(tool did not return anything)",
}}

type clineChat struct {
	b    *record.Builder
	open []clineCall  // those of the message before whose results may be texts
	next *record.Call // its result is the next text
}

// clineCall is a call that has no result yet.
type clineCall struct {
	*record.Call
	of string // the file or the command, as the head of its result names it; "" where that is not known
}

func (d *clineChat) record(v jsonskim.Value) bool {
	if v.Kind == jsonskim.Array {
		d.messages(v)
		return true
	}

	setHeader(d.b, v, "sessionId", "cwd", "")
	instruct(d.b, v.Get("system_prompt"))
	if main, ok := strings.CutSuffix(d.b.Main, ".messages.json"); ok && d.b.Run.Dir == "" {
		d.b.SeenDir(smallJSON(main + ".json").Get("cwd"))
	}

	d.b.SeenVersion(v.Get("origin", "version"))
	list, found := v.Enter("messages")
	d.messages(list)
	return found
}

func (d *clineChat) messages(list jsonskim.Value) {
	for message := range list.Values() {
		if d.b.Run.LimitError() != nil {
			return
		}

		at := when(message.Get("ts"))
		d.b.SeenAt(at)
		content := message.Get("content")
		d.b.SetModel(message.Get("modelInfo", "id"))
		d.said(content, message.Get("role").Is("assistant"))
		if message.Get("role").Is("assistant") {
			d.open, d.next = nil, nil
		}
		if content.Kind == jsonskim.String {
			d.text(message.Get("role"), content, at)
		}

		for block := range content.Values() {
			if block.Get("type").Is("tool_use") {
				d.call(block, at)
			}
		}

		for block := range content.Values() {
			switch kind := block.Get("type"); {
			case kind.Is("tool_result"):
				d.result(block, at)
			case kind.Is("text"):
				d.text(message.Get("role"), block.Get("text"), at)
			}
		}
	}
}

// said keeps the texts of a message, which come before its calls. Of a call in XML it is not known whether the lines
// that it is to write ever were in a file.
func (d *clineChat) said(content jsonskim.Value, own bool) {
	for text := range record.TextsIn(content) {
		if !own || !clinetext.IsWrite(text.Text(record.TextLimit)) {
			say(d.b, text, own)
		}
	}
}

// call adds a call that is a block.
func (d *clineChat) call(block jsonskim.Value, at time.Time) {
	input := block.Get("input")
	c := d.b.Call(block.Get("id"), at, block.Get("name"), input)
	of := cmp.Or(input.Get("path"), input.Get("absolutePath"), input.Get("command"), input.Get("regex"))
	d.open = append(d.open, clineCall{c, of.Text(4096)})
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
	text := content
	if content.Kind == jsonskim.Array {
		text = content.Elem(0).Get("text")
	}

	_, body, isHead := clinetext.Head(text.Text(4096))
	if second := content.Elem(1).Get("text"); isHead && body == "" && second.Kind == jsonskim.String {
		text, body = second, second.Text(4096)
	}

	c.Failed = failed || clinetext.Fails(body)
	d.attached(text, at)
	if several {
		c.Result, c.Media, c.Fidelity = d.b.Place(content, record.AsFormat), false, record.Rebuilt
	}
}

// clineRan are the commands of a call, which has an answer for each.
func clineRan(c Called) (ran []ShellCommand, _ bool) {
	if c.Tool != "run_commands" || c.Result.Kind != jsonskim.Array {
		return nil, c.Tool == "run_commands"
	}

	for answer := range c.Result.Values() {
		output := clinetext.Middle(answer.Get("result").Text(record.TextLimit))
		ran = append(ran, ShellCommand{
			Command: answer.Get("query").Text(longestScript),
			Output:  cmdoutput.SplitAt(output, clinetext.Marks(), "truncated"),
			Failed:  answer.Get("success").Kind == jsonskim.False,
		})
	}

	return ran, true
}

// clineReads are the reads of a result with several files.
func clineReads(v jsonskim.Value) (reads []record.Read) {
	if v.Kind == jsonskim.String {
		for _, one := range clinetext.AttachedIn(v.Text(record.TextLimit)) {
			total := int64(len(one.Lines))
			reads = append(reads, record.Read{
				Path: one.Path, Text: one.Text, Lines: one.Lines, How: record.ByText, Total: total,
			})
		}

		return reads
	}

	for answer := range v.Values() {
		r := record.Read{Path: answer.Get("query").Text(8192), Total: -1}
		if i := strings.LastIndexByte(r.Path, ':'); i >= 0 && strings.Trim(r.Path[i+1:], "0123456789-") == "" {
			r.Path = r.Path[:i]
		}

		if answer.Get("success").Kind != jsonskim.False {
			r.Text = clinetext.Middle(answer.Get("result").Text(record.TextLimit))
			r.Lines, r.How = clineNumbered(r.Text), record.ByText
		}

		reads = append(reads, r)
	}

	return reads
}

// clineNumbered are the numbered lines of a text whose middle may be cut out.
func clineNumbered(text string) []record.Line {
	cut := clinetext.Marks().FindStringIndex(text)
	if cut == nil {
		return clineForm.Numbered(text, clineForm.Body(text))
	}

	lines := clineForm.Numbered(text[:cut[0]], clineForm.Body(text[:cut[0]]))
	if n := len(lines); n > 0 {
		lines[n-1].Cut = lines[n-1].Cut || lines[n-1].End == cut[0]
	}

	part, _, found := strings.Cut(text[cut[1]:], "\n") // of a line whose number may be cut, too
	if !found {
		return lines
	}

	rest := Body{start: cut[1] + len(part) + 1, end: len(text)}
	return append(lines, clineForm.Numbered(text, rest)...)
}

// text takes a text of a message: calls, the head of a result "[TOOL for 'X'] Result:", or the result.
func (d *clineChat) text(role, text jsonskim.Value, at time.Time) {
	if role.Is("assistant") {
		for _, call := range clinetext.Calls(text.Text(record.TextLimit)) {
			tool, _, _ := strings.Cut(call[1:], ">")
			if !slices.ContainsFunc(d.open, func(c clineCall) bool { return c.Tool == tool }) {
				d.open = append(d.open, clineCall{d.b.CallNamed(jsonskim.Value{}, at, tool, text), ""})
			}
		}

		return
	}

	if d.b.Run.Dir == "" {
		d.b.Run.Dir = clinetext.Folder(text.Text(clinetext.Details))
	}

	head, result, ok := clinetext.Head(text.Text(4096))
	if ok {
		d.next = d.named(head)
		if result == "" {
			return
		}
	}

	if d.next != nil {
		d.next.Result = d.b.Place(text, record.AsText)
		d.next.Failed = clinetext.Fails(result)
		d.next = nil
	}

	d.attached(text, at)
}

// named is the open call that the head of a result names: the first of its tool that is of the same file or command, or
// else the first of its tool; nil without one.
func (d *clineChat) named(head string) *record.Call {
	tool, of, _ := strings.Cut(head, " for '")
	of, _, _ = strings.Cut(of, "'")
	find := func(c clineCall) bool { return c.Tool == tool && c.of == of }
	i := slices.IndexFunc(d.open, find)
	if i < 0 {
		i = slices.IndexFunc(d.open, func(c clineCall) bool { return c.Tool == tool })
	}
	if i < 0 {
		return nil
	}

	c := d.open[i].Call
	d.open = slices.Delete(d.open, i, i+1)
	return c
}

// attached takes the files that stand in a text.
func (d *clineChat) attached(text jsonskim.Value, at time.Time) {
	if text.Kind != jsonskim.String || len(clinetext.AttachedIn(text.Text(record.TextLimit))) == 0 {
		return
	}
	d.b.Attach(at, "final_file_content", record.Place{}).Result = d.b.Place(text, record.AsFormat)
}

// clineOutput is a command's own output in a result.
func clineOutput(text string) cmdoutput.Output {
	return cmdoutput.SplitAt(clinetext.Output(text), clinetext.Marks(), "truncated")
}
