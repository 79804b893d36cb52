// Package latelexers keeps chroma's lexers package from reading its 260 lexer files when the program starts.
//
// That package's initialisation costs 4 ms and 31,000 allocations, half of the time that a first screen may take. It
// reads its files from an unexported embed.FS; this package narrows that variable, before it is read, to the files
// that the initialisation cannot do without. Code that colours registers the rest from [Files], off the update loop.
//
// It works because Go initialises packages in dependency order and, among those that are ready, in the order of
// their import paths: this package's init needs nothing but the standard library, and "eyeline/…" sorts before
// "github.com/…". Should a later chroma rename the variable, or a later Go lay out embed.FS in another way, nothing
// is narrowed and chroma registers everything at start, as it does by itself. A test checks that it is narrowed now.
package latelexers

import (
	"embed"
	"reflect"
	"slices"
	"strings"
	"unsafe"
)

//go:linkname chromaFiles github.com/alecthomas/chroma/v2/lexers.embedded
var chromaFiles embed.FS

var (
	// all is what chromaFiles held; empty when it was not narrowed.
	all embed.FS
	// eager are the files that chroma's own package variables and init functions name.
	eager = []string{
		"common_lisp", "django_jinja", "dns", "emacslisp", "erb", "go_template", "html", "mysql", "yaml", "zed",
	}
)

// embedFS and embedFile are embed.FS and its files as the compiler lays them out; what is not used has no name.
type (
	embedFS   struct{ files *[]embedFile }
	embedFile struct {
		name string
		_    string   // data
		_    [16]byte // hash
	}
)

func init() {
	if (chromaFiles == embed.FS{}) || !layoutKnown() {
		return
	}
	all = chromaFiles
	view := (*embedFS)(unsafe.Pointer(&chromaFiles))
	kept := make([]embedFile, 0, len(eager)+1)
	for _, f := range *view.files { // a subset of a sorted list stays sorted
		if strings.HasSuffix(f.name, "/") || slices.Contains(eager, base(f.name)) {
			kept = append(kept, f)
		}
	}
	view.files = &kept
}

// layoutKnown says that embed.FS looks as embedFS does.
func layoutKnown() bool {
	return sameLayout(reflect.TypeFor[embed.FS](), reflect.TypeFor[embedFS]())
}

// sameLayout says that a is laid out as b, and its fields are called as b's are.
func sameLayout(a, b reflect.Type) bool {
	if a.Kind() != b.Kind() || a.Size() != b.Size() {
		return false
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Slice:
		return sameLayout(a.Elem(), b.Elem())
	case reflect.Struct:
		if a.NumField() != b.NumField() {
			return false
		}
		for i := range a.NumField() {
			f, g := a.Field(i), b.Field(i)
			if (g.Name != "_" && f.Name != g.Name) || f.Offset != g.Offset || !sameLayout(f.Type, g.Type) {
				return false
			}
		}
		return true
	default:
		return a == b
	}
}

// base is the name of a lexer file without its folder and ".xml".
func base(path string) string {
	return strings.TrimSuffix(path[strings.LastIndexByte(path, '/')+1:], ".xml")
}

// Files returns chroma's lexer files, "embedded/NAME.xml" each, and whether their registration was put off.
func Files() (embed.FS, bool) {
	return all, all != embed.FS{}
}
