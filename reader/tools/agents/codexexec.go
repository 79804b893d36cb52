package agents

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/tools/serdejson"
	"eyeline/reader/window"
)

// codexExec is what Codex's models get for plain reads in its shell (CONTRACT-codex): models that call exec_command
// directly.
var codexExec = &tools.Tool{
	Name: "codex_exec", Title: "Codex CLI's exec_command: cat, sed -n and the like",
	Since: codexSince, Recorded: []string{"exec_command"},
	Limits: "10000 tokens (estimated: 4 bytes each), the middle is cut",
	Params: execParams,
}

// codexExecBytes is the same for models that Codex's catalog does not know.
var codexExecBytes = &tools.Tool{
	Name: "codex_exec_bytes", Title: "Codex CLI's exec_command with a model that its catalog does not know",
	Since: codexSince, Recorded: []string{"exec_command"},
	Limits: "10000 bytes, the middle is cut",
	Params: execParams,
}

var codexSince = tools.Since{Agent: "Codex CLI", Version: "0.169.0", Date: "2026-11-21", How: tools.Ran}

var execParams = []tools.Param{
	{
		Path: []string{"cmd"}, Flag: "cmd", Type: tools.TypeString, Required: true,
		Help: "the command: cat, head, tail, sed -n, nl, wc, pipes of these, < FILE",
	},
	{Path: []string{"workdir"}, Flag: "workdir", Type: tools.TypeString, Help: "folder in which the command runs"},
	{
		Path: []string{"max_output_tokens"}, Flag: "max-output-tokens", Type: tools.TypeInteger,
		Help: "tokens of output at most",
	},
	{Path: []string{"tty"}, Flag: "tty", Type: tools.TypeBoolean, Default: false, Help: "run in a terminal, which ends lines with CR LF"},
	{Flag: "first", Type: tools.TypeInteger, Help: "number of the first line of FILE, 1-based: sed -n 'FIRST,LASTp' FILE"},
	{Flag: "last", Type: tools.TypeInteger, Help: "number of the last line of FILE, inclusive"},
}

// execPlaces: slices are what sed -n prints.
var execPlaces = []tools.Place{{Mode: tools.ModeSlice, At: "first", Base: 1, Last: "last", Size0: 200, Beyond: true}}

func init() {
	for _, t := range []*tools.Tool{codexExec, codexExecBytes} {
		t.Paths, t.Places, t.Words = tools.PathAny, execPlaces, execWords
		t.Args, t.Values, t.Parse = execArguments(nil), execValues, parseExec
		t.Read = func(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
			return readExec(ctx, env, t, args)
		}
	}
}

func execWords(_ tools.Env, file string, err error) string {
	var special *access.SpecialError
	if errors.As(err, &special) {
		return "cat: " + file + ": " + special.Error()
	}
	return "cat: " + file + ": " + execStrerror(err)
}

const (
	execTokens = 10000 // of an answer, when the model asks for no fewer
	execBytes  = 10000 // of an answer to a model that the catalog does not know
)

