package formats

import (
	"cmp"
	"io"
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/cmdoutput"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/swetext"
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
	Arguments: swetext.Arguments,
	Answer:    sweWindows,
	Write:     func(v jsonskim.Value, w io.Writer) error { return v.WriteText(w) },
	Decoder:   func(b *record.Builder) Decoder { return (&sweSteps{b}).record },
}

// sweRan is the command that an action is.
func sweRan(c Called) ([]ShellCommand, bool) {
	if c.Tool != "bash" || c.Args.Kind != jsonskim.String {
		return nil, false
	}
	output := cmdoutput.WholeOutput(c.Result.Text(record.TextLimit))
	return []ShellCommand{{Command: c.Args.Text(longestScript), Output: output}}, true
}

type sweSteps struct{ b *record.Builder }

func (d *sweSteps) record(v jsonskim.Value) bool {
	d.b.SeenID(v.Get("instance_id"))
	list, found := v.Enter("trajectory")
	for step := range list.Values() {
		if d.b.Run.LimitError() != nil {
			break
		}

		action := step.Get("action")
		seen := step.Get("observation")
		state := step.Get("state")
		if state.Kind == jsonskim.String {
			state = jsonskim.Parse([]byte(state.Text(record.TextLimit)))
		}

		d.b.SeenDir(state.Get("working_dir"))
		say(d.b, cmp.Or(step.Get("response"), step.Get("thought")), true)
		c := d.b.CallNamed(jsonskim.Value{}, when(step.Get("timestamp")), "bash", action)
		c.Fidelity = record.Recorded
		c.Result = d.b.Place(seen, record.AsText)
		command := action.Text(record.TextLimit)
		if swetext.IsEdit(command) {
			d.edit(c, step)
			continue
		}

		words := swetext.Words(command)
		text := seen.Text(4096)
		if words != nil {
			c.Tool = words[0]
		}

		_, _, ok := swetext.Head(text)
		if words != nil && words[1] != "view" {
			said, _, _ := strings.Cut(text, "`") // what comes after it may be of the file
			c.Kind, c.Failed = record.Change, !swetext.IsDone(said)
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

// sweWindows is the read of an observation that shows lines of a file.
func sweWindows(v jsonskim.Value) []record.Read {
	r := record.Read{Text: v.Text(record.TextLimit), How: record.ByText}
	var ok bool
	r.Path, r.Total, ok = swetext.Head(r.Text)
	if !ok {
		return nil
	}
	form := LineLayout{seps: []string{"\t", ":"}}
	r.Lines = form.Numbered(r.Text, form.Body(r.Text))
	return []record.Read{r}
}
