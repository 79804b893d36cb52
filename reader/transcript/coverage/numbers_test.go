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
