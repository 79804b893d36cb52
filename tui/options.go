package tui

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/tui/jobs"
	"eyeline/tui/request"
	"eyeline/tui/textfield"
)

// optionsPanel edits every argument of the tool. A value that the tool refuses is not taken over: its message is shown
// in full until the next key.
type optionsPanel struct {
	flag   string // the selected argument; it stays selected when the mode changes and has it
	at     int    // its place among those of the mode, also where the mode lacks it
	top    int    // the first that is shown
	input  textfield.Field
	typing bool
	bad    string
}

// params are the arguments that mean something in the current mode, the file among them.
func (m *Model) params() []tools.Param {
	var out []tools.Param
	for _, p := range m.req.Tool().Params {
		if p.Modes == nil || slices.Contains(p.Modes, m.req.Mode()) {
			out = append(out, p)
		}
	}
	return out
}

func (m *Model) openOptions(int64, bool) tea.Cmd {
	m.push(&optionsPanel{})
	return nil
}

// selected is the place of the selected argument; where the mode lacks it, that of the nearest.
func (o *optionsPanel) selected(params []tools.Param) int {
	if i := slices.IndexFunc(params, func(p tools.Param) bool { return p.Flag == o.flag }); i >= 0 {
		return i
	}
	return max(min(o.at, len(params)-1), 0)
}

// choose selects an argument, or the nearest there is.
func (o *optionsPanel) choose(params []tools.Param, at int) {
	o.at = max(min(at, len(params)-1), 0)
	if len(params) > 0 {
		o.flag = params[o.at].Flag
	}
}

// key edits; keys that mean nothing here go on to the panes.
func (o *optionsPanel) key(m *Model, msg tea.KeyMsg) (tea.Cmd, bool) {
	o.bad = ""
	params := m.params()
	at := o.selected(params)
	action, _ := m.keys.Lookup(keymap.InOptions, msg.String())
	if action == keymap.CloseOptions && !o.typing {
		m.drop(o)
		return nil, true
	}
	if len(params) == 0 {
		return nil, false
	}
	p := params[at]
	if o.typing {
		return o.typed(m, params, at, msg), true
	}
	switch action {
	case keymap.LineDown:
		o.choose(params, at+1)
	case keymap.LineUp:
		o.choose(params, at-1)
	case keymap.MoreOption:
		return o.nudge(m, p, 1), true
	case keymap.LessOption:
		return o.nudge(m, p, -1), true
	case keymap.ResetOption:
		return o.reset(m, p), true
	case keymap.EditOption:
		if p.Type == tools.TypeBoolean || p.Type == tools.TypeChoice {
			return o.nudge(m, p, 1), true
		}
		o.edit(m.optionText(p))
	default:
		if msg.Type == tea.KeyRunes && !msg.Alt && len(msg.Runes) == 1 && strings.ContainsRune(`0123456789"`, msg.Runes[0]) && p.Type != tools.TypeBoolean && p.Type != tools.TypeChoice {
			o.edit(string(msg.Runes))
			return nil, true
		}
		return nil, false
	}
	return nil, true
}

// typed takes a key while a value is typed.
func (o *optionsPanel) typed(m *Model, params []tools.Param, at int, msg tea.KeyMsg) tea.Cmd {
	action, _ := m.keys.Lookup(keymap.InValue, msg.String())
	switch action {
	case keymap.CancelValue:
		o.typing = false
		return nil
	case keymap.TakeValue:
	case keymap.NextValue:
		o.choose(params, at+1)
	case keymap.PrevValue:
		o.choose(params, at-1)
	default:
		o.input.Key(action, msg)
		return nil
	}
	o.typing = false
	return o.try(m, params[at], o.input.Text())
}

// edit begins to type a value.
func (o *optionsPanel) edit(text string) { o.input, o.typing = textfield.New(text), true }

// reset makes an argument absent.
func (o *optionsPanel) reset(m *Model, p tools.Param) tea.Cmd {
	if _, fixed := m.fixed(p); fixed || p.IsFile {
		o.bad = "this argument is always given"
		return nil
	}
	return m.tryRequest(m.req.With(p.Flag, nil))
}

// fixed is the value that the current mode gives an argument; false when the mode leaves it open.
func (m *Model) fixed(p tools.Param) (any, bool) {
	place, _ := m.req.Tool().Place(m.req.Mode())
	v, ok := place.Fixed[p.Flag]
	return v, ok
}

