package claudecode

import (
	"bytes"
	"path/filepath"
	"strings"
	"sync"

	"eyeline/reader/contextfiles"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/runtime/marked"
	"eyeline/reader/internal/textfile"
)

const importExtensions = "md txt text json yaml yml toml xml csv html htm css scss sass less js ts tsx jsx mjs cjs " +
	"mts cts py pyi pyw rb erb rake go rs java kt kts scala c cpp cc cxx h hpp hxx cs swift sh " +
	"bash zsh fish ps1 bat cmd env ini cfg conf config properties sql graphql gql proto vue " +
	"svelte astro ejs hbs pug jade php pl pm lua r dart ex exs erl hrl clj cljs cljc edn hs lhs " +
	"elm ml mli f f90 f95 for cmake make makefile gradle sbt rst adoc asciidoc org tex latex " +
	"lock log diff patch"

// importable are extensions of files that can be imported; files without extension can be, too.
var importable = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{"": true}
	for ext := range strings.FieldsSeq(importExtensions) {
		all["."+ext] = true
	}
	return all
})

// refusal returns why a file with this name is not imported; "" if it is.
func refusal(path string) string {
	name := filepath.Base(path)
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 { // a name that begins with its only dot has no extension
		return ""
	}

	ext := strings.ToLower(name[dot:])
	if importable()[ext] {
		return ""
	}

	return "Claude Code imports no files with the extension " + ext
}

// finder collects the imports of a text.
type finder struct {
	marks []contextfiles.Mark
}

// readImports returns the imports of a text, except in code, comments and HTML. The text of list items is searched as a
// whole, including code spans, and then in parts.
func readImports(text []byte) []contextfiles.Mark {
	if bytes.IndexByte(text, '@') < 0 {
		return nil
	}

	plain := strings.ReplaceAll(strings.ReplaceAll(string(text), "\r\n", "\n"), "\r", "\n")
	f := &finder{}
	parsed := marked.Lex(plain, false)
	if !parsed.Complete {
		f.find(plain, "whether it is an import is not known: the Markdown takes more work than is done")
		return f.marks
	}

	f.walk(parsed.Tokens)
	return f.marks
}

func (f *finder) walk(tokens []marked.Token) {
	for _, t := range tokens {
		switch t.Kind {
		case marked.Code, marked.CodeSpan:
			f.find(t.Text, "it stands in code")
			continue
		case marked.HTML:
			f.html(t.Raw)
			continue
		case marked.Text:
			f.find(t.Text, "")
		}

		f.walk(t.Tokens)
	}
}

var comments = lazy.Regexp(`(?s)<!--.*?-->`)

// html collects the imports next to comments, in an HTML block that begins with one.
func (f *finder) html(raw string) {
	if !strings.HasPrefix(strings.TrimSpace(raw), "<!--") || !strings.Contains(raw, "-->") {
		f.find(raw, "it stands in HTML")
		return
	}
	for _, c := range comments().FindAllString(raw, -1) {
		f.find(c, "it stands in a comment")
	}
	f.find(comments().ReplaceAllString(raw, ""), "")
}

// find collects the imports in a run of text. not, if not "", is why none of them is followed.
func (f *finder) find(text, not string) {
	for at := 0; at < len(text); {
		i := strings.IndexByte(text[at:], '@')
		if i < 0 {
			return
		}

		start := at + i
		name := nameAt(text[start+1:])
		at = start + 1
		if name == "" || !spaceBefore(text[:start]) {
			continue
		}

		at = start + 1 + len(name)
		if path := contextfiles.UpToSharp(name); path != "" {
			f.marks = append(f.marks, contextfiles.Mark{Path: path, Not: not})
		}
	}
}

// nameAt returns the name at the start of a text: up to white space, except "\ ", or a backslash.
func nameAt(text string) string {
	for i, c := range text {
		switch {
		case c == '\\' && strings.HasPrefix(text[i:], `\ `): // the name goes on
		case c == ' ' && i > 0 && text[i-1] == '\\': // the name goes on
		case c == '\\' || textfile.IsJSSpace(c):
			return text[:i]
		}
	}
	return text
}

func spaceBefore(text string) bool {
	return text == "" || strings.TrimRightFunc(text, textfile.IsJSSpace) != text
}