func readExec(ctx context.Context, env tools.Env, tool *tools.Tool, args []byte) (*tools.Result, error) {
	a, err := parseExecArgs(args)
	if err != nil {
		return nil, err
	}
	return evaluate(ctx, env, tool, a, func(t *execText) (*execAnswer, error) {
		limit := uint64(execTokens)
		if a.MaxOutputTokens != nil {
			limit = min(limit, *a.MaxOutputTokens)
		}
		parts := t.cutTokens(limit)
		if tool == codexExecBytes && 4*limit >= execBytes {
			parts = t.cut(execBytes, "chars")
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
func parseExecArgs(args []byte) (a serdejson.ExecArgs, err error) {
	if a, err = serdejson.ParseExecArgs(args); err != nil {
		return a, tools.Refuse("failed to parse function arguments: " + err.Error())
	}
	if a.Environment != nil {
		return a, tools.Refuse("unknown turn environment id `" + *a.Environment + "`")
	}
	return a, nil
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

// cut says whether a part of the output is missing.
func (ans *execAnswer) cut(t *execText) bool { return len(ans.parts) > 1 || t.dropped > 0 }

// evaluate makes the answer for a command. answer cuts its output.
func evaluate(ctx context.Context, env tools.Env, tool *tools.Tool, a serdejson.ExecArgs, answer func(t *execText) (*execAnswer, error)) (*tools.Result, error) {
	commands, err := parseShell(env, a.Cmd)
	if err != nil {
		return nil, errExecRefused
	}
	words := func(err error) string { return execWords(env, a.Cmd, err) }
	// The files are opened while the command is evaluated, and closed after it.
	none := &tools.File{File: access.Stream(source.View(bytes.NewReader(nil), 0))}
	return tools.ReadFile(ctx, words, func() (*tools.File, error) { return none, nil }, func(*tools.File) (*tools.Result, error) {
		r := &execRun{ctx: ctx, env: env, dir: env.Dir(), shell: a.Shell}
		defer r.close()
		if a.Workdir != "" {
			r.dir = env.Abs(a.Workdir)
		}
		if r.shell == "" {
			r.shell = "/bin/bash"
		}
		t, err := r.evaluate(commands, a.TTY)
		if err != nil {
			return nil, err
		}
		ans, err := answer(t)
		if err != nil {
			return nil, err
		}
		return ans.result(ctx, tool, t, words)
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
		return nil, tools.RefuseOwn("eyeline holds no more than a million lines in memory: read a shorter part")
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

// result makes the answer's result. All of the content is in memory: it is at most as long as an answer may be.
func (ans *execAnswer) result(ctx context.Context, tool *tools.Tool, t *execText, words tools.Wording) (*tools.Result, error) {
	var shown []execShown
	lines := int64(strings.Count(ans.header, "\n"))
	for _, p := range ans.parts {
		if !p.own {
			// The decoded offsets as offsets in the raw text.
			from, to := t.rawOffset(p.from), t.rawOffset(p.from+len(p.text))
			for _, s := range t.shown(from, to) {
				s.content = lines + int64(bytes.Count(t.raw[from:s.at], []byte("\n")))
				shown = append(shown, s)
			}
		}
		lines += int64(bytes.Count(p.text, []byte("\n")))
	}
	r := &tools.Result{Tool: tool}
	r.Window = window.Window{Kind: window.Notice, TotalLines: -1}
	one := len(shown) > 0
	for i := range shown {
		one = one && shown[i].file == shown[0].file && (i == 0 || shown[i].Start >= shown[i-1].End)
	}
	if !one {
		shown = nil // of several files, or not in their order: no window says that
	}
	cut := ans.cut(t)
	if err := setExecWindow(ctx, &r.Window, shown, cut); err != nil {
		return nil, err
	}
	if one {
		more := r.Window.End < shown[0].file.Size() || cut
		r.Silent = more && !cut
		if ans.next != nil {
			r.NextArgs = ans.next(shown[0].lastWhole(cut), more)
		}
	}
	item := joinParts(ans.parts)
	replaced := int64(0)
	if !t.valid {
		replaced = int64(bytes.Count(item, []byte("\uFFFD")))
	}
	var runs []tools.Shown
	shownLines := int64(0)
	for i, run := range shown {
		n := int64(lineCount(t.raw[run.at : run.at+run.size]))
		runs = append(runs, tools.Shown{Content: run.content, Lines: n, First: i == 0})
		shownLines += n
	}
	return r.Content(nil, words, func(s *tools.Sink) {
		s.Str(ans.header)
		if ans.items && len(item) > 0 {
			s.Part()
		}
		s.Bytes(item)
		s.Stats.Replaced, s.Stats.Runs, s.Stats.Lines = replaced, runs, shownLines
	}), nil
}

// lastWhole is the last line that a part shows to its end; 0 when that is not known. cut: something may be cut after it.
func (s execShown) lastWhole(cut bool) int64 {
	if s.Last > 0 && cut {
		var last [1]byte
		if _, err := s.file.ReadAt(last[:], s.End-1); err == nil && last[0] != '\n' {
			return s.Last - 1
		}
	}
	return s.Last
}

// setExecWindow makes the window of the parts of one file.
func setExecWindow(ctx context.Context, w *window.Window, shown []execShown, cut bool) error {
	if len(shown) == 0 {
		return nil
	}
	for i := range shown {
		if err := shown[i].number(ctx); err != nil {
			return err
		}
		if len(shown) > 1 {
			w.Runs = append(w.Runs, shown[i].Run)
		}
	}
	first, last := shown[0], shown[len(shown)-1]
	w.Kind = window.Slice
	w.Start, w.End, w.First, w.Last = first.Start, last.End, first.First, last.Last
	if last.Last == 0 {
		w.First = 0
	}
	w.Top, w.Bottom = window.StopAsked, window.StopAsked
	if w.Start == 0 {
		w.Top = window.StopFile
	}
	switch {
	case w.End == last.file.Size():
		w.Bottom = window.StopFile
	case cut:
		w.Bottom = window.StopOutput
	}
	return nil
}

// execArguments is the Tool.Args of the tools that take a command: wrap makes the arguments of one, nil those of
// exec_command.
func execArguments(wrap func(call []byte) []byte) func(string, tools.Values) json.RawMessage {
	return func(file string, values tools.Values) json.RawMessage {
		command, given := values["cmd"]
		if !given {
			command = execRead(file, values)
		}
		args := append([]byte(`{"cmd":`), tools.Encode(command)...)
		for _, p := range execParams[1:] {
			if v := tools.Encode(values[p.Flag]); values[p.Flag] != nil && p.Path != nil && v != nil {
				args = append(append(append(args, `,"`...), p.Path[0]...), `":`...)
				args = append(args, v...)
			}
		}
		args = append(args, '}')
		if wrap != nil {
			return wrap(args)
		}
		return args
	}
}

// execRead is the command that reads lines of a file, or all of it.
func execRead(file string, values tools.Values) string {
	first, hasFirst := execLine(values["first"])
	last, hasLast := execLine(values["last"])
	if !hasFirst && !hasLast {
		return "cat " + shellFile(file)
	}
	if !hasFirst {
		first = "1"
	}
	if !hasLast {
		last = "$"
	}
	return "sed -n '" + first + "," + last + "p' " + shellFile(file)
}

// execLine is a line number as a script of sed has it.
func execLine(v any) (string, bool) {
	text := string(tools.Encode(v))
	if v == nil || text == "null" {
		return "", false
	}
	if strings.ContainsAny(text, "'\"") {
		return "", false
	}
	return text, true
}

// execRange reads back the lines of a command that execRead made, or that is like one.
func execRange(command string) (first, last int64, file string, ok bool) {
	commands, err := parseShell(tools.Env{}, command)
	if err != nil {
		return 0, 0, "", false
	}
	return execRangeOf(commands)
}

// execRangeOf is execRange for a command that was parsed.
func execRangeOf(commands []shellCommand) (first, last int64, file string, ok bool) {
	if len(commands) != 1 || commands[0].fed {
		return 0, 0, "", false
	}
	words := commands[0].words
	switch {
	case len(words) == 2 && words[0] == "cat" && !strings.HasPrefix(words[1], "-"):
		return 1, math.MaxInt64, words[1], true
	case len(words) != 4 || words[0] != "sed" || words[1] != "-n":
		return 0, 0, "", false
	}
	script, ok := parseSed(words[2])
	if !ok || len(script) != 1 || script[0].name != 'p' || script[0].not || script[0].from.last {
		return 0, 0, "", false
	}
	c := script[0]
	if c.from.line == 0 {
		return 1, math.MaxInt64, words[3], true
	}
	if first, last = c.lines(math.MaxInt64); c.to.last {
		last = math.MaxInt64
	}
	return first, last, words[3], true
}

// execValues is the Tool.Values of exec_command.
func execValues(args json.RawMessage) (tools.Values, bool) {
	var fields map[string]any
	if json.Unmarshal(args, &fields) != nil || fields == nil {
		return nil, false
	}
	values := tools.Values{}
	for _, p := range execParams[1:] {
		if p.Path == nil || fields[p.Path[0]] == nil {
			continue
		}
		values[p.Flag] = fields[p.Path[0]]
		if n, ok := fields[p.Path[0]].(float64); ok && n == math.Trunc(n) && math.Abs(n) < 1<<53 {
			values[p.Flag] = int64(n)
		}
	}
	command, _ := fields["cmd"].(string)
	first, last, _, ok := execRange(command)
	switch {
	case !ok:
		if _, given := fields["cmd"]; given {
			values["cmd"] = command
		}
	case strings.HasPrefix(strings.TrimSpace(command), "sed"):
		values["first"] = first
		if last < math.MaxInt64 {
			values["last"] = last
		}
	}
	return values, true
}

// execNextLines is how many lines an agent asks for that goes on after a cat.
const execNextLines = 200

// execNext is the command that goes on after line last, where the commands read lines of one file and there are more; "" for
// none.
func execNext(commands []shellCommand, last int64, more bool) string {
	first, to, file, ok := execRangeOf(commands)
	if !ok || last == 0 || !more {
		return ""
	}
	end := last + execNextLines
	switch {
	case to < math.MaxInt64 && last < to:
		end = to
	case to < math.MaxInt64:
		end = last + to - first + 1
	}
	return fmt.Sprintf("sed -n '%d,%dp' %s", last+1, end, shellFile(file))
}
