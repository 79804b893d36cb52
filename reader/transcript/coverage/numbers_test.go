package coverage

import (
	"fmt"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestASearchOfTextThatBeginsWithANumber: a time or a port at the start of a line that a search gave is not the number
// of the line. Where the search does not say that it numbers lines, they are known by their text.
func TestASearchOfTextThatBeginsWithANumber(t *testing.T) {
	var times []string
	for i := range 12 {
		times = append(times, fmt.Sprintf("10:32:%02d INFO start of number %d here", i, i))
	}
	const port = "8080:80 is the mapping of the web server"
	const date = "2024-05-01 is the day of the release"
	for name, c := range map[string]struct {
		path, printed string
		numbers       any // the argument -n; nil without it
		number        int // of the line that is changed then
		line          string
	}{
		"times of a file":             {"/w/a", times[3] + "\n" + times[4], nil, 4, times[3]},
		"times of a file, no numbers": {"/w/a", times[3] + "\n" + times[4], false, 4, times[3]},
		"times of a folder":           {"/w", "a:" + times[3] + "\na:" + times[4], nil, 4, times[3]},
		"one time of a folder":        {"/w", "a:" + times[3], false, 4, times[3]},
		"times with numbers":          {"/w/a", "4:" + times[3] + "\n5:" + times[4], true, 4, times[3]},
		"a port":                      {"/w/a", port, nil, 1, port},
		"a date":                      {"/w/a", date, nil, 1, date},
	} {
		t.Run(name, func(t *testing.T) {
			search := func(n int) string {
				input := object{"pattern": "x", "path": c.path, "output_mode": "content"}
				if c.numbers != nil {
					input["-n"] = c.numbers
				}
				return transcripttest.ClaudeStep(n, "/w", "Grep", input, c.printed, nil)
			}
			f := fileAfter(t, []step{search, edits(c.number, "-"+c.line, "+new")}, strings.Join(times, "\n")+"\n")
			if last := f.Changes[len(f.Changes)-1]; last.IsBlind() {
				t.Errorf("called blind: %+v", last)
			}
		})
	}
}

// TestNumbersThatMayBeText: rows of a search that was not asked for numbers may begin with those of lines or with text
// that looks alike. Neither the lines with the whole text nor those of the numbers are called not sent.
func TestNumbersThatMayBeText(t *testing.T) {
	const (
		one   = "the first of the entries of this list"
		two   = "the second of the entries of this list"
		short = "x"
	)
	entries := []string{"7:" + one, "9:" + two, "11:" + short, "other"}
	numbered := []string{"1", "2", "3", "4", "5", "6", one, "8", two, "10", short, "12"}
	printed := strings.Join(entries[:3], "\n")
	for name, c := range map[string]struct {
		path, printed string
		file          []string
		number        int
		never         string
	}{
		"the text of one file":          {"/w/a", printed, entries, 1, "[[4 4]]"},
		"a short text of one file":      {"/w/a", printed, entries, 3, "[[4 4]]"},
		"the numbers of one file":       {"/w/a", printed, numbered, 7, "[[1 6] [8 8] [10 10] [12 12]]"},
		"a short line of one file":      {"/w/a", printed, numbered, 11, "[[1 6] [8 8] [10 10] [12 12]]"},
		"the text of files":             {"/w", inA(printed), entries, 1, "[[4 4]]"},
		"a short text of files":         {"/w", inA(printed), entries, 3, "[[4 4]]"},
		"the numbers of lines of files": {"/w", inA(printed), numbered, 7, "[[1 6] [8 8] [10 10] [12 12]]"},
	} {
		t.Run(name, func(t *testing.T) {
			search := func(n int) string {
				input := object{"pattern": "x", "path": c.path, "output_mode": "content"}
				return transcripttest.ClaudeStep(n, "/w", "Grep", input, c.printed, nil)
			}
			text := strings.Join(c.file, "\n") + "\n"
			if f := fileAfter(t, []step{search}, text); fmt.Sprint(f.Never) != c.never || len(f.Changed) > 0 {
				t.Errorf("never %v, want %s; changed %v", f.Never, c.never, f.Changed)
			}
			f := fileAfter(t, []step{search, edits(c.number, "-"+c.file[c.number-1], "+new")}, text)
			if last := f.Changes[len(f.Changes)-1]; last.IsBlind() {
				t.Errorf("called blind: %+v", last)
			}
		})
	}
}

// inA is rows of a search of several files for those of a file alone.
func inA(rows string) string { return "./a:" + strings.ReplaceAll(rows, "\n", "\n./a:") }
