package toolpanels

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
	"eyeline/themes"
	"eyeline/tui/file/modelline"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/toolargument"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/kit/textfield"
)

// OptionsPanel edits every argument of the tool. A value that the tool refuses is not accepted: the panel shows the
// refusal in full until the next key.
type OptionsPanel struct {
	list.Cursor // the place of the selected argument among those of the mode, also where the mode lacks it

	panels *Panels
	flag   string // the selected argument; it stays selected when the mode changes and has it
	Input  textfield.Field
	Typing bool
	Bad    string
	word   bool // a letter did nothing; the characters behind it may be of the same word
}

// Params returns the arguments that mean something in the current mode, the file among them.
func (t *Panels) Params() []tools.Param {
	return slices.DeleteFunc(slices.Clone(t.preview.Request.Tool().Params), func(p tools.Param) bool {
		return p.Modes != nil && !slices.Contains(p.Modes, t.preview.Request.Mode())
	})
}

// PushOptions opens the options of the tool. Selected is the argument that a refusal names and that helps, else the one
// that says how much is read, else the one that says where.
func (t *Panels) PushOptions() *OptionsPanel {
	o := &OptionsPanel{panels: t}
	place, _ := t.request().Tool().WindowParams(t.request().Mode())
	o.flag = cmp.Or(t.preview.Reading.Lifts(), place.Size, place.Last, place.At)
	params := t.Params()

	if o.flag == "" {
		if i := slices.IndexFunc(params, func(p tools.Param) bool { return !p.IsFile }); i >= 0 {
			o.flag = params[i].Flag
		}
	}

	t.overlays.Push(o)
	return o
}

// selected returns the index of the selected argument; where the mode lacks that, the index of the nearest one.
func (o *OptionsPanel) selected(params []tools.Param) int {
	if i := slices.IndexFunc(params, func(p tools.Param) bool { return p.Flag == o.flag }); i >= 0 {
		return i
	}
	return o.AtOf(len(params))
}

// choose selects an argument by its index, or the nearest one that there is.
func (o *OptionsPanel) choose(params []tools.Param, at int) {
	o.Select(min(at, len(params)-1))
	if len(params) > 0 {
		o.flag = params[o.At()].Flag
	}
}

// Key implements [overlay.Panel]. A key that means nothing here goes on to the panes, unless it is a letter.
func (o *OptionsPanel) Key(msg tea.KeyMsg) (tea.Cmd, bool) {
	o.Bad = ""
	params := o.panels.Params()
	at := o.selected(params)
	action, _ := o.panels.keys().Lookup(keymap.InOptions, msg.String())
	if !o.Typing && o.ofWord(action, msg) {
		return o.refuseLetter(), true
	}

	if action == keymap.CloseOptions && !o.Typing {
		o.panels.overlays.Drop(o)
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
		return o.change(p), true
	default:
		if beginsValue(msg) && !stepped(p) {
			o.edit(string(msg.Runes))
			return nil, true
		}
		return nil, false
	}

	return nil, true
}

// ofWord reports whether a key is a letter that does nothing here, or a character behind one. A person who types the
// name of an argument, as other lists take it, must not run what the letters do in the file, nor change a value: once a
// letter did nothing no other character does, until a key that moves or that types none.
func (o *OptionsPanel) ofWord(action keymap.Action, msg tea.KeyMsg) bool {
	typed := (msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace) && !msg.Alt && len(msg.Runes) > 0
	moves := action == keymap.LineDown || action == keymap.LineUp
	if !typed || moves {
		o.word = false
		return false
	}

	known := []keymap.Action{
		keymap.MoreOption, keymap.LessOption, keymap.ResetOption, keymap.EditOption,
		keymap.CloseOptions, keymap.Undo, keymap.Redo, keymap.Help,
	}
	o.word = o.word || unicode.IsLetter(msg.Runes[0]) && !slices.Contains(known, action)
	return o.word
}

// refuseLetter says how an argument is chosen and set instead.
func (o *OptionsPanel) refuseLetter() tea.Cmd {
	key := o.panels.program.KeyName
	return o.panels.program.Say(fmt.Sprintf("letters do nothing here; %s closes, %s %s choose, %s types",
		key(keymap.CloseOptions), key(keymap.LineDown), key(keymap.LineUp), key(keymap.EditOption)))
}

