package codex

import (
	"eyeline/reader/internal/serdejson"
	"eyeline/reader/tools"
)

// Args are the arguments of codex's read_file, with its defaults.
type Args struct {
	Path          string
	Offset, Limit uint64
	ByIndentation bool         // the mode is indentation
	Indentation   *Indentation // nil when absent or null
}

// Indentation is the indentation argument, with its defaults. AnchorLine and MaxLines are nil when absent or null.
type Indentation struct {
	AnchorLine      *uint64
	MaxLevels       uint64
	IncludeSiblings bool
	IncludeHeader   bool
	MaxLines        *uint64
}

// parseArgs parses the arguments of read_file; limit is the default.
func parseArgs(text []byte, limit int64, policy tools.Policy) (Args, error) {
	a := Args{Offset: 1, Limit: uint64(limit)}
	err := serdejson.Decode(text, func(d *serdejson.Decoder) *serdejson.Error {
		d.ObjectsOnly = !policy.Array
		return d.Struct("ReadFileArgs", []serdejson.StructField{
			{Name: "file_path", Read: func() *serdejson.Error { return d.Text(&a.Path) }, Required: true},
			{Name: "offset", Read: func() *serdejson.Error { return d.Usize(&a.Offset) }},
			{Name: "limit", Read: func() *serdejson.Error { return d.Usize(&a.Limit) }},
			{Name: "mode", Read: func() *serdejson.Error {
				mode := 0
				err := d.Enum(&mode, "slice", "indentation")
				a.ByIndentation = mode == 1
				return err
			}},
			{Name: "indentation", Read: serdejson.Optional(d, &a.Indentation, func(in *Indentation) *serdejson.Error {
				in.IncludeHeader = true
				return in.read(d)
			})},
		})
	})

	return a, err
}

func (in *Indentation) read(d *serdejson.Decoder) *serdejson.Error {
	return d.Struct("IndentationArgs", []serdejson.StructField{
		{Name: "anchor_line", Read: serdejson.Optional(d, &in.AnchorLine, d.Usize)},
		{Name: "max_levels", Read: func() *serdejson.Error { return d.Usize(&in.MaxLevels) }},
		{Name: "include_siblings", Read: func() *serdejson.Error { return d.Bool(&in.IncludeSiblings) }},
		{Name: "include_header", Read: func() *serdejson.Error { return d.Bool(&in.IncludeHeader) }},
		{Name: "max_lines", Read: serdejson.Optional(d, &in.MaxLines, d.Usize)},
	})
}
