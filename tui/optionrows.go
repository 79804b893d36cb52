package tui

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/draw"
)

// leastDetail is how many rows of the panel are kept for what the selected argument means.
const leastDetail = 2

// height is a row for the title and one for each argument, and what is to be said of the selected one: at most two
// thirds of the body, but as much as a refusal needs.
func (o *optionsPanel) height(m *Model, body int) int {
	params := m.params()
	want := 1 + max(len(params), 1) + leastDetail
	if o.bad == "" {
		return min(want, max(body*2/3, min(body, 4)))
	}
	refusal := len(o.detail(m, params))
	most := max(body*2/3, min(body, 4), min(body, 2+refusal))
	return min(want-leastDetail+max(refusal, leastDetail), most)
}

// detail is what is said below the arguments: the refusal of a value, or what the selected argument means.
func (o *optionsPanel) detail(m *Model, params []tools.Param) []string {
	text := ""
	switch {
	case o.bad != "":
		text = "refused: " + o.bad
	case len(params) > 0:
		p := params[o.selected(params)]
		text = plain(p.Help)
		text += " · " + m.sentWords(p)
	}
	return cells.WrapWords(text, m.width-2)
}

// sentWords say whether the call has an argument, who gives it, and what the tool takes where it is absent.
func (m *Model) sentWords(p tools.Param) string {
	_, sent := m.value(p)
	_, set := m.req.Values()[p.Flag]
	words := "not sent"
	switch {
	case p.Required:
		words = "always sent"
	case sent && !set:
		words = "sent in this mode"
	case sent:
		words = "sent"
	}
	if p.Default == nil || p.Required {
		return words
	}
	return fmt.Sprintf("%s; the tool's default is %v", words, p.Default)
}

// divide shares out the rows of the panel: those of the detail, and how many are left for the arguments.
func (o *optionsPanel) divide(m *Model, params []tools.Param, height int) (detail []string, room int) {
	detail = o.detail(m, params)
	room = height - 1 - len(detail)
	if least := min(1, len(params)); room < least {
		detail = detail[:max(height-1-least, 0)]
		room = height - 1 - len(detail)
	}
	return detail, room
}

// scroll keeps the selected argument in what is shown, and its place for a mode that lacks it.
func (o *optionsPanel) scroll(m *Model, height int) {
	params := m.params()
	o.at = o.selected(params)
	_, room := o.divide(m, params, height)
	o.top = draw.Scrolled(o.top, o.at, max(room, 1), len(params))
}

func (o *optionsPanel) rows(m *Model, height int) []string {
	params := m.params()
	at := o.selected(params)
	detail, room := o.divide(m, params, height)
	top := draw.Scrolled(o.top, at, max(room, 1), len(params))
	title := m.req.ToolName() + " options"
	if len(params) > room {
		title += fmt.Sprintf(" · %d of %d", at+1, len(params))
	}
	key := m.keyName
	rows := []string{m.canvas().PanelTitle(title, fmt.Sprintf("%s %s choose  %s %s change  %s type  %s default  %s undo  %s close",
		key(keymap.LineDown), key(keymap.LineUp), key(keymap.LessOption), key(keymap.MoreOption), key(keymap.EditOption),
		key(keymap.ResetOption), key(keymap.Undo), key(keymap.CloseOptions)))}
	columns := m.optionColumns(params)
	for i := top; i < len(params) && len(rows) <= room; i++ {
		rows = append(rows, o.row(m, params[i], i == at, columns))
	}
	if len(params) == 0 {
		rows = append(rows, cells.Pad("   this tool has no options in this mode", m.width))
	}
	role := themes.HelpText
	if o.bad != "" {
		role = themes.ModelError
	}
	rows = fill(rows, max(height-len(detail), 1), m.width)
	for _, d := range detail {
		var b strings.Builder
		m.put(&b, role, cells.Pad(" "+d, m.width))
		rows = append(rows, b.String())
	}
	return rows
}

// optionColumns are the widths of the names and of the values.
func (m *Model) optionColumns(params []tools.Param) (widths [2]int) {
	for _, p := range params {
		widths[0] = max(widths[0], cells.Width(paramName(p))+5)
		if !p.IsFile {
			widths[1] = max(widths[1], cells.Width(plain(m.optionText(p)))+2, cells.Width(defaultText(p))+2)
		}
	}
	widths[0] = min(widths[0], max(m.width/2, 8), m.width)
	widths[1] = min(widths[1], 28, m.width-widths[0])
	return widths
}

func (o *optionsPanel) row(m *Model, p tools.Param, selected bool, widths [2]int) string {
	name, sign, nameRole := paramName(p), "   ", themes.FooterText
	if selected {
		sign, nameRole = " ▸ ", themes.OptionSelected
	}
	valueWidth, help := widths[1], p.Help
	if p.IsFile || selected && o.typing {
		valueWidth, help = m.width-widths[0], "" // these may be long
	}
	value, valueRole := m.optionText(p), themes.OptionValue
	_, given := m.value(p)
	switch {
	case selected && o.typing:
		before, after := o.input.Drawn(valueWidth - 2)
		value, valueRole = before+"▏"+after, themes.Prompt
	case p.IsFile:
		value = cells.TruncateLeft(plain(value), valueWidth-1, "…")
	case given:
		value = cells.Truncate(plain(value), valueWidth-1, "…")
	default:
		value, valueRole = defaultText(p), themes.OptionDefault
	}
	var b strings.Builder
	m.put(&b, nameRole, cells.Pad(cells.Truncate(sign+name, widths[0], "…"), widths[0]))
	m.put(&b, valueRole, cells.Pad(value, valueWidth))
	rest := max(m.width-widths[0]-valueWidth, 0)
	m.put(&b, themes.FooterText, cells.Pad(cells.Truncate(plain(help), rest, "…"), rest))
	return b.String()
}

// paramName is an argument as the tool's schema names it, "indentation.max_levels" or "view_range[1]"; by its flag where
// it is no part of the arguments by itself.
func paramName(p tools.Param) string {
	if len(p.Path) == 0 {
		return p.Flag
	}
	return strings.ReplaceAll(strings.Join(p.Path, "."), ".[", "[")
}

// defaultText is what the row of an argument says that the call does not have.
func defaultText(p tools.Param) string {
	if p.Default == nil {
		return "(not given)"
	}
	return fmt.Sprintf("(default %v)", p.Default)
}

func (o *optionsPanel) footer(*Model) string { return "" }

func (o *optionsPanel) wheel(m *Model, n int) tea.Cmd {
	if params := m.params(); !o.typing {
		o.choose(params, o.selected(params)+n)
	}
	return nil
}

// click selects the argument of a row.
func (o *optionsPanel) click(m *Model, row int) tea.Cmd {
	params := m.params()
	if at := o.top + row - 1; !o.typing && row >= 1 && at < len(params) {
		o.bad = ""
		o.choose(params, at)
	}
	return nil
}
