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
	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/request"
)

// optionsPanel edits every argument of the tool. A value that the tool refuses is not taken over: its message stands
// in the panel until the next key.
type optionsPanel struct {
	at     int
	input  textField
	typing bool
	bad    string
}

func (o *optionsPanel) height(body int) int { return max(min(9, body/2), min(body, 3)) }

// params are the arguments that mean something in the current mode, the file and codex's mode among them.
func (m *Model) params() []tools.Param {
	var out []tools.Param
	for _, p := range m.req.Tool().Params {
		if p.Modes == nil || slices.Contains(p.Modes, m.req.Mode()) {
			out = append(out, p)
		}
	}
	return out
}

func (m *Model) toggleOptions(int64, bool) tea.Cmd {
	if m.options != nil {
		return m.closeOptions()
	}
	m.options = &optionsPanel{}
	return m.arrange()
}

func (m *Model) closeOptions() tea.Cmd {
	m.options = nil
	return m.arrange()
}

// optionsKey edits; keys that mean nothing here go on to the panes.
func (m *Model) optionsKey(msg tea.KeyMsg) (tea.Cmd, bool) {
	o := m.options
	params := m.params()
	o.at = max(min(o.at, len(params)-1), 0)
	o.bad = ""
	if len(params) == 0 {
		return nil, false
	}
	p := params[o.at]
	if o.typing {
		switch msg.String() {
		case "enter":
			o.typing = false
			return m.tryOption(p, o.input.text()), true
		case "esc", "ctrl+c":
			o.typing = false
			return nil, true
		case "up", "down", "tab", "shift+tab":
			o.typing = false
			text := o.input.text()
			o.at = max(min(o.at+map[bool]int{true: -1, false: 1}[msg.String() == "up" || msg.String() == "shift+tab"], len(params)-1), 0)
			return m.tryOption(p, text), true
		}
		o.input.key(msg)
		return nil, true
	}
	switch key := msg.String(); key {
	case "esc", "q":
		return m.closeOptions(), true
	case "down", "j":
		o.at = min(o.at+1, len(params)-1)
		return nil, true
	case "up", "k":
		o.at = max(o.at-1, 0)
		return nil, true
	case " ", "left", "right", "+", "-":
		return m.nudgeOption(p, key), true
	case "backspace", "delete", "ctrl+h":
		if p.IsFile || p.Flag == modeFlag {
			return nil, true // neither is ever absent here
		}
		return m.tryRequest(m.req.With(p.Flag, nil)), true
	case "enter":
		if p.Type == tools.TypeBoolean || p.Type == tools.TypeChoice {
			return m.nudgeOption(p, " "), true
		}
		return m.typeOption(m.optionText(p)), true
	default:
		if msg.Type == tea.KeyRunes && len(msg.Runes) == 1 && strings.ContainsRune(`0123456789"`, msg.Runes[0]) && p.Type != tools.TypeBoolean {
			return m.typeOption(string(msg.Runes)), true
		}
	}
	return nil, false
}

// typeOption begins to edit the value as text.
func (m *Model) typeOption(text string) tea.Cmd {
	m.options.input, m.options.typing = newTextField(text, 4096), true
	return nil
}

// optionText is an argument's value as typed, "" when it is absent.
func (m *Model) optionText(p tools.Param) string {
	switch {
	case p.IsFile && m.doc != nil:
		return m.doc.file(m.req.Tool())
	case p.Flag == modeFlag:
		return p.Choices[m.modeChoice()]
	}
	v, ok := m.req.Values()[p.Flag]
	if !ok {
		return ""
	}
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return strings.Trim(string(text), `"`)
}

// nudgeOption turns a boolean, steps through choices, and counts numbers up and down.
func (m *Model) nudgeOption(p tools.Param, key string) tea.Cmd {
	v, given := m.req.Values()[p.Flag]
	if !given {
		v = p.Default
	}
	by := int64(1)
	if key == "left" || key == "-" {
		by = -1
	}
	switch p.Type {
	case tools.TypeBoolean:
		on, _ := v.(bool)
		return m.tryRequest(m.req.With(p.Flag, !on))
	case tools.TypeChoice:
		return m.chooseMode((m.modeChoice() + int(by) + len(p.Choices)) % len(p.Choices))
	case tools.TypeInteger:
		if key == " " {
			return m.typeOption(m.optionText(p))
		}
		n, ok := v.(int64)
		if !ok {
			n = m.absentNumber(p)
		}
		return m.tryRequest(m.req.With(p.Flag, n+by))
	}
	return m.typeOption(m.optionText(p))
}

// modeFlag is codex's own argument for what the viewer's modes choose.
const modeFlag = "mode"

// modeChoice is the place of the current mode among the choices of codex's argument: slice, indentation.
func (m *Model) modeChoice() int {
	if m.req.Mode() == tools.ModeBlock {
		return 1
	}
	return 0
}

func (m *Model) chooseMode(choice int) tea.Cmd {
	mode := tools.ModeSlice
	if choice == 1 {
		mode = tools.ModeBlock
	}
	return m.change(m.req.WithModeTool(mode, m.req.ToolName()))
}

