// Package keymap is the one table of the viewer's actions: their keys, their help and where they apply.
//
// The table drives dispatch (Lookup), the help screen, the README's key table and the man page, so none of them can
// drift from the others. A key is written as Bubble Tea names it ("j", "ctrl+c", "pgdown", "shift+tab", " "). What a key
// does depends on the [Context] in which it is pressed: the file, a prompt, a list and so on.
package keymap

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
)

// Action names what a key does. Settings and messages use these names.
type Action string

// Group is a heading of the help screen.
type Group string

// The headings, in the order of the help screen.
const (
	GroupModel  Group = "What the model gets"
	GroupBlock  Group = "Tuning a block"
	GroupMove   Group = "Moving"
	GroupSearch Group = "Searching"
	GroupGive   Group = "Copy, save, print"
	GroupView   Group = "The screen"
	GroupFile   Group = "Files"
	GroupLeave  Group = "Leaving"

	GroupPager   Group = "While no tool is on"
	GroupOptions Group = "In the options"
	GroupCompare Group = "In a comparison"
	GroupMenu    Group = "Among blocks and reads"
	GroupRecord  Group = "In a transcript"
	GroupList    Group = "In a list"
	GroupHelp    Group = "In the help"
	GroupPrompt  Group = "At a prompt"
	GroupText    Group = "Editing what is typed"
)

// Groups lists the headings in order.
func Groups() []Group {
	return []Group{
		GroupModel, GroupBlock, GroupMove, GroupSearch, GroupGive, GroupView, GroupFile, GroupLeave,
		GroupPager, GroupOptions, GroupCompare, GroupMenu, GroupRecord, GroupList, GroupHelp, GroupPrompt, GroupText,
	}
}

// Binding is one row of the table.
type Binding struct {
	Action Action
	Keys   []string
	// Context is where the keys have this meaning.
	Context Context
	Group   Group
	// Help is what the action does, in a few words without a final full stop.
	Help string
	// Short is the word beside the key in the footer; "" keeps it out of the footer.
	Short string
	// Takes names what is typed after the key ("letter" for a mark, "pattern", …); "" for nothing.
	Takes string
	// Count says that a count typed before the key repeats it or gives its number.
	Count bool
}

// Map is a table with its keys resolved.
type Map struct {
	bindings []Binding
	byKey    func() map[contextKey]Action
}

// contextKey is a key pressed in a context.
type contextKey struct {
	context Context
	key     string
}

// Default is the table without any override.
func Default() *Map { return &Map{bindings: table, byKey: defaultKeys} }

// ConflictError says that two actions want one key in one context.
type ConflictError struct {
	Key           string
	First, Second Action
}

func (e *ConflictError) Error() string {
	return fmt.Sprintf("key %q is bound to both %q and %q", Name(e.Key), e.First, e.Second)
}

// UnknownActionError says that an override names no action of the table.
type UnknownActionError struct {
	Action Action
	Near   []Action
}

func (e *UnknownActionError) Error() string {
	if len(e.Near) == 0 {
		return fmt.Sprintf("no action is called %q", e.Action)
	}
	near := make([]string, len(e.Near))
	for i, a := range e.Near {
		near[i] = string(a)
	}
	return fmt.Sprintf("no action is called %q; near it: %s", e.Action, strings.Join(near, ", "))
}

// ErrNoWayOut says that no key would be left to leave the viewer with.
var ErrNoWayOut = errors.New("no key is left to quit with: give quit or interrupt one")

// New is the table with the keys of some actions replaced: overrides maps an action to its keys, all of them; an
// empty list unbinds it. A key taken by an override leaves the default binding of the same context that had it, unless
// that action is overridden too: then both want the key, which is a *ConflictError. An unknown action is an
// *UnknownActionError.
func New(overrides map[Action][]string) (*Map, error) {
	if len(overrides) == 0 {
		return &Map{bindings: table, byKey: defaultKeys}, nil
	}
	return resolve(overrides)
}

// defaultKeys is what the keys of the table do. Nothing of it is needed before the first key.
var defaultKeys = sync.OnceValue(func() map[contextKey]Action {
	m, err := resolve(nil)
	if err != nil {
		panic("keymap: the default table contradicts itself: " + err.Error())
	}
	return m.byKey()
})

func resolve(overrides map[Action][]string) (*Map, error) {
	byKey := make(map[contextKey]Action, 2*len(table))
	m := &Map{bindings: slices.Clone(table), byKey: func() map[contextKey]Action { return byKey }}
	names := make([]Action, 0, len(overrides))
	for a := range overrides {
		if !slices.ContainsFunc(table, func(b Binding) bool { return b.Action == a }) {
			return nil, &UnknownActionError{Action: a, Near: near(a)}
		}
		names = append(names, a)
	}
	slices.Sort(names)
	for _, a := range names {
		b, _ := m.Binding(a)
		for _, k := range overrides[a] {
			at := contextKey{b.Context, Parse(k)}
			if had, ok := byKey[at]; ok && had != a {
				return nil, &ConflictError{Key: at.key, First: had, Second: a}
			}
			byKey[at] = a
		}
	}
	if keys, ok := overrides[Quit]; ok && len(keys) == 0 {
		if keys, ok := overrides[Interrupt]; ok && len(keys) == 0 {
			return nil, ErrNoWayOut
		}
	}
	for i := range m.bindings {
		b := &m.bindings[i]
		if keys, ok := overrides[b.Action]; ok {
			b.Keys = make([]string, len(keys))
			for j, k := range keys {
				b.Keys[j] = Parse(k)
			}
			continue
		}
		var kept []string
		for _, k := range b.Keys {
			at := contextKey{b.Context, k}
			had, taken := byKey[at]
			if taken && overrides[had] == nil {
				return nil, &ConflictError{Key: k, First: had, Second: b.Action}
			}
			if taken {
				continue
			}
			byKey[at] = b.Action
			kept = append(kept, k)
		}
		b.Keys = kept
	}
	return m, nil
}

// Binding returns the row of an action. Its keys must not be changed.
func (m *Map) Binding(a Action) (Binding, bool) {
	for _, b := range m.bindings {
		if b.Action == a {
			return b, true
		}
	}
	return Binding{}, false
}

// Bindings lists the rows in the order of the table.
func (m *Map) Bindings() []Binding {
	out := make([]Binding, len(m.bindings))
	for i, b := range m.bindings {
		out[i] = b.clone()
	}
	return out
}

// clone is a row with keys of its own.
func (b Binding) clone() Binding {
	b.Keys = slices.Clone(b.Keys)
	return b
}

// InGroup lists the rows of one heading in the order of the table.
func (m *Map) InGroup(g Group) []Binding {
	var out []Binding
	for _, b := range m.bindings {
		if b.Group == g {
			out = append(out, b.clone())
		}
	}
	return out
}

// Key is the name of an action's first key for a person, or "" when it has none.
func (m *Map) Key(a Action) string {
	b, ok := m.Binding(a)
	if !ok || len(b.Keys) == 0 {
		return ""
	}
	return Name(b.Keys[0])
}

// near lists the actions that share a word or a beginning with a.
func near(a Action) []Action {
	var out []Action
	for _, b := range table {
		for w := range strings.SplitSeq(string(a), "-") {
			if len(w) > 2 && strings.Contains(string(b.Action), w) {
				out = append(out, b.Action)
				break
			}
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i] < out[j] })
	if len(out) > 4 {
		out = out[:4]
	}
	return out
}
