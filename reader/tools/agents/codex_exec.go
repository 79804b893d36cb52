package agents

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/source"
	"eyeline/reader/tools"
)

// codexExec is what Codex's models get for plain reads in its shell (CONTRACT-codex): models that call exec_command
// directly.
var codexExec = &tools.Tool{
	Name: "codex_exec", Title: "Codex CLI's exec_command: cat, sed -n and the like",
	Since: codexSince, Recorded: []string{"exec_command"},
	Tokens:  codexCounts,
	Silence: tools.SilentAsAsked,
	Caps:    tools.Caps{Output: execTokens},
	Kinds:   tools.Kinds{Empty: tools.GivesNotice, Image: tools.GivesText, PDF: tools.GivesText, Binary: tools.GivesText},
	Params:  execParams,
	Paths:   tools.PathAny, Places: execPlaces, Words: execWords,
	Run: readExec, Args: execArguments(nil), Values: execValues, Parse: parseExec,
}

// codexExecBytes is the same for models that Codex's catalog does not know.
var codexExecBytes = &tools.Tool{
	Name: "codex_exec_bytes", Title: "Codex CLI's exec_command with a model that its catalog does not know",
	Since: codexSince, Recorded: []string{"exec_command"},
	Tokens:  codexCounts,
	Silence: tools.SilentAsAsked,
	Caps:    tools.Caps{Output: execTokens, Then: tools.Cap{Most: 10000, Over: tools.OverMiddle}},
	Kinds:   tools.Kinds{Empty: tools.GivesNotice, Image: tools.GivesText, PDF: tools.GivesText, Binary: tools.GivesText},
	Params:  execParams,
	Paths:   tools.PathAny, Places: execPlaces, Words: execWords,
	Run: readExec, Args: execArguments(nil), Values: execValues, Parse: parseExec,
}

var codexSince = tools.Since{Agent: "Codex CLI", Version: "0.169.0", Date: "2026-11-21", How: tools.Ran}

var execParams = []tools.Param{
	{
		Path: []string{"cmd"}, Flag: "cmd", Type: tools.TypeString, Required: true,
		Help: "the command: cat, head, tail, sed -n, nl, wc, pipes of these, < FILE",
	},
	{Path: []string{"workdir"}, Flag: "workdir", Type: tools.TypeString, Help: "folder in which the command runs"},
	numberParam("max_output_tokens", "tokens of output at most"),
	{Path: []string{"tty"}, Flag: "tty", Type: tools.TypeBoolean, Default: false, Help: "run in a terminal, which ends lines with CR LF"},
	{Flag: "first", Type: tools.TypeInteger, Help: "number of the first line of FILE, 1-based: sed -n 'FIRST,LASTp' FILE"},
	{Flag: "last", Type: tools.TypeInteger, Help: "number of the last line of FILE, inclusive"},
}

// execPlaces: slices are what sed -n prints.
var execPlaces = []tools.Place{{Mode: tools.ModeSlice, At: "first", Base: 1, Last: "last", Size0: 200, Beyond: true}}

func execWords(_ tools.Env, file string, err error) string {
	var special *access.SpecialError
	if errors.As(err, &special) {
		return "cat: " + file + ": " + special.Error()
	}
	return "cat: " + file + ": " + execStrerror(err)
}

// execTokens is the limit of an answer where the model asks for no fewer.
var execTokens = tools.Cap{Most: 10000, PerToken: 4, Flag: "max-output-tokens", Max: 10000, Over: tools.OverMiddle}

func readExec(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	a, err := parseExecArgs(args)
	if err != nil {
		return nil, err
	}
	return evaluate(ctx, env, a, func(t *execText) (*execAnswer, error) {
		limit := uint64(env.Tool.Caps.Output.Most)
		if a.maxOutputTokens != nil {
			limit = min(limit, *a.maxOutputTokens)
		}
		parts := t.cutTokens(limit)
		if most := env.Tool.Caps.Then.Most; most > 0 && 4*limit >= uint64(most) {
			parts = t.cut(most, "chars")
		}
		return &execAnswer{
			header: fmt.Sprintf("Chunk ID: 000000\nWall time: 0.0000 seconds\nProcess exited with code %d\nOriginal token count: %d\nOutput:\n",
				t.status, tokensOf(t.size)),
			parts: parts,
			next: func(last int64, more bool) json.RawMessage {
				next := execNext(t.commands, last, more)
				if next == "" {
					return nil
				}
				return tools.SetArg(args, []string{"cmd"}, tools.Quote(next))
			},
		}, nil
	})
}

