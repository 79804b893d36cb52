package textview

import (
	"errors"
	"testing"

	"eyeline/themes"
	"eyeline/tui/file/document"
	"eyeline/tui/internal/stage"
	"eyeline/tui/options"
)

// TestLanguageOfAStream: the first line of what arrives names the language, however late it comes and in how many
// parts.
func TestLanguageOfAStream(t *testing.T) {
	for name, c := range map[string]struct {
		parts []string
		fault error
		want  string
	}{
		"at once":                    {[]string{"#!/usr/bin/env python3\nimport os\n"}, nil, "Python"},
		"in parts":                   {[]string{"#!", "/bin/", "sh", " -e\n", "x=1\n"}, nil, "Shell"},
		"without an end of the line": {[]string{"#!/usr/bin", "/perl"}, nil, "Perl"},
		"broken off":                 {[]string{"#!/usr/bin", "/perl"}, errors.New("broken"), "Perl"},
		"text":                       {[]string{"some", " text\n", "#!/bin/sh\n"}, nil, ""},
		"nothing":                    {nil, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			onStream(t, func(b *bench, write func(string), end func(error)) {
				b.Run(b.text.Colours.ChooseLanguage())
				for _, part := range c.parts {
					write(part)
					b.Run(b.text.Colours.ChooseAgain())
				}
				end(c.fault)
				b.Run(b.text.Colours.ChooseAgain())
				if got := b.text.Colours.Language(); got != c.want || b.text.Colours.Undecided {
					t.Errorf("%q, undecided %v, want %q", got, b.text.Colours.Undecided, c.want)
				}
			})
		})
	}
}

// TestColoursOfTheLinesOnTheScreen are computed once, and forgotten with the bytes.
func TestColoursOfTheLinesOnTheScreen(t *testing.T) {
	onDocument(t, func(s *stage.Stage) (*document.Document, error) {
		return document.Open(s.File("main.go", "package main\n\n// comment\nfunc main() {}\n"), document.Options{})
	}, nil, func(b *bench) {
		c := b.text.Colours
		b.Run(c.ChooseLanguage())
		if c.Language() != "Go" {
			b.T.Fatalf("it is %q", c.Language())
		}
		if c.ColourFile() != nil {
			t.Error("lines are coloured for a terminal without colours")
		}
		theme, err := themes.New(themes.DefaultDark, themes.TrueColor)
		if err != nil {
			b.T.Fatal(err)
		}
		b.Theme = theme
		b.Run(c.ColourFile())
		if len(c.Lines) != 4 || len(c.Lines[0].Spans) == 0 || len(c.Lines[13].Spans) != 0 {
			t.Errorf("%+v", c.Lines)
		}
		if c.ColourFile() != nil {
			t.Error("they are computed again")
		}
		if c.Forget(); len(c.Lines) != 0 || c.ColourFile() == nil {
			t.Error("they are not forgotten")
		}
		c.Ask("Python")
		if b.Run(c.ChooseLanguage()); c.Language() != "Python" {
			t.Errorf("asked for Python: %q", c.Language())
		}
	})
}

// TestStyledTextIsSearchedBare: once a sequence that colours has been on the screen, patterns do not see it.
func TestStyledTextIsSearchedBare(t *testing.T) {
	onText(t, "a \x1b[31mred\x1b[0m word\n", func(o *options.Options) { o.Colours = true }, func(b *bench) {
		b.text.File.SetOptions(b.opts.Drawing)
		b.do(b.text.Search.SearchFor("red word", 0))
		b.Says("not found")
		b.Run(b.text.LookForStyle())
		if b.Run(b.text.Search.NextMatch(1)); !b.text.Search.Found || b.text.LookForStyle() != nil {
			t.Errorf("found %v", b.text.Search.Found)
		}
	})
}

// TestOwnColours are shown of what is piped, unless the options say otherwise.
func TestOwnColours(t *testing.T) {
	onText(t, "a\n", nil, func(b *bench) {
		for ansi, want := range map[string]bool{"always": true, "never": false, "auto": false} {
			if got := OwnColours(&options.Options{ANSI: ansi}, b.text.Doc); got != want {
				t.Errorf("of a file with %s: %v", ansi, got)
			}
		}
	})
	onStream(t, func(b *bench, _ func(string), _ func(error)) {
		for ansi, want := range map[string]bool{"always": true, "never": false, "auto": true} {
			if got := OwnColours(&options.Options{ANSI: ansi}, b.text.Doc); got != want {
				t.Errorf("of a pipe with %s: %v", ansi, got)
			}
		}
	})
	if OwnColours(&options.Options{ANSI: "auto"}, nil) {
		t.Error("without a document")
	}
}
