package formats

import (
	"encoding/json"
	"fmt"
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
// came of it. Its own commands show a window of the open file, or lines as cat -n gives them. The state is that before
// the action, in versions 0.x a text. An edit by the numbers of lines is a call, and the window after it another one.
var sweAgent = &Format{
	Name:  "swe-agent",
	Agent: "SWE-agent",
	Note:  "Old observations are left out of what the model is sent, which is not recorded for each step.",
	detect: func(_ string, v jsonskim.Head) bool {
		list, found := v.Enter("trajectory")
		first := list.Elem(0)
		return found && first.Get("observation").Kind == jsonskim.String && first.Get("action").Kind == jsonskim.String
	},
	Ran:       sweRan,
	Arguments: sweArguments,
	Answer:    sweWindows,
	Write:     func(v jsonskim.Value, w io.Writer) error { return v.WriteText(w) },
	Decoder:   func(b *record.Builder) Decoder { return (&sweSteps{b}).record },
}

// sweRan is the command that an action is.
func sweRan(c Called) ([]Ran, bool) {
	if c.Tool != "bash" || c.Args.Kind != jsonskim.String {
		return nil, false
	}
	return []Ran{{Command: c.Args.Text(longestScript), Output: WholeOutput(c.Result.Text(record.TextLimit))}}, true
}

type sweSteps struct{ b *record.Builder }

func (d *sweSteps) record(v jsonskim.Value) bool {
	set(&d.b.Run.ID, v, "instance_id")
	list, found := v.Enter("trajectory")
	for step := range list.Values() {
		if d.b.Run.Over() != nil {
			break
		}

		action := step.Get("action")
		seen := step.Get("observation")
		state := step.Get("state")
		if state.Kind == jsonskim.String {
			state = jsonskim.Parse([]byte(state.Text(record.TextLimit)))
		}

		set(&d.b.Run.Dir, state, "working_dir")
		c := d.b.CallNamed(jsonskim.Value{}, when(step.Get("timestamp")), "bash", action)
		c.Fidelity = record.Recorded
		c.Result = d.b.Place(seen, record.AsText)
		command := action.Text(record.TextLimit)
		if sweEdit().MatchString(command) {
			d.edit(c, step)
			continue
		}

		words := sweWords(command)
		text := seen.Text(4096)
		if words != nil {
			c.Tool = words[0]
		}

		_, _, ok := sweHead(text)
		if words != nil && words[1] != "view" {
			said, _, _ := strings.Cut(text, "`") // what comes after it may be of the file
			c.Kind, c.Failed = record.Change, !sweDone().MatchString(said)
		} else if ok || words != nil {
			c.Kind = record.ReadFile
			c.Result = d.b.Place(seen, record.AsFormat)
		}
	}

	return found
}

// edit takes an edit by the numbers of lines.
func (d *sweSteps) edit(c *record.Call, step jsonskim.Value) {
	seen := step.Get("observation")
	c.Tool = "edit"
	c.Kind = record.Change
	c.Side = d.b.PlaceObject(step.Get("state"))
	c.Failed = !strings.Contains(seen.Text(record.TextLimit), "File updated.")
	if !c.Failed {
		c = d.b.CallNamed(jsonskim.Value{}, c.Time, "window", jsonskim.Value{})
		c.Fidelity = record.Recorded
		c.Kind = record.Attachment
		c.Result = d.b.Place(seen, record.AsFormat)
	}
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

// sweEdit is the command that replaces lines of the open file by their numbers.
var sweEdit = lazy.Regexp(`(?ms)\Aedit (\d{1,9}):(\d{1,9})[ \t]*\n(.*?)^end_of_edit`)

// mostReplaced bounds how many lines one such command is believed to replace.
const mostReplaced = 1 << 16

// LinesReplaced is the change of a command with lines by their numbers, as its arguments have it.
func LinesReplaced(args jsonskim.Value) (h record.Hunk, ok bool) {
	var lines [2]int64
	for i := range lines {
		lines[i], ok = args.Get("lines").Elem(i).Int()
		if !ok {
			return h, false
		}
	}
	n := lines[1] - lines[0] + 1
	put := args.Get("put")
	if lines[0] < 1 || n < 0 || n > mostReplaced || put.Kind != jsonskim.String {
		return h, false
	}
	h = record.Hunk{Old: lines[0], Lines: slices.Repeat([]string{"-"}, int(n)), Unsaid: true}
	h.Lines = append(h.Lines, record.Marked("+", strings.TrimSuffix(put.Text(record.TextLimit), "\n"))...)
	return h, true
}

// sweArguments are those of the editor's command as JSON.
func sweArguments(tool, text string) []byte {
	if m := sweEdit().FindStringSubmatch(text); m != nil {
		put, _ := json.Marshal(m[3]) // texts always can
		first := strings.TrimLeft(m[1], "0")
		last := strings.TrimLeft(m[2], "0")
		return fmt.Appendf(nil, `{"lines":[%s,%s],"put":%s}`, first, last, put)
	}

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
func sweWindows(v jsonskim.Value) []record.Read {
	r := record.Read{Text: v.Text(record.TextLimit), How: record.ByText}
	var ok bool
	r.Path, r.Total, ok = sweHead(r.Text)
	if !ok {
		return nil
	}
	form := Form{seps: []string{"\t", ":"}}
	r.Lines = form.Numbered(r.Text, form.Body(r.Text))
	return []record.Read{r}
}
