package toolpanels

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/lists"
	"eyeline/reader/outline"
	"eyeline/reader/solve"
	"eyeline/reader/tools"
	"eyeline/tui/file/linestates"
	"eyeline/tui/file/textview"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/overlay"
)

// NoSymbols says why no symbols can be listed; "" when they can.
func (t *Panels) NoSymbols() string {
	if t.text.Hex {
		return "the hex view has no lines; " + t.program.KeyName(keymap.Hex) + " goes back to them"
	}
	return ""
}

// symbolsFound are the symbols of a file, with what a model has of its lines where states says that this is known.
type symbolsFound struct {
	outline.Outline
	given  linestates.GivenLines
	states bool
}

// stateWords say of each symbol what a model has of it, in one width: the lines of the symbols stand behind them.
func (s symbolsFound) stateWords() []string {
	if !s.states {
		return nil
	}

	widest := len("not known")
	words := lists.Map(s.Symbols, func(one outline.Symbol) string {
		state := s.given.Of(wholeOf(one), one.Last)
		word := cmp.Or(s.given.LackWords(wholeOf(one), one.Last), state.Short())
		widest = max(widest, cells.Width(word))
		return word
	})
	return lists.Map(words, func(word string) string { return cells.Pad(word, widest) })
}

// ListSymbols opens the list of the file's symbols, which are read in the background.
func (t *Panels) ListSymbols(int64, bool) tea.Cmd {
	l := &overlay.ListPanel{End: func() { t.jobs.End(jobs.Symbols) }, List: list.New("symbols", list.Config{
		Noun: "symbol", Context: keymap.InSymbols, Wide: true, Whole: "sent whole",
	})}
	l.SetMissing("reading…")
	t.overlays.Choose(l, "")
	name := t.text.Doc.Name()
	view := t.text.Doc.Shown().Bytes()
	given := t.preview.GivenLines()

	return jobs.Try(t.jobs, jobs.Symbols, func(ctx context.Context) (found symbolsFound, err error) {
		found.Outline, err = outline.Listed(ctx, name, view)
		if err != nil || given == nil {
			return found, err
		}
		found.given, err = given(ctx)
		found.states = err == nil
		return found, ctx.Err() // without the states the symbols are listed, too
	}, func(found symbolsFound, err error) tea.Cmd {
		t.fillSymbols(l, found, err)
		return nil
	})
}

// symbolAt is the index of the symbol at a line, 1-based: the innermost around it, else the last one that begins before
// it, and above all of them the first one that a model has something of; -1 for none.
func (f *symbolsFound) symbolAt(line int64) int {
	at := -1
	isAround := false
	for i, s := range f.Symbols {
		if wholeOf(s) <= line && (line <= s.Last || !isAround) {
			at = i
			isAround = isAround || line <= s.Last
		}
	}
	if at >= 0 || !f.states {
		return at
	}
	return slices.IndexFunc(f.Symbols, func(s outline.Symbol) bool {
		return f.given.Of(wholeOf(s), s.Last) != linestates.Never
	})
}

// fillSymbols fills the list in, with the symbol at the cursor selected: where that is above all of them, the first one
// that a model has something of.
func (t *Panels) fillSymbols(l *overlay.ListPanel, found symbolsFound, err error) {
	switch {
	case err != nil:
		l.SetMissing("cannot read: " + cells.Sanitize(err.Error()))
		return
	case len(found.Symbols) == 0:
		l.SetMissing("no symbols were found in this file")
		return
	}

	cursor, _ := t.text.File.CursorLine()
	counts := map[linestates.State]int64{}
	items := make([]list.Item, 0, len(found.Symbols))
	words := found.stateWords()
	for i, s := range found.Symbols {
		item := t.symbolItem(s)
		if found.states {
			state := found.given.Of(wholeOf(s), s.Last)
			counts[state]++
			item = t.markSymbol(item, state, words[i])
		}
		items = append(items, item)
	}

	if i := found.symbolAt(cursor.Number); i >= 0 && l.Input.Text() == "" {
		l.Select(i)
	}

	l.Offer(items)
	of := int64(len(items))
	title := humanize.Count(of, l.Config.Noun)
	if found.More > 0 {
		title = fmt.Sprintf("the first %s of %s", humanize.Group(of), humanize.Count(of+found.More, l.Config.Noun))
	}

	l.SetCount(title)
	countStates(l, counts)
	if found.Language == "" {
		l.AddToTitle("by indentation")
	}
}

// countStates adds to the title of the list how many symbols are in each state.
func countStates(l *overlay.ListPanel, counts map[linestates.State]int64) {
	for _, state := range []linestates.State{
		linestates.Never, linestates.Cut, linestates.Changed, linestates.Unsure, linestates.Sent,
	} {
		if n := counts[state]; n > 0 {
			l.AddToTitle(humanize.Group(n) + " " + state.Short())
		}
	}
}

// forParameters is how many cells wide a screen is that has room for the parameters of functions, for the classes of
// methods before their names, and for a word behind each.
const forParameters = 60

// markSymbol is a symbol's item that says how much of it a model has, in a word that is as wide as those of the others.
// If it has nothing of it, the item is dim.
func (t *Panels) markSymbol(i list.Item, state linestates.State, padded string) list.Item {
	i.Sign = state.Sign(t.program.ASCII())
	i.SignRole = state.Role()
	i.Dim = state == linestates.Never
	i.Lacks = state != linestates.Sent

	switch {
	case t.program.Width() >= forParameters:
		i.Text = padded + "  " + i.Text
	case i.Lacks:
		word := strings.TrimRight(padded, " ")
		first, _, _ := strings.Cut(i.Text, "–")
		i.Text = word + humanize.When(word == state.Short(), " "+first)
	}

	i.Words += humanize.When(i.Words != "", " "+strings.ReplaceAll(state.Short(), " ", "-"))
	return i
}

