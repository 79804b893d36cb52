// Package house counts what a person meets who is to change this module: how large its packages, types and functions
// are, and who writes whose state. It judges nothing, but fails where a count is over its ceiling.
//
//	go test ./reader/internal/dev/house -run Ceilings -v -ceilings .ci/ceilings.json [-top N] [-lower] [-dir DIR]
//
// Lines are lines of code: neither blank nor only comment; tests and generated files are left out. State is written
// where a field is assigned, incremented or its address taken; a method with a pointer receiver called on a field
// counts as no write. An export that no other package uses counts, unless only tests import its package.
package house

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/longtest"
)

var (
	dir      = flag.String("dir", "../../../..", "the module that is counted")
	top      = flag.Int("top", 12, "rows of each list")
	ceilings = flag.String("ceilings", "", "the file of the greatest counts that are allowed, below the module")
	lower    = flag.Bool("lower", false, "write the counts that are less, or new, into the file of ceilings")
)

// TestCeilings counts a module, and compares the counts with the ceilings of a file, JSON of names and numbers.
func TestCeilings(t *testing.T) {
	if *ceilings == "" {
		t.Skip("-ceilings names a file")
	}
	h, err := measure(*dir)
	if err != nil {
		t.Fatal(err)
	}
	h.log(t)
	file := filepath.Join(*dir, *ceilings)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	most := map[string]int{}
	if err := json.Unmarshal(text, &most); err != nil {
		t.Fatal(err)
	}
	for _, failure := range h.over(most) {
		t.Error(failure)
	}
	if *lower {
		for name, n := range h.Counts {
			if m, listed := most[name]; !listed || n < m {
				most[name] = n
			}
		}
		text, err := json.MarshalIndent(most, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// log writes the lists.
func (h *House) log(t *testing.T) {
	t.Logf("%d lines of code in %d packages", h.Lines, len(h.Packages))
	t.Logf("%-44s %6s %6s %6s %6s  %s", "package", "files", "lines", "funcs", "most", "methods of")
	for _, p := range h.Packages[:min(*top, len(h.Packages))] {
		t.Logf("%-44s %6d %6d %6d %6d  %s %q", p.Path, p.Files, p.Lines, p.Functions, p.MostMethods, p.MostMethodsOf, p.UnusedExports)
	}
	for _, s := range h.States[:min(*top, len(h.States))] {
		t.Logf("%-44s %d fields, written by %d files of %d packages, %d writes", s.Type, s.Fields, s.Files, s.Packages, s.Writes)
	}
	for _, f := range h.Functions[:min(*top, len(h.Functions))] {
		t.Logf("%-60s %6d lines %3d complexity  %s", f.Name, f.Lines, f.Complexity, f.File)
	}
	for _, i := range h.WrongImports {
		t.Log("against the order:", i)
	}
	for _, a := range slices.Sorted(slices.Values(h.Across)) {
		t.Log("written from outside:", a)
	}
	for _, name := range slices.Sorted(maps.Keys(h.Counts)) {
		t.Logf("%-32s %6d", name, h.Counts[name])
	}
}

// over says which counts are over their ceilings, or have none.
func (h *House) over(most map[string]int) (failures []string) {
	for _, name := range slices.Sorted(maps.Keys(h.Counts)) {
		n, listed := most[name]
		switch {
		case !listed && !*lower:
			failures = append(failures, name+" has no ceiling")
		case listed && h.Counts[name] > n:
			failures = append(failures, name+" is over its ceiling: "+fmt.Sprintf("%d of %d", h.Counts[name], n))
		}
	}
	return failures
}

// crowded is a package with one of each thing that walls_test.go counts: a back-pointer, which is used twice, a host
// with two methods, a chain of four selectors, a map in place of an if, an assignment of four values, two riddles, and a
// line that is over 120 columns only when its tabs are counted as four.
const crowded = `package file

type host interface {
	one()
	two()
}

// whole is none of its own, and has so many fields.
type whole struct {
	part part
}

type part struct {
	whole *whole
}

func (p *part) chained() part { return p.whole.part.whole.part }

func sums(a bool) (int, int, int, int) {
	w, x, y, z := 1, 2, 3, map[bool]int{true: 1}[a]
	if a {
		println("this line is over 120 columns only because each of its two tabs is counted as four: xxxxxxxxxxxxxxxxxxxxx")
	}
	return w, x, y, z
}
`

// meddling is a package that writes two fields of another one's struct, A and B: C is of a copy, D of what the function
// makes, and E of what a struct of its own embeds.
const meddling = `package whole

import "example.com/m/tui/part"

type whole struct {
	part.P
	held *part.P
	of   part.P
}

func write(w *whole, copied part.P) *part.P {
	w.held.A = 1
	w.of.B = 1
	copied.C = 1
	made := &part.P{}
	made.D = 1
	w.E = 1
	return made
}
`

func TestHouse(t *testing.T) {
	longtest.SkipUnlessLong(t)
	dir := t.TempDir()
	t.Setenv("GOCACHE", t.TempDir()) // go list writes the programs of tests again, in a cache that may be another user's
	for name, text := range map[string]string{
		"go.mod":             "module example.com/m\n\ngo 1.26.0\n",
		"main.go":            "package main\n\nimport _ \"example.com/m/reader\"\n\nfunc main() {}\n",
		"keymap/k.go":        "package keymap\n\nconst Unused, Used = 1, 2\n",
		"tui/t.go":           "package tui\n\nimport \"example.com/m/keymap\"\n\n// T is a number.\nconst T = keymap.Used\n",
		"reader/r.go":        "package reader\n\nimport _ \"example.com/m/tui\"\n\nvar R = 1\n",
		"tui/long/l.go":      "package long\n\nfunc f(a, b, c, d, e, f, g int) {\n" + strings.Repeat("\tif a == b || c == d {\n\t}\n", 30) + "}\n",
		"tui/x_test.go":      "package tui\n\nimport \"example.com/m/tui/help\"\n\nvar tests = help.Used\n",
		"tui/help/h.go":      "package help\n\nconst Unused, Used = 1, 2\n",
		"tui/dead/d.go":      "package dead\n\nvar Dead = 1\n",
		"tui/dead/d_test.go": "package dead_test\n\nimport \"example.com/m/tui/dead\"\n\nvar tests = dead.Dead\n",
		"tui/file/f.go":      crowded,
		"tui/part/p.go":      "package part\n\ntype P struct{ A, B, C, D, E int }\n",
		"tui/whole/w.go":     meddling,
		"keymap/made.go":     "// Code generated by hand; DO NOT EDIT.\n\npackage keymap\n\nvar made = 1\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	h, err := measure(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{
		"imports against the order": 1, "exports that nobody else uses": 3, "functions over 60 lines": 1,
		"functions over complexity 15": 1, "functions over 6 parameters": 1, "go:linkname": 0,
		backPointers: 1, throughBack: 2, askedOfHosts: 2, longChains: 1, mapsForIfs: 1, packedFours: 1, riddles: 2,
		wideLines: 1, "lines over 120 columns": 0, foreignTests: 0, writesAcross: 2,
	} {
		if got := h.Counts[name]; got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
	if want := 3 + 2 + 3 + 3 + 63 + 2 + 2 + 19 + 2 + 16; h.Lines != want {
		t.Errorf("%d lines, want %d", h.Lines, want)
	}
	most := maps.Clone(h.Counts)
	if got := h.over(most); len(got) > 0 {
		t.Error(got)
	}
	most["functions over 60 lines"] = 0
	if got := h.over(most); len(got) != 1 || got[0] != "functions over 60 lines is over its ceiling: 1 of 0" {
		t.Error(got)
	}
}
