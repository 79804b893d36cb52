package transcripts

import (
	"fmt"
	"path/filepath"
	"strings"

	"eyeline/keymap"
	"eyeline/reader/transcript"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
)

// noneText says that there is no run to choose, what to do about it, and where runs were looked for.
func (c *choiceScreen) noneText() string {
	text := "no recorded run was found"
	if !c.all {
		text = "no recorded run of " + cells.Sanitize(c.dir) + " was found"
	}

	text += "\n"
	if others := len(c.found); others > 0 && !c.all {
		text += "\n" + humanize.When(c.KeyName(keymap.AllFolders) != "",
			c.KeyName(keymap.AllFolders)+" lists the "+humanize.Count(int64(others), "run")+" of other folders")
	}

	return text + "\neyeline transcript FILE opens a recorded run that lies elsewhere" +
		"\neyeline tap -- AGENT starts an agent and records what it sends from then on" +
		"\n\nlooked for:\n" + places(c.homes)
}

// places lists by agent where its runs are looked for, a line each.
func places(h transcript.Homes) string {
	var lines []string
	for _, one := range h.UsualPlaces() {
		pattern := one.Patterns[0]
		below, ok := strings.CutPrefix(pattern, h.Home+string(filepath.Separator))
		if ok && h.Home != "" {
			pattern = "~" + string(filepath.Separator) + below
		}
		if n := len(one.Patterns) - 1; n > 0 {
			pattern += " and " + humanize.Count(int64(n), "place") + " more"
		}

		lines = append(lines, fmt.Sprintf("  %-12s %s", one.Agent, cells.Sanitize(pattern)))
	}

	return strings.Join(lines, "\n")
}
