package serdejson

import "eyeline/reader/internal/lossy"

// ExecArgs are the arguments of codex's exec_command (CONTRACT-codex, exec_command), with its defaults.
type ExecArgs struct {
	Cmd string
	// Workdir and Shell are "" when absent or null.
	Workdir, Shell string
	TTY            bool
	// MaxOutputTokens is nil when absent or null.
	MaxOutputTokens *uint64
	// Environment is the id of the place where the command is to run, nil when absent or null. An array's first element
	// is one.
	Environment *string
}

// ParseExecArgs reads the arguments' JSON text. The error is an *Error.
func ParseExecArgs(data []byte) (args ExecArgs, err error) {
	d := &decoder{text: lossy.Decode(data)}
	if c, ok := d.space(); ok && c == '[' {
		// The id is looked for before anything else, and is the first field of its struct.
		if v, err := ParseValue(d.text); err == nil && len(v.Elements) > 0 && v.Elements[0].Kind == String {
			return ExecArgs{Environment: &v.Elements[0].Text}, nil
		}
	}
	if e := d.execArgs(&args); e != nil {
		return ExecArgs{}, d.positioned(e)
	}
	if e := d.end(); e != nil {
		return ExecArgs{}, d.positioned(e)
	}
	return args, nil
}

func (d *decoder) execArgs(a *ExecArgs) *Error {
	var login bool
	var wait uint64
	optional := func(into *string) func() *Error {
		return func() *Error { return d.option(func() *Error { return d.str("a string", into) }) }
	}
	return d.structure("ExecCommandArgs", []field{
		{"cmd", func() *Error { return d.str("a string", &a.Cmd) }, true},
		{"workdir", optional(&a.Workdir), false},
		{"shell", optional(&a.Shell), false},
		{"login", func() *Error { return d.option(func() *Error { return d.boolean(&login) }) }, false},
		{"tty", func() *Error { return d.boolean(&a.TTY) }, false},
		{"yield_time_ms", func() *Error { return d.usize(&wait) }, false},
		{"max_output_tokens", func() *Error {
			return d.option(func() *Error {
				a.MaxOutputTokens = new(uint64)
				return d.usize(a.MaxOutputTokens)
			})
		}, false},
		{"environment_id", func() *Error {
			return d.option(func() *Error {
				a.Environment = new(string)
				return d.str("a string", a.Environment)
			})
		}, false},
	})
}
