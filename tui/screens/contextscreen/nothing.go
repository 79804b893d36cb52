package contextscreen

import (
	"path/filepath"
	"slices"
	"strings"

	"eyeline/keymap"
	"eyeline/reader/each"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/screens"
)

// nothing says that an agent is sent no file, what comes next, and what it looked for and where.
func (s *Screen) nothing(of *side) string {
	since := of.profile.Tool.Since
	agent := since.Agent + " " + since.ShortVersion()
	lines := []string{agent + " is sent nothing of any file before its first read here.", ""}
	if len(of.briefing.LeftOut) > 0 {
		lines[0] += " The files in the list are left out, each with its reason."
	}

	key := func(a keymap.Action) string { return screens.KeyName(s.host.Keys(), a) }
	for _, next := range []struct {
		action keymap.Action
		does   string
	}{{keymap.SourceAgent, "shows the next agent"}, {keymap.SourceAgents, "lists all of them"}} {
		if name := key(next.action); name != "" {
			lines = append(lines, name+" "+next.does)
		}
	}

	lines = append(lines, "a file that is written while this is shown appears at once", "")
	lines = append(lines, "It looked for:")
	for _, one := range of.briefing.LookedFor() {
		lines = append(lines, "  "+strings.Join(one.Names, ", "), "    in "+s.inWords(one.Folders))
	}

	return strings.Join(lines, "\n")
}

// inWords names folders: those above one that is named by their number.
func (s *Screen) inWords(folders []string) string {
	req := &s.services.Request
	dir, home := req.Env.Dir(), req.Env.HomeDir()
	above := func(one string) bool {
		rel, err := filepath.Rel(one, dir)
		return err == nil && rel != "." && filepath.IsLocal(rel) && one != home
	}

	n := len(folders)
	named := slices.DeleteFunc(slices.Clone(folders), above)
	n -= len(named)
	said := each.Of(named, func(one string) string {
		if one == home {
			return "~"
		}
		return one
	})
	switch {
	case n == 0:
	case slices.Contains(named, dir):
		said = append(said, "and in "+humanize.Count(int64(n), "folder")+" above")
	default:
		said = append(said, humanize.Count(int64(n), "folder")+" above "+dir)
	}

	return strings.Join(said, ", ")
}
