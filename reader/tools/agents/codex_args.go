package agents

import "eyeline/reader/tools/serdejson"

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
func parseCodexArgs(text []byte, limit int64) (codexArgs, error) {
	a := codexArgs{offset: 1, limit: uint64(limit)}
	err := serdejson.Decode(text, func(d *serdejson.Decoder) *serdejson.Error {
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

// execArgs are the arguments of codex's exec_command (CONTRACT-codex, exec_command), with its defaults.
type execArgs struct {
	cmd string
	// workdir and shell are "" when absent or null.
	workdir, shell string
	tty            bool
	// maxOutputTokens is nil when absent or null.
	maxOutputTokens *uint64
	// environment is the id of the place where the command is to run, nil when absent or null. An array's first element
	// is one.
	environment *string
}

// decodeExecArgs reads the arguments of exec_command.
func decodeExecArgs(text []byte) (execArgs, error) {
	var a execArgs
	// The id of the environment is looked for before anything else, in a struct of its own.
	err := serdejson.Decode(text, func(d *serdejson.Decoder) *serdejson.Error {
		d.Arbitrary = true
		return d.Struct("ToolEnvironmentArgs", []serdejson.StructField{{Name: "environment_id", Placed: true, Read: func() *serdejson.Error {
			return d.Option(func() *serdejson.Error {
				a.environment = new(string)
				return d.Text("a string", a.environment)
			})
		}}})
	})
	if err != nil || a.environment != nil {
		return a, err
	}
	err = serdejson.Decode(text, func(d *serdejson.Decoder) *serdejson.Error {
		d.Arbitrary = true
		var login bool
		var wait uint64
		var why string
		optional := func(into *string) func() *serdejson.Error {
			return func() *serdejson.Error {
				return d.Option(func() *serdejson.Error { return d.Text("a string", into) })
			}
		}
		return d.Struct("ExecCommandArgs", []serdejson.StructField{
			{Name: "cmd", Read: func() *serdejson.Error { return d.Text("a string", &a.cmd) }, Required: true},
			{Name: "workdir", Read: optional(&a.workdir)},
			{Name: "shell", Read: optional(&a.shell)},
			{Name: "login", Read: func() *serdejson.Error {
				return d.Option(func() *serdejson.Error { return d.Bool(&login) })
			}},
			{Name: "tty", Read: func() *serdejson.Error { return d.Bool(&a.tty) }},
			{Name: "yield_time_ms", Read: func() *serdejson.Error { return d.Unsigned(&wait, "u64") }},
			{Name: "max_output_tokens", Read: optionalUsize(d, &a.maxOutputTokens)},
			{Name: "justification", Read: optional(&why)},
		})
	})
	if err != nil {
		return execArgs{}, err
	}
	return a, nil
}
