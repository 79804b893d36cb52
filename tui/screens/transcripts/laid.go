package transcripts

import (
	"context"
	"fmt"
	"maps"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/transcript/coverage"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
)

// layNext compares the searches of the calls on the screen with the folder that they searched, the next one that is not
// compared yet. Each walks the folder, so the screen says what is known after each.
func (t *timelineScreen) layNext() tea.Cmd {
	if t.Jobs.Runs(jobs.Laid) {
		return nil
	}

	var numbers []int
	for _, i := range t.List.Shown(t.Room(), 1) {
		if _, known := t.laid[i+1]; !known && t.view.Calls[i].Answered {
			numbers = append(numbers, i+1)
		}
	}

	if len(numbers) == 0 {
		return nil
	}

	run := t.files.run
	generation := t.view.Generation
	return jobs.Try(t.Jobs, jobs.Laid, func(ctx context.Context) (map[int]string, error) {
		found := map[int]string{}
		for _, n := range numbers {
			all, err := run.Searches(ctx, n)
			if err != nil {
				return nil, err
			}
			found[n] = leftOut(all)
			if len(all) > 0 {
				break
			}
		}

		return found, nil
	}, func(found map[int]string, err error) tea.Cmd {
		if err != nil || generation != t.view.Generation { // what the searches left out stays not known
			return nil
		}
		if len(t.laid) > infosKept {
			clear(t.laid)
		}

		maps.Copy(t.laid, found)
		return t.Reveal()
	})
}

// maxNeverNamed is how many files that a search never named are listed in a row.
const maxNeverNamed = 2

// leftOut says in words what the searches of a call left out: "" where nothing of that is known.
func leftOut(all []coverage.Search) string {
	text := ""
	for _, one := range all {
		if one.NotKnown != "" {
			continue
		}
		if text != "" {
			text += "; "
		}

		text += fmt.Sprintf("names %d of %s", one.Named, humanize.Count(int64(one.Matching), "matching file"))
		if one.Unsure > 0 {
			text += fmt.Sprintf(", perhaps %d more", one.Unsure)
		}

		for i, never := range one.Never[:min(len(one.Never), maxNeverNamed)] {
			text += humanize.Either(i == 0, ", never ", ", ") + cells.Sanitize(never)
		}
	}

	return text
}
