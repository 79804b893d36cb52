// Package notebook reads Jupyter notebooks as agents show them.
package notebook

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/media"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
)

// most is the size of the largest notebook that is read, in bytes: its cells are kept in memory.
const most = 4 << 20

// Notebook is a Jupyter notebook as agents show one.
type Notebook struct {
	Language string // of the code cells; "python" where the file names none
	Cells    []notebookCell
}

type notebookCell struct {
	Kind, ID, Source string
	Count            string   // the execution count of a code cell as JSON; "" for none
	Outputs          []output // of a code cell
}

// output is what an output says in text, and the picture in PNG or JPEG that follows it.
type output struct {
	Kind    string // its output_type
	Text    string
	Picture string // in Base64, without white space; "" for none
	Media   string // its media type
}

// Read reads a notebook. valid is false when the text is not JSON, ok when it is no notebook; text is the file
// decoded, without a byte-order mark. It refuses, in this program's words, what is too large.
func Read(o *tools.File) (n Notebook, text []byte, valid, ok bool, err error) {
	if o.Size() > most {
		return n, nil, false, false, tools.RefuseOwn(
			fmt.Sprintf("eyeline: notebooks of more than %d MiB are not taken apart", most>>20),
		)
	}

	data, err := textfile.Head(o, most)
	if err != nil {
		return n, nil, false, false, err
	}

	n, text, valid, ok = Parse(data)
	return n, text, valid, ok, nil
}

// Parse takes the bytes of a notebook apart, as Read does.
func Parse(data []byte) (n Notebook, text []byte, valid, ok bool) {
	text = bytes.TrimPrefix(lossy.Decode(data), []byte("\uFEFF"))
	top, valid := js.Parse(text)
	n, ok = parse(top)
	return n, text, valid, ok
}

// parse takes a notebook apart; ok is false unless "cells" is an array of objects that each have a source.
func parse(top js.Value) (n Notebook, ok bool) {
	n.Language, _ = textOf(top.Get("metadata").Get("language_info").Get("name"), "")
	if n.Language == "" {
		n.Language = "python"
	}

	cells := top.Get("cells")
	for i, cell := range cells.Items {
		c := notebookCell{}
		c.Source, ok = textOf(cell.Get("source"), "")
		if !ok {
			return n, false
		}

		c.Kind, _ = textOf(cell.Get("cell_type"), "")
		c.ID, _ = textOf(cell.Get("id"), "")
		if c.ID == "" {
			c.ID = fmt.Sprintf("cell-%d", i)
		}

		if c.Kind == "code" {
			for _, o := range cell.Get("outputs").Items {
				c.Outputs = append(c.Outputs, outputOf(o))
			}
			if count := cell.Get("execution_count"); count.True() {
				c.Count = count.String()
			}
		}

		n.Cells = append(n.Cells, c)
	}

	return n, cells.Kind == js.Array
}

// outputOf is an output of a code cell.
func outputOf(o js.Value) output {
	said := output{Kind: o.Get("output_type").Text, Text: outputText(o)}
	for _, kind := range []string{"image/png", "image/jpeg"} {
		if data := o.Get("data").Get(kind).Text; said.Picture == "" && isPicture(data) {
			said.Picture = strings.Join(strings.Fields(data), "")
			said.Media = kind
		}
	}
	return said
}

// isPicture reports whether a text is a picture in Base64.
func isPicture(text string) bool {
	head, _ := base64.StdEncoding.DecodeString(text[:min(len(text)/4*4, 64)]) // what it has before a fault
	return media.ImageType(head) != ""
}

// outputText is what an output says in text: a stream's text, a result's plain text, an error.
func outputText(o js.Value) string {
	text := func(v js.Value, join string) string {
		s, _ := textOf(v, join)
		return s
	}
	switch text(o.Get("output_type"), "") {
	case "stream":
		return text(o.Get("text"), "")
	case "execute_result", "display_data":
		return text(o.Get("data").Get("text/plain"), "")
	case "error":
		return text(o.Get("ename"), "") + ": " + text(o.Get("evalue"), "") + "\n" + text(o.Get("traceback"), "\n")
	}

	return ""
}

// textOf is a string, or an array of strings joined by join; ok is false for anything else.
func textOf(v js.Value, join string) (text string, ok bool) {
	if v.Kind != js.Array {
		return v.Text, v.Kind == js.String
	}

	parts := make([]string, len(v.Items))
	for i, item := range v.Items {
		if item.Kind != js.String && item.Kind != js.Null {
			return "", false
		}

		parts[i] = item.Text
	}

	return strings.Join(parts, join), true
}
