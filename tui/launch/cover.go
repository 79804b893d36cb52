package launch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"eyeline/reader/emit"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/tuning"
	"eyeline/reader/window"
	"eyeline/tui/cells"
	"eyeline/tui/request"
	shown "eyeline/tui/words"
)

// parseLines reads A-B, or A for one line: 1-based and inclusive.
func parseLines(text string) (first, last int64, err error) {
	from, to, ranged := strings.Cut(text, "-")
	if !ranged {
		to = from
	}
	first, errFirst := strconv.ParseInt(from, 10, 64)
	last, errLast := strconv.ParseInt(to, 10, 64)
	if errFirst != nil || errLast != nil || first < 1 || last < first {
		return 0, 0, fmt.Errorf("--cover takes lines as FIRST-LAST, such as 120-160, not %q", cells.Sanitize(text))
	}
	return first, last, nil
}

// covering looks for the reads that give lines of a file.
type covering struct {
	flags  *emitFlags
	path   string // the file as it is named on the command line
	in     *input // what is read in place of it
	file   tuning.File
	wanted tuning.Lines
	env    tools.Env
}

// covered is the arguments of --cover. Where no tool is named it prints the commands of all tools instead, and returns nil.
func (e *emitFlags) covered(cmd *cobra.Command, t *tools.Tool, files []string, in *input, env tools.Env, given map[string]string, to io.Writer) ([]byte, error) {
	first, last, err := parseLines(e.cover)
	switch {
	case err != nil:
		return nil, usage("%v", err)
	case e.args != "" || e.walk || len(given) > 0 || len(e.start) > 0 || cmd.Flags().Changed(modeFlag):
		return nil, usage("--cover finds the arguments: it goes with --tool, --root, --confine, --json, --name and FILE")
	case len(files) == 0 && in == nil:
		return nil, usage("which file? --cover takes FILE, or what is piped in")
	}
	ctx := cmd.Context()
	c := &covering{flags: e, path: "-", in: in, env: env}
	if len(files) > 0 {
		c.path = files[0]
	}
	if in != nil {
		c.file.Bytes = in.bytes()
	} else {
		src, err := source.OpenFile(env.Abs(c.path))
		if err != nil {
			return nil, failed(err)
		}
		defer func() { _ = src.Close() }()
		c.file.Bytes = source.View(src, src.Snapshot().Size)
	}
	if c.wanted, err = tuning.Locate(ctx, c.file, first, last); errors.Is(err, window.ErrPastEnd) {
		return nil, status{exitFailed, fmt.Sprintf("%s has no line %d", cells.Sanitize(c.path), first)}
	} else if err != nil {
		return nil, failed(err)
	}
	if cmd.Flags().Changed("tool") {
		return c.arguments(ctx, t)
	}
	return nil, c.print(ctx, to, tools.All())
}

// calls are the calls of a list of tools on the file.
func (c *covering) calls(list []*tools.Tool) ([]tuning.Calls, error) {
	names := map[*tools.Tool]string{}
	for _, t := range list {
		name, err := c.argument(t)
		if err != nil {
			return nil, status{exitFailed, err.Error()}
		}
		names[t] = name
	}
	return tuning.Modes(list, func(t *tools.Tool) string { return names[t] }, func(*tools.Tool) tools.Env { return c.env }), nil
}

// argument is how the file goes into a tool's arguments.
func (c *covering) argument(t *tools.Tool) (string, error) {
	switch {
	case c.in != nil:
		return c.in.argument(t, c.flags.root)
	case t.Paths == tools.PathAbsolute:
		return emit.FileArgument(t, c.env.Abs(c.path))
	}
	return emit.FileArgument(t, c.path)
}

// arguments are those of the tool's call that gives exactly the wanted lines, with the fewest arguments. The error says why
// there is none, and what comes closest.
func (c *covering) arguments(ctx context.Context, t *tools.Tool) ([]byte, error) {
	calls, err := c.calls([]*tools.Tool{t})
	if err != nil {
		return nil, err
	}
	var best, none tuning.Solution
	for _, x := range calls {
		s, err := tuning.Solve(ctx, c.file, x, c.wanted)
		switch {
		case err != nil:
			return nil, failed(err)
		case s.Exact != nil && (best.Exact == nil || s.Exact.Given < best.Exact.Given):
			best = s
		case s.Exact == nil && none.Why == "":
			none = s
		}
	}
	if best.Exact != nil {
		return best.Calls.Args(best.Exact.Values), nil
	}
	text := fmt.Sprintf("no call of %s gives exactly %s: %s", t.Name, lineRange(c.wanted.First, c.wanted.Last), cells.Sanitize(none.Why))
	for _, closest := range []*tuning.Cover{none.Above, none.Below} {
		if closest != nil {
			text += fmt.Sprintf("; %s gives %s", none.Calls.Args(closest.Values), lineRange(closest.First, closest.Last))
		}
	}
	return nil, status{exitFailed, text}
}

