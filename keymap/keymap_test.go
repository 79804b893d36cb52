package keymap

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode"
)

func TestEachActionHasOneRow(t *testing.T) {
	seen := map[Action]bool{}
	for _, b := range table {
		if seen[b.Action] {
			t.Errorf("action %q has two rows", b.Action)
		}
		seen[b.Action] = true
	}
}

// ownKeys are the keys of a row of the table.
func ownKeys(b binding) []string {
	keys := strings.Fields(b.own)
	for i, k := range keys {
		keys[i] = Parse(k)
	}
	return keys
}

func TestRowsAreComplete(t *testing.T) {
	for _, b := range table {
		if len(ownKeys(b)) == 0 {
			t.Errorf("%s: no key", b.Action)
		}
		if b.Help == "" || b.Help != strings.TrimSpace(b.Help) || strings.HasSuffix(b.Help, ".") {
			t.Errorf("%s: help %q is empty, has outer spaces or ends with a full stop", b.Action, b.Help)
		}
		if strings.Trim(string(b.Action), "abcdefghijklmnopqrstuvwxyz-") != "" {
			t.Errorf("%s: settings write actions in small letters and hyphens", b.Action)
		}
	}
}

func TestNoKeyTwiceInAContext(t *testing.T) {
	owner := map[contextKey]Action{}
	for _, b := range table {
		for _, k := range ownKeys(b) {
			at := contextKey{b.Context, k}
			if had, ok := owner[at]; ok {
				t.Errorf("key %q belongs to %s and to %s", k, had, b.Action)
			}
			owner[at] = b.Action
		}
	}
}

// TestEachContextHasItsGroups: help shows the rows of one group together, so a group is of the file or not.
func TestEachContextHasItsGroups(t *testing.T) {
	used := map[Context]bool{}
	ofFile := map[Group]bool{}
	for _, b := range table {
		used[b.Context] = true
		if was, seen := ofFile[b.Group]; seen && was != (b.Context == InFile) {
			t.Errorf("%s: the group %q mixes the file with other contexts", b.Action, b.Group)
		}
		ofFile[b.Group] = b.Context == InFile
	}
	for c := InFile; c <= InLetter; c++ {
		if !used[c] {
			t.Errorf("context %d has no row", c)
		}
	}
	if len(used) != int(InLetter)+1 {
		t.Errorf("the rows are of %d contexts, there are %d", len(used), InLetter+1)
	}
}

func TestContextsAreNested(t *testing.T) {
	m := Default()
	for _, c := range []struct {
		context Context
		key     string
		want    Action
	}{
		{InFile, "enter", LineDown},
		{InOptions, "enter", EditOption},
		{InOptions, "j", LineDown},
		{InHelp, "/", NarrowHelp},
		{InHelp, " ", PageDown},
		{InComparison, "X", SwapCompared},
		{InComparison, "t", NextTool},
		{InPrompt, "up", OlderText},
		{InPrompt, "left", TextLeft},
		{InPrompt, "j", ""},
		{InList, "home", FirstItem},
		{InList, "alt+d", DeleteWordRight},
		{InValue, "tab", NextValue},
		{inText, "enter", ""},
		{InQuestion, "y", AnswerYes},
		{InQuestion, "q", ""},
		{InLetter, "esc", CancelLetter},
	} {
		if a, ok := m.Lookup(c.context, c.key); a != c.want || ok != (c.want != "") {
			t.Errorf("%q in context %d is %q, want %q", c.key, c.context, a, c.want)
		}
	}
}

func TestGroupsAreComplete(t *testing.T) {
	groups := Groups()
	for i, g := range groups {
		if slices.Contains(groups[:i], g) {
			t.Errorf("group %q is listed twice", g)
		}
		if len(Default().InGroup(g)) == 0 {
			t.Errorf("group %q is empty", g)
		}
	}
}

