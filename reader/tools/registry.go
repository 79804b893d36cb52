package tools

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"eyeline/reader/lists"
)

// registry is an immutable list of tools in their order, with the default of each mode.
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

// Register adds tools at the end of the list. It panics if a name is taken, which is a programming error. The returned
// function removes them, for tests.
func Register(added ...*Tool) (remove func()) { return list(slices.Concat(current().all, added)) }

// KeepTools removes all tools but those named from the list, for tests that depend on their number. The returned
// function restores the list.
func KeepTools(names ...string) (restore func()) {
	return list(slices.DeleteFunc(AllVersions(), func(t *Tool) bool { return !slices.Contains(names, t.Name) }))
}

// list replaces the list. The returned function restores it.
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

// SetDefault sets the tool with which a mode opens. It panics if the tool is not registered.
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

// All returns the tools in the order in which they are listed and cycled, without other versions (NAME@VERSION).
func All() []*Tool {
	return slices.DeleteFunc(AllVersions(), (*Tool).OtherVersion)
}

// AllVersions returns all tools, including other versions.
func AllVersions() []*Tool { return slices.Clone(current().all) }

// OtherVersion reports whether it is an older or newer version of a tool, named NAME@VERSION.
func (t *Tool) OtherVersion() bool { return strings.ContainsRune(t.Name, '@') }

// Lookup finds a tool by its exact name, as in emit --tool and batch requests. NAME@VERSION with the version of the
// tool NAME is that tool.
func Lookup(name string) (*Tool, bool) {
	r := current()
	if t := r.byName[name]; t != nil {
		return t, true
	}
	if base, version, ok := strings.Cut(name, "@"); ok {
		if t := r.byName[base]; t != nil && (version == t.Origin.Version || version == t.Origin.Newest()) {
			return t, true
		}
	}

	return nil, false
}

// NearNames returns the names of tools that may have been meant by an unknown one: for an unknown version, the tool's
// known ones.
func NearNames(name string) []string {
	base, _, versioned := strings.Cut(name, "@")
	if !versioned || current().byName[base] == nil {
		return Similar(name, Names())
	}

	var kept []string
	for _, t := range AllVersions() {
		if t.Name == base || strings.HasPrefix(t.Name, base+"@") {
			kept = append(kept, t.Name)
		}
	}

	return kept
}

// ByMode returns the tools that have a mode, in the order of All. Tools without modes, which read a file in one way,
// are included for ModeSlice.
func ByMode(mode Mode) []*Tool {
	return slices.DeleteFunc(All(), func(t *Tool) bool {
		_, ok := t.WindowParams(mode)
		return !ok && (mode != ModeSlice || len(t.Windows) > 0)
	})
}

// Default returns the tool with which a mode opens; nil if no tool has the mode.
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

// Names returns the names of All.
func Names() []string {
	return lists.Map(All(), func(t *Tool) string { return t.Name })
}

// UsualTools returns the tools that most people use, and those whose agents a repository has files for. has reports
// whether the repository has a file of that name.
func UsualTools(has func(mark string) bool) (usual []*Tool) {
	for _, t := range All() {
		if t.Origin.Use == Current || slices.ContainsFunc(t.Origin.Marks, has) {
			usual = append(usual, t)
		}
	}
	return usual
}

// Similar returns the names of a list that may have been meant by a misspelt one: those at a small edit distance, and
// those that begin with it.
func Similar(name string, known []string) (near []string) {
	most := max(min(len(name)/3, 2), 1)
	for _, k := range known {
		begins := len(name) > 1 && strings.HasPrefix(strings.ToLower(k), strings.ToLower(name))
		if begins || distance(strings.ToLower(name), strings.ToLower(k), most) <= most {
			near = append(near, k)
		}
	}
	return near
}

// Suggestion returns a suggestion that follows an error: near names, else all known ones, as in "; did you mean
// limit?". It is "" if no name is known.
func Suggestion(near, known []string) string {
	switch {
	case len(near) > 0:
		return "; did you mean " + strings.Join(near, " or ") + "?"
	case len(known) == 0:
		return ""
	case len(known) == 1:
		return "; there is " + known[0]
	}
	return "; there are " + strings.Join(known, ", ")
}

// distance returns the edit distance of a and b in bytes, where swapping neighbours counts as one edit (optimal string
// alignment); any number above most if it is greater than that.
func distance(a, b string, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}

	// row[j+1] is the distance of a[:i+1] and b[:j+1].
	row := make([]int, len(b)+1)
	above := make([]int, len(b)+1)
	twoAbove := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}

	for i := range len(a) {
		row, above, twoAbove = twoAbove, row, above
		row[0] = i + 1
		for j := range len(b) {
			changed := above[j]
			if a[i] != b[j] {
				changed++
			}

			row[j+1] = min(changed, above[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], twoAbove[j-1]+1)
			}
		}
	}

	return row[len(b)]
}
