package overlay

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/lists"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/screens"
)

// palette lists every action of the place that it was opened over, with its key: typing finds one, and the one that is
// chosen is done. Behind ":" it lists the commands too. It is the help; asked for once more, that lists the keys by
// topic.
type palette struct {
	stack *Stack
	// List has the actions, and what is typed. It covers the panes, so this is no [Panel].
	List     *list.List
	place    Place
	commands Commands // what can be typed behind ":"; nil without it
}

// Listed are the actions, and what is typed.
func (p *palette) Listed() *list.List { return p.List }

// Place is what the palette opens over.
type Place struct {
	Base  keymap.Context          // of the screen
	Over  []keymap.Context        // of what is open over that screen, the topmost first
	Words screens.ActionDescriber // the screen, where it has words of its own for actions; nil where it has none
	// Heading is that of the screen's own actions, those of Base, where it has one of its own; else "".
	Heading string
	// Commands are listed behind the actions while something is typed.
	Commands []list.Item
	// Setting is the item that sets an argument of the tool, where a text names one and its value; nil where none can
	// be set.
	Setting func(text string) (list.Item, bool)
	// Legend explains the signs that the screen shows, beside the title; "" where it shows none.
	Legend string
}

// help says what an action does in a place, its own help given: "" where it does nothing there.
func (p Place) help(a keymap.Action, help string) string {
	if p.Words == nil {
		return help
	}
	return p.Words.Word(a, help)
}

// Commands are what can be typed behind ":" besides the name of an action.
type Commands interface {
	// Command does what is typed; the error says why it is no command.
	Command(text string) (tea.Cmd, error)
	// Candidates are what a text may be completed to in the place of the actions, which stand behind all; known is
	// called with more of them once they are known. whole reports whether no action is meant.
	Candidates(text string, known func([]list.Item)) (items []list.Item, whole bool, find tea.Cmd)
}

// OpenPalette opens the palette over a place.
func (s *Stack) OpenPalette(place Place) {
	s.openPaletteIn(place, keymap.InList, list.SomeWords)
}

// openPaletteIn opens the palette with its keys in a context.
func (s *Stack) openPaletteIn(place Place, context keymap.Context, lenience list.Lenience) *palette {
	l := list.New("actions", list.Config{
		Noun: "action", Columns: true, Hint: "type what you want to do", Context: context, Lenience: lenience,
	})
	p := &palette{stack: s, place: place, List: &l}
	if place.Legend != "" {
		p.List.AddToTitle(place.Legend)
	}

	p.List.Offer(p.actions())
	p.List.OfferBelow(p.below())
	p.List.Begin("")
	p.List.Select(0)
	s.Push(p)
	return p
}

// below are the items that stand below the actions while something is typed: the commands, and in a file what no key
// does.
func (p *palette) below() []list.Item {
	if p.place.Words != nil {
		return p.place.Commands
	}
	return slices.Concat(p.place.Commands, noKeyItems(p.stack.program.KeyName))
}

// OpenCommand opens the palette behind ":", with a text typed.
func (s *Stack) OpenCommand(place Place, c Commands, text string) tea.Cmd {
	p := s.openPaletteIn(place, keymap.InCommand, list.Near)
	p.commands = c
	p.List.Input.Set(text)
	return p.fill()
}

// actions are the rows of the keymap that mean something here, those done last first.
func (p *palette) actions() []list.Item {
	rows := p.stack.keys().Bindings()
	seen := map[keymap.Action]bool{}
	contexts := append(slices.Clone(p.place.Over), keymap.Around(p.place.Base)...)
	var actions []keymap.Action
	for _, c := range contexts {
		for _, b := range rows {
			if (b.Context == c || b.Everywhere && c == keymap.InFile) && !seen[b.Action] {
				seen[b.Action] = true
				if p.means(b.Action) {
					actions = append(actions, b.Action)
				}
			}
		}
	}

	slices.SortStableFunc(actions, func(a, b keymap.Action) int { return cmp.Compare(p.stack.age(a), p.stack.age(b)) })
	return lists.Map(actions, p.item)
}

// means reports whether an action means something here. On a screen of rows it does not where the screen has no use for
// it, nor where all of its keys mean something else; the file does actions without their keys, too.
func (p *palette) means(a keymap.Action) bool {
	if p.place.Words == nil {
		return true
	}
	b, _ := p.stack.keys().Binding(a)
	hidden := len(b.Keys) > 0 && len(p.keysOf(a)) == 0
	return p.place.help(a, b.Help) != "" && !hidden
}

