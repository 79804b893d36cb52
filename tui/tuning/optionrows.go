package tuning

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/draw"
	"eyeline/tui/preview"
)

// leastDetail is how many rows of the panel are kept for what the selected argument means.
const leastDetail = 2

// Height is a row for the title and one for each argument, and what is to be said of the selected one: at most two
// thirds of the body, but as much as a refusal needs.
func (o *OptionsPanel) Height(body int) int {
	params := o.tuning.Params()
	want := 1 + max(len(params), 1) + leastDetail
	if o.Bad == "" {
		return min(want, max(body*2/3, min(body, 4)))
	}
	refusal := len(o.detail(params))
	most := max(body*2/3, min(body, 4), min(body, 2+refusal))
	return min(want-leastDetail+max(refusal, leastDetail), most)
}

// detail is what is said below the arguments: the refusal of a value, or what the selected argument means.
func (o *OptionsPanel) detail(params []tools.Param) []string {
	text := ""
	switch {
	case o.Bad != "":
		text = "refused: " + o.Bad
	case len(params) > 0:
		p := params[o.selected(params)]
		text = cells.Sanitize(p.Help)
		text += " · " + o.tuning.sentWords(p)
	}
	return cells.WrapWords(text, o.tuning.desk.Width()-2)
}

// sentWords say whether the call has an argument, who gives it, and what the tool takes where it is absent.
func (t *Tuning) sentWords(p tools.Param) string {
	_, sent := t.value(p)
	_, set := t.preview.Request().Values()[p.Flag]
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
func (o *OptionsPanel) divide(params []tools.Param, height int) (detail []string, room int) {
	detail = o.detail(params)
	room = height - 1 - len(detail)
	if least := min(1, len(params)); room < least {
		detail = detail[:max(height-1-least, 0)]
		room = height - 1 - len(detail)
	}
	return detail, room
}

// Scroll keeps the selected argument in what is shown, and its place for a mode that lacks it.
func (o *OptionsPanel) Scroll(height int) {
	params := o.tuning.Params()
	o.At = o.selected(params)
	_, room := o.divide(params, height)
	o.Top = draw.Scrolled(o.Top, o.At, max(room, 1), len(params))
}

// Rows implements [overlay.Overlay].
func (o *OptionsPanel) Rows(height int) []string {
	params := o.tuning.Params()
	at := o.selected(params)
	detail, room := o.divide(params, height)
	top := draw.Scrolled(o.Top, at, max(room, 1), len(params))
	title := o.tuning.preview.Request().ToolName() + " options"
	if len(params) > room {
		title += fmt.Sprintf(" · %d of %d", at+1, len(params))
	}
	key := o.tuning.desk.KeyName
	rows := []string{o.tuning.desk.Canvas().PanelTitle(title,
		fmt.Sprintf("%s %s choose  %s %s change  %s type  %s default  %s undo  %s close",
			key(keymap.LineDown), key(keymap.LineUp), key(keymap.LessOption), key(keymap.MoreOption),
			key(keymap.EditOption),
			key(keymap.ResetOption), key(keymap.Undo), key(keymap.CloseOptions)))}
	columns := o.tuning.optionColumns(params)
	for i := top; i < len(params) && len(rows) <= room; i++ {
		rows = append(rows, o.row(params[i], i == at, columns))
	}
	if len(params) == 0 {
		rows = append(rows, cells.Pad("   this tool has no options in this mode", o.tuning.desk.Width()))
	}
	role := themes.HelpText
	if o.Bad != "" {
		role = themes.ModelError
	}
	rows = draw.Fill(rows, max(height-len(detail), 1), o.tuning.desk.Width())
	for _, d := range detail {
		var b strings.Builder
		o.tuning.desk.Put(&b, role, cells.Pad(" "+d, o.tuning.desk.Width()))
		rows = append(rows, b.String())
	}
	return rows
}

// optionColumns are the widths of the names and of the values.
func (t *Tuning) optionColumns(params []tools.Param) (widths [2]int) {
	for _, p := range params {
		widths[0] = max(widths[0], cells.Width(preview.ParamName(p))+5)
		if !p.IsFile {
			widths[1] = max(widths[1], cells.Width(cells.Sanitize(t.OptionText(p)))+2, cells.Width(DefaultText(p))+2)
		}
	}
	widths[0] = min(widths[0], max(t.desk.Width()/2, 8), t.desk.Width())
	widths[1] = min(widths[1], 28, t.desk.Width()-widths[0])
	return widths
}

func (o *OptionsPanel) row(p tools.Param, selected bool, widths [2]int) string {
	name, sign, nameRole := preview.ParamName(p), "   ", themes.FooterText
	if selected {
		sign, nameRole = " ▸ ", themes.OptionSelected
	}
	valueWidth, help := widths[1], p.Help
	if p.IsFile || selected && o.Typing {
		valueWidth, help = o.tuning.desk.Width()-widths[0], "" // these may be long
	}
	value, valueRole := o.tuning.OptionText(p), themes.OptionValue
	_, given := o.tuning.value(p)
	switch {
	case selected && o.Typing:
		before, after := o.Input.Drawn(valueWidth - 2)
		value, valueRole = before+"▏"+after, themes.Prompt
	case p.IsFile:
		value = cells.TruncateLeft(cells.Sanitize(value), valueWidth-1, "…")
	case given:
		value = cells.Truncate(cells.Sanitize(value), valueWidth-1, "…")
	default:
		value, valueRole = DefaultText(p), themes.OptionDefault
	}
	var b strings.Builder
	o.tuning.desk.Put(&b, nameRole, cells.Pad(cells.Truncate(sign+name, widths[0], "…"), widths[0]))
	o.tuning.desk.Put(&b, valueRole, cells.Pad(value, valueWidth))
	rest := max(o.tuning.desk.Width()-widths[0]-valueWidth, 0)
	o.tuning.desk.Put(&b, themes.FooterText, cells.Pad(cells.Truncate(cells.Sanitize(help), rest, "…"), rest))
	return b.String()
}

// DefaultText is what the row of an argument says that the call does not have.
func DefaultText(p tools.Param) string {
	if p.Default == nil {
		return "(not given)"
	}
	return fmt.Sprintf("(default %v)", p.Default)
}

// Footer implements [overlay.Overlay].
func (o *OptionsPanel) Footer() string { return "" }

// Wheel implements [overlay.Pointed].
func (o *OptionsPanel) Wheel(n int) tea.Cmd {
	if params := o.tuning.Params(); !o.Typing {
		o.choose(params, o.selected(params)+n)
	}
	return nil
}

// Click selects the argument of a row.
func (o *OptionsPanel) Click(row int) tea.Cmd {
	params := o.tuning.Params()
	if at := o.Top + row - 1; !o.Typing && row >= 1 && at < len(params) {
		o.Bad = ""
		o.choose(params, at)
	}
	return nil
}
