package formats

import (
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/shell"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/internal/lazy"
	limits "eyeline/reader/internal/shell"
	"eyeline/reader/transcript/record"
)

// sweAgent is the .traj of SWE-agent: one value with the steps of a run, each an action, which is a command, and what
// came of it. Its own commands show a window of the open file, or lines as cat -n gives them. Changes by the numbers of
// lines ("edit 10:12") are not understood: the window that comes after them is.
var sweAgent = &Format{
	Name:  "swe-agent",
	Agent: "SWE-agent",
	Note:  "Old observations are left out of what the model is sent, which is not recorded for each step.",
	detect: func(_ string, v jsonskim.Value) bool {
		list, found := v.Enter("trajectory")
		return found && list.Elem(0).Get("observation").Kind == jsonskim.String && list.Elem(0).Get("action").Kind == jsonskim.String
	},
	ScriptTool: "bash",
	Command:    func(script string) string { return script },
	Arguments:  sweArguments,
	Answer:     sweWindows,
	Write:      func(v jsonskim.Value, w io.Writer) error { return v.WriteText(w) },
	Decoder:    func(b *record.Builder) Decoder { return &sweSteps{b} },
}

type sweSteps struct{ b *record.Builder }

func (d *sweSteps) Record(v jsonskim.Value) bool {
	set(&d.b.Run.ID, v, "instance_id")
	list, found := v.Enter("trajectory")
	for step := range list.Values() {
		set(&d.b.Run.Dir, step.Get("state"), "working_dir")
		action, seen := step.Get("action"), step.Get("observation")
		c := d.b.CallNamed(jsonskim.Value{}, when(step.Get("timestamp")), "bash", action)
		c.Fidelity, c.Result = record.Recorded, d.b.Place(seen, record.AsText)
		words, text := sweWords(action.Text(record.TextLimit)), seen.Text(4096)
		if words != nil {
			c.Tool = words[0]
		}
		if _, _, ok := sweHead(text); words != nil && words[1] != "view" {
			said, _, _ := strings.Cut(text, "`") // what comes after it may be of the file
			c.Kind, c.Failed = record.Change, !sweDone().MatchString(said)
		} else if ok || words != nil {
			c.Kind, c.Result = record.ReadFile, d.b.Place(seen, record.AsFormat)
		}
	}
	return found
}

// sweDone is what the editor says of a change that was made.
var sweDone = lazy.Regexp(`has been edited|File created successfully|Last edit to`)

// longestCommand bounds how many bytes of a command are parsed: a parser may go down for each of them.
const longestCommand = 256 << 10

// sweWords are the words of the editor's command, none where it is more than words, or has no path.
func sweWords(command string) []string {
	if !strings.HasPrefix(command, "str_replace_editor ") || len(command) > longestCommand || limits.IsDeep(command) {
		return nil
	}
	words, err := shell.Fields(command, func(string) string { return "" })
	if err != nil || len(words) < 3 {
		return nil
	}
	return words
}

// sweArguments are those of the editor's command as JSON.
func sweArguments(tool, text string) []byte {
	words := sweWords(text)
	if tool == "bash" || words == nil {
		return nil
	}
	args := map[string]string{"command": words[1], "path": words[2]}
	for pair := range slices.Chunk(words[3:], 2) {
		if name, ok := strings.CutPrefix(pair[0], "--"); ok && len(pair) == 2 {
			args[name] = pair[1]
		}
	}
	p, _ := json.Marshal(args) // texts always can
	return p
}

// sweHead finds what says of which file the lines are that come after it, and how many it has; -1 where it does not.
func sweHead(text string) (path string, total int64, ok bool) {
	if _, rest, found := strings.Cut(text, "[File: "); found {
		path, rest, ok = strings.Cut(rest, " (")
		n, _, _ := strings.Cut(rest, " lines total)]")
		total, err := strconv.ParseInt(n, 10, 64)
		return path, total, ok && err == nil
	}
	_, rest, found := strings.Cut(text, "Here's the result of running `cat -n` on ")
	path, _, ok = strings.Cut(rest, ":\n")
	return path, -1, found && ok
}

// sweWindows is the read of an observation that shows lines of a file.
func sweWindows(v jsonskim.Value) ([]record.Read, error) {
	r := record.Read{Text: v.Text(record.TextLimit), How: record.ByText}
	var ok bool
	if r.Path, r.Total, ok = sweHead(r.Text); !ok {
		return nil, nil
	}
	form := Form{seps: []string{"\t", ":"}}
	r.Lines = form.Numbered(r.Text, form.Body(r.Text))
	return []record.Read{r}, nil
}