// print writes a command for every tool and mode, or an object in JSON. A call that is not exact, and why there is none, is
// said in a comment.
func (c *covering) print(ctx context.Context, w io.Writer, list []*tools.Tool) error {
	calls, err := c.calls(list)
	if err != nil {
		return err
	}
	exact := false
	for _, x := range calls {
		s, err := tuning.Solve(ctx, c.file, x, c.wanted)
		if err != nil {
			return failed(err)
		}
		exact = exact || s.Exact != nil
		if _, err := io.WriteString(w, c.text(s)); err != nil {
			return failed(err)
		}
	}
	if !exact {
		return status{exitFailed, "no tool gives exactly " + lineRange(c.wanted.First, c.wanted.Last)}
	}
	return nil
}

// text is a solution as it is printed.
func (c *covering) text(s tuning.Solution) string {
	var b strings.Builder
	for _, cover := range []*tuning.Cover{s.Exact, s.Above, s.Below} {
		if cover == nil {
			continue
		}
		if c.flags.json {
			b.WriteString(coverJSON(s, cover))
			continue
		}
		fmt.Fprintf(&b, "%s  # %s: %s\n", c.command(s.Calls, cover), request.ModeName(s.Calls.Place.Mode), coverWords(cover))
	}
	switch {
	case s.Why != "" && c.flags.json:
		b.WriteString(coverJSON(s, nil))
	case s.Why != "":
		fmt.Fprintf(&b, "# %s, %s: no call is exact: %s\n", s.Calls.Tool.Name, request.ModeName(s.Calls.Place.Mode), cells.Sanitize(s.Why))
	}
	return b.String()
}

// command is the eyeline emit command that makes a call.
func (c *covering) command(calls tuning.Calls, cover *tuning.Cover) string {
	line := "eyeline emit --tool " + calls.Tool.Name
	if c.flags.root != "" {
		line += " --root " + shown.Quote(c.flags.root)
	}
	if c.flags.confine {
		line += " --confine"
	}
	line += " --args " + shown.Quote(string(calls.Args(cover.Values)))
	if c.in != nil {
		line += " " + shown.Quote(c.path)
	}
	return line
}

// coverWords says which lines a read gives.
func coverWords(c *tuning.Cover) string {
	lines := lineRange(c.First, c.Last)
	switch {
	case c.Outside > 0:
		return lines + ", " + shown.Group(c.Outside) + " too many"
	case c.Missing > 0:
		return lines + ", " + shown.Group(c.Missing) + " too few"
	}
	return "exactly " + lines
}

// lineRange names lines.
func lineRange(first, last int64) string {
	if first == last {
		return fmt.Sprintf("L%d", first)
	}
	return fmt.Sprintf("L%d–L%d", first, last)
}

// coverJSON is a read, or why there is none, as one line of JSON.
func coverJSON(s tuning.Solution, cover *tuning.Cover) string {
	line := struct {
		Tool      string          `json:"tool"`
		Mode      string          `json:"mode"`
		Exact     bool            `json:"exact"`
		Lines     []int64         `json:"lines,omitempty"`
		Outside   int64           `json:"outside,omitempty"`
		Missing   int64           `json:"missing,omitempty"`
		Arguments json.RawMessage `json:"arguments,omitempty"`
		Why       string          `json:"why,omitempty"`
	}{Tool: s.Calls.Tool.Name, Mode: request.ModeName(s.Calls.Place.Mode)}
	if cover == nil {
		line.Why = s.Why
	} else {
		line.Exact = cover.Outside == 0 && cover.Missing == 0
		line.Lines, line.Outside, line.Missing = []int64{cover.First, cover.Last}, cover.Outside, cover.Missing
		line.Arguments = s.Calls.Args(cover.Values)
	}
	return string(tools.Encode(line)) + "\n"
}
