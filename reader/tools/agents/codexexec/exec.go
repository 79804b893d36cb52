// Package codexexec is what Codex CLI's models get for plain reads in its shell: exec_command, and scripts that call
// it.
package codexexec

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"eyeline/reader/access"
	"eyeline/reader/internal/coreutils"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/shell"
	"eyeline/reader/internal/tokenrules"
	"eyeline/reader/source"
	"eyeline/reader/tools"
)

// Exec is what Codex's models get for plain reads in its shell (CONTRACT-codex): models that call exec_command
// directly.
var Exec = &tools.Tool{
	Name: "codex_exec", Title: "Codex CLI's exec_command: cat, sed -n and the like",
	Since: tools.Since{
		Agent: "Codex CLI", Version: "0.169.0", Date: "2026-11-21", How: tools.Ran, Use: tools.Current,
	},
	Recorded: []string{"exec_command"},
	Tokens:   tokenrules.Codex,
	Silence:  tools.SilentAsAsked,
	Caps:     tools.Caps{Output: outputCap},
	Kinds:    tools.Kinds{Empty: tools.GivesNotice, Image: tools.GivesText, PDF: tools.GivesText, Binary: tools.GivesText},
	Params:   parameters,
	Paths:    tools.PathAny, Places: places, Words: wordsFor,
	Run: runExec, Args: writeArgs, Values: valuesOf, Parse: readBackExec,
}

// ExecBytes is the same for models that Codex's catalog does not know.
var ExecBytes = tools.Variant(Exec, func(t *tools.Tool) {
	t.Name, t.Title = "codex_exec_bytes", "Codex CLI's exec_command with a model that its catalog does not know"
	t.Since.Use = ""
	t.Caps.Then = tools.Cap{Most: 10000, Over: tools.OverMiddle}
})

var parameters = []tools.Param{
	{
		Path: []string{"cmd"}, Flag: "cmd", Type: tools.TypeString, Required: true,
		Help: "the command: cat, head, tail, sed, nl, wc, grep, rg, awk, tac and ls, with what a shell has but writing",
	},
	param.Of(tools.TypeString, "workdir", "folder in which the command runs", "workdir"),
	param.Number("max_output_tokens", "tokens of output at most"),
	{Path: []string{"tty"}, Flag: "tty", Type: tools.TypeBoolean, Default: false, Help: "run in a terminal, which ends lines with CR LF"},
	param.Of(tools.TypeInteger, "first", "number of the first line of FILE, 1-based: sed -n 'FIRST,LASTp' FILE"),
	param.Of(tools.TypeInteger, "last", "number of the last line of FILE, inclusive"),
}

// places: slices are what sed -n prints.
var places = []tools.Place{{Mode: tools.ModeSlice, At: "first", Base: 1, Last: "last", Size0: 200, Beyond: true}}

func wordsFor(_ tools.Env, file string, err error) string {
	var special *access.SpecialError
	if errors.As(err, &special) {
		return "cat: " + file + ": " + special.Error()
	}
	return "cat: " + file + ": " + coreutils.Strerror(err)
}

// outputCap is the limit of an answer where the model asks for no fewer.
var outputCap = tools.Cap{Most: 10000, PerToken: tokenrules.CodexBytes, Flag: "max-output-tokens", Max: 10000, Over: tools.OverMiddle}

func runExec(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	a, err := parseArgs(args)
	if err != nil {
		return nil, err
	}
	return evaluate(ctx, env, a, func(t *outputText) (*execAnswer, error) {
		limit := uint64(env.Tool.Caps.Output.Most)
		if a.maxOutputTokens != nil {
			limit = min(limit, *a.maxOutputTokens)
		}
		parts := t.cutTokens(limit)
		if most := env.Tool.Caps.Then.Most; most > 0 && tokenrules.CodexBytes*limit >= uint64(most) {
			parts = t.cut(most, "chars")
		}
		return &execAnswer{
			header: fmt.Sprintf("Chunk ID: 000000\nWall time: 0.0000 seconds\nProcess exited with code %d\nOriginal token count: %d\nOutput:\n",
				t.status, tokenrules.CodexTokens(t.size)),
			parts: parts,
			next: func(last int64, more bool) json.RawMessage {
				next := nextCommand(t.command, last, more)
				if next == "" {
					return nil
				}
				return tools.Set(args, "cmd", next)
			},
		}, nil
	})
}

// startFailed is the refusal when the shell cannot be started.
func startFailed(why string) string {
	return `exec_command failed: CreateProcess { message: "Rejected(\"Failed to create unified exec process: ` + why + `\")" }`
}

// evaluate makes the answer for a command. answer cuts its output.
func evaluate(ctx context.Context, env tools.Env, a arguments, answer func(t *outputText) (*execAnswer, error)) (*tools.Result, error) {
	words := func(err error) string { return wordsFor(env, a.cmd, err) }
	// The files are opened while the command is evaluated, and closed after it.
	none := &tools.File{File: access.Stream(source.View(bytes.NewReader(nil), 0))}
	return tools.ReadFile(ctx, words, func() (*tools.File, error) { return none, nil }, func(*tools.File) (*tools.Result, error) {
		sh := shell.New(ctx, env)
		defer sh.Files.Close()
		sh.Name = cmp.Or(a.shell, "/bin/bash")
		if a.workdir != "" {
			sh.Dir = env.Abs(a.workdir)
			switch info, err := env.Files().Stat(sh.Dir); {
			case errors.Is(err, fs.ErrNotExist):
				return nil, tools.Refuse(startFailed("No such file or directory (os error 2)"))
			case err == nil && !info.IsDir():
				return nil, tools.Refuse(startFailed("Not a directory (os error 20)"))
			}
		}
		t, err := run(sh, a)
		if err != nil {
			return nil, err
		}
		ans, err := answer(t)
		if err != nil {
			return nil, err
		}
		return ans.result(ctx, t)
	})
}

// run runs a command and reads what is kept of its output.
func run(sh *shell.Shell, a arguments) (*outputText, error) {
	var o output
	out := func(p coreutils.Piece) bool {
		o.add(p)
		return true
	}
	if a.tty {
		out = sh.Files.Terminal(out)
	}
	status, err := sh.Run(a.cmd, out, out)
	switch {
	case errors.Is(err, coreutils.ErrTooMuch):
		return nil, tools.RefuseOwn("eyeline: " + err.Error() + " in memory: read a shorter part")
	case err != nil:
		return nil, err
	}
	t, err := o.text()
	t.status, t.command = status, a.cmd
	for _, f := range sh.Files.Files() {
		if changed := f.Unchanged(); err == nil && changed != nil {
			err = changed
		}
	}
	return &t, err
}
