package codexexec

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"eyeline/reader/internal/param"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/shelltool"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
)

// CodeMode is what Codex's newest models get, which write JavaScript that calls exec_command (CONTRACT-codex, custom
// tool exec).
var CodeMode = &tools.Tool{
	Language: ospath.RustStd,
	Name:     "codex_code_mode", Title: "Codex CLI's exec: a script that runs exec_command",
	Origin: ExecBytes.Origin, Recorded: []string{"exec"},
	Tokens:  tokenRule,
	Silence: tools.SilentAsAsked,
	Caps: tools.Caps{
		Output: tools.Cap{Most: 10000, PerToken: bytesPerToken, Over: tools.OverMiddle},
		Then:   tools.Cap{Most: 12000, PerToken: bytesPerToken, Of: "with the header", Over: tools.OverMiddle},
		Also:   "a script may ask for another number of tokens",
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesNotice, Image: tools.GivesText, PDF: tools.GivesText, Binary: tools.GivesText,
	},
	Params: codeModeParams,
	Paths:  tools.PathAny, Windows: shelltool.Places, Words: shelltool.Words,
	Run: runCodeMode, Args: writeScriptArgs, Values: scriptValues, Parse: readBackCodeMode,
}

var codeModeParams = append([]tools.Param{
	param.Text("input", "the script: const r = await tools.exec_command({cmd: \"…\"}); text(r.output);"),
}, shelltool.Lines...)

func writeScriptArgs(file string, values tools.Values) json.RawMessage {
	all := tools.Values{"input": codeModeScript(shelltool.ReadCommand(file, values))}
	maps.Copy(all, values)
	return tools.BuildArgs(&tools.Tool{Params: codeModeParams}, file, all)
}

func codeModeScript(command string) string {
	return "const r = await tools.exec_command({cmd: " + js.Quote(command) + "}); text(r.output);"
}

const codeModeHeader = "Script %s\nWall time 0.0 seconds\nOutput:\n"

func runCodeMode(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	c, err := parseCodeModeArgs(args)
	if err != nil {
		return nil, err
	}

	a, err := parseArgs(c.args)
	if err != nil {
		if refusal, ok := errors.AsType[*tools.Error](err); ok {
			return nil, tools.Refuse(fmt.Sprintf(codeModeHeader, "failed") + "Script error:\n" + refusal.Text)
		}
		return nil, err
	}

	cmd, err := a.command(env)
	if err != nil {
		return nil, err
	}

	return shelltool.Evaluate(ctx, env, cmd, func(t *shelltool.Output) (*shelltool.Answer, error) {
		ans := &shelltool.Answer{
			Header: fmt.Sprintf(codeModeHeader, "completed"), Parts: t.Whole(), Items: true,
			Next: func(next string) json.RawMessage {
				args := tools.SetArg(c.args, []string{"cmd"}, js.Quote(next))
				return tools.Set([]byte("{}"), "input", c.script+string(args)+c.rest)
			},
		}
		var notice []shelltool.Part
		if a.maxOutputTokens != nil {
			ans.Parts = cutTokens(t, *a.maxOutputTokens)
		} else if t.Dropped > 0 {
			ans.Parts, notice = session(t)
		}

		tokens := uint64(env.Caps().Output.Most)
		if c.tokens != nil {
			tokens = *c.tokens
		}

		if size, limit := shelltool.Size(ans.Parts), bytesPerToken*int64(min(tokens, 1<<40)); size > limit {
			second := fmt.Sprintf("Total output lines: %d", textfile.LineCount(shelltool.Join(ans.Parts)))
			cut := cutParts(ans.Parts, limit, tokenCount(size-limit), "tokens")
			ans.Parts = append(warningParts(tokenCount(size), second), cut...)
		}

		if notice != nil { // before what is kept of the end
			ans.Parts = slices.Insert(ans.Parts, len(ans.Parts)-1, notice...)
		}

		room := env.Caps().Then.Most - tokenCount(int64(len(ans.Header)))
		if size, limit := shelltool.Size(ans.Parts), bytesPerToken*room; size > limit {
			ans.Parts = cutParts(ans.Parts, limit, tokenCount(size-limit), "tokens")
		}

		ans.Cut = len(ans.Parts) > 1
		return ans, nil
	})
}

// scriptValues is the Tool.Values of codex_code_mode.
func scriptValues(args json.RawMessage) (tools.Values, bool) {
	values, ok := tools.ValuesOf(&tools.Tool{Params: codeModeParams}, args)
	input, _ := values["input"].(string)
	if c, parsed := parseScript(input); parsed && c.tokens == nil {
		if v, ok := shelltool.Values(parameters)(c.args); ok && v["cmd"] == nil && v["workdir"] == nil &&
			v["max-output-tokens"] == nil && v["tty"] == nil {
			return v, true
		}
	}
	return values, ok
}

// readBackCodeMode parses an answer for the lines that its script's command reads.
func readBackCodeMode(args json.RawMessage, content string) (tools.Parsed, bool) {
	c, err := parseCodeModeArgs(args)
	const start = "\nOutput:\n"
	at := strings.Index(content, start)
	if err != nil || at < 0 || !strings.HasPrefix(content, "Script completed\n") {
		return tools.Parsed{Total: -1}, false
	}

	a, err := parseArgs(c.args)
	if err != nil {
		return tools.Parsed{Total: -1}, false
	}

	return readBackOutput(a.cmd, content, at+len(start))
}

// codeModeCall is a script of the one form that is evaluated.
type codeModeCall struct {
	script string  // script up to the call's arguments
	args   []byte  // arguments of exec_command as JSON
	rest   string  // after the arguments
	tokens *uint64 // from the line "// @exec:"
}

// errNotCode is the refusal of a script in another form than the one that is evaluated.
var errNotCode = tools.RefuseOwn("eyeline runs no script: it reads `const r = await tools.exec_command({…}); " +
	"text(r.output);`, with or without a line `// @exec: {…}` before it, and nothing else")

func parseCodeModeArgs(args []byte) (*codeModeCall, error) {
	var fields struct{ Input *string }
	if err := json.Unmarshal(args, &fields); err != nil || fields.Input == nil {
		return nil, errNotCode
	}
	c, ok := parseScript(*fields.Input)
	if !ok {
		return nil, errNotCode
	}
	return c, nil
}

// parseScript parses a script.
func parseScript(script string) (*codeModeCall, bool) {
	c := &codeModeCall{}
	p := &js.Reader{Rest: script}
	p.Space()

	if line, rest, ok := strings.Cut(p.Rest, "\n"); ok && strings.HasPrefix(line, "// @exec:") {
		var pragma struct {
			MaxOutputTokens *uint64 `json:"max_output_tokens"`
		}
		if json.Unmarshal([]byte(strings.TrimPrefix(line, "// @exec:")), &pragma) != nil {
			return nil, false
		}

		c.tokens = pragma.MaxOutputTokens
		p.Rest = rest
	}

	declares := p.Word("const") || p.Word("let") || p.Word("var")
	name := p.Name()
	if !declares || name == "" || !p.All("=", "await", "tools", ".", "exec_command", "(") {
		return nil, false
	}

	p.Space()
	c.script = script[:len(script)-len(p.Rest)]
	value, ok := p.Value()
	if !ok || value[0] != '{' {
		return nil, false
	}

	c.args = value
	c.rest = p.Rest
	if !p.All(")") || !p.End() || !p.All("text", "(", name, ".", "output", ")") || !p.End() {
		return nil, false
	}

	p.Space()
	return c, p.Rest == ""
}
