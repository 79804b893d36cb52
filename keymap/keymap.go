// Package keymap, which changes without notice, is the one table of the viewer's actions: their keys, their help and
// where they apply.
//
// The table drives dispatch (Lookup), the help screen and the table of keys in the manual, so none of them can
// drift from the others. Declaring an action adds its row: NextMode is the name to write in code, and its declaration
// has all that there is to know about it. A key is written as Bubble Tea names it ("j", "ctrl+c", "pgdown",
// "shift+tab", " "). What a key does depends on the [Context] in which it is pressed: the file, a prompt, a list and so
// on.
package keymap

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Action names what a key does. Settings and messages use these names.
type Action string

// Group is a heading of the help screen.
type Group string

// The headings.
const (
	groupModel  Group = "What the model gets"
	groupBlock  Group = "Tuning a block"
	groupMove   Group = "Moving"
	groupSearch Group = "Searching"
	groupGive   Group = "Copy, save, print"
	groupView   Group = "The screen"
	groupFile   Group = "Files"
	groupLeave  Group = "Leaving"

	groupPager   Group = "While no tool is on"
	groupOptions Group = "In the options"
	groupCompare Group = "In a comparison"
	groupMenu    Group = "Among blocks and reads"
	groupRecord  Group = "In a transcript"
	groupContext Group = "What is sent before the first read"
	groupFound   Group = "What agents' searches find"
	groupList    Group = "In a list"
	groupHelp    Group = "In the help"
	groupPrompt  Group = "At a prompt"
	groupText    Group = "Editing what is typed"
)

// Short is the group in a word or two.
func (g Group) Short() string {
	switch g {
	case groupModel:
		return "the read"
	case groupBlock:
		return "the block"
	case groupGive:
		return "copy, save"
	case groupPager:
		return "no tool"
	case groupMenu:
		return "rows"
	case groupContext:
		return "context"
	case groupFound:
		return "searches"
	case groupText:
		return "typing"
	}

	words := strings.Fields(strings.ToLower(string(g)))
	return words[len(words)-1] // "In the options"
}

// Groups lists the headings in the order of the table, which is that of the help screen.
func Groups() (groups []Group) {
	for _, b := range table {
		if !slices.Contains(groups, b.Group) {
			groups = append(groups, b.Group)
		}
	}
	return groups
}

// binding is one row of the table.
type binding struct {
	Action Action
	// own are the keys of the table, with blanks between them; Keys are those that it has in a Map.
	own  string
	Keys []string
	// Context is where the keys have this meaning.
	Context Context
	Group   Group
	// Help is what the action does, in a few words without a final full stop.
	Help string
	// Takes names what is typed after the key ("letter" for a mark, "pattern", …); "" for nothing.
	Takes string
	// Count says that a count typed before the key repeats it or gives its number.
	Count bool
	// Everywhere: the palette lists the row in every mode of the file, also where its keys mean something else.
	Everywhere bool
}

// Map is a table with its keys resolved.
type Map struct {
	bindings []binding
	rowOf    map[Action]int // of bindings
	byKey    map[contextKey]Action
}

// contextKey is a key pressed in a context.
type contextKey struct {
	context Context
	key     string
}

// Default is the table without any override.
var Default = sync.OnceValue(func() *Map {
	m, err := New(nil)
	if err != nil {
		panic("keymap: the default table contradicts itself: " + err.Error())
	}
	return m
})

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
	Near   []string
}

func (e *UnknownActionError) Error() string {
	if len(e.Near) == 0 {
		return fmt.Sprintf("no action is called %q", e.Action)
	}
	return fmt.Sprintf("no action is called %q; near it: %s", e.Action, strings.Join(e.Near, ", "))
}

// errNoWayOut says that no key would be left to leave the viewer with.
var errNoWayOut = errors.New("no key is left to quit with: give quit or interrupt one")

