package tuning

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
	"eyeline/tui/cells"
	"eyeline/tui/jobs"
	"eyeline/tui/overlay"
	"eyeline/tui/request"
	"eyeline/tui/textfield"
)

// OptionsPanel edits every argument of the tool. A value that the tool refuses is not taken over: its message is shown
// in full until the next key.
type OptionsPanel struct {
	tuning *Tuning
	flag   string // the selected argument; it stays selected when the mode changes and has it
	At     int    // its place among those of the mode, also where the mode lacks it
	Top    int    // the first that is shown
	Input  textfield.Field
	Typing bool
	Bad    string
}

// Params are the arguments that mean something in the current mode, the file among them.
func (t *Tuning) Params() []tools.Param {
	var out []tools.Param
	for _, p := range t.preview.Request().Tool().Params {
		if p.Modes == nil || slices.Contains(p.Modes, t.preview.Request().Mode()) {
			out = append(out, p)
		}
	}
	return out
}

// OpenOptions is [Tuning.PushOptions] as an action.
func (t *Tuning) OpenOptions(int64, bool) tea.Cmd {
	t.PushOptions()
	return nil
}

// PushOptions opens the options of the tool.
func (t *Tuning) PushOptions() *OptionsPanel {
	o := &OptionsPanel{tuning: t}
	t.overlays.Push(o)
	return o
}

// selected is the place of the selected argument; where the mode lacks it, that of the nearest.
func (o *OptionsPanel) selected(params []tools.Param) int {
	if i := slices.IndexFunc(params, func(p tools.Param) bool { return p.Flag == o.flag }); i >= 0 {
		return i
	}
	return max(min(o.At, len(params)-1), 0)
}

// choose selects an argument, or the nearest there is.
func (o *OptionsPanel) choose(params []tools.Param, at int) {
	o.At = max(min(at, len(params)-1), 0)
	if len(params) > 0 {
		o.flag = params[o.At].Flag
	}
}

// Key edits; keys that mean nothing here go on to the panes.
func (o *OptionsPanel) Key(msg tea.KeyMsg) (tea.Cmd, bool) {
	o.Bad = ""
	params := o.tuning.Params()
	at := o.selected(params)
	action, _ := o.tuning.desk.Keys().Lookup(keymap.InOptions, msg.String())
	if action == keymap.CloseOptions && !o.Typing {
		o.tuning.overlays.Drop(o)
		return nil, true
	}
	if len(params) == 0 {
		return nil, false
	}
	p := params[at]
	if o.Typing {
		return o.typed(params, at, msg), true
	}
	switch action {
	case keymap.LineDown:
		o.choose(params, at+1)
	case keymap.LineUp:
		o.choose(params, at-1)
	case keymap.MoreOption:
		return o.Nudge(p, 1), true
	case keymap.LessOption:
		return o.Nudge(p, -1), true
	case keymap.ResetOption:
		return o.Reset(p), true
	case keymap.EditOption:
		if p.Type == tools.TypeBoolean || p.Type == tools.TypeChoice {
			return o.Nudge(p, 1), true
		}
		o.edit(o.tuning.OptionText(p))
	default:
		if msg.Type == tea.KeyRunes && !msg.Alt && len(msg.Runes) == 1 &&
			strings.ContainsRune(`0123456789"`, msg.Runes[0]) && p.Type != tools.TypeBoolean &&
			p.Type != tools.TypeChoice {
			o.edit(string(msg.Runes))
			return nil, true
		}
		return nil, false
	}
	return nil, true
}

// typed takes a key while a value is typed.
func (o *OptionsPanel) typed(params []tools.Param, at int, msg tea.KeyMsg) tea.Cmd {
	action, _ := o.tuning.desk.Keys().Lookup(keymap.InValue, msg.String())
	switch action {
	case keymap.CancelValue:
		o.Typing = false
		return nil
	case keymap.TakeValue:
	case keymap.NextValue:
		o.choose(params, at+1)
	case keymap.PrevValue:
		o.choose(params, at-1)
	default:
		o.Input.Key(action, msg)
		return nil
	}
	o.Typing = false
	return o.Try(params[at], o.Input.Text())
}

// edit begins to type a value.
func (o *OptionsPanel) edit(text string) { o.Input, o.Typing = textfield.New(text), true }

// Reset makes an argument absent.
func (o *OptionsPanel) Reset(p tools.Param) tea.Cmd {
	if _, fixed := o.tuning.fixed(p); fixed || p.IsFile {
		o.Bad = "this argument is always given"
		return nil
	}
	return o.tuning.tryRequest(o.tuning.preview.Request().With(p.Flag, nil))
}

