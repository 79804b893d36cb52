package tui

import (
	"errors"
	"testing"
)

// TestLanguageOfAStream: the first line of what arrives names the language, however late it comes and in how many
// parts.
func TestLanguageOfAStream(t *testing.T) {
	for _, c := range []struct {
		name  string
		parts []string
		fault error
		want  string
	}{
		{"at once", []string{"#!/usr/bin/env python3\nimport os\n"}, nil, "Python"},
		{"in parts", []string{"#!", "/bin/", "sh", " -e\n", "x=1\n"}, nil, "Shell"},
		{"without an end of the line", []string{"#!/usr/bin", "/perl"}, nil, "Perl"},
		{"broken off", []string{"#!/usr/bin", "/perl"}, errors.New("broken"), "Perl"},
		{"text", []string{"some", " text\n", "#!/bin/sh\n"}, nil, ""},
		{"nothing", nil, nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			onStream(t, 100, 10, nil, func(s *screen, write func(string), end func(error)) {
				for _, part := range c.parts {
					write(part)
				}
				end(c.fault)
				if got := s.m.file.Text.Colours.Language(); got != c.want || s.m.file.Text.Colours.Undecided {
					t.Errorf("%q, undecided %v, want %q", got, s.m.file.Text.Colours.Undecided, c.want)
				}
			})
		})
	}
}
