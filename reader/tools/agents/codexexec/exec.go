// Package codexexec, which changes without notice, is what Codex CLI's models get for plain reads in its shell:
// exec_command, and scripts that call it.
package codexexec

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"eyeline/reader/internal/param"
	"eyeline/reader/internal/shelltool"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
)

// Exec is what Codex's models get for plain reads in its shell (CONTRACT-codex): models that call exec_command
// directly.
var Exec = &tools.Tool{
	Language: ospath.RustStd,
	Name:     "codex_exec", Title: "Codex CLI's exec_command: cat, sed -n and the like",
	Origin: tools.Origin{
		Agent: "Codex CLI", Version: "0.169.0", Held: "0.171.0", Date: "2026-11-29", How: tools.Ran, Use: tools.Current,
	},
	Recorded: []string{"exec_command"},
	Tokens:   tokenRule,
	Silence:  tools.SilentAsAsked,
	Caps: tools.Caps{Output: tools.Cap{
		Most: 10000, PerToken: bytesPerToken, Flag: "max-output-tokens", Max: 10000, Over: tools.OverMiddle,
	}},
	Kinds: tools.Kinds{
		Empty: tools.GivesNotice, Image: tools.GivesText, PDF: tools.GivesText, Binary: tools.GivesText,
	},
	Params: parameters,
	Paths:  tools.PathAny, Windows: shelltool.Places, Words: shelltool.Words,
	Run: runExec, Args: shelltool.Args(parameters), Values: shelltool.Values(parameters),
	File: shelltool.File(parameters), Parse: readBackExec,
}

// ExecBytes is the same for models that Codex's catalog does not know.
var ExecBytes = tools.Variant(Exec, func(t *tools.Tool) {
	t.Name, t.Title = "codex_exec_bytes", "Codex CLI's exec_command with a model that its catalog does not know"
	t.Origin.Use = ""
	t.Caps.Then = tools.Cap{Most: 10000, Over: tools.OverMiddle}
})

var parameters = append([]tools.Param{
	param.Text("cmd",
		"the command: cat, head, tail, sed, nl, wc, grep, rg, awk, tac and ls, with what a shell has but writing"),
	param.Of(tools.TypeString, "workdir", "folder in which the command runs", "workdir"),
	param.Number("max_output_tokens", "tokens of output at most"),
	{Path: []string{"tty"}, Flag: "tty", Type: tools.TypeBoolean, Default: false, Help: "run in a terminal, which " +
		"ends lines with CR LF"},
}, shelltool.Lines...)

// header returns what precedes an output of size bytes. Chunk ID and time differ from call to call.
func header(status int, size int64) string {
	return fmt.Sprintf("Chunk ID: 000000\nWall time: 0.0000 seconds\nProcess exited with code %d\n"+
		"Original token count: %d\nOutput:\n", status, tokenCount(size))
}

func runExec(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	a, err := parseArgs(args)
	if err != nil {
		return nil, err
	}

	cmd, err := a.command(env)
	if err != nil {
		return nil, err
	}

	return shelltool.Evaluate(ctx, env, cmd, func(t *shelltool.Output) (*shelltool.Answer, error) {
		limit := uint64(env.Caps().Output.Most)
		if a.maxOutputTokens != nil {
			limit = min(limit, *a.maxOutputTokens)
		}

		parts := cutTokens(t, limit)
		most := env.Caps().Then.Most
		if most > 0 && bytesPerToken*limit >= uint64(most) {
			parts = cut(t, most, "chars")
		}

		return &shelltool.Answer{
			Header: header(t.Status, t.Size),
			Parts:  parts, Cut: len(parts) > 1,
			Next: func(next string) json.RawMessage { return tools.Set(args, "cmd", next) },
		}, nil
	})
}

// command returns the command to run, with its folder.
func (a *execArguments) command(env tools.Env) (shelltool.Command, error) {
	cmd := shelltool.Command{Line: a.cmd, Terminal: a.tty}
	if a.shell != nil {
		cmd.Shell = *a.shell
	}
	if a.workdir == nil || *a.workdir == "" {
		return cmd, nil
	}

	cmd.Dir = env.Abs(*a.workdir)
	info, err := env.Files().Stat(cmd.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return cmd, tools.Refuse(startFailed("No such file or directory (os error 2)"))
	case err == nil && !info.IsDir():
		return cmd, tools.Refuse(startFailed("Not a directory (os error 20)"))
	}

	return cmd, nil
}

// startFailed returns the refusal if the shell cannot be started.
func startFailed(why string) string {
	return `exec_command failed: CreateProcess { message: "Rejected(\"Failed to create unified exec process: ` + why +
		`\")" }`
}
