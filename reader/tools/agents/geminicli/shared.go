package geminicli

import (
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
)

// Texts of Gemini CLI, and of its fork Qwen Code, about files that they do not show; the file's name follows.
const (
	BinaryNotShown = "Cannot display content of binary file: "
	SvgNotShown    = "Cannot display content of SVG file larger than 1MB: "
)

// MaxSVG is the size of the largest SVG that they show, in bytes.
const MaxSVG = 1 << 20

// WholeSVG returns an SVG as it is.
func WholeSVG(o *tools.File, form textfile.LineCoding) *tools.Result {
	form.Ends = textfile.EndLF
	found := o.Scan(textfile.Search{Form: form, First: 1, Total: true})
	return (&tools.Result{Window: found.Whole(o.Size())}).Content(o, func(s *tools.Sink) {
		s.NoteForm(form)
		s.WriteLines(o, tools.LineRange{
			Form: form, Format: &tools.LineFormat{}, Start: found.Start, End: o.Size(), Phantom: found.First > 0,
		})
	})
}