// beginsValue reports whether a key types a digit or a quotation mark: such a key begins to type a value at once.
func beginsValue(msg tea.KeyMsg) bool {
	isRune := msg.Type == tea.KeyRunes && !msg.Alt && len(msg.Runes) == 1
	return isRune && strings.ContainsRune(`0123456789"`, msg.Runes[0])
}

// stepped reports whether keys step through an argument's values, so that a person need not type one.
func stepped(p tools.Param) bool { return p.Type == tools.TypeBoolean || p.Type == tools.TypeChoice }

// change sets an argument to its next value, or begins to type one.
func (o *OptionsPanel) change(p tools.Param) tea.Cmd {
	if stepped(p) {
		return o.Nudge(p, 1)
	}
	o.edit(o.panels.OptionText(p))
	return nil
}

// typed handles a key while a value is typed.
func (o *OptionsPanel) typed(params []tools.Param, at int, msg tea.KeyMsg) tea.Cmd {
	action, _ := o.panels.keys().Lookup(keymap.InValue, msg.String())
	switch action {
	case keymap.CancelValue:
		o.Typing = false
		return nil
	case keymap.TakeValue: // taken below
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
func (o *OptionsPanel) edit(text string) {
	o.Input = textfield.New(text)
	o.Typing = true
}

// Reset makes an argument absent.
func (o *OptionsPanel) Reset(p tools.Param) tea.Cmd {
	place, _ := o.panels.request().Tool().WindowParams(o.panels.request().Mode())
	if _, fixed := place.Fixed[p.Flag]; fixed || p.IsFile {
		o.Bad = "this argument is always given"
		return nil
	}
	return o.panels.tryRequest(o.panels.request().With(p.Flag, nil))
}

// OptionText returns an argument's value as a person types it; "" when the argument is absent.
func (t *Panels) OptionText(p tools.Param) string {
	if p.IsFile && t.text.Doc != nil {
		return t.text.Doc.Argument(t.preview.Request.Tool())
	}
	v, ok := t.preview.Request.Sent(p.Flag)
	if !ok {
		return ""
	}
	text, _ := json.Marshal(v) // a value that came as JSON
	return strings.Trim(string(text), `"`)
}

// Nudge switches a boolean, steps through choices, and counts a number up (by 1) or down (by -1).
func (o *OptionsPanel) Nudge(p tools.Param, by int) tea.Cmd {
	v, given := o.panels.request().Sent(p.Flag)
	if !given {
		v = p.Default
	}

	switch p.Type {
	case tools.TypeBoolean:
		on, _ := v.(bool)
		return o.panels.setOption(p, !on)
	case tools.TypeChoice:
		n := len(p.Choices)
		at := slices.Index(p.Choices, fmt.Sprint(v))
		if at < 0 && by < 0 {
			at = 0 // there is no default: before the first is the last
		}
		return o.panels.setOption(p, p.Choices[(at+by+n)%n])
	case tools.TypeInteger:
		n, ok := v.(int64)
		if !ok {
			n = o.panels.absentNumber(p)
		}
		return o.panels.setOption(p, n+int64(by))
	}

	o.edit(o.panels.OptionText(p))
	return nil
}

// setOption tries a value of an argument. A value that makes another mode changes to that mode.
func (t *Panels) setOption(p tools.Param, v any) tea.Cmd {
	mode, ok := modeOf(t.preview.Request.Tool(), p.Flag, v)
	if ok && mode != t.preview.Request.Mode() {
		return t.preview.Change(t.preview.Request.WithModeTool(mode, t.preview.Request.ToolName()))
	}
	return t.tryRequest(t.preview.Request.With(p.Flag, v))
}

// modeOf returns the mode that a value of an argument makes; false when modes do not depend on the argument.
func modeOf(t *tools.Tool, flag string, v any) (mode tools.Mode, ok bool) {
	for _, place := range slices.Backward(t.Windows) {
		fixed, is := place.Fixed[flag]
		switch {
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

// absentNumber returns what an absent number amounts to: for the place and the size of the window their present values,
// 0 for others.
func (t *Panels) absentNumber(p tools.Param) int64 {
	place, _ := t.preview.Request.Tool().WindowParams(t.preview.Request.Mode())
	v := t.preview.Request.Values()
	switch p.Flag {
	case "": // without a flag it is neither place nor size
	case place.At:
		place.SetStart(v, t.preview.Request.Place())
	case place.Size, place.Last:
		place.SetCount(v, t.preview.Request.Size())
	}

	n, _ := v[p.Flag].(int64)
	return n
}

// Try accepts a typed value if the tool does; an empty one makes the argument absent.
func (o *OptionsPanel) Try(p tools.Param, text string) tea.Cmd {
	switch {
	case p.IsFile && text != "" && text != o.panels.OptionText(p):
		o.panels.events.Send(Open{Path: text})
		return nil
	case p.IsFile:
		return nil
	case text == "":
		return o.Reset(p)
	}

	return o.panels.setOption(p, toolrequest.ParseValue(p, text))
}

// tryRequest reads with a changed request in the background and makes it current, unless the tool refuses it and does
// not refuse the current one.
func (t *Panels) tryRequest(r toolrequest.Request) tea.Cmd {
	if t.text.Doc == nil || r.Equal(t.preview.Request) {
		return nil
	}

	tool := r.Tool()
	env := t.preview.Env(r.Tool())
	args := r.Args(t.text.Doc.Argument(tool))
	return jobs.Ask(t.jobs, jobs.TryOption, func(ctx context.Context) error {
		res, err := tool.Read(ctx, env, args)
		_ = res.Close()
		return err
	}, func(err error) tea.Cmd {
		o, open := overlay.Topmost[*OptionsPanel](t.overlays)
		if !open {
			return nil
		}

		if err != nil && (t.preview.Reading == nil || t.preview.Reading.Refused == "") {
			o.Bad = strings.Join(lists.Map(strings.Split(err.Error(), "\n"), cells.Sanitize), "\n")
			return nil
		}

		return t.preview.Change(r)
	})
}

// leastDetail is how many rows of the panel at least explain the selected argument.
const leastDetail = 2

// Height is one row for the title, one for each argument, and those that explain the selected one: at most two thirds
// of the body, but as many as a refusal needs.
func (o *OptionsPanel) Height(body int) int {
	params := o.panels.Params()
	said := 0
	if o.Bad != "" {
		said = len(o.detail(params))
	}
	want := 1 + max(len(params), 1) + len(o.panels.settings()) + max(said, leastDetail)
	return min(want, max(body*2/3, min(body, 4), min(body, 2+said)))
}

// detail returns what stands below the arguments: the refusal of a value, or what the selected argument means.
func (o *OptionsPanel) detail(params []tools.Param) []string {
	text := ""
	switch {
	case o.Bad != "":
		text = "refused: " + o.Bad
	case len(params) > 0:
		const forName = 60 // cells of a row that has room for a name that the row of the argument has in part
		p := params[o.selected(params)]
		text = cells.Sanitize(p.Help) + " · " + o.panels.sentWords(p)

		if o.panels.program.Width() >= forName {
			text = preview.ParamName(p) + ": " + text
		}
	}

	var rows []string
	for line := range strings.SplitSeq(text, "\n") { // a refusal may have several
		rows = append(rows, cells.WrapWords(line, o.detailWidth())...)
	}
	return rows
}

// detailWidth is how many cells a row of the detail has; the names of the arguments, too, begin behind a margin where
// there is room for one.
func (o *OptionsPanel) detailWidth() int { return o.panels.program.Width() - len(o.margin()) - 1 }

// margin stands before the detail.
func (o *OptionsPanel) margin() string {
	const forMargin = 60 // cells of a row that has room for one
	if o.panels.program.Width() >= forMargin {
		return "   "
	}
	return " "
}

// sentWords say whether the call has an argument, who gives it, and what the tool assumes where it is absent.
func (t *Panels) sentWords(p tools.Param) string {
	_, sent := t.preview.Request.Sent(p.Flag)
	_, set := t.preview.Request.Values()[p.Flag]
	words := "not given"
	switch {
	case p.Required:
		words = "always given"
	case sent && !set:
		words = "given in this mode"
	case sent:
		words = "given"
	}

	switch {
	case p.Default == nil || p.Required:
		return words
	case sent:
		return fmt.Sprintf("%s; without it the tool takes %v", words, p.Default)
	}

	return fmt.Sprintf("%s: the tool takes %v", words, p.Default)
}

// divide divides the rows of the panel into those of the detail and those of the arguments.
func (o *OptionsPanel) divide(params []tools.Param, height int) (detail []string, room int) {
	detail = o.detail(params)
	room = height - 1 - len(detail)
	if least := min(1, len(params)); room < least {
		detail = cells.FirstRows(detail, o.detailWidth(), max(height-1-least, 0))
		room = height - 1 - len(detail)
	}
	return detail, room
}

// Scroll scrolls so that the selected argument is shown. It remembers the argument for a mode that lacks it.
func (o *OptionsPanel) Scroll(height int) {
	params := o.panels.Params()
	o.Select(o.selected(params))
	_, room := o.divide(params, height)
	o.ScrollOf(len(params), room)
}

// Rows is for the stack of overlays.
func (o *OptionsPanel) Rows(height int) []string {
	params := o.panels.Params()
	at := o.selected(params)
	detail, room := o.divide(params, height)
	shown := o.Cursor
	shown.Select(at)
	top, _ := shown.ShownOf(len(params), room)
	title := o.panels.request().ToolName() + " options"
	if len(params) > room {
		title += fmt.Sprintf(" · %d of %d", at+1, len(params))
	}

	rows := []string{o.panels.canvas().PanelTitle(title, "")} // the footer has the keys
	columns := o.panels.optionColumns(params)
	for i := top; i < len(params) && len(rows) <= room; i++ {
		rows = append(rows, o.row(params[i], i == at, columns))
	}

	for _, p := range o.panels.settings() {
		if top+room >= len(params) && len(rows) <= room {
			rows = append(rows, o.settingRow(p, columns))
		}
	}

	if len(params) == 0 {
		rows = append(rows, cells.Pad("   this tool has no options in this mode", o.panels.program.Width()))
	}

	role := themes.HelpText
	if o.Bad != "" {
		role = themes.ModelError
	}

	rows = draw.Fill(rows, max(height-len(detail), 1), o.panels.program.Width())
	return append(rows, lists.Map(detail, func(d string) string {
		return o.panels.canvas().Line(role, o.margin()+d)
	})...)
}

// settings are what the environment of the tool sets apart from its arguments: they are shown, and not changed.
func (t *Panels) settings() []tools.Param {
	tool := t.preview.Request.Tool()
	return tool.Settings
}

// settingRow draws what the environment sets.
func (o *OptionsPanel) settingRow(p tools.Param, widths [2]int) string {
	value := toolargument.DefaultText(p)
	role := themes.OptionDefault
	if n := o.panels.opts.Settings[o.panels.request().ToolName()][p.Flag]; n > 0 {
		value = fmt.Sprint(n)
		role = themes.OptionValue
	}

	var b strings.Builder
	canvas := o.panels.canvas()
	canvas.Put(&b, themes.Dim, cells.Pad(cells.Truncate("   "+toolargument.SettingName(p), widths[0], "…"), widths[0]))
	canvas.Put(&b, role, cells.Pad(cells.Truncate(value, widths[1], "…"), widths[1]))
	rest := max(canvas.Width-widths[0]-widths[1], 0)
	canvas.Put(&b, themes.Dim, cells.Pad(cells.WholeWords("set at the start: --"+p.Flag+" N", rest), rest))
	return b.String()
}

// label returns the name of an argument for its row: as the schema has it or, on a narrow screen, without what it is
// nested in. A row below all arguments has the whole name.
func (t *Panels) label(p tools.Param) string {
	const wide = 100 // cells of a row that has room for all of it
	if t.program.Width() < wide {
		return preview.LastName(p)
	}
	return preview.ParamName(p)
}

// optionColumns returns the widths of the names and of the values.
func (t *Panels) optionColumns(params []tools.Param) (widths [2]int) {
	for _, p := range t.settings() {
		widths[0] = max(widths[0], cells.Width(toolargument.SettingName(p))+5)
		widths[1] = max(widths[1], cells.Width(toolargument.DefaultText(p))+2)
	}
	for _, p := range params {
		widths[0] = max(widths[0], cells.Width(t.label(p))+5)
		if !p.IsFile {
			set := cells.Width(cells.Sanitize(t.OptionText(p)))
			widths[1] = max(widths[1], set+2, cells.Width(toolargument.DefaultText(p))+2)
		}
	}
	widths[0] = min(widths[0], max(t.program.Width()/2, 8), t.program.Width())
	widths[1] = min(widths[1], 28, t.program.Width()-widths[0])
	return widths
}

func (o *OptionsPanel) row(p tools.Param, selected bool, widths [2]int) string {
	name := o.panels.label(p)
	sign := "   "
	nameRole := themes.HelpText
	if selected {
		sign = " ▸ "
		nameRole = themes.OptionSelected
	}

	valueWidth := widths[1]
	help := cells.Sanitize(p.Help)
	if p.IsFile || selected && o.Typing {
		valueWidth = o.panels.program.Width() - widths[0]
		help = "" // these may be long
	}

	value := o.panels.OptionText(p)
	valueRole := themes.OptionValue
	_, given := o.panels.request().Sent(p.Flag)
	switch {
	case selected && o.Typing:
		before, after := o.Input.Drawn(valueWidth - 2)
		value = before + "▏" + after
		valueRole = themes.Prompt
	case p.IsFile:
		value = cells.TruncateLeft(cells.Sanitize(value), valueWidth-1, "…")
	case given:
		value = cells.Truncate(cells.Sanitize(value), valueWidth-1, "…")
	default:
		value = toolargument.DefaultText(p)
		valueRole = themes.OptionDefault
	}
	if selected && !o.Typing {
		valueRole = nameRole
	}

	if selected && help != "" { // the rows below have the help
		if o.panels.program.Width() < modelline.NarrowRow { // what the value does comes right behind it
			valueWidth = min(valueWidth, cells.Width(value)+2)
		}
		help = o.panels.effect(o.panels.program.Width() - widths[0] - valueWidth)
	}

	var b strings.Builder
	o.panels.program.Put(&b, nameRole, cells.Pad(cells.Truncate(sign+name, widths[0], "…"), widths[0]))
	o.panels.program.Put(&b, valueRole, cells.Pad(value, valueWidth))
	rest := max(o.panels.program.Width()-widths[0]-valueWidth, 0)
	helpRole := themes.FooterText
	if selected {
		helpRole = nameRole
	}

	o.panels.program.Put(&b, helpRole, cells.Pad(cells.WholeWords(help, rest), rest))
	return b.String()
}

// effect says in at most width cells what the present values give; "" while that is not known.
func (t *Panels) effect(width int) string {
	r := t.preview.Reading
	if r == nil || !r.Req.Equal(t.preview.Request) {
		return ""
	}
	if r.Refused != "" || !r.HasOutput() {
		return "→ " + cmp.Or(r.RefusalWord(), "nothing sent")
	}

	lines := "→ " + humanize.Count(r.Given().Lines(), "line")
	declared := ""
	if t.preview.Declared().Text != "" {
		declared = ", " + t.preview.Declared().Text
	}
	for _, text := range []string{lines + ", " + r.Amount() + declared, lines + declared, lines + ", " + r.Amount()} {
		if cells.Width(text) <= width {
			return text
		}
	}

	return lines
}

// Footer is for the stack of overlays.
func (o *OptionsPanel) Footer() string { return "" }

// Wheel implements [overlay.Pointed].
func (o *OptionsPanel) Wheel(n int) tea.Cmd {
	params := o.panels.Params()
	if !o.Typing {
		o.choose(params, o.selected(params)+n)
	}
	return nil
}

// Click selects the argument of a row, and edits one that is selected.
func (o *OptionsPanel) Click(_, row int) tea.Cmd {
	params := o.panels.Params()
	at, ok := o.Point(row-1, len(params))
	if !ok || o.Typing {
		return nil
	}

	o.Bad = ""
	if at == o.selected(params) {
		return o.change(params[at])
	}

	o.choose(params, at)
	return nil
}
