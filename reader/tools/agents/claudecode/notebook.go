package claudecode

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"eyeline/reader/internal/notebook"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/tools"
)

// cell is a cell of a notebook as the agent returns it.
type cell struct {
	kind, id, source, language, count string
	outputs                           []shownOutput
	// large: the outputs are too long, and replaced by a sentence.
	large bool
}

// shownOutput is an output of a cell.
type shownOutput struct{ kind, text, picture, media string }

// maxOutputs is how many UTF-16 units the outputs of a cell may have, with pictures in Base64.
const maxOutputs = 10_000

// notebook returns the cells of a Jupyter notebook. offset and limit have no effect.
func (c fileCall) notebook() (*tools.Result, error) {
	n, text, valid, ok, err := notebook.Read(c.file)
	switch {
	case err != nil:
		return nil, err
	case !valid:
		const damaged = "Notebook file is not valid JSON (it may be truncated, corrupted, or still being written): "
		return nil, tools.Refuse(damaged + js.JSCError(string(text)))
	case !ok:
		more := ", each with a string or string-array \"source\""
		if c.old {
			more = ""
		}

		const other = "Notebook file is not a valid Jupyter notebook " +
			"(top-level \"cells\" must be an array of cell objects"
		return nil, tools.Refuse(other + more + ").")
	}

	r := &tools.Result{}
	if len(n.Cells) == 0 {
		return r.Text(c.file, "(Read completed with no output)"), nil
	}

	cells := cellsOf(n)
	if err := c.checkNotebook(cells); err != nil {
		return nil, err
	}

	if hasPicture(cells) {
		r.Kind = "image"
		r.Instead = "The model gets the pictures among the outputs as pictures, each in its place in the text."
	}

	return r.Convert(c.file, cellsText(cells), c.leftOut(cells)), nil
}

// cellsOf returns the cells of a notebook, without outputs that are too large.
func cellsOf(n notebook.Notebook) (cells []cell) {
	for i, from := range n.Cells {
		one := cell{kind: from.Kind, id: from.ID, source: from.Source, language: n.Language, count: from.Count}
		units := int64(0)
		for _, o := range from.Outputs {
			one.outputs = append(one.outputs, shownOutput{o.Kind, o.Text, o.Picture, o.Media})
			units += js.Length(o.Text) + int64(len(o.Picture))
		}

		one.large = units > maxOutputs
		if one.large {
			said := "Outputs are too large to include. Use Bash with: cat <notebook_path> | jq '.cells[" +
				strconv.Itoa(i) + "].outputs'"
			one.outputs = []shownOutput{{kind: "stream", text: said}}
		}

		cells = append(cells, one)
	}

	return cells
}

// checkNotebook refuses cells whose JSON in the agent is too large, in bytes or tokens.
func (c fileCall) checkNotebook(cells []cell) error {
	var b strings.Builder
	for _, one := range cells {
		one.writeJSON(&b)
	}

	units := js.Length(b.String()) + 1 // includes the brackets, and not the comma after the last cell
	if most := c.file.Tool.Caps.Whole.Most; units > most {
		size := sizeText(units)
		allowed := sizeText(most)
		return tools.Refuse("Notebook content (" + size + ") exceeds maximum allowed size (" + allowed + "). " +
			"Use Bash with jq to read specific portions:\n" +
			"  cat <notebook_path> | jq '.cells[:20]' # First 20 cells\n" +
			"  cat <notebook_path> | jq '.cells[100:120]' # Cells 100-120\n" +
			"  cat <notebook_path> | jq '.cells | length' # Count total cells\n" +
			"  cat <notebook_path> | jq '.cells[] | select(.cell_type==\"code\") | .source' # All code sources")
	}

	most := c.env.Setting("max-output-tokens", c.file.Tool.Caps.Output.Most)
	tokens := int64(math.Floor(float64(units)/float64(c.file.Tool.Caps.Output.PerToken) + 0.5))
	if tokens > most {
		const form = "File content (%d tokens) exceeds maximum allowed tokens (%d). %s"
		refusal := tools.Refuse(fmt.Sprintf(form, tokens, most, advice))
		refusal.NamesEstimate = true
		return refusal
	}

	return nil
}

// writeJSON writes a cell's JSON, whose size counts, and a comma.
func (c cell) writeJSON(b *strings.Builder) {
	b.WriteString(`{"cellType":` + js.Quote(c.kind) + `,"source":` + js.Quote(c.source))
	if c.count != "" {
		b.WriteString(`,"execution_count":` + c.count)
	}

	b.WriteString(`,"cell_id":` + js.Quote(c.id))
	if c.kind == "code" {
		b.WriteString(`,"language":` + js.Quote(c.language))
	}

	for i, o := range c.outputs {
		b.WriteString([]string{`,"outputs":[`, ","}[min(i, 1)])
		b.WriteString(`{"output_type":` + js.Quote(o.kind) + `,"text":` + js.Quote(o.text))
		if o.picture != "" {
			b.WriteString(`,"image":{"image_data":` + js.Quote(o.picture) + `,"media_type":` + js.Quote(o.media) + "}")
		}
		b.WriteString("}")
	}

	if len(c.outputs) > 0 {
		b.WriteString("]")
	}

	b.WriteString("},")
}

// hasPicture reports whether a picture is among the outputs.
func hasPicture(cells []cell) bool {
	for _, one := range cells {
		for _, o := range one.outputs {
			if o.picture != "" {
				return true
			}
		}
	}
	return false
}

// cellsText returns the text of cells: text blocks are joined by a line feed, except around a picture.
func cellsText(cells []cell) string { return strings.Join(textBlocks(cells), "") }

// textBlocks returns the text of cells before, between and after the pictures among their outputs: each picture ends a
// block, which may be empty.
func textBlocks(cells []cell) (blocks []string) {
	var lines []string
	end := func() {
		blocks = append(blocks, strings.Join(lines, "\n"))
		lines = nil
	}

	for _, one := range cells {
		about := ""
		switch {
		case one.kind != "code":
			about = "<cell_type>" + one.kind + "</cell_type>"
		case one.language != "python":
			about = "<language>" + one.language + "</language>"
		}

		lines = append(lines, fmt.Sprintf("<cell id=\"%s\">%s%s</cell id=\"%s\">", one.id, about, one.source, one.id))
		for _, o := range one.outputs {
			if o.text != "" {
				lines = append(lines, "\n"+o.text)
			}
			if o.picture != "" {
				end()
			}
		}
	}

	end()
	return blocks
}

// leftOut returns the ranges of the file with outputs that are too large.
func (c fileCall) leftOut(cells []cell) (holes [][2]int64) {
	var ranges [][2]int64 // computed when needed
	for i, one := range cells {
		if !one.large {
			continue
		}
		if ranges == nil {
			ranges = notebook.OutputRanges(c.file.Head(c.file.Size()))
		}
		if i < len(ranges) {
			holes = append(holes, ranges[i])
		}
	}

	return holes
}
