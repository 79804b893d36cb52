package ignore

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/textfile"
)

// Listed are the patterns of one ignore file with their lines, to report which of them decides. Several goroutines may
// use it.
type Listed struct {
	rules   *Rules
	text    string
	starts  []int32 // offset in text of the line of each pattern
	builtIn bool    // the patterns are from no file
	// Malformed is the first line that the program reports as an error and skips; its Number is 0 if there is no such
	// line.
	Malformed listedLine
	// Err is why it is not known what the file says; nil if it is.
	Err error
}

// listedLine is a line of an ignore file. Number counts from 1; 0 is no line.
type listedLine struct {
	Number int
	Text   string
}

// List parses the text of an ignore file like git, ripgrep, ugrep or go-git.
func List(d dialect, text string) *Listed {
	if d != Ripgrep && d != GoGit {
		text = strings.TrimPrefix(text, "\uFEFF")
	}

	l := newListed(d, text)
	offset := 0
	for line := range strings.SplitSeq(text, "\n") {
		begin := offset
		offset += len(line) + 1
		line = strings.TrimSuffix(line, "\r")
		if (d == Ripgrep || d == Ripgrep15) && !utf8.ValidString(line) {
			l.noteMalformed(l.lineAt(begin), nil) // the program stops here
			break
		}

		if !l.add(line, begin) {
			break
		}
	}

	return l
}

func newListed(d dialect, text string) *Listed {
	lines := 1 + strings.Count(text, "\n")
	l := &Listed{rules: New(d), text: text, starts: make([]int32, 0, lines)}
	l.rules.patterns = make([]pattern, 0, lines)
	return l
}

// ListNPM parses an ignore file like agents that pass its trimmed lines to the npm package "ignore". Its patterns are
// rewritten for the folder above dir, the top; dir "." is the top.
func ListNPM(text, dir string) *Listed {
	text = strings.TrimPrefix(text, "\uFEFF")
	l := newListed(NPM, text)
	offset := 0
	for offset < len(text) {
		begin := offset
		part := text[begin:]
		if end := strings.IndexAny(part, "\r\n"); end >= 0 {
			part = part[:end]
		}

		offset += len(part) + 1
		begin += len(part)
		part = strings.TrimLeftFunc(part, textfile.IsJSSpace)
		begin -= len(part)
		if js.Trim(part) == "" || part[0] == '#' {
			continue
		}

		for _, pattern := range gitPatterns(part, dir) {
			if !l.add(pattern, begin) {
				return l
			}
		}
	}

	return l
}

// Patterns returns patterns that are from no file.
func Patterns(d dialect, patterns ...string) *Listed {
	l := newListed(d, strings.Join(patterns, "\n"))
	l.builtIn = true
	offset := 0
	for _, p := range patterns {
		l.add(p, offset)
		offset += len(p) + 1
	}
	return l
}

// add adds a line that begins at an offset of the text; it returns false if the rest is not known.
func (l *Listed) add(text string, offset int) bool {
	p, ok, err := l.rules.parse(text)
	switch {
	case errors.Is(err, errTooLarge):
		l.Err = fmt.Errorf("line %d: %w", l.lineAt(offset).Number, err)
		return false
	case err != nil:
		l.noteMalformed(l.lineAt(offset), err)
	case ok:
		l.rules.patterns = append(l.rules.patterns, p)
		l.starts = append(l.starts, int32(offset))
	}

	return true
}

// lineAt returns the line that begins at a byte offset of the text.
func (l *Listed) lineAt(offset int) listedLine {
	end := strings.IndexByte(l.text[offset:], '\n')
	if l.rules.dialect == NPM {
		end = strings.IndexAny(l.text[offset:], "\r\n")
	}
	if end < 0 {
		end = len(l.text) - offset
	}

	p := listedLine{Text: strings.TrimSuffix(l.text[offset:offset+end], "\r")}
	if !l.builtIn {
		p.Number = 1 + strings.Count(l.text[:offset], "\n")
	}

	return p
}

// noteMalformed records a line that is skipped. If it is not known whether the program itself accepts it, as for npm's
// package and nested braces in ripgrep 15, Err is set.
func (l *Listed) noteMalformed(given listedLine, err error) {
	if l.rules.dialect == NPM || l.rules.dialect == Ripgrep15 && errors.Is(err, errNested) {
		l.Err = fmt.Errorf("the pattern %.100q is not understood", given.Text)
	}
	if l.Malformed.Number == 0 {
		l.Malformed = given
	}
}

// Len returns the number of patterns.
func (l *Listed) Len() int { return len(l.starts) }

// Last returns the verdict of the last pattern that matches a path, regardless of the folders above, and the pattern's
// line. rel is relative to the folder of the patterns. The errors are those of [Rules.Match].
func (l *Listed) Last(ctx context.Context, rel string, isDir bool) (says verdict, at listedLine, err error) {
	if l.Err != nil {
		return Silent, at, l.Err
	}

	m := newMeter(ctx, nil)
	defer m.end()
	err = l.rules.matching(m, rel, isDir, func(i int) bool {
		const each = 512 // bytes counted at a time
		m.step(int(l.starts[i]) / each)
		says = l.rules.patterns[i].says()
		at = l.lineAt(int(l.starts[i]))
		return false
	})
	return says, at, err
}
