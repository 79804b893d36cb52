package tui

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/themes"
	"eyeline/tui/file"
	"eyeline/tui/file/export"
	"eyeline/tui/file/toolargument"
	"eyeline/tui/file/toolpanels"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/kit/screens"
	"eyeline/tui/terminal/plainmode"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// plainLines is how many lines of a file are printed at a time.
const plainLines = 20

// plainReader is the viewer in a session without a screen. It runs on the same Model, so the commands are the keys.
type plainReader struct {
	m *model
	*plainmode.Session
}

func newPlainReader(m *model, out io.Writer) *plainReader {
	p := &plainReader{m: m}
	p.Session = plainmode.New(m, p, out)
	return p
}

// runPlain reads commands from in and prints to out until q or the end of the input, without colour or cursor movement.
func (m *model) runPlain(ctx context.Context, in io.Reader, out io.Writer) (leftBehind, error) {
	theme, err := themes.New(themes.DefaultDark, themes.None)
	if err != nil {
		return leftBehind{}, err
	}

	m.theme = theme
	p := newPlainReader(m, out)
	err = p.Run(ctx, tea.WindowSizeMsg{Width: 200, Height: plainLines + 3}, in)

	if m.leave.Print == nil && !p.Over() {
		m.leave.Code = m.opts.Leaving.Status
	}

	return m.leave, err
}

// Busy is for [plainmode.Session].
func (p *plainReader) Busy() bool {
	return p.m.file.Text.Jobs.Any(func(r *jobs.Row) bool { return r.Plain })
}

// Command is for [plainmode.Session]: it does what a line asks for, a key or its action's name, with a count before
// and a text after it where it takes one; nothing goes a screen down.
func (p *plainReader) Command(ctx context.Context, line string) {
	p.m.say(screens.Note{})
	line = strings.TrimSpace(line)
	n, rest := leadingCount(line)
	action, text, ok := p.find(rest)
	switch {
	case line == "":
		action = keymap.PageDown
	case rest == "" && n > 0:
		action, text = keymap.Command, strconv.FormatInt(n, 10)
	case !ok:
		p.print("no command " + cells.Sanitize(rest) + "; ? lists them")
		return
	}

	switch action {
	case keymap.Help:
		p.help(text)
		return
	case keymap.Suspend, keymap.Redraw, keymap.Mouse, keymap.Theme, keymap.Shell, keymap.Pipe, keymap.SearchAsAgents,
		keymap.MarkLines, keymap.Solve:
		p.print("not in plain mode")
		return
	case keymap.Options:
		p.options(ctx, text)
		return
	case keymap.Facts:
		for _, f := range p.m.file.Facts() {
			p.print(f.Name + ": " + f.Value)
		}
		return
	case keymap.Edit:
		if cmd := p.m.file.Export.Editor(); cmd != nil {
			p.Flush()
			p.Send(export.EditedMsg{Err: p.m.terminal.Keep(export.OnTerminal{Cmd: cmd})})
		}

		p.Settle(ctx)
		p.Show()
		return
	}

	p.did(p.m.file.Act(action, max(n, 1), n > 0))
	if _, open := overlay.Topmost[overlay.Panel](p.m.overlays); open {
		p.Settle(ctx) // what it lists may be read first
	}

	for p.m.overlays.Any() {
		p.answer(text)
	}

	p.Settle(ctx)
	for p.m.overlays.Any() { // a question, such as whether to overwrite
		p.answer("")
	}

	if !p.Over() {
		p.Show()
	}
}

// did runs what an action has to do in the background, and brings up to date what follows from the action.
func (p *plainReader) did(cmd tea.Cmd) {
	p.Do(cmd)
	p.Do(p.m.file.Derive())
}

// answer gives the topmost overlay the text that came with the command, and closes it: nothing stays open over the
// panes. A question is answered by no.
func (p *plainReader) answer(text string) {
	m := p.m
	o := m.overlays.Top()
	defer m.overlays.Drop(o)

	switch o := o.(type) {
	case *overlay.Letter:
		if text != "" {
			p.Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text)[:1]})
		}
	case *overlay.Prompt:
		o.Input.Set(text)
		p.did(o.Accept())
		p.complain(o.Bad)
	case *overlay.ListPanel:
		if text == "" {
			for _, i := range o.Items {
				p.print(cells.Sanitize(i.Name + ": " + i.Text))
			}
			p.print(o.Config.Hint)
			return
		}

		cmd, _ := o.TakeNamed(text)
		p.did(cmd)
		p.complain(o.Bad)
	case *toolpanels.LadderPanel:
		if o.Ladder == nil {
			p.complain(o.Refused)
			return
		}
		p.rows(o.Content().Rows)
	case *toolpanels.WalkPanel:
		p.print(o.Content().Title)
		p.rows(o.Content().Rows)
	case *overlay.Question:
		asked, said := o.Refused()
		p.print(asked)
		m.say(screens.Note{Text: said})
	}
}

