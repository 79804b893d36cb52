package agents

import (
	"fmt"
	"strings"

	"eyeline/reader/tools"
	"eyeline/reader/tools/runtime/js"
)

// claudeHead is how much of a file is looked at to know what it is, in bytes.
const claudeHead = 8000

// picture gives a file whose name says that it is a picture.
func (c claudeCall) picture() (*tools.Result, error) {
	head, err := tools.Head(c.file, claudeHead)
	if err != nil {
		return nil, err
	}
	if len(head) == 0 {
		return nil, tools.Refuse("Image file is empty: " + c.path)
	}
	if kind := imageType(head); kind != "" {
		return mediaResult(c.file, "image", pictureOf(kind, c.file.Size()), ""), nil
	}
	return nil, tools.Refuse(fmt.Sprintf("File has an image extension but its content is not a valid PNG/JPEG/GIF/WebP. Detected: %s. "+
		"This usually means a download saved an error/login page instead of the image. "+
		"Use `file \"%s\"` to confirm, or read it as text with Bash (e.g. `head -c 500`).", claudeDetected(head), c.path))
}

// pdf gives a PDF, as a document or as pictures of its pages.
func (c claudeCall) pdf() (*tools.Result, error) {
	head, err := tools.Head(c.file, claudeHead)
	switch {
	case err != nil:
		return nil, err
	case len(head) == 0:
		return nil, tools.Refuse("PDF file is empty: " + c.path)
	case !isPDF(head):
		return nil, tools.Refuse("File is not a valid PDF (missing %PDF- header): " + c.path)
	case c.a.pages != "":
		return mediaResult(c.file, "image", "pictures of the pages "+strings.TrimSpace(c.a.pages), ""), nil
	}
	return mediaResult(c.file, "document", fmt.Sprintf("the PDF itself as a document (%d bytes)", c.file.Size()),
		fmt.Sprintf("PDF file read: %s (%d bytes)", c.path, c.file.Size())), nil
}

// notebook gives the cells of a Jupyter notebook.
func (c claudeCall) notebook() (*tools.Result, error) {
	n, text, valid, ok, err := readNotebook(c.file)
	switch {
	case err != nil:
		return nil, err
	case !valid:
		return nil, tools.Refuse("Notebook file is not valid JSON (it may be truncated, corrupted, or still being written): " + js.JSCError(string(text)))
	case !ok:
		more := ", each with a string or string-array \"source\""
		if c.old {
			more = ""
		}
		return nil, tools.Refuse("Notebook file is not a valid Jupyter notebook (top-level \"cells\" must be an array of cell objects" + more + ").")
	}
	r := &tools.Result{}
	if len(n.cells) == 0 {
		return r.Text(c.file, "(Read completed with no output)"), nil
	}
	var parts []string
	for _, cell := range n.cells {
		about := ""
		switch {
		case cell.kind != "code":
			about = "<cell_type>" + cell.kind + "</cell_type>"
		case n.language != "python":
			about = "<language>" + n.language + "</language>"
		}
		parts = append(parts, fmt.Sprintf("<cell id=\"%s\">%s%s</cell id=\"%s\">", cell.id, about, cell.source, cell.id))
		for _, said := range cell.outputs {
			parts = append(parts, "\n"+said+"\n")
		}
	}
	return r.Text(c.file, strings.Join(parts, "\n")), nil
}