// absentNumber is what an absent number without a fixed default amounts to, as far as the viewer knows.
func (m *Model) absentNumber(p tools.Param) int64 {
	switch p.Flag {
	case "anchor-line", "start", "start-line", "start-byte":
		return m.req.Place()
	}
	return m.req.Size()
}

// tryOption takes a typed value over if the tool accepts it; an empty one makes the argument absent.
func (m *Model) tryOption(p tools.Param, text string) tea.Cmd {
	switch {
	case p.IsFile && text != "" && text != m.optionText(p):
		return m.openPath(text)
	case p.IsFile:
		return nil
	case text == "":
		return m.tryRequest(m.req.With(p.Flag, nil))
	}
	return m.tryRequest(m.req.With(p.Flag, request.ParseValue(p, text)))
}

// triedMsg is the tool's word on a request with a changed option.
type triedMsg struct {
	stamp
	req     request.Request
	refused string
}

// tryRequest reads with a changed request and takes it over unless the tool refuses what did not bother it before.
func (m *Model) tryRequest(r request.Request) tea.Cmd {
	if m.doc == nil || r.Equal(m.req) {
		return nil
	}
	tool, env := r.Tool(), m.doc.env(false, m.opts.Settings[r.ToolName()])
	args := r.Args(m.doc.file(tool))
	ctx, x := m.start(jobTry)
	return func() tea.Msg {
		msg := triedMsg{stamp: x, req: r}
		res, err := tool.Read(ctx, env, args)
		if refusal := (*tools.Error)(nil); errors.As(err, &refusal) {
			msg.refused = refusal.Text
		} else if err != nil && !errors.Is(err, context.Canceled) {
			msg.refused = err.Error()
		}
		_ = res.Close()
		return msg
	}
}

func (m *Model) tried(msg triedMsg) tea.Cmd {
	m.jobs.end(jobTry)
	o := m.options
	if o == nil {
		return nil
	}
	if msg.refused != "" && (m.shown == nil || m.shown.refused == "") {
		o.bad = plain(msg.refused)
		return nil
	}
	return m.change(msg.req)
}

// optionRows draws the panel.
func (m *Model) optionRows(height int) []string {
	o := m.options
	params := m.params()
	rows := make([]string, 0, height)
	var b strings.Builder
	title := fmt.Sprintf("── %s options ", m.req.ToolName())
	hint := " ↑↓ choose  ←→ change  Enter type  Backspace default  " + m.keys.Key(keymap.Undo) + " undo  Esc close ──"
	if cells.Width(title)+cells.Width(hint) > m.width {
		hint = ""
	}
	m.put(&b, themes.Border, cells.Pad(title+strings.Repeat("─", max(m.width-cells.Width(title)-cells.Width(hint), 0))+hint, m.width))
	rows = append(rows, b.String())
	room := height - 1
	if o.bad != "" {
		room--
	}
	top := max(min(o.at-room+1, len(params)-room), 0)
	for i := top; i < len(params) && len(rows) <= room; i++ {
		rows = append(rows, m.optionRow(params[i], i == o.at))
	}
	if len(params) == 0 {
		rows = append(rows, cells.Pad("   this tool has no options in this mode", m.width))
	}
	rows = fill(rows, room+1, m.width)
	if o.bad != "" {
		b.Reset()
		m.put(&b, themes.ModelError, cells.Pad(cells.Truncate(" refused: "+o.bad, m.width, "…"), m.width))
		rows = append(rows, b.String())
	}
	return rows
}

func (m *Model) optionRow(p tools.Param, selected bool) string {
	name := strings.Join(p.Path, ".")
	nameRole, valueRole := themes.FooterText, themes.OptionDefault
	sign := "   "
	if selected {
		nameRole, sign = themes.OptionSelected, " ▸ "
	}
	value := m.optionText(p)
	_, given := m.req.Values()[p.Flag]
	given = given || p.IsFile || p.Flag == modeFlag
	if given {
		valueRole = themes.OptionValue
	} else {
		value = defaultText(p)
	}
	nameWidth := min(33, max(m.width/3, 8), m.width)
	valueWidth := min(24, max(m.width-nameWidth, 0))
	if selected && m.options.typing {
		before, after := m.options.input.drawn(valueWidth - 2)
		value, valueRole = before+"▏"+after, themes.Prompt
	}
	var b strings.Builder
	m.put(&b, nameRole, cells.Pad(sign+name, nameWidth))
	if p.IsFile && !(selected && m.options.typing) {
		value = cells.TruncateLeft(plain(value), valueWidth-1, "…")
	}
	m.put(&b, valueRole, cells.Pad(plain(value), valueWidth))
	rest := max(m.width-nameWidth-valueWidth, 0)
	help := p.Help
	if given && !p.Required {
		help = "default " + defaultText(p) + " · " + help
	}
	m.put(&b, themes.FooterText, cells.Pad(cells.Truncate(plain(help), rest, "…"), rest))
	return b.String()
}

func defaultText(p tools.Param) string {
	if p.Default == nil {
		return "(not given)"
	}
	return fmt.Sprint(p.Default)
}