// rows prints the rows of a menu, one on a line.
func (p *plainReader) rows(of []overlay.MenuRow) {
	for _, row := range of {
		p.print(strings.Join(row.Columns, "  "))
	}
}

// complain prints why something was refused.
func (p *plainReader) complain(why string) {
	if why != "" {
		p.print(why)
	}
}

// find takes the action off a command: the name of an action, or a key; what follows is its text.
func (p *plainReader) find(s string) (keymap.Action, string, bool) {
	word, rest, _ := strings.Cut(s, " ")
	for _, b := range p.m.keys.Bindings() {
		if p.m.file.Modes.Applies(b.Context) && string(b.Action) == word {
			return b.Action, strings.TrimSpace(rest), true
		}
	}

	if a, ok := p.m.keys.Lookup(p.m.file.Modes.KeyContext(), keymap.Parse(word)); ok {
		return a, strings.TrimSpace(rest), true
	}

	// A key with its text right behind it: /pattern, :120, ma, 'a, &text.
	if s != "" {
		key := string([]rune(s)[0])
		if a, ok := p.m.keys.Lookup(p.m.file.Modes.KeyContext(), key); ok {
			if b, _ := p.m.keys.Binding(a); b.Takes != "" {
				return a, s[len(key):], true
			}
		}
	}

	return "", "", false
}

func leadingCount(s string) (int64, string) {
	i := 0
	for i < len(s) && i < 18 && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	n, err := strconv.ParseInt(s[:i], 10, 64)
	if err != nil {
		return 0, s
	}
	return min(n, file.MaxCount), strings.TrimSpace(s[i:])
}

func (p *plainReader) print(s string) {
	if p.m.opts.ASCII {
		s = inASCII(s)
	}
	p.Println(s)
}

// Show is for [plainmode.Session]: it prints the lines on the screen, what the model gets, and the message.
func (p *plainReader) Show() {
	m := p.m
	rows := strings.Split(ansi.Strip(m.View()), "\n")
	a := m.file.Panes.Areas()
	body := rows[a.Body.Y : a.Body.Y+a.Body.Height]
	if a.Title.Height > 0 {
		p.print(squeeze(rows[a.Title.Y]))
	}

	last := len(body)
	for last > 0 && strings.TrimSpace(body[last-1]) == "" {
		last--
	}

	for _, r := range body[:last] {
		p.print(strings.TrimRight(r, " "))
	}

	if a.ModelLine.Height > 0 {
		p.print(squeeze(rows[a.ModelLine.Y]))
	}
	if m.note.Text != "" {
		p.print(m.note.Text)
	}
	if s := m.file.Text.Search.MatchWords(); s != "" {
		p.print(s)
	}
}

// squeeze makes one blank of many.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

// help lists the commands.
func (p *plainReader) help(filter string) {
	p.print("A command is a key or a name, with a count before it and a text after it where they apply. " +
		"An empty line goes a screen down.")
	for _, b := range p.m.keys.Bindings() {
		if !p.m.file.Modes.Applies(b.Context) {
			continue // there is nothing over the panes here
		}

		row := fmt.Sprintf("%s, %s: %s", cells.Sanitize(keymap.Names(b.Keys)), b.Action, b.Help)
		if strings.Contains(strings.ToLower(row), strings.ToLower(filter)) {
			p.print(row)
		}
	}
}

// options lists the tool's arguments, or sets one, "o limit 20", or makes it absent, "o limit".
func (p *plainReader) options(ctx context.Context, text string) {
	m := p.m
	name, value, given := strings.Cut(text, " ")
	for _, param := range m.file.ToolPanels.Params() {
		if name == "" {
			v := cmp.Or(m.file.ToolPanels.OptionText(param), toolargument.DefaultText(param))
			p.print(fmt.Sprintf("%s = %s: %s", plainName(param), cells.Sanitize(v), param.Help))
			continue
		}

		if plainName(param) != name {
			continue
		}

		o := m.file.ToolPanels.PushOptions()
		if given {
			p.did(o.Try(param, strings.TrimSpace(value)))
		} else {
			p.did(o.Reset(param))
		}

		p.Settle(ctx)
		if o.Bad != "" {
			p.print("refused: " + o.Bad)
		}

		m.overlays.Drop(o)
		p.Settle(ctx)
		p.Show()
		return
	}

	key := screens.KeyName(m.keys, keymap.Options)
	if name != "" {
		p.print("no option " + cells.Sanitize(name) + "; " + key + " lists them")
		return
	}

	p.print(key + " NAME VALUE sets one, " + key + " NAME takes its value away")
}

// plainName is what an option is called in a command: as its flag, and the file, which has none, "file".
func plainName(p tools.Param) string { return cmp.Or(p.Flag, "file") }
