package codexexec

import (
	"strings"

	"eyeline/reader/internal/serdejson"
	"eyeline/reader/tools"
)

// execArguments are the arguments of codex's exec_command (CONTRACT-codex, exec_command), with its defaults.
type execArguments struct {
	cmd string
	tty bool
	// workdir, shell and maxOutputTokens are nil when absent or null.
	workdir, shell  *string
	maxOutputTokens *uint64
	// environment is the id of the environment for the command, nil if absent or null; for an array its first element.
	environment *string
}

// decodeArgs decodes the arguments of exec_command.
func decodeArgs(text []byte) (execArguments, error) {
	var a execArguments
	// The environment is decoded first, as a struct of its own.
	err := serdejson.Decode(text, func(d *serdejson.Decoder) *serdejson.Error {
		d.Arbitrary = true
		return d.Struct("ToolEnvironmentArgs", []serdejson.StructField{
			{Name: "environment_id", Placed: true, Read: serdejson.Optional(d, &a.environment, d.Text)},
		})
	})
	if err != nil || a.environment != nil {
		return a, err
	}

	err = serdejson.Decode(text, func(d *serdejson.Decoder) *serdejson.Error {
		d.Arbitrary = true
		var login *bool
		var wait uint64
		var why *string
		return d.Struct("ExecCommandArgs", []serdejson.StructField{
			{Name: "cmd", Read: func() *serdejson.Error { return d.Text(&a.cmd) }, Required: true},
			{Name: "workdir", Read: serdejson.Optional(d, &a.workdir, d.Text)},
			{Name: "shell", Read: serdejson.Optional(d, &a.shell, d.Text)},
			{Name: "login", Read: serdejson.Optional(d, &login, d.Bool)},
			{Name: "tty", Read: func() *serdejson.Error { return d.Bool(&a.tty) }},
			{Name: "yield_time_ms", Read: func() *serdejson.Error { return d.Unsigned(&wait, "u64") }},
			{Name: "max_output_tokens", Read: serdejson.Optional(d, &a.maxOutputTokens, d.Usize)},
			{Name: "justification", Read: serdejson.Optional(d, &why, d.Text)},
		})
	})
	return a, err
}

// parseArgs parses the arguments of exec_command.
func parseArgs(args []byte) (a execArguments, err error) {
	if a, err = decodeArgs(args); err != nil {
		return a, tools.Refuse("failed to parse function arguments: " + err.Error())
	}
	if a.environment != nil {
		return a, tools.Refuse("unknown turn environment id `" + *a.environment + "`")
	}
	if strings.ContainsRune(a.cmd, 0) {
		return a, tools.Refuse(startFailed("nul byte found in provided data"))
	}

	return a, nil
}