func TestLookup(t *testing.T) {
	m := Default()
	for _, b := range table {
		for _, k := range ownKeys(b) {
			if a, ok := m.Lookup(b.Context, k); !ok || a != b.Action {
				t.Errorf("Lookup(%q) = %q, %v; want %q", k, a, ok, b.Action)
			}
		}
		if got, ok := m.Binding(b.Action); !ok || got.Help != b.Help || !slices.Equal(got.Keys, ownKeys(b)) {
			t.Errorf("Binding(%q) = %+v, %v", b.Action, got, ok)
		}
		if got, want := m.Key(b.Action), Name(ownKeys(b)[0]); got != want {
			t.Errorf("Key(%q) = %q, want %q", b.Action, got, want)
		}
	}
	if a, ok := m.Lookup(InFile, "no such key"); ok {
		t.Errorf("an unknown key is bound to %q", a)
	}
	if b, ok := m.Binding("no such action"); ok {
		t.Errorf("an unknown action has the row %+v", b)
	}
	if k := m.Key("no such action"); k != "" {
		t.Errorf("an unknown action has the key %q", k)
	}
}

func TestNameAndParseAreInverse(t *testing.T) {
	keys := []string{
		"|", "`", "-", "+", "alt+x", "alt+X", "alt+ ", "alt+enter", "alt+-", "shift+tab", "shift+up", "ctrl+pgdown",
		"ctrl+shift+left", "alt+ctrl+a", "f1", "f12", "alt+f4", "insert", "ctrl+@", "ctrl+\\", "é", "ſ", "alt+K",
		"\u202e", "\a", "\x1b", "\u00a0", "alt+\u2066", "\U000e0001",
	}
	for _, b := range table {
		keys = append(keys, ownKeys(b)...)
	}
	names := map[string]string{}
	for _, k := range keys {
		name := Name(k)
		if got := Parse(name); got != k {
			t.Errorf("Parse(Name(%q)) = Parse(%q) = %q", k, name, got)
		}
		if other, ok := names[name]; ok && other != k {
			t.Errorf("%q and %q are both shown as %q", k, other, name)
		}
		names[name] = k
		if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Errorf("Name(%q) = %q is not printable", k, name)
		}
		if strings.ContainsAny(name, " \t\n") {
			t.Errorf("Name(%q) = %q holds a space; settings separate keys by spaces", k, name)
		}
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct{ key, name string }{
		{"j", "j"},
		{"J", "J"},
		{" ", "space"},
		{"ctrl+c", "Ctrl-C"},
		{"pgdown", "PgDn"},
		{"shift+tab", "Shift-Tab"},
		{"alt+j", "Alt-j"},
		{"alt+left", "Alt-←"},
		{"ctrl+shift+up", "Ctrl-Shift-↑"},
		{"f1", "F1"},
		{"f", "f"},
		{"-", "-"},
		{"", ""},
		{"\u202e", "U+202E"},
		{"a\ab", "aU+0007b"},
		{"alt+\x1b", "Alt-U+001B"},
	} {
		if got := Name(c.key); got != c.name {
			t.Errorf("Name(%q) = %q, want %q", c.key, got, c.name)
		}
	}
	if got := Names([]string{"j", "down", " "}); got != "j ↓ space" {
		t.Errorf("Names = %q", got)
	}
}

// TestParseIsLenient: what a person may write for a key.
func TestParseIsLenient(t *testing.T) {
	for _, c := range []struct{ text, key string }{
		{"Space", " "},
		{"PGDOWN", "pgdown"},
		{"pgdn", "pgdown"},
		{"Ctrl+C", "ctrl+c"},
		{"ctrl-c", "ctrl+c"},
		{"CTRL-c", "ctrl+c"},
		{"Alt-J", "alt+J"},
		{"alt+space", "alt+ "},
		{"ESC", "esc"},
		{"shift-TAB", "shift+tab"},
		{"ctrl-shift-Left", "ctrl+shift+left"},
		{"F5", "f5"},
		{"G", "G"},
		{"Del", "delete"},
		{"ctrl-", "ctrl-"},
		{"", ""},
	} {
		if got := Parse(c.text); got != c.key {
			t.Errorf("Parse(%q) = %q, want %q", c.text, got, c.key)
		}
	}
}

