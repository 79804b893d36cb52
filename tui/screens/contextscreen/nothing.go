package contextscreen

import (
	"path/filepath"
	"slices"
	"strings"

	"eyeline/keymap"
	"eyeline/reader/lists"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/screens"
)

// nothing says what an agent that is sent no file looked for, and where, and what comes next.
func (s *Screen) nothing(of *side) string {
	lines := []string{"It looked for files of these names, and found none:"}
	if len(of.briefing.LeftOut) > 0 {
		lines[0] = "The files in the list are left out, each with its reason. It looked for these names:"
	}
	for _, one := range of.briefing.LookedFor() {
		lines = append(lines, "  "+strings.Join(one.Names, ", "), "    in "+s.inWords(one.Folders))
	}

	lines = append(lines, "")
	for _, next := range []struct {
		action keymap.Action
		does   string
	}{{keymap.SourceAgent, "shows the next agent"}, {keymap.SourceAgents, "lists all of them"}} {
		if name := screens.KeyName(s.host.Keys(), next.action); name != "" {
			lines = append(lines, name+" "+next.does)
		}
	}

	return strings.Join(append(lines, "a file that is written while this is shown appears at once"), "\n")
}

// inWords names folders: those above one that is named by their number.
func (s *Screen) inWords(folders []string) string {
	req := &s.services.Request
	dir := req.Env.Dir()
	home := req.Env.HomeDir()
	above := func(one string) bool {
		rel, err := filepath.Rel(one, dir)
		return err == nil && rel != "." && filepath.IsLocal(rel) && one != home
	}

	n := len(folders)
	named := slices.DeleteFunc(slices.Clone(folders), above)
	n -= len(named)
	said := lists.Map(named, func(one string) string {
		if one == home {
			return "~"
		}
		return one
	})
	switch {
	case n == 0: // each folder is named already
	case slices.Contains(named, dir):
		said = append(said, "and in "+humanize.Count(int64(n), "folder")+" above")
	default:
		said = append(said, humanize.Count(int64(n), "folder")+" above "+dir)
	}

	return strings.Join(said, ", ")
}
