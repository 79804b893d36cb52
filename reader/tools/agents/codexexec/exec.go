// Package codexexec is what Codex CLI's models get for plain reads in its shell: exec_command, and scripts that call
// it.
package codexexec

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"eyeline/reader/access"
	"eyeline/reader/internal/coreutils"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/pipelines"
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
		Help: "the command: cat, head, tail, sed -n, nl, wc, pipes of these, < FILE",
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
				next := nextCommand(t.commands, last, more)
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

// errRefused is the refusal of what is not evaluated.
var errRefused = tools.RefuseOwn("eyeline runs no command: it reads what cat, head, tail, sed -n, nl and wc print, in pipes and with < FILE, and nothing else")

// evaluate makes the answer for a command. answer cuts its output.
func evaluate(ctx context.Context, env tools.Env, a arguments, answer func(t *outputText) (*execAnswer, error)) (*tools.Result, error) {
	made := sharedEvaluation(env, a)
	commands, err := made.parse(env, a.cmd)
	if err != nil {
		return nil, errRefused
	}
	words := func(err error) string { return wordsFor(env, a.cmd, err) }
	// The files are opened while the command is evaluated, and closed after it.
	none := &tools.File{File: access.Stream(source.View(bytes.NewReader(nil), 0))}
	return tools.ReadFile(ctx, words, func() (*tools.File, error) { return none, nil }, func(*tools.File) (*tools.Result, error) {
		r := &coreutils.Runner{Env: env, Dir: env.Dir(), Shell: a.shell, Terminal: a.tty}
		defer r.Close()
		if a.workdir != "" {
			r.Dir = env.Abs(a.workdir)
			switch info, err := env.Files().Stat(r.Dir); {
			case errors.Is(err, fs.ErrNotExist):
				return nil, tools.Refuse(startFailed("No such file or directory (os error 2)"))
			case err == nil && !info.IsDir():
				return nil, tools.Refuse(startFailed("Not a directory (os error 20)"))
			}
		}
		if r.Shell == "" {
			r.Shell = "/bin/bash"
		}
		t, err := made.evaluate(ctx, r, commands)
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

// evaluatePipeline evaluates a pipeline and reads what is kept of its output.
func evaluatePipeline(ctx context.Context, r *coreutils.Runner, commands []pipelines.Command) (*outputText, error) {
	var o output
	stdout := func(p coreutils.Piece) bool {
		o.add(p)
		return true
	}
	stderr := stdout
	if len(commands) > 1 && !r.Terminal {
		stderr = func(p coreutils.Piece) bool {
			o.early = append(o.early, p)
			return true
		}
	}
	status, err := r.Run(ctx, commands, stdout, stderr)
	switch {
	case errors.Is(err, coreutils.ErrUnknown):
		return nil, errRefused
	case errors.Is(err, coreutils.ErrTooMuch):
		return nil, tools.RefuseOwn("eyeline keeps no more than a million pieces of lines in memory: read a shorter part")
	case err != nil:
		return nil, err
	}
	t, err := o.text()
	t.status, t.commands = status, commands
	for _, f := range r.Files() {
		if changed := f.Unchanged(); err == nil && changed != nil {
			err = changed
		}
	}
	return &t, err
}

// evaluation is what a command gives, which Codex's tools that run commands cut and frame each in its own way. While a
// file is shared they evaluate the same command one after the other: it is done once.
type evaluation struct {
	mu       sync.Mutex
	parsed   bool
	commands []pipelines.Command
	err      error // of parsing
	text     *outputText
}

// sharedEvaluation is what was made of a command in the same place so far; a new one where no file is shared.
func sharedEvaluation(env tools.Env, a arguments) *evaluation {
	m := sharedMemory(env)
	if m == nil || a.workdir != "" || a.shell != "" || a.tty {
		return new(evaluation)
	}
	name := "exec\x00" + a.cmd + "\x00" + env.Root + "\x00" + env.Home // none of these has a NUL
	return m.Once(name, func() any { return new(evaluation) }).(*evaluation)
}

// sharedMemory is where the file that is shared is in memory; nil where none is.
func sharedMemory(env tools.Env) *source.Memory {
	if env.Shared == nil || env.Confine || env.Stream != nil {
		return nil
	}
	return source.MemoryOf(env.Shared.Bytes())
}

func (e *evaluation) parse(env tools.Env, command string) ([]pipelines.Command, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.parsed {
		e.parsed = true
		e.commands, e.err = pipelines.Parse(command, env.HomeDir())
	}
	return e.commands, e.err
}

// evaluate is evaluatePipeline. Its text is kept where it has nothing but what the shared file gives, which does not
// change.
func (e *evaluation) evaluate(ctx context.Context, r *coreutils.Runner, commands []pipelines.Command) (*outputText, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.text != nil {
		return e.text, nil
	}
	t, err := evaluatePipeline(ctx, r, commands)
	if err != nil {
		return nil, err
	}
	if m, files := sharedMemory(r.Env), r.Files(); m != nil && len(files) == 1 && files[0].InMemory() == m && t.status == 0 {
		e.text = t
	}
	return t, nil
}
