package ignore

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/textfile"
)

// Listed are the patterns of one ignore file, each with its line, for who says which of them decides. It may be used
// by several goroutines at once.
type Listed struct {
	rules *Rules
	at    []place // of each pattern
	// Malformed is the first line that the dialect's program complains about and leaves out; its Number is 0
	// without such a line.
	Malformed place
	// Err is why it is not known what the file says; nil where it is known.
	Err error
}

// place is a line of an ignore file. Number counts from 1; 0 is no line.
type place struct {
	Number int
	Text   string
}

// List reads the text of an ignore file as git, ripgrep, ugrep or go-git do.
func List(d dialect, text string) *Listed {
	if d != Ripgrep && d != GoGit {
		text = strings.TrimPrefix(text, "\uFEFF")
	}
	l := &Listed{rules: New(d)}
	number := 0
	for line := range strings.SplitSeq(text, "\n") {
		number++
		line = strings.TrimSuffix(line, "\r")
		if (d == Ripgrep || d == Ripgrep15) && !utf8.ValidString(line) {
			l.malformed(place{number, line}, nil) // it reads no further
			break
		}
		l.add(line, place{number, line})
	}
	return l
}

// ListNPM reads the text of an ignore file as agents do that hand its trimmed lines to the npm package "ignore", as
// patterns of the folder above dir, the top; "." is the top itself. leading: blanks at the beginning of a line are cut.
func ListNPM(text, dir string) *Listed {
	l := &Listed{rules: New(NPM)}
	text = strings.TrimPrefix(text, "\uFEFF")
	number := 0
	for line := range strings.SplitSeq(text, "\n") {
		number++
		for part := range strings.SplitSeq(line, "\r") {
			part = strings.TrimLeftFunc(part, textfile.IsJSSpace)
			if js.Trim(part) == "" || part[0] == '#' {
				continue
			}
			for _, pattern := range gitPatterns(part, dir) {
				l.add(pattern, place{number, part})
			}
		}
	}
	return l
}

// Patterns are patterns without a file, such as those that an agent has of its own.
func Patterns(d dialect, patterns ...string) *Listed {
	l := &Listed{rules: New(d)}
	for _, p := range patterns {
		l.add(p, place{Text: p})
	}
	return l
}

// add adds a line; given is how it stands in the file.
func (l *Listed) add(text string, given place) {
	if len(text) > longest {
		l.Err = fmt.Errorf("line %d has %d bytes, more than 1 MiB", given.Number, len(text))
		return
	}
	switch p, err := l.rules.dialect.parse(text); {
	case err != nil:
		l.malformed(given, err)
	case p != nil:
		l.rules.patterns = append(l.rules.patterns, p)
		l.at = append(l.at, given)
	}
}

// malformed notes a line that is left out. What the npm package makes of an expression that is not understood here is
// not known, nor what ripgrep 15 makes of braces in braces, which it takes.
func (l *Listed) malformed(given place, err error) {
	if l.rules.dialect == NPM || l.rules.dialect == Ripgrep15 && errors.Is(err, errNested) {
		l.Err = fmt.Errorf("the pattern %.100q is not understood", given.Text)
	}
	if l.Malformed.Number == 0 {
		l.Malformed = given
	}
}

// Len is how many patterns there are.
func (l *Listed) Len() int { return len(l.at) }

// meters are ready for use, each with the memory of the programs that ran.
var meters = sync.Pool{New: func() any { return &meter{} }}

// Last is what the last pattern that matches a path says, whatever is said of the folders above, and the line of the
// pattern. rel is the path from the folder that the patterns are for. The errors are those of [Rules.Match].
func (l *Listed) Last(ctx context.Context, rel string, isDir bool) (says verdict, at place, err error) {
	if l.Err != nil {
		return Silent, at, l.Err
	}
	m, _ := meters.Get().(*meter)
	defer meters.Put(m)
	m.ctx, m.steps, m.err = ctx, 0, nil
	err = l.rules.matching(m, rel, isDir, func(i int) bool {
		says = l.rules.patterns[i].says()
		at = l.at[i]
		return false
	})
	return says, at, err
}
