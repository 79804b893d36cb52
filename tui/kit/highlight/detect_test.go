package highlight

import (
	"strings"
	"testing"

	"github.com/alecthomas/chroma/v2"

	"eyeline/reader/longtest"
)

func TestDetect(t *testing.T) {
	for _, c := range []struct{ name, head, want string }{
		{"main.go", "", "Go"},
		{"src/MAIN.GO", "", "Go"},
		{`C:\src\x.py`, "", "Python"},
		{"a.h", "", "C"},
		{"a.H", "", "C++"},
		{"a.C", "", "C++"},
		{"a.c", "", "C"},
		{"README.md", "", "Markdown"},
		{"a.tsx", "", "TypeScript"},
		{"a.jsx", "", "JSX"},
		{"a.php", "", "PHP"},
		{"Makefile", "", "Makefile"},
		{"makefile.am", "", "Makefile"},
		{"Makefile.md", "", "Markdown"},
		{"Dockerfile", "", "Dockerfile"},
		{"Dockerfile.arm64", "", "Dockerfile"},
		{"CMakeLists.txt", "", "CMake"},
		{".bashrc", "", "Shell"},
		{"config.json.bak", "", "JSON"},
		{"config.h.in", "", "C"},
		{"a.py~", "", "Python"},
		{"notes.txt", "", ""},
		{"notes.txt", "<?xml version=\"1.0\"?>", ""},
		{"server.log", "#!/bin/sh", "Shell"},
		{"server.log", "text", ""},
		{"README", "text", ""},
		{"", "", ""},
		{"-", "#!/usr/bin/env python3\n", "Python"},
		{"run", "#!/bin/bash -e\nx", "Shell"},
		{"run", "#! /usr/bin/env -S LANG=C python3.12 -u\r\n", "Python"},
		{"run", "#!/usr/bin/env\n", ""},
		{"run", "#!\n", ""},
		{"run", "#!/usr/bin/strange", ""},
		{"run", "#!/usr/bin/node", "JavaScript"},
		{"feed", "<?xml version='1.0'?>", "XML"},
		{"page", "<?php\n", "PHP"},
		{"x.unknown", "#!/usr/bin/perl -w", "Perl"},
		{"x.", "", ""},
		{".", "", ""},
	} {
		if got := New(c.name, []byte(c.head)).Language(); got != c.want {
			t.Errorf("%q, %q: %q, want %q", c.name, c.head, got, c.want)
		}
	}
}

// Every lexer that a table names must be one of chroma's, and compile.
func TestEveryLanguageHasALexer(t *testing.T) {
	reg := registry()
	seen := map[string]bool{}
	for _, names := range []table{byExtension, byName, byInterpreter} {
		keys := map[string]bool{}
		for lexer, all := range names.rows() {
			for key := range strings.SplitSeq(all, " ") {
				if keys[key] {
					t.Errorf("%q is in a table twice", key)
				}
				keys[key] = true
			}
			if seen[lexer] {
				continue
			}
			seen[lexer] = true
			l := reg.Get(lexer)
			if l == nil || l.Config().Name != lexer {
				t.Errorf("chroma has no lexer %q", lexer)
				continue
			}
			if !longtest.IsRequested() {
				continue
			}
			if _, err := l.Tokenise(&chroma.TokeniseOptions{State: "root"}, "x\n"); err != nil {
				t.Errorf("%s: %v", lexer, err)
			}
		}
	}
	for lexer := range titles {
		if !seen[lexer] {
			t.Errorf("a title for %q, which no table names", lexer)
		}
	}
}
