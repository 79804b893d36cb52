package formats

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/cmdoutput"
	"eyeline/reader/transcript/record"
)

// miniSWEAgent is the .traj.json of mini-SWE-agent: one value with the messages of a run, or in the first versions
// their list alone. Its one tool is a shell, in which each command begins in the same folder. A command stands in the
// model's text, or is a call. The fields are those of versions 1 and 2, by the project's documentation and sources.
var miniSWEAgent = &Format{
	Name:      "mini-swe-agent",
	Agent:     "mini-SWE-agent",
	detect:    isMini,
	Decoder:   func(b *record.Builder) Decoder { return (&miniRun{b: b}).record },
	Arguments: miniArguments,
	Output:    cmdoutput.MiniSWEAgent,
}

// isMini reports whether a value, whose end may be missing, is such a run. Other lists of messages are alike, but begin
// with a question.
func isMini(_ string, v jsonskim.Head) bool {
	if v.Kind == jsonskim.Object {
		info := v.Get("info")
		return strings.HasPrefix(v.Get("trajectory_format").Text(40), "mini-swe-agent") ||
			info.Get("mini_version").Kind == jsonskim.String ||
			strings.HasPrefix(info.Get("config", "agent_type").Text(40), "minisweagent.")
	}

	first := v.Elem(0)
	if !first.Get("role").Is("system") {
		return false
	}

	for message := range v.Values() {
		if message.Get("role").Is("assistant") {
			return miniCommands().MatchString(message.Get("content").Text(HeadSize))
		}
	}

	return false
}

// miniCommands are the commands in a text of the model's.
var miniCommands = lazy.Regexp("(?s)```(?:mswea_bash_command|bash)[ \t]*\n(.*?)\n```")

type miniRun struct {
	b    *record.Builder
	open []*record.Call // the calls of the last message that have no result yet
}

func (d *miniRun) record(v jsonskim.Value) bool {
	info := v.Get("info")
	setHeader(d.b, info, "", "", "mini_version")
	d.b.SeenDir(info.Get("config", "environment", "cwd"))
	list, found := v, v.Kind == jsonskim.Array
	if !found {
		list, found = v.Enter("messages")
	}
	decodeAll(d.b, list, d.message)
	return found
}

func (d *miniRun) message(v jsonskim.Value) bool {
	at, content := when(v.Get("extra", "timestamp")), v.Get("content")
	d.b.SeenAt(at)
	switch role := v.Get("role").Text(20); role {
	case "assistant":
		say(d.b, content, true)
		d.open = nil
		d.calls(v, at)
	case "tool":
		d.answer(d.b.AnswerBlocks(v.Get("tool_call_id"), at, content), v)
	case "user":
		if len(d.open) == 0 {
			say(d.b, content, false)
			return true
		}
		c := d.open[0]
		c.Result = d.b.Place(content, record.AsBlocks)
		d.answer(c, v)
	case "system":
		instruct(d.b, content)
	default:
		return role == "exit"
	}

	return true
}

// calls adds the commands of a message.
func (d *miniRun) calls(v jsonskim.Value, at time.Time) {
	for call := range v.Get("tool_calls").Values() {
		d.open = append(d.open, d.b.CallNamed(call.Get("id"), at, "bash", call.Get("function", "arguments")))
	}

	if len(d.open) > 0 {
		return
	}

	for action := range v.Get("extra", "actions").Values() {
		if action.Get("command").Kind == jsonskim.String {
			d.open = append(d.open, d.b.CallNamed(jsonskim.Value{}, at, "bash", action))
		}
	}

	if content := v.Get("content"); len(d.open) == 0 && miniArguments("bash", content.Text(record.TextLimit)) != nil {
		d.open = append(d.open, d.b.CallNamed(jsonskim.Value{}, at, "bash", content))
	}
}

// answer takes what is said beside a result.
func (d *miniRun) answer(c *record.Call, v jsonskim.Value) {
	status, said := v.Get("extra", "returncode").Int()
	c.Failed = said && status != 0
	d.open = slices.DeleteFunc(d.open, func(open *record.Call) bool { return open == c })
}

// miniArguments are those of the one command in a text, or a text that is their JSON.
func miniArguments(_, text string) []byte {
	if strings.HasPrefix(text, "{") && json.Valid([]byte(text)) {
		return []byte(text)
	}
	found := miniCommands().FindAllStringSubmatch(text, 2)
	if len(found) != 1 {
		return nil
	}
	p, _ := json.Marshal(map[string]string{"command": found[0][1]}) // texts always can
	return p
}
