// Package notebook reads Jupyter notebooks as agents show them.
package notebook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/tools"
	"eyeline/reader/tools/textfile"
)

// most is the size of the largest notebook that is read, in bytes: its cells are kept in memory.
const most = 4 << 20

// Notebook is a Jupyter notebook as agents show one.
type Notebook struct {
	Language string // of the code cells; "python" where the file names none
	Cells    []Cell
}

type Cell struct {
	Kind, Id, Source string
	Outputs          []string // what the outputs of a code cell say in text, without those that say nothing
}

// Read reads a notebook. valid is false when the text is not JSON, ok when it is no notebook; text is the file
// decoded, without a byte-order mark. It refuses, in this program's words, what is too large.
func Read(o *tools.File) (n Notebook, text []byte, valid, ok bool, err error) {
	if o.Size() > most {
		return n, nil, false, false, tools.RefuseOwn(fmt.Sprintf("eyeline: notebooks of more than %d MiB are not taken apart", most>>20))
	}
	data, err := textfile.Head(o, most)
	if err != nil {
		return n, nil, false, false, err
	}
	text = bytes.TrimPrefix(lossy.Decode(data), []byte("\uFEFF"))
	if !json.Valid(text) {
		return n, text, false, false, nil
	}
	n, ok = parseNotebook(text)
	return n, text, true, ok, nil
}

// parseNotebook takes a notebook apart; ok is false unless "cells" is an array of objects that each have a source.
func parseNotebook(text []byte) (n Notebook, ok bool) {
	var cells []json.RawMessage
	top := rawFields(text)
	if json.Unmarshal(top["cells"], &cells) != nil || cells == nil {
		return n, false
	}
	if n.Language = rawText(rawFields(rawFields(top["metadata"])["language_info"])["name"], ""); n.Language == "" {
		n.Language = "python"
	}
	for i, raw := range cells {
		fields := rawFields(raw)
		source, is := fields["source"]
		if !is || !isText(source) {
			return n, false
		}
		c := Cell{Kind: rawText(fields["cell_type"], ""), Id: rawText(fields["id"], ""), Source: rawText(source, "")}
		if c.Id == "" {
			c.Id = fmt.Sprintf("cell-%d", i)
		}
		var outputs []json.RawMessage
		if c.Kind == "code" && json.Unmarshal(fields["outputs"], &outputs) == nil {
			for _, o := range outputs {
				if said := outputText(rawFields(o)); said != "" {
					c.Outputs = append(c.Outputs, said)
				}
			}
		}
		n.Cells = append(n.Cells, c)
	}
	return n, true
}

// outputText is what an output says in text: a stream's text, a result's plain text, an error.
func outputText(o map[string]json.RawMessage) string {
	switch rawText(o["output_type"], "") {
	case "stream":
		return rawText(o["text"], "")
	case "execute_result", "display_data":
		return rawText(rawFields(o["data"])["text/plain"], "")
	case "error":
		return rawText(o["ename"], "") + ": " + rawText(o["evalue"], "") + "\n" + rawText(o["traceback"], "\n")
	}
	return ""
}

// rawFields are the fields of a JSON object; nil when it is none.
func rawFields(raw json.RawMessage) (fields map[string]json.RawMessage) {
	if json.Unmarshal(raw, &fields) != nil {
		return nil
	}
	return fields
}

func isText(raw json.RawMessage) bool {
	var one string
	var many []string
	return json.Unmarshal(raw, &one) == nil && string(raw) != "null" || json.Unmarshal(raw, &many) == nil && many != nil
}

// rawText is a string, or an array of strings joined by join; "" for anything else.
func rawText(raw json.RawMessage, join string) string {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		return one
	}
	var many []string
	if json.Unmarshal(raw, &many) != nil {
		return ""
	}
	return strings.Join(many, join)
}