// value is an argument's value as the call sends it; false when the call does not have the argument.
func (m *Model) value(p tools.Param) (any, bool) { return m.req.Sent(p.Flag) }

// optionText is an argument's value as typed, "" when it is absent.
func (m *Model) optionText(p tools.Param) string {
	if p.IsFile && m.doc != nil {
		return m.doc.Argument(m.req.Tool())
	}
	v, ok := m.value(p)
	if !ok {
		return ""
	}
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return strings.Trim(string(text), `"`)
}

// nudge turns a boolean, steps through choices, and counts numbers up (by 1) or down (by -1).
func (o *optionsPanel) nudge(m *Model, p tools.Param, by int) tea.Cmd {
	v, given := m.value(p)
	if !given {
		v = p.Default
	}
	switch p.Type {
	case tools.TypeBoolean:
		on, _ := v.(bool)
		return m.setOption(p, !on)
	case tools.TypeChoice:
		n, at := len(p.Choices), slices.Index(p.Choices, fmt.Sprint(v))
		if at < 0 && by < 0 {
			at = 0 // there is no default: before the first is the last
		}
		return m.setOption(p, p.Choices[(at+by+n)%n])
	case tools.TypeInteger:
		n, ok := v.(int64)
		if !ok {
			n = m.absentNumber(p)
		}
		return m.setOption(p, n+int64(by))
	}
	o.edit(m.optionText(p))
	return nil
}

// setOption tries a value of an argument; one that makes another mode goes to that mode.
func (m *Model) setOption(p tools.Param, v any) tea.Cmd {
	if mode, ok := modeOf(m.req.Tool(), p.Flag, v); ok && mode != m.req.Mode() {
		return m.change(m.req.WithModeTool(mode, m.req.ToolName()))
	}
	return m.tryRequest(m.req.With(p.Flag, v))
}

// modeOf returns the mode that a value of an argument makes; false when modes do not depend on the argument.
func modeOf(t *tools.Tool, flag string, v any) (mode tools.Mode, ok bool) {
	for _, place := range slices.Backward(t.Places) {
		switch fixed, is := place.Fixed[flag]; {
		case is && fixed == v:
			return place.Mode, true
		case !is:
			mode = place.Mode // the first mode that leaves the argument open has all other values
		default:
			ok = true
		}
	}
	return mode, ok
}

// absentNumber is what an absent number without a fixed default amounts to: for the window's place and size what they
// are now, 0 for others.
func (m *Model) absentNumber(p tools.Param) int64 {
	place, _ := m.req.Tool().Place(m.req.Mode())
	v := m.req.Values()
	switch p.Flag {
	case "":
	case place.At:
		place.SetStart(v, m.req.Place())
	case place.Size, place.Last:
		place.SetCount(v, m.req.Size())
	}
	n, _ := v[p.Flag].(int64)
	return n
}

// try takes a typed value over if the tool accepts it; an empty one makes the argument absent.
func (o *optionsPanel) try(m *Model, p tools.Param, text string) tea.Cmd {
	switch {
	case p.IsFile && text != "" && text != m.optionText(p):
		return m.openPath(text)
	case p.IsFile:
		return nil
	case text == "":
		return o.reset(m, p)
	}
	return m.setOption(p, request.ParseValue(p, text))
}

// tryRequest reads with a changed request and takes it over unless the tool refuses what did not bother it before.
func (m *Model) tryRequest(r request.Request) tea.Cmd {
	if m.doc == nil || r.Equal(m.req) {
		return nil
	}
	tool, env := r.Tool(), m.env(r.Tool(), false)
	args := r.Args(m.doc.Argument(tool))
	return jobs.Ask(m.jobs, jobs.TryOption, func(ctx context.Context) error {
		res, err := tool.Read(ctx, env, args)
		_ = res.Close()
		return err
	}, func(err error) tea.Cmd {
		o, open := overlayOf[*optionsPanel](m)
		if !open {
			return nil
		}
		if err != nil && (m.reading == nil || m.reading.refused == "") {
			o.bad = plain(refusalText(err))
			return nil
		}
		return m.change(r)
	})
}

// refusalText is what a tool says when it refuses, or why it cannot read.
func refusalText(err error) string {
	if refusal := (*tools.Error)(nil); errors.As(err, &refusal) {
		return refusal.Text
	}
	return err.Error()
}
