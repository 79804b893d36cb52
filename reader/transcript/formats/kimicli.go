package formats

import (
	"cmp"
	"crypto/md5"
	"encoding/hex"
	"io"
	"path/filepath"
	"strings"
	"time"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/cmdoutput"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/searchtext"
)

// kimiCLIError begins a result that says that the call failed.
const kimiCLIError = "<system>ERROR"

// kimiCLI is the context.jsonl of Kimi CLI, which came before Kimi Code: the messages of the conversation, and marks of
// checkpoints and of its length. The folder of a session lies in one that is named by the MD5 sum of the working
// folder. There was no sample of a real run: the fields are those that the agent's sources write.
//
// Where a conversation is shortened or taken back, the file is put aside as context_1.jsonl and so on, and begun anew:
// what was sent before is not all in it.
var kimiCLI = &Format{
	Finds: searchtext.Names,
	Name:  "kimi-cli",
	Agent: "Kimi CLI",
	Note:  "Times are not recorded. What was sent before the conversation was shortened lies in other files.",
	Lines: true,
	Says:  true,
	Reads: LineLayout{seps: []string{"\t"}, Always: true},
	detect: func(_ string, v jsonskim.Head) bool {
		role := v.Get("role")
		return role.Is("_checkpoint") && v.Get("id").Kind == jsonskim.Number ||
			role.Is("_usage") && v.Get("token_count").Kind == jsonskim.Number ||
			role.Is("_system_prompt") && v.Get("content").Kind == jsonskim.String
	},
	Decoder: newKimiCLI,
	Write:   writeLines,
	Output:  cmdoutput.KimiCLI,
	Fails:   func(text string) bool { return strings.HasPrefix(text, kimiCLIError) },
	Places:  []Place{{Dir: ".kimi", Variable: "KIMI_SHARE_DIR", Pattern: "sessions/*/*/context.jsonl"}},
}

func newKimiCLI(b *record.Builder) Decoder {
	dir := filepath.Dir(b.Main)
	b.Begins(filepath.Base(dir), record.IsLaterPart(b.Main))
	return (&kimiChat{b: b, sum: filepath.Base(filepath.Dir(dir))}).record
}

type kimiChat struct {
	b   *record.Builder
	sum string // the MD5 sum of the working folder, in hexadecimal
}

func (d *kimiChat) record(v jsonskim.Value) bool {
	content := v.Get("content")
	switch role := v.Get("role").Text(40); role {
	case "_system_prompt":
		instruct(d.b, content)
		for word := range strings.FieldsSeq(content.Text(smallSize)) {
			d.place(strings.Trim(word, "`\"'.,;:()"))
		}
	case "user":
		say(d.b, content, false)
	case "assistant":
		say(d.b, content, true)
		for call := range v.Get("tool_calls").Values() {
			function := call.Get("function")
			c := d.b.Call(call.Get("id"), time.Time{}, function.Get("name"), function.Get("arguments"))
			c.Fidelity = record.Rebuilt
			args := jsonskim.Parse([]byte(function.Get("arguments").Text(smallSize)))
			d.place(args.Get("path").Text(4096))
		}
	case "tool":
		c := d.b.Answer(v.Get("tool_call_id"), time.Time{}, d.b.Place(content, record.AsFormat))
		c.Media = record.HasMedia(content)
		c.Failed = strings.HasPrefix(cmp.Or(content.Elem(0).Get("text"), content).Text(len(kimiCLIError)), kimiCLIError)
	default:
		return among("_checkpoint _usage system", role)
	}

	return true
}

// place finds the working folder among a path and the folders above it, by its sum.
func (d *kimiChat) place(path string) {
	for d.b.Run.Dir == "" && len(path) > 1 && path[0] == '/' {
		if sum := md5.Sum([]byte(path)); hex.EncodeToString(sum[:]) == d.sum {
			d.b.WorksIn(path)
			return
		}
		path = path[:max(strings.LastIndexByte(path, '/'), 0)]
	}
}

// writeLines writes the texts of a list of blocks; each begins a line.
func writeLines(v jsonskim.Value, w io.Writer) error {
	last := "\n"
	for text := range record.TextsIn(v) {
		if !strings.HasSuffix(last, "\n") {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}

		last = text.Text(record.TextLimit)
		if _, err := io.WriteString(w, last); err != nil {
			return err
		}
	}

	return nil
}
