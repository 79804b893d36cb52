// Package toolrequest, which changes without notice, is what the viewer asks of a tool: a mode, the tool chosen for
// each mode and the arguments given, and how the keys that move and resize a window change them. A [Request] is a
// value: every change returns a new one, so that undo, redo and going back through windows are lists of requests.
//
// Lines are 1-based, byte offsets 0-based.
package toolrequest

import (
	"encoding/json"
	"fmt"
	"maps"

	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents" // the tools that a request can name
)

// DefaultLines is the size of a slice, in lines, where the tool has no limit of its own.
const DefaultLines = 2000

// ParseMode is the mode of a name; "indentation" is "block".
func ParseMode(s string) (tools.Mode, bool) {
	if s == "indentation" {
		return tools.ModeBlock, true
	}
	for _, m := range tools.Modes() {
		if m.String() == s {
			return m, true
		}
	}
	return 0, false
}

type key struct {
	tool string
	mode tools.Mode
}

// Request is the viewer's read: one mode is current, each keeps its tool and arguments.
type Request struct {
	mode   tools.Mode
	tool   [tools.ModeCount]string
	follow [tools.ModeCount]bool
	values map[key]tools.Values // never changed in place
}

// New is the request that a viewer starts with: the default tool of each mode, and its default call.
func New() Request {
	r := Request{follow: [tools.ModeCount]bool{tools.ModeBlock: true}, values: map[key]tools.Values{}}
	for _, m := range tools.Modes() {
		if t := tools.Default(m); t != nil {
			r.tool[m] = t.Name
		}
	}
	return r
}

// Mode is the current mode.
func (r Request) Mode() tools.Mode { return r.mode }

// ToolName is the name of the current mode's tool.
func (r Request) ToolName() string { return r.tool[r.mode] }

// Tool is the current mode's tool.
func (r Request) Tool() *tools.Tool {
	t, _ := tools.Lookup(r.tool[r.mode])
	return t
}

// windowParams says how the current tool's windows are moved in the current mode.
func (r Request) windowParams() tools.WindowParams {
	p, _ := r.Tool().WindowParams(r.mode)
	return p
}

// Follows reports whether the window follows the cursor in the current mode.
func (r Request) Follows() bool { return r.follow[r.mode] }

// WithFollow sets whether the window follows the cursor in the current mode.
func (r Request) WithFollow(on bool) Request {
	r.follow[r.mode] = on
	return r
}

// WithMode makes a mode current.
func (r Request) WithMode(m tools.Mode) Request {
	r.mode = m
	return r
}

// WithModeTool makes a mode current with a tool, without a change of arguments.
func (r Request) WithModeTool(m tools.Mode, tool string) Request {
	r.mode = m
	if has(tool, m) {
		r.tool[m] = tool
	}
	return r
}

// NextMode is the mode dir steps along, round and round.
func (r Request) NextMode(dir int) Request {
	all := tools.Modes()
	return r.WithMode(all[(int(r.mode)+dir+len(all))%len(all)])
}

// WithTool makes a tool the current mode's, if it has the mode. The window's place and size come along.
func (r Request) WithTool(name string) Request {
	if !has(name, r.mode) || name == r.ToolName() {
		return r
	}

	start, startSet := r.givenStart()
	size, sizeSet := r.givenSize()
	r.tool[r.mode] = name

	if startSet {
		r = r.At(start)
	}
	if sizeSet {
		r = r.Sized(size)
	}

	return r
}

// Values returns a copy of the current arguments, without the file.
func (r Request) Values() tools.Values {
	v := tools.Values{}
	maps.Copy(v, r.values[r.keyOf()])
	return v
}

// WithValues replaces the current arguments.
func (r Request) WithValues(v tools.Values) Request {
	all := map[key]tools.Values{}
	maps.Copy(all, r.values)
	all[r.keyOf()] = maps.Clone(v)
	r.values = all
	return r
}

// AtFirst puts the windows of all tools and modes where each tool begins by itself. What else was set stays.
func (r Request) AtFirst() Request {
	all := map[key]tools.Values{}
	for k, values := range r.values {
		t, _ := tools.Lookup(k.tool)
		p, _ := t.WindowParams(k.mode)
		v := maps.Clone(values)
		size, sized := p.Count(v)
		delete(v, p.At)
		if sized && p.Last != "" {
			p.SetCount(v, size)
		}
		all[k] = v
	}

	r.values = all
	return r
}

// With sets one argument by its flag; nil makes it absent.
func (r Request) With(flag string, value any) Request {
	v := r.Values()
	if value == nil {
		delete(v, flag)
	} else {
		v[flag] = value
	}
	return r.WithValues(v)
}

// has reports whether there is a tool of a name, and it has a mode.
func has(tool string, m tools.Mode) bool {
	t, ok := tools.Lookup(tool)
	return ok && HasMode(t, m)
}

func (r Request) keyOf() key { return key{r.tool[r.mode], r.mode} }

// Equal reports whether two requests read the same.
func (r Request) Equal(o Request) bool {
	return r.mode == o.mode && r.tool == o.tool && maps.EqualFunc(r.values, o.values, func(a, b tools.Values) bool {
		return maps.Equal(a, b)
	})
}

// Same reports whether two requests make the same call, whatever they have for other modes and tools.
func (r Request) Same(o Request) bool {
	return r.keyOf() == o.keyOf() && maps.Equal(r.values[r.keyOf()], o.values[o.keyOf()])
}

// Call is what the current mode's tool is asked, as a text.
func (r Request) Call() string { return fmt.Sprintf("%+v %#v", r.keyOf(), r.Values()) }

// WithCall takes over the call of another request. What was set for other modes and tools stays.
func (r Request) WithCall(o Request) Request {
	return r.WithModeTool(o.mode, o.ToolName()).WithValues(o.Values())
}

// Sent returns the value that the call gives an argument, named by its flag, besides the file: a value that was set, or
// one without which the call would not be in its mode. false: the argument is absent.
func (r Request) Sent(flag string) (v any, ok bool) {
	place := r.windowParams()
	v, ok = place.Fixed[flag]
	if ok {
		return v, true
	}

	v, ok = r.values[r.keyOf()][flag]
	if ok {
		return v, true
	}

	v, ok = place.Needs[flag]
	return v, ok
}

// Args is the arguments' JSON for a file, as the tool takes them.
func (r Request) Args(file string) json.RawMessage {
	return r.Tool().Call(r.windowParams(), file, r.values[r.keyOf()])
}

// WithArgs takes the arguments from their JSON, as Result.NextArgs gives them; unknown fields and the file are left
// out. It returns false when the JSON is not an object.
func (r Request) WithArgs(args json.RawMessage) (Request, bool) {
	v, ok := tools.ValuesOf(r.Tool(), args)
	if !ok {
		return r, false
	}
	return r.WithValues(v), true
}