func TestOverrideReplacesKeys(t *testing.T) {
	m, err := New(map[Action][]string{Quit: {"Ctrl-X", "F10"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []string{"ctrl+x", "f10"} {
		if a, ok := m.Lookup(InFile, k); !ok || a != Quit {
			t.Errorf("Lookup(%q) = %q, %v; want %q", k, a, ok, Quit)
		}
	}
	if a, ok := m.Lookup(InFile, "q"); ok {
		t.Errorf("the key that was replaced is still bound to %q", a)
	}
	if got := m.Key(Quit); got != "Ctrl-X" {
		t.Errorf("Key = %q", got)
	}
}

// TestOverrideIsOfItsContext: a key taken in one context stays what it is in the others.
func TestOverrideIsOfItsContext(t *testing.T) {
	m, err := New(map[Action][]string{Quit: {"alt+d", "Enter"}, TakeItem: {"tab"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		context Context
		key     string
		want    Action
	}{
		{InFile, "alt+d", Quit},
		{InFile, "enter", Quit},
		{inText, "alt+d", DeleteWordRight},
		{InOptions, "enter", EditOption},
		{InList, "tab", TakeItem},
		{InList, "down", NextItem},
		{InValue, "tab", NextValue},
	} {
		if a, _ := m.Lookup(c.context, c.key); a != c.want {
			t.Errorf("%q in context %d is %q, want %q", c.key, c.context, a, c.want)
		}
	}
}

// TestOverrideTakesADefaultsKey: the action that had the key keeps its others.
func TestOverrideTakesADefaultsKey(t *testing.T) {
	m, err := New(map[Action][]string{Quit: {"j"}})
	if err != nil {
		t.Fatal(err)
	}
	if a, _ := m.Lookup(InFile, "j"); a != Quit {
		t.Errorf("Lookup(j) = %q, want %q", a, Quit)
	}
	b, _ := m.Binding(LineDown)
	if slices.Contains(b.Keys, "j") || !slices.Contains(b.Keys, "down") {
		t.Errorf("the keys of %s are %q", LineDown, b.Keys)
	}
	if a, _ := m.Lookup(InFile, "down"); a != LineDown {
		t.Errorf("Lookup(down) = %q, want %q", a, LineDown)
	}
}

func TestOverrideUnbinds(t *testing.T) {
	for _, none := range [][]string{nil, {}} {
		m, err := New(map[Action][]string{Mouse: none})
		if err != nil {
			t.Fatal(err)
		}
		if a, ok := m.Lookup(InFile, "M"); ok {
			t.Errorf("the key is still bound to %q", a)
		}
		if k := m.Key(Mouse); k != "" {
			t.Errorf("Key = %q, want none", k)
		}
	}
}

// TestOverridesSwap: two actions may exchange their keys.
func TestOverridesSwap(t *testing.T) {
	m, err := New(map[Action][]string{LineDown: {"k"}, LineUp: {"j"}})
	if err != nil {
		t.Fatal(err)
	}
	if a, _ := m.Lookup(InFile, "k"); a != LineDown {
		t.Errorf("Lookup(k) = %q", a)
	}
	if a, _ := m.Lookup(InFile, "j"); a != LineUp {
		t.Errorf("Lookup(j) = %q", a)
	}
}

func TestConflict(t *testing.T) {
	_, err := New(map[Action][]string{Quit: {"F10"}, Mouse: {"f10"}})
	var conflict *ConflictError
	if !errors.As(err, &conflict) {
		t.Fatalf("error %v, want a *ConflictError", err)
	}
	if conflict.Key != "f10" || conflict.First != Mouse || conflict.Second != Quit {
		t.Errorf("conflict %+v", conflict)
	}
	for _, want := range []string{"F10", string(Quit), string(Mouse)} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q does not name %q", err, want)
		}
	}
}

// TestOneActionMayNameAKeyTwice: a repetition is no conflict.
func TestOneActionMayNameAKeyTwice(t *testing.T) {
	if _, err := New(map[Action][]string{Quit: {"F10", "f10"}}); err != nil {
		t.Error(err)
	}
}

func TestUnknownAction(t *testing.T) {
	_, err := New(map[Action][]string{"page-dwn": {"x"}})
	var unknown *UnknownActionError
	if !errors.As(err, &unknown) {
		t.Fatalf("error %v, want an *UnknownActionError", err)
	}
	if unknown.Action != "page-dwn" || !slices.Contains(unknown.Near, string(PageDown)) {
		t.Errorf("error %+v does not have %q near", unknown, PageDown)
	}
	if !strings.Contains(err.Error(), `"page-dwn"`) || !strings.Contains(err.Error(), string(PageDown)) {
		t.Errorf("error text %q", err)
	}
	_, err = New(map[Action][]string{"qqq": {"x"}})
	if !errors.As(err, &unknown) || len(unknown.Near) != 0 || !strings.Contains(err.Error(), `"qqq"`) {
		t.Errorf("error %v", err)
	}
}

// TestUnknownKey: what no terminal sends would leave the action without a key.
func TestUnknownKey(t *testing.T) {
	for _, key := range []string{"foo", "ctrl+foo", "f21", "runes", "", "alt+", "alt+alt+x", "ctrl+1", "ctrl+i", "q w", "\x1b[A"} {
		_, err := New(map[Action][]string{Quit: {key}})
		var unknown *UnknownKeyError
		if !errors.As(err, &unknown) || unknown.Action != Quit || unknown.Key != key {
			t.Errorf("%q: error %v, want an *UnknownKeyError", key, err)
		}
	}
	for _, key := range []string{"Q", "é", "space", " ", "Alt-Space", "alt+PgDn", "F20", "Shift-Tab", "Ctrl-Shift-Home", "U+0007", "ctrl+\\"} {
		if _, err := New(map[Action][]string{LineDown: {key}}); err != nil {
			t.Errorf("%q: %v", key, err)
		}
	}
}

// TestMapsAreIndependent: neither an override nor a careless caller changes the table that others see.
func TestMapsAreIndependent(t *testing.T) {
	want, _ := Default().Binding(LineDown)
	keys := slices.Clone(want.Keys)
	if _, err := New(map[Action][]string{Quit: {"j"}, LineDown: {"x"}}); err != nil {
		t.Fatal(err)
	}
	m := Default()
	for _, list := range [][]binding{m.Bindings(), m.InGroup(groupMove)} {
		for _, b := range list {
			for i := range b.Keys {
				b.Keys[i] = "changed"
			}
		}
	}
	if got, _ := Default().Binding(LineDown); !slices.Equal(got.Keys, keys) {
		t.Errorf("keys %q, want %q", got.Keys, keys)
	}
}

// A key to leave with is always left.
func TestAWayOutIsLeft(t *testing.T) {
	if _, err := New(map[Action][]string{Quit: {}, Interrupt: {}}); err != errNoWayOut {
		t.Errorf("no way out: %v", err)
	}
	if _, err := New(map[Action][]string{Quit: {}}); err != nil {
		t.Error(err)
	}
}

// TestFreeKeys lists with -v the keys that mean nothing in the file yet, which a new action may have. A digit begins a
// number that is typed before a key, and is not free.
func TestFreeKeys(t *testing.T) {
	m, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}

	keys := strings.Fields(namedKeys)
	for r := '!'; r <= '~'; r++ {
		keys = append(keys, string(r), "alt+"+string(r))
	}

	isTaken := func(key string) bool {
		_, has := m.Lookup(InFile, key)
		return has || key >= "0" && key <= "9"
	}
	free := slices.DeleteFunc(keys, isTaken)
	t.Log(strings.Join(free, " "))
	if len(free) == 0 {
		t.Error("every key has a meaning in the file")
	}
}