// wholeOf is the first line of a symbol with the comment and the decorators above it.
func wholeOf(s outline.Symbol) int64 { return cmp.Or(s.From, s.First) }

// symbolItem is a symbol to choose. Its lines are those with the comment and the decorators above it.
func (t *Panels) symbolItem(s outline.Symbol) list.Item {
	value := strings.HasPrefix(s.Text, "const ") || strings.HasPrefix(s.Text, "var ")
	text := s.Qualified()
	words := strings.ToLower(text + " " + s.Short())
	const forWhole = 36 // cells of a name at 80 columns, before the words behind it
	switch {
	case t.program.Width() < forParameters:
		text = bareMethod(s.Short())
	case t.program.Width() < 2*forParameters && 2*s.Level+cells.Width(text) > forWhole:
		text = s.Text // the class stands above it
	}

	return list.Item{
		Words: humanize.When(!value, words), // what is no value comes first
		Name:  strings.Repeat("  ", s.Level) + text, Text: humanize.Lines(wholeOf(s), s.Last),
		Take: func() (tea.Cmd, error) { return t.gotoSymbol(s), nil },
		Also: map[keymap.Action]list.Do{
			keymap.AnchorSymbol: func() (tea.Cmd, error) { return t.anchorSymbol(s) },
			keymap.TakeSymbol:   func() (tea.Cmd, error) { return t.requestSymbol(s) },
		},
	}
}

// bareMethod is the short text of a symbol without the type that a method belongs to, which has the same beginning for
// all of its methods.
func bareMethod(short string) string {
	if at := strings.LastIndexByte(short, '.'); at >= 0 && strings.HasPrefix(short, "func ") {
		return "func " + short[at+1:]
	}
	return short
}

// gotoSymbol goes to the line of a symbol in the file.
func (t *Panels) gotoSymbol(s outline.Symbol) tea.Cmd {
	var cmd tea.Cmd
	if t.showing.MovesOutput() {
		cmd = t.Comparing.CloseComparison()
		t.events.Send(textview.FileWanted{})
	}
	t.events.Send(GoTo{Line: s.First})
	return cmd
}

// anchorSymbol puts the block at a symbol.
func (t *Panels) anchorSymbol(s outline.Symbol) (tea.Cmd, error) {
	if why := t.OtherBytes(); why != "" {
		return nil, fmt.Errorf("%s", why)
	}
	r := t.preview.Request.WithMode(tools.ModeBlock)
	if r.Tool() == nil {
		return nil, fmt.Errorf("no tool has a block mode")
	}
	r = r.At(s.First)
	return tea.Batch(t.gotoSymbol(s), t.preview.Change(r), t.fitBlock(s, r)), nil
}

// symbolBlock is the block that was found for a symbol.
type symbolBlock struct {
	exact *solve.Cover // has the symbol alone, with what stands above it; nil without one
	whole solve.Whole  // without an exact one the smallest that has it whole
}

// fitBlock makes the block of a symbol one that has it alone, with the comment and the decorators above it or, where
// there is no such block, the smallest that has it whole: from its first line many tools give all of the class around
// it. asked is the request for the block at that line.
func (t *Panels) fitBlock(s outline.Symbol, asked toolrequest.Request) tea.Cmd {
	if t.text.Doc == nil {
		return nil
	}

	calls := t.callsOf(asked)
	file := solve.File{Bytes: t.raw().Bytes(), Index: t.raw().Lines()}
	return jobs.Try(t.jobs, jobs.Ladder, func(ctx context.Context) (found symbolBlock, err error) {
		wanted, err := solve.Locate(ctx, file, wholeOf(s), s.Last)
		if err != nil {
			return found, err
		}

		solution, err := solve.Solve(ctx, file, calls, wanted)
		if found.exact = solution.Exact; err != nil || found.exact != nil {
			return found, err
		}

		found.whole, err = calls.Smallest(ctx, asked.Values(), wholeOf(s), s.First, s.Last)
		return found, err
	}, func(found symbolBlock, err error) tea.Cmd {
		switch {
		case err != nil || !t.preview.Request.Equal(asked):
			return nil // the block from the first line stays
		case found.exact != nil:
			return t.requestCall(calls, found.exact.Values)
		case found.whole.Anchor == 0:
			return nil
		}

		t.events.Send(GoTo{Line: found.whole.Anchor})
		return t.setRequest(asked.WithValues(found.whole.Rung.Values))
	})
}

// setRequest makes a request the current one. Undo does not return to the one before.
func (t *Panels) setRequest(r toolrequest.Request) tea.Cmd {
	if r.Equal(t.preview.Request) {
		return nil
	}
	return t.preview.SetRequest(r)
}

// requestSymbol asks for exactly the lines of a symbol and those above it that belong to it: with the current tool,
// where one of its calls gives them.
func (t *Panels) requestSymbol(s outline.Symbol) (tea.Cmd, error) {
	if why := t.OtherBytes(); why != "" {
		return nil, fmt.Errorf("%s", why)
	}
	return tea.Batch(t.gotoSymbol(s), t.solveFor(wholeOf(s), s.Last)), nil
}
