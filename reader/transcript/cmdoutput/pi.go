package cmdoutput

import (
	"eyeline/reader/internal/lazy"
)

// Pi is a command's own output in what pi sends of it: of a long one its end.
func Pi(text string) Output {
	text = piEnd().ReplaceAllString(text, "")
	o := WholeOutput(text)
	if m := piCut().FindStringSubmatchIndex(text); m != nil {
		o.Pieces[0] = text[:m[0]]
		o.NoStart = text[m[2]:m[3]] != "1"
	}
	return o
}

var (
	piEnd = lazy.Regexp(`\n\nCommand exited with code \d+\s*\z`)
	piCut = lazy.Regexp(`\n\n\[Showing (?:last \S+ of )?lines? (\d+)[^\n]* Full output: [^\n]*\]\z`)
)