// keysOf are the keys of an action that mean it here.
func (p *palette) keysOf(a keymap.Action) []string {
	b, _ := p.stack.keys().Binding(a)
	in := b.Context
	if slices.Contains(keymap.Around(p.place.Base), in) || b.Everywhere {
		in = p.place.Base
	}
	return p.stack.keys().KeysIn(in, a)
}

// item is an action to choose. Its name are its first keys.
func (p *palette) item(a keymap.Action) list.Item {
	const shown, most = 2, 10 // keys, and cells of them
	b, _ := p.stack.keys().Binding(a)
	keys := p.keysOf(a)
	name := keymap.Names(keys[:min(len(keys), shown)])
	if len(keys) > 1 && cells.Width(name) > most {
		name = keymap.Names(keys[:1])
	}

	group := b.Group.Short()
	switch {
	case slices.Contains(p.stack.recent, a):
		group = "done last"
	case b.Context == p.place.Base:
		group = cmp.Or(p.place.Heading, group)
	}

	return list.Item{
		Name: name, Text: p.place.help(a, b.Help), Group: group,
		Off: p.stack.host.Disabled(a), Fill: string(a),
		Words: string(a) + " " + keymap.Synonyms(a) + " " + strings.ReplaceAll(string(a), "-", " "),
		Take: func() (tea.Cmd, error) {
			p.stack.Drop(p)
			return p.stack.do(a), nil
		},
	}
}

// age is how many actions were done by the palette after an action.
func (s *Stack) age(a keymap.Action) int {
	if i := slices.Index(s.recent, a); i >= 0 {
		return i
	}
	return len(s.recent)
}

// do does an action, which comes first when the palette is opened again.
func (s *Stack) do(a keymap.Action) tea.Cmd {
	s.recent = append([]keymap.Action{a}, slices.DeleteFunc(s.recent, func(x keymap.Action) bool { return x == a })...)
	return s.host.Do(a)
}

// fill lists what the typed text may be completed to.
func (p *palette) fill() tea.Cmd {
	text := p.List.Input.Text()
	if p.commands == nil {
		p.fillSetting(text)
		return nil
	}

	items, whole, find := p.commands.Candidates(text, func(more []list.Item) {
		if p.List.Input.Text() == text {
			p.List.Offer(more)
		}
	})
	below := p.below()
	if whole { // an argument is typed: what is listed is what it may be
		below = nil
	} else {
		items = append(items, p.actions()...)
	}

	p.List.OfferBelow(below)

	p.List.Offer(items)
	return find
}

// fillSetting lists the item that sets an argument before the actions, where the text names one and its value.
func (p *palette) fillSetting(text string) {
	if p.place.Setting == nil {
		return
	}
	items := p.actions()
	if setting, ok := p.place.Setting(text); ok {
		items = append([]list.Item{setting}, items...)
	}
	p.List.Offer(items)
}

// Key implements [overlay].
func (p *palette) Key(msg tea.KeyMsg) (tea.Cmd, bool) {
	text := p.List.Input.Text()
	if text == "" && p.commands == nil && p.untyped(msg) {
		return nil, true
	}
	if cmd, used := p.command(msg); used {
		return cmd, true
	}

	cmd, end := p.List.Key(p.stack.keys(), msg, p.page())
	switch {
	case end != list.Open:
		p.stack.Drop(p)
	case p.List.Input.Text() != text:
		return tea.Batch(cmd, p.fill()), true
	}

	return cmd, true
}

// command takes a key that means something else here than in other lists.
func (p *palette) command(msg tea.KeyMsg) (cmd tea.Cmd, used bool) {
	action, _ := p.stack.keys().Lookup(p.List.Config.Context, msg.String())
	selected, ok := p.List.Selected()
	switch {
	case action == keymap.ListHelp:
		p.showTopics()
		return nil, true
	case action == keymap.Complete && selected.Fill != "":
		p.List.Input.Set(selected.Fill)
		return p.fill(), true
	case action == keymap.TakeItem && p.commands != nil && (p.List.First() || !ok):
		text := p.List.Input.Text()
		cmd, err := p.commands.Command(text)
		whole := strings.TrimSpace(text)
		if err == nil || !ok || selected.Name == whole && selected.Fill == whole { // a command with its argument
			return p.entered(text, cmd, err), true
		}

		if !names(selected, text) {
			p.List.Refuse(fmt.Sprintf("no command is called %q; %s chooses what is listed", cells.Sanitize(text),
				p.stack.program.KeyName(keymap.NextItem)))
			return nil, true
		}
	}

	return nil, false
}

