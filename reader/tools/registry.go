package tools

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
)

// registry is the tools in the order in which they are listed and cycled, and the defaults.
type registry struct {
	all      []*Tool
	byName   map[string]*Tool
	defaults map[Mode]*Tool
}

var registered atomic.Pointer[registry]

func current() *registry {
	if r := registered.Load(); r != nil {
		return r
	}
	return &registry{}
}

// Register adds tools to the list, after those registered before. It panics when a name is taken: that is a mistake in
// the program. It returns a function that takes the tools off the list again, for tests.
func Register(added ...*Tool) (remove func()) {
	before := current()
	next := &registry{all: slices.Concat(before.all, added), byName: map[string]*Tool{}, defaults: before.defaults}
	for _, t := range next.all {
		if next.byName[t.Name] != nil {
			panic(fmt.Sprintf("tools: two tools are called %q", t.Name))
		}
		next.byName[t.Name] = t
	}
	registered.Store(next)
	return func() { registered.Store(before) }
}

// Keep takes all tools but those named off the list, for tests of what depends on how many there are. It returns a
// function that puts them back.
func Keep(names ...string) (restore func()) {
	before := current()
	next := &registry{byName: map[string]*Tool{}, defaults: before.defaults}
	for _, t := range before.all {
		if slices.Contains(names, t.Name) {
			next.all = append(next.all, t)
			next.byName[t.Name] = t
		}
	}
	registered.Store(next)
	return func() { registered.Store(before) }
}

// SetDefault makes a registered tool the one that a mode opens with.
func SetDefault(mode Mode, name string) {
	r := *current()
	t := r.byName[name]
	if t == nil {
		panic(fmt.Sprintf("tools: no tool is called %q", name))
	}
	defaults := map[Mode]*Tool{}
	for m, d := range r.defaults {
		defaults[m] = d
	}
	defaults[mode] = t
	r.defaults = defaults
	registered.Store(&r)
}

// All returns the tools in the order in which they are listed and cycled; other versions of a tool (NAME@VERSION) are
// left out.
func All() []*Tool {
	var found []*Tool
	for _, t := range current().all {
		if !t.OtherVersion() {
			found = append(found, t)
		}
	}
	return found
}

// Every returns all tools, with their other versions.
func Every() []*Tool { return slices.Clone(current().all) }

// OtherVersion reports whether the tool is another version of a tool, older or newer, that is kept as NAME@VERSION.
func (t *Tool) OtherVersion() bool { return strings.ContainsRune(t.Name, '@') }

// Lookup finds a tool by its name, exactly as emit --tool and batch requests give it. NAME@VERSION with the version of
// the tool NAME is that tool.
func Lookup(name string) (*Tool, bool) {
	r := current()
	if t := r.byName[name]; t != nil {
		return t, true
	}
	if base, version, ok := strings.Cut(name, "@"); ok {
		if t := r.byName[base]; t != nil && t.Since.Version == version {
			return t, true
		}
	}
	return nil, false
}

// ByMode returns the tools that have a mode, in the order of All. Tools without any mode come with ModeSlice: they read
// a file in one way.
func ByMode(mode Mode) []*Tool {
	var found []*Tool
	for _, t := range All() {
		if _, ok := t.Place(mode); ok || mode == ModeSlice && len(t.Places) == 0 {
			found = append(found, t)
		}
	}
	return found
}

// Default is the tool that a mode opens with; nil when no tool has the mode.
func Default(mode Mode) *Tool {
	r := current()
	if t := r.defaults[mode]; t != nil && r.byName[t.Name] == t {
		return t
	}
	if with := ByMode(mode); len(with) > 0 {
		return with[0]
	}
	return nil
}

// Names lists the names of All.
func Names() []string {
	var names []string
	for _, t := range All() {
		names = append(names, t.Name)
	}
	return names
}
