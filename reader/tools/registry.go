package tools

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"eyeline/reader/each"
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
func Register(added ...*Tool) (remove func()) { return list(slices.Concat(current().all, added)) }

// Keep takes all tools but those named off the list, for tests of what depends on how many there are. It returns a
// function that puts them back.
func Keep(names ...string) (restore func()) {
	return list(slices.DeleteFunc(Every(), func(t *Tool) bool { return !slices.Contains(names, t.Name) }))
}

// list makes the list anew, and returns a function that puts the one before in its place.
func list(all []*Tool) (restore func()) {
	before := current()
	next := &registry{all: all, byName: map[string]*Tool{}, defaults: before.defaults}
	for _, t := range all {
		if next.byName[t.Name] != nil {
			panic(fmt.Sprintf("tools: two tools are called %q", t.Name))
		}
		next.byName[t.Name] = t
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
	r.defaults = maps.Clone(r.defaults)
	if r.defaults == nil {
		r.defaults = map[Mode]*Tool{}
	}
	r.defaults[mode] = t
	registered.Store(&r)
}

// All returns the tools in the order in which they are listed and cycled; other versions of a tool (NAME@VERSION) are
// left out.
func All() []*Tool {
	return slices.DeleteFunc(Every(), (*Tool).OtherVersion)
}

// Every returns all tools, with their other versions.
func Every() []*Tool { return slices.Clone(current().all) }

// OtherVersion reports whether the tool is another version of a tool, older or newer, that is kept as NAME@VERSION.
func (t *Tool) OtherVersion() bool { return strings.ContainsRune(t.Name, '@') }

// Lookup finds a tool by its name, exactly as emit --tool and batch requests give it. NAME@VERSION with a version
// of the tool NAME itself is that tool.
func Lookup(name string) (*Tool, bool) {
	r := current()
	if t := r.byName[name]; t != nil {
		return t, true
	}
	if base, version, ok := strings.Cut(name, "@"); ok {
		if t := r.byName[base]; t != nil && (version == t.Since.Version || version == t.Since.Newest()) {
			return t, true
		}
	}
	return nil, false
}

// NearNames are the names of tools that were perhaps meant by one that is in no list: with a version that is not kept,
// those of the versions that are.
func NearNames(name string) []string {
	base, _, versioned := strings.Cut(name, "@")
	if !versioned || current().byName[base] == nil {
		return Near(name, Names())
	}
	var kept []string
	for _, t := range Every() {
		if t.Name == base || strings.HasPrefix(t.Name, base+"@") {
			kept = append(kept, t.Name)
		}
	}
	return kept
}

// ByMode returns the tools that have a mode, in the order of All. Tools without any mode come with ModeSlice: they read
// a file in one way.
func ByMode(mode Mode) []*Tool {
	return slices.DeleteFunc(All(), func(t *Tool) bool {
		_, ok := t.Place(mode)
		return !ok && (mode != ModeSlice || len(t.Places) > 0)
	})
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
	return each.Of(All(), func(t *Tool) string { return t.Name })
}

// Usual are the tools that most people use, and those whose agents a repository has files for: has reports whether it
// has one of a name.
func Usual(has func(mark string) bool) (usual []*Tool) {
	for _, t := range All() {
		if t.Since.Use == Current || slices.ContainsFunc(t.Since.Marks, has) {
			usual = append(usual, t)
		}
	}
	return usual
}
