package geminicli

import (
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
)

// What Gemini CLI, and Qwen Code, which descends from it, say of files that they do not show, each before the file's
// name.
const (
	BinaryNotShown = "Cannot display content of binary file: "
	SvgNotShown    = "Cannot display content of SVG file larger than 1MB: "
)

// MostSVG is the size of the largest picture in SVG that they show, in bytes.
const MostSVG = 1 << 20

// ParseReadFile reads the arguments of read_file, which must be an object with a file_path.
func ParseReadFile(data []byte) (v js.Value, err error) {
	v, ok := js.Parse(data)
	switch {
	case !ok || v.Kind != js.Object && v.Kind != js.Array:
		return v, tools.Refuse("Value of params must be an object")
	case v.Kind == js.Array:
		return v, tools.Refuse("params must be object")
	case !v.Has("file_path"):
		return v, tools.Refuse("params must have required property 'file_path'")
	}
	return v, nil
}

// WholeSVG gives a picture in SVG whole, as it is.
func WholeSVG(o *tools.File, form textfile.Form) *tools.Result {
	form.Ends = textfile.EndLF
	found := o.Scan(textfile.Search{Form: form, First: 1, Total: true})
	return (&tools.Result{Window: found.Whole(o.Size())}).Content(o, func(s *tools.Sink) {
		s.NoteForm(form)
		s.WriteLines(o, tools.LineRange{Form: form, Format: &tools.LineFormat{}, Start: found.Start, End: o.Size(), Phantom: found.First > 0})
	})
}
