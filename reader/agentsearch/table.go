package agentsearch

import (
	"fmt"
	"slices"
	"strings"

	"eyeline/reader/tools"
)

// Summary returns a row for each agent: its name, its engine, how many files and lines it finds, and the limit of its
// answer.
func (r *Result) Summary() (rows [][]string) {
	for _, a := range r.Agents {
		rows = append(rows, []string{
			a.Profile.Agent, a.Method.By,
			fmt.Sprintf("%d of %d", a.Files, len(r.Rows)), fmt.Sprint(a.Matches), a.HeldWords(),
		})
	}
	return rows
}

// HeldWords says in words how much of what matches an answer has.
func (a *Answer) HeldWords() string {
	c := a.Method.Cap
	switch {
	case a.Refused != "":
		return a.Refused
	case a.Unknown != "":
		return a.Unknown
	case c.Most == 0:
		return "all"
	case c.Unit != "matches" && c.Unit != "files":
		return "up to " + tools.Thousands(int64(c.Most)) + " " + c.Unit
	case !a.ExceedsLimit():
		return "all"
	}

	n := a.Matches
	if c.Unit == "files" {
		n = a.Files
	}

	which := "any"
	if c.Order != "" {
		which = "those of the " + c.Order + " files"
	}

	return fmt.Sprintf("%d of %d %s, %s", c.Most, n, c.Unit, which)
}

// MissedFiles returns rows for the files that some agent never finds: the agents, the file with its first matching
// line, and the reason. Files that most agents miss come first, those in .git last. It covers at most most files; left
// is how many more there are.
func (r *Result) MissedFiles(most int) (rows [][]string, left int) {
	type harm struct {
		row *Row
		n   int
	}
	var all []harm
	for _, row := range r.Rows {
		n := 0
		for _, a := range r.Agents {
			if len(a.Verdict(row).Lines) == 0 {
				n++
			}
		}

		if n > 0 {
			all = append(all, harm{row, n})
		}
	}

	slices.SortStableFunc(all, func(a, b harm) int {
		if inGit := a.row.InGit(); inGit != b.row.InGit() {
			if inGit {
				return 1
			}
			return -1
		}

		return b.n - a.n
	})
	if len(all) > most {
		left = len(all) - most
		all = all[:most]
	}

	for _, h := range all {
		for _, group := range r.NeverReasons(h.row) {
			rows = append(rows, []string{group.Who, h.row.Place(), group.Why.Text})
		}
	}

	return rows, left
}

// InGit reports whether the file lies in a .git folder.
func (r *Row) InGit() bool {
	return strings.HasPrefix(r.Rel, ".git/") || strings.Contains(r.Rel, "/.git/")
}

// Place returns the path and number of the first matching line, as "PATH:LINE".
func (r *Row) Place() string {
	if len(r.Matches()) == 0 {
		return r.Rel
	}
	return fmt.Sprintf("%s:%d", r.Rel, r.Matches()[0].Number)
}

// Group is agents that miss a file for the same reason.
type Group struct {
	Who string
	Why *Reason
}

// NeverReasons returns the reasons for which agents never find a file, the longest list of agents first.
func (r *Result) NeverReasons(row *Row) []Group {
	var names [][]string
	var groups []Group
	for _, a := range r.Agents {
		v := a.Verdict(row)
		if len(v.Lines) > 0 {
			continue
		}

		i := slices.IndexFunc(groups, func(g Group) bool { return g.Why.Text == v.Why.Text })
		if i < 0 {
			i = len(groups)
			groups = append(groups, Group{Why: v.Why})
			names = append(names, nil)
		}

		names[i] = append(names[i], a.Profile.Agent)
	}

	for i := range groups {
		groups[i].Who = strings.Join(names[i], ", ")
		if len(names[i]) == len(r.Agents) && len(r.Agents) > 1 {
			groups[i].Who = "all agents"
		}
	}

	slices.SortStableFunc(groups, func(a, b Group) int { return len(b.Who) - len(a.Who) })
	return groups
}

// doubts say of how many files an agent's answer may have other lines than are counted, a row for each reason.
func (r *Result) doubts(a *Answer) (rows []string) {
	var reasons []string
	files := map[string]int{}
	for _, row := range r.Rows {
		why := a.Verdict(row).Perhaps
		if why == "" {
			continue
		}
		if files[why] == 0 {
			reasons = append(reasons, why)
		}
		files[why]++
	}

	for _, why := range reasons {
		n := int64(files[why])
		rows = append(rows, fmt.Sprintf("%s: not known for %d file%s: %s", a.Profile.Agent, n, tools.Plural(n), why))
	}
	return rows
}

// Refuses reports whether an agent's engine does not take the pattern, or is not known to.
func (r *Result) Refuses() bool {
	return slices.ContainsFunc(r.Agents, func(a *Answer) bool { return a.Refused != "" || a.Unknown != "" })
}

// Notes returns sentences for the user about the whole search.
func (r *Result) Notes() (notes []string) {
	for _, a := range r.Agents {
		for _, note := range a.Notes {
			notes = append(notes, a.Profile.Agent+": "+note)
		}
		if a.Perhaps != "" {
			notes = append(notes, a.Profile.Agent+": "+a.Perhaps)
		}
		notes = append(notes, r.doubts(a)...)
	}

	for _, s := range r.Skipped {
		notes = append(notes, "not looked at: "+s.Path+": "+s.Why)
	}

	if r.Truncated {
		notes = append(notes, "more lines match than are kept")
	}

	return notes
}