// fixed is the value that the current mode gives an argument; false when the mode leaves it open.
func (t *Tuning) fixed(p tools.Param) (any, bool) {
	place, _ := t.preview.Request().Tool().Place(t.preview.Request().Mode())
	v, ok := place.Fixed[p.Flag]
	return v, ok
}

// value is an argument's value as the call sends it; false when the call does not have the argument.
func (t *Tuning) value(p tools.Param) (any, bool) { return t.preview.Request().Sent(p.Flag) }

// OptionText is an argument's value as typed, "" when it is absent.
func (t *Tuning) OptionText(p tools.Param) string {
	if p.IsFile && t.text.Doc() != nil {
		return t.text.Doc().Argument(t.preview.Request().Tool())
	}
	v, ok := t.value(p)
	if !ok {
		return ""
	}
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return strings.Trim(string(text), `"`)
}

// Nudge turns a boolean, steps through choices, and counts numbers up (by 1) or down (by -1).
func (o *OptionsPanel) Nudge(p tools.Param, by int) tea.Cmd {
	v, given := o.tuning.value(p)
	if !given {
		v = p.Default
	}
	switch p.Type {
	case tools.TypeBoolean:
		on, _ := v.(bool)
		return o.tuning.setOption(p, !on)
	case tools.TypeChoice:
		n, at := len(p.Choices), slices.Index(p.Choices, fmt.Sprint(v))
		if at < 0 && by < 0 {
			at = 0 // there is no default: before the first is the last
		}
		return o.tuning.setOption(p, p.Choices[(at+by+n)%n])
	case tools.TypeInteger:
		n, ok := v.(int64)
		if !ok {
			n = o.tuning.absentNumber(p)
		}
		return o.tuning.setOption(p, n+int64(by))
	}
	o.edit(o.tuning.OptionText(p))
	return nil
}

// setOption tries a value of an argument; one that makes another mode goes to that mode.
func (t *Tuning) setOption(p tools.Param, v any) tea.Cmd {
	if mode, ok := ModeOf(t.preview.Request().Tool(), p.Flag, v); ok && mode != t.preview.Request().Mode() {
		return t.preview.Change(t.preview.Request().WithModeTool(mode, t.preview.Request().ToolName()))
	}
	return t.tryRequest(t.preview.Request().With(p.Flag, v))
}

// ModeOf returns the mode that a value of an argument makes; false when modes do not depend on the argument.
func ModeOf(t *tools.Tool, flag string, v any) (mode tools.Mode, ok bool) {
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
func (t *Tuning) absentNumber(p tools.Param) int64 {
	place, _ := t.preview.Request().Tool().Place(t.preview.Request().Mode())
	v := t.preview.Request().Values()
	switch p.Flag {
	case "":
	case place.At:
		place.SetStart(v, t.preview.Request().Place())
	case place.Size, place.Last:
		place.SetCount(v, t.preview.Request().Size())
	}
	n, _ := v[p.Flag].(int64)
	return n
}

// Try takes a typed value over if the tool accepts it; an empty one makes the argument absent.
func (o *OptionsPanel) Try(p tools.Param, text string) tea.Cmd {
	switch {
	case p.IsFile && text != "" && text != o.tuning.OptionText(p):
		return o.tuning.host.OpenPath(text)
	case p.IsFile:
		return nil
	case text == "":
		return o.Reset(p)
	}
	return o.tuning.setOption(p, request.ParseValue(p, text))
}

// tryRequest reads with a changed request and takes it over unless the tool refuses what did not bother it before.
func (t *Tuning) tryRequest(r request.Request) tea.Cmd {
	if t.text.Doc() == nil || r.Equal(t.preview.Request()) {
		return nil
	}
	tool, env := r.Tool(), t.preview.Env(r.Tool(), false)
	args := r.Args(t.text.Doc().Argument(tool))
	return jobs.Ask(t.jobs, jobs.TryOption, func(ctx context.Context) error {
		res, err := tool.Read(ctx, env, args)
		_ = res.Close()
		return err
	}, func(err error) tea.Cmd {
		o, open := overlay.Of[*OptionsPanel](t.overlays)
		if !open {
			return nil
		}
		if err != nil && (t.preview.Reading() == nil || t.preview.Reading().Refused == "") {
			o.Bad = cells.Sanitize(refusalText(err))
			return nil
		}
		return t.preview.Change(r)
	})
}

// refusalText is what a tool says when it refuses, or why it cannot read.
func refusalText(err error) string {
	if refusal := (*tools.Error)(nil); errors.As(err, &refusal) {
		return refusal.Text
	}
	return err.Error()
}