// New is the table with the keys of some actions replaced: overrides maps an action to its keys, all of them; an
// empty list unbinds it. A key taken by an override leaves the default binding of the same context that had it, unless
// that action is overridden too: then both want the key, which is a *ConflictError. An unknown action is an
// *UnknownActionError, and a key that no terminal sends an *UnknownKeyError.
func New(overrides map[Action][]string) (*Map, error) {
	m := &Map{bindings: slices.Clone(table), byKey: make(map[contextKey]Action, 2*len(table))}
	m.rowOf = make(map[Action]int, len(table))
	for i, b := range m.bindings {
		m.rowOf[b.Action] = i
	}

	names := slices.Sorted(maps.Keys(overrides))
	for _, a := range names {
		if _, known := m.Binding(a); !known {
			return nil, &UnknownActionError{Action: a, Near: near(a)}
		}
	}

	for _, a := range names {
		b := &m.bindings[m.rowOf[a]]
		b.Keys = make([]string, len(overrides[a]))
		for j, k := range overrides[a] {
			b.Keys[j] = Parse(k)
			if !isKey(b.Keys[j]) {
				return nil, &UnknownKeyError{Action: a, Key: k}
			}

			at := contextKey{b.Context, b.Keys[j]}
			if had, taken := m.byKey[at]; taken && had != a {
				return nil, &ConflictError{Key: at.key, First: had, Second: a}
			}

			m.byKey[at] = a
		}
	}

	unbound := func(a Action) bool {
		keys, given := overrides[a]
		return given && len(keys) == 0
	}

	if unbound(Quit) && unbound(Interrupt) {
		return nil, errNoWayOut
	}

	for i := range m.bindings {
		b := &m.bindings[i]
		if _, given := overrides[b.Action]; given {
			continue
		}
		if err := b.keepFree(m.byKey, overrides); err != nil {
			return nil, err
		}
	}

	return m, nil
}

// keepFree leaves a row those of its keys that no override has taken, and adds them to byKey.
func (b *binding) keepFree(byKey map[contextKey]Action, overrides map[Action][]string) error {
	var free []string
	for k := range strings.FieldsSeq(b.own) {
		if k == "space" {
			k = " "
		}

		at := contextKey{b.Context, k}
		had, taken := byKey[at]
		switch {
		case !taken:
			byKey[at] = b.Action
			free = append(free, k)
		case overrides[had] == nil:
			return &ConflictError{Key: k, First: had, Second: b.Action}
		}
	}

	b.Keys = free
	return nil
}

// Binding returns the row of an action. Its keys must not be changed.
func (m *Map) Binding(a Action) (binding, bool) {
	i, ok := m.rowOf[a]
	if !ok {
		return binding{}, false
	}
	return m.bindings[i], true
}

// Bindings lists the rows in the order of the table.
func (m *Map) Bindings() []binding { return m.rows(func(binding) bool { return true }) }

// InGroup lists the rows of one heading in the order of the table.
func (m *Map) InGroup(g Group) []binding { return m.rows(func(b binding) bool { return b.Group == g }) }

// rows copies the rows that are wanted, with keys of their own.
func (m *Map) rows(wanted func(binding) bool) (rows []binding) {
	for _, b := range m.bindings {
		if wanted(b) {
			b.Keys = slices.Clone(b.Keys)
			rows = append(rows, b)
		}
	}
	return rows
}

// Key is the name of an action's first key for a person, or "" when it has none.
func (m *Map) Key(a Action) string {
	b, ok := m.Binding(a)
	if !ok || len(b.Keys) == 0 {
		return ""
	}
	return Name(b.Keys[0])
}

// near lists the first four actions, by name, that share a word with a.
func near(a Action) (found []string) {
	for _, b := range table {
		for word := range strings.SplitSeq(string(a), "-") {
			if len(word) > 2 && strings.Contains(string(b.Action), word) {
				found = append(found, string(b.Action))
				break
			}
		}
	}

	slices.Sort(found)
	return found[:min(len(found), 4)]
}
