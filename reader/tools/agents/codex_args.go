package agents

import (
	"eyeline/reader/tools"
	"eyeline/reader/tools/serdejson"
)

// codexArgs are the arguments of codex's read_file, with its defaults.
type codexArgs struct {
	path          string
	offset, limit uint64
	byIndentation bool              // the mode is indentation
	indentation   *codexIndentation // nil when absent or null
}

// codexIndentation is the indentation argument, with its defaults. anchorLine and maxLines are nil when absent or null.
type codexIndentation struct {
	anchorLine      *uint64
	maxLevels       uint64
	includeSiblings bool
	includeHeader   bool
	maxLines        *uint64
}

// parseCodexArgs reads the arguments of read_file; limit is that of a call that names none.
func parseCodexArgs(text []byte, limit int64, policy tools.Policy) (codexArgs, error) {
	a := codexArgs{offset: 1, limit: uint64(limit)}
	err := serdejson.Decode(text, func(d *serdejson.Decoder) *serdejson.Error {
		d.ObjectsOnly = !policy.Array
		return d.Struct("ReadFileArgs", []serdejson.StructField{
			{Name: "file_path", Read: func() *serdejson.Error { return d.Text("a string", &a.path) }, Required: true},
			{Name: "offset", Read: func() *serdejson.Error { return d.Usize(&a.offset) }},
			{Name: "limit", Read: func() *serdejson.Error { return d.Usize(&a.limit) }},
			{Name: "mode", Read: func() *serdejson.Error {
				mode := 0
				err := d.Enum(&mode, "slice", "indentation")
				a.byIndentation = mode == 1
				return err
			}},
			{Name: "indentation", Read: func() *serdejson.Error {
				return d.Option(func() *serdejson.Error {
					a.indentation = &codexIndentation{includeHeader: true}
					return a.indentation.read(d)
				})
			}},
		})
	})
	if err != nil {
		return codexArgs{}, err
	}
	return a, nil
}

func (in *codexIndentation) read(d *serdejson.Decoder) *serdejson.Error {
	return d.Struct("IndentationArgs", []serdejson.StructField{
		{Name: "anchor_line", Read: optionalUsize(d, &in.anchorLine)},
		{Name: "max_levels", Read: func() *serdejson.Error { return d.Usize(&in.maxLevels) }},
		{Name: "include_siblings", Read: func() *serdejson.Error { return d.Bool(&in.includeSiblings) }},
		{Name: "include_header", Read: func() *serdejson.Error { return d.Bool(&in.includeHeader) }},
		{Name: "max_lines", Read: optionalUsize(d, &in.maxLines)},
	})
}

// optionalUsize reads a number into a pointer that stays nil for null.
func optionalUsize(d *serdejson.Decoder, into **uint64) func() *serdejson.Error {
	return func() *serdejson.Error {
		return d.Option(func() *serdejson.Error {
			*into = new(uint64)
			return d.Usize(*into)
		})
	}
}