// parseExecArgs reads the arguments of exec_command.
func parseExecArgs(args []byte) (a execArgs, err error) {
	if a, err = decodeExecArgs(args); err != nil {
		return a, tools.Refuse("failed to parse function arguments: " + err.Error())
	}
	if a.environment != nil {
		return a, tools.Refuse("unknown turn environment id `" + *a.environment + "`")
	}
	if strings.ContainsRune(a.cmd, 0) {
		return a, tools.Refuse(execFailed("nul byte found in provided data"))
	}
	return a, nil
}

// execFailed is the refusal when the shell cannot be started.
func execFailed(why string) string {
	return `exec_command failed: CreateProcess { message: "Rejected(\"Failed to create unified exec process: ` + why + `\")" }`
}

// errExecRefused is the refusal of what is not evaluated.
var errExecRefused = tools.RefuseOwn("eyeline runs no command: it reads what cat, head, tail, sed -n, nl and wc print, in pipes and with < FILE, and nothing else")

// execAnswer is how a text becomes an answer.
type execAnswer struct {
	header string
	parts  []execPart
	items  bool // the header is a part of the answer of its own
	// next is the call that goes on after line last, 0 where that is not known; nil: none does.
	next func(last int64, more bool) json.RawMessage
}

// cut reports whether a part of the output is missing.
func (ans *execAnswer) cut(t *execText) bool { return len(ans.parts) > 1 || t.dropped > 0 }

// evaluate makes the answer for a command. answer cuts its output.
func evaluate(ctx context.Context, env tools.Env, a execArgs, answer func(t *execText) (*execAnswer, error)) (*tools.Result, error) {
	made := sharedExec(env, a)
	commands, err := made.parse(env, a.cmd)
	if err != nil {
		return nil, errExecRefused
	}
	words := func(err error) string { return execWords(env, a.cmd, err) }
	// The files are opened while the command is evaluated, and closed after it.
	none := &tools.File{File: access.Stream(source.View(bytes.NewReader(nil), 0))}
	return tools.ReadFile(ctx, words, func() (*tools.File, error) { return none, nil }, func(*tools.File) (*tools.Result, error) {
		r := &execRun{ctx: ctx, env: env, dir: env.Dir(), shell: a.shell}
		defer r.close()
		if a.workdir != "" {
			r.dir = env.Abs(a.workdir)
			switch info, err := env.Files().Stat(r.dir); {
			case errors.Is(err, fs.ErrNotExist):
				return nil, tools.Refuse(execFailed("No such file or directory (os error 2)"))
			case err == nil && !info.IsDir():
				return nil, tools.Refuse(execFailed("Not a directory (os error 20)"))
			}
		}
		if r.shell == "" {
			r.shell = "/bin/bash"
		}
		t, err := made.evaluate(r, commands, a.tty)
		if err != nil {
			return nil, err
		}
		ans, err := answer(t)
		if err != nil {
			return nil, err
		}
		return ans.result(ctx, t, words)
	})
}

// evaluate evaluates a pipeline and reads what is kept of its output.
func (r *execRun) evaluate(commands []shellCommand, tty bool) (*execText, error) {
	var o execOutput
	take := func(p execPiece) bool {
		o.add(p)
		return r.err == nil
	}
	if tty {
		take = terminalLines(r, take)
	}
	r.stderr = func(text string) { take(execLiteral(text)) }
	if len(commands) > 1 && !tty {
		r.stderr = func(text string) { o.early = append(o.early, execLiteral(text)) }
	}
	out, ok := r.start(commands)
	if !ok {
		return nil, errExecRefused
	}
	out(take)
	switch {
	case errors.Is(r.err, errExecTooMuch):
		return nil, tools.RefuseOwn("eyeline keeps no more than a million pieces of lines in memory: read a shorter part")
	case r.err != nil:
		return nil, r.err
	}
	t, err := o.text()
	t.status, t.commands = r.status, commands
	for _, f := range r.files {
		if changed := f.Unchanged(); err == nil && changed != nil {
			err = changed
		}
	}
	return &t, err
}

// terminalLines ends lines as a terminal does.
func terminalLines(r *execRun, emit func(execPiece) bool) func(execPiece) bool {
	return func(p execPiece) bool {
		return r.fragments(p, func(f execFragment) bool {
			if f.ends {
				f.piece.text = append(bytes.Clone(f.text), "\r\n"...)
				f.piece.line = 0
			}
			return emit(f.piece)
		})
	}
}