// names reports whether a text that is typed behind ":" names an item that nobody has selected: a word of it begins so,
// with at least as many letters as a name may be shortened to.
func names(i list.Item, text string) bool {
	const least = 3
	words := strings.Fields(i.Words)
	return slices.ContainsFunc(words, func(w string) bool {
		return w == text || len(text) >= least && strings.HasPrefix(w, strings.ToLower(text))
	})
}

// entered closes the palette behind a command that was done, or says why the text is not a command.
func (p *palette) entered(text string, cmd tea.Cmd, err error) tea.Cmd {
	p.stack.Remember(PromptCommand, text)
	if err != nil {
		p.List.Refuse(cells.Sanitize(err.Error()))
		return nil
	}
	p.stack.Drop(p)
	return cmd
}

// untyped takes a key as long as nothing is typed: the keys that are no letters page as in the file, and the key of the
// help lists the keys by topic. A letter is typed, also one that quits elsewhere: the rest of a word would be keys. In
// the pager it quits.
func (p *palette) untyped(msg tea.KeyMsg) bool {
	action, _ := p.stack.keys().Lookup(p.place.Base, msg.String())
	here, _ := p.stack.keys().Lookup(keymap.InFile, msg.String())
	n, scrolls := scrolling(here, p.page())
	switch {
	case here == keymap.Help && msg.String() != "h" || action == keymap.RecordHelp:
		p.showTopics()
	case here == keymap.Quit && p.place.Base == keymap.InPager: // as out of the help of less
		p.stack.Drop(p)
	case scrolls && (msg.Type != tea.KeyRunes || msg.Alt || msg.String() == " ") && msg.Type != tea.KeyEnter:
		p.List.Move(n)
	default:
		return false
	}

	return true
}

// showTopics replaces the palette by the list of keys by topic.
func (p *palette) showTopics() {
	p.stack.Drop(p)
	p.stack.Push(&topics{stack: p.stack, place: p.place})
}

// page is how many rows of actions are shown at a time, with those of a second column.
func (p *palette) page() int {
	return p.List.Room(p.stack.program.Width(), p.rowsOf(p.stack.host.BodyHeight()))
}

// detailRows are the rows that say all of what is selected.
const detailRows = 2

// rowsOf is how many of height rows the list gets: the last ones say all of what is selected.
func (p *palette) rowsOf(height int) int { return height - min(detailRows, max(height-3, 0)) }

// Scroll brings the selected action into the part that is shown when the palette is drawn in height rows.
func (p *palette) Scroll(height int) { p.List.Scroll(p.stack.program.Width(), p.rowsOf(height)) }

// Rows implements [overlay].
func (p *palette) Rows(height int) []string {
	return detailed(p.stack.canvas(), p.List, p.rowsOf(height), height)
}

// Wheel implements [Pointed].
func (p *palette) Wheel(n int) tea.Cmd {
	p.List.Move(n)
	return nil
}

// Click implements [Pointed].
func (p *palette) Click(x, row int) tea.Cmd {
	cmd, end := p.List.Click(x, row)
	if end != list.Open {
		p.stack.Drop(p)
	}
	return cmd
}

// Bar implements [keyed].
func (p *palette) Bar() bar.Footer {
	sign := "? "
	hints := p.stack.hints(p.List.Config.Context, keymap.Listing)
	if p.commands != nil {
		sign = ":"
	}

	for i := range hints {
		if hints[i].Always {
			hints[i].Word = "keys by topic"
			if p.List.Input.Text() == "" && p.commands == nil {
				hints[i].Key = p.stack.program.KeyName(keymap.Help)
			}
		}
	}

	return p.List.Footer(p.stack.canvas(), sign, hints)
}

// Footer implements [overlay].
func (p *palette) Footer() string {
	return p.Bar().Row(p.stack.program.Theme(), p.stack.program.Width())
}
