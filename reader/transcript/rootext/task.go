package rootext

import (
	"path/filepath"
	"strings"
	"time"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/clinetext"
	"eyeline/reader/transcript/record"
)

// looked is how many messages are looked at to tell a task of Roo Code from one of Cline.
const looked = 4

// mode is what Roo Code alone tells its model with each message.
var mode = lazy.Regexp(`# Current Mode\n<slug>`)

// IsTask reports whether a list of messages, whose end may be missing, is a task of Roo Code: by the folder of its
// file, path with slashes, or by what its first messages say.
func IsTask(path string, v jsonskim.Value) bool {
	if v.Kind != jsonskim.Array || !strings.HasSuffix(path, "/api_conversation_history.json") {
		return false
	}
	if strings.Contains(path, "/rooveterinaryinc.roo-") {
		return true
	}

	for i := range looked {
		for block := range v.Elem(i).Get("content").Values() {
			if mode().MatchString(block.Get("text").Text(64 << 10)) {
				return true
			}
		}
	}

	return false
}

// task takes the messages of a task.
type task struct {
	b    *record.Builder
	open *record.Call // a call in XML whose result is to come
	next *record.Call // its result is the next text
	// hidden has, by the mark that a message has that the model is not sent any more, the last call before its end.
	hidden map[string]int32
	marks  []string // the marks that hold
}

// NewTask takes the messages of a task with a builder.
func NewTask(b *record.Builder) *task { return &task{b: b, hidden: map[string]int32{}} }

// Take takes the messages.
func (d *task) Take(list jsonskim.Value) bool {
	first := true
	for message := range list.Values() {
		if d.b.Run.LimitError() != nil {
			return true
		}
		if first {
			d.begins(message)
		}

		first = false
		d.message(message)
	}

	drops := int32(0)
	for _, mark := range d.marks {
		drops = max(drops, d.hidden[mark])
	}

	if drops > 0 {
		d.b.CompactionTo(time.Time{}, drops)
	}

	return list.Kind == jsonskim.Array
}

// begins takes the first message. Versions whose first message is no <user_message> took messages out of the record
// when the conversation became too long.
func (d *task) begins(message jsonskim.Value) {
	text := message.Get("content")
	if text.Kind == jsonskim.Array {
		text = text.Elem(0).Get("text")
	}
	id := filepath.Base(filepath.Dir(d.b.Main))
	d.b.Begins(id, !strings.HasPrefix(text.Text(100), "<user_message>"))
}

func (d *task) message(message jsonskim.Value) {
	ts, _ := message.Get("ts").Int()
	at := time.Time{}
	if ts > 0 && ts < 1e15 {
		at = time.UnixMilli(ts).UTC()
	}

	d.b.SeenAt(at)
	content := message.Get("content")
	own := message.Get("role").Is("assistant")
	switch {
	case message.Get("isTruncationMarker").Kind == jsonskim.True:
		d.marks = append(d.marks, message.Get("truncationId").Text(100))
	case message.Get("isSummary").Kind == jsonskim.True:
		d.b.Compaction(at)
	}

	for text := range record.TextsIn(content) {
		d.b.Say(d.b.Place(text, record.AsText), own)
	}
	if own {
		d.open = nil
		d.next = nil
	}
	if content.Kind == jsonskim.String {
		d.text(content, own, at)
	}

	for block := range content.Values() {
		kind := block.Get("type")
		switch {
		case kind.Is("tool_use"):
			d.kind(d.b.Call(block.Get("id"), at, block.Get("name"), block.Get("input")))
		case kind.Is("tool_result"):
			d.result(block, at)
		case kind.Is("text"):
			d.text(block.Get("text"), own, at)
		}
	}

	if mark := message.Get("truncationParent").Text(100); mark != "" {
		d.hidden[mark] = d.b.LastOrder()
	}
}

// kind says of a call what it does where the name of its tool alone would say another thing: of what an index finds the
// lines are not known.
func (d *task) kind(c *record.Call) {
	if c.Tool == "codebase_search" {
		c.Kind = record.Other
	}
}

// text takes a text of a message: a call in XML, the head of a result "[TOOL for 'X'] Result:", the result, or files
// that were added to a message.
func (d *task) text(text jsonskim.Value, own bool, at time.Time) {
	whole := text.Text(record.TextLimit)
	if own {
		if tool, _ := callIn(whole); tool != "" {
			d.open = d.b.CallNamed(jsonskim.Value{}, at, tool, text)
			d.kind(d.open)
		}
		return
	}

	if d.b.Run.Dir == "" {
		d.b.WorksIn(clinetext.Folder(whole))
	}

	head, result, isHead := clinetext.Head(whole)
	if isHead && d.open != nil && strings.HasPrefix(head, d.open.Tool) {
		d.next = d.open
		d.open = nil
		if result == "" {
			return
		}
	}

	if d.next != nil {
		d.answer(d.next, text, result)
		d.next = nil
		return
	}

	if isAttached(whole) && hasFiles(whole) {
		c := d.b.CallNamed(jsonskim.Value{}, at, "read_file", jsonskim.Value{})
		c.Kind = record.Attachment
		c.Result = d.b.Place(text, record.AsFormat)
		c.Fidelity = record.Rebuilt
	}
}

// isAttached reports whether a text has files that a person mentions, or that the agent adds to its summary.
func isAttached(text string) bool {
	return strings.HasPrefix(text, "[read_file for ") || strings.Contains(text, "<file_content path=") ||
		strings.HasPrefix(text, "<system-reminder>\n## File Context: ")
}

// result takes the result of a call that is a block.
func (d *task) result(block jsonskim.Value, at time.Time) {
	content := block.Get("content")
	c := d.b.AnswerBlocks(block.Get("tool_use_id"), at, content)
	text := content

	if content.Kind == jsonskim.Array {
		text = content.Elem(0).Get("text")
	}

	media := c.Media
	d.answer(c, text, text.Text(record.TextLimit))
	if media {
		c.Result = d.b.Place(content, record.AsBlocks)
		c.Media = true
	}

	c.Failed = c.Failed || block.Get("is_error").Kind == jsonskim.True
}

// answer gives a call its result. The answer about files is read file by file.
func (d *task) answer(c *record.Call, text jsonskim.Value, result string) {
	as := record.AsText
	if c.Kind == record.ReadFile && hasFiles(result) {
		as = record.AsFormat
	}
	c.Result = d.b.Place(text, as)
	c.Fidelity = record.Rebuilt
	c.Failed = Fails(result) || as == record.AsFormat && failsAll(result)
}
