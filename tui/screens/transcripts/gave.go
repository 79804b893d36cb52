package transcripts

import (
	"cmp"
	"slices"

	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/runstats"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
)

// This file says in a row what a call gave.

// gave is what a call gave, in a line of about width cells; the caller cuts it there.
func (t *timelineScreen) gave(at, width int) string {
	c := &t.view.Calls[at]
	info := t.infos[at+1]
	said := t.about(at)
	room := max(width-cells.Width(said), 0)
	files := t.view.Coverage.Files
	switch {
	case info.Number == 0:
		said += namesIn(len(c.Files), room, func(i, _ int) string {
			return cells.SanitizeFirst(files[c.Files[i]].Path, longestPath)
		})
	case len(info.Files) == 0:
		said += cells.SanitizeFirst(string(info.Arguments), room)
	default:
		all := firstOf(info.Files, t.path)
		said += namesIn(len(all), room, func(i, room int) string { return fileAndLines(all[i], room) })
	}

	const after = " (compacted before)" // the first that is left out
	if c.AfterACompaction && cells.Width(said+after) <= width {
		said += after
	}
	return said
}

// firstOf are the files of a call, the one at a path first.
func firstOf(all []runstats.CallFile, path string) []runstats.CallFile {
	if path == "" {
		return all
	}

	isOther := func(f runstats.CallFile) int {
		if f.Path == path {
			return 0
		}
		return 1
	}
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b runstats.CallFile) int { return cmp.Compare(isOther(a), isOther(b)) })
	return all
}

// fileAndLines names a file and the lines that a call gave of it. Where room cells are too few, the path's middle is
// left out, and not the lines.
func fileAndLines(file runstats.CallFile, room int) string {
	path := cells.SanitizeFirst(file.Path, longestPath)
	lines := ""
	if len(file.Lines) > 0 {
		lines = " " + file.Lines.Words()
	}

	least := min(cells.Width(path), room/2)
	return cells.TruncateMiddle(path, max(room-cells.Width(lines), least), "…") + lines
}

// eachOnce are files that a call concerns, each with all of its lines: a shell's call may read one several times.
func eachOnce(all []runstats.CallFile) (files []runstats.CallFile) {
	at := map[string]int{}
	for _, one := range all {
		key := one.Revision + ":" + one.Path
		i, known := at[key]
		if !known {
			at[key] = len(files)
			one.Lines = slices.Clone(one.Lines)
			files = append(files, one)
			continue
		}
		files[i].Lines = append(files[i].Lines, one.Lines...)
	}

	for i := range files {
		files[i].Lines.Sort()
	}

	return files
}

// about is what is said of a call before what it gave.
func (t *timelineScreen) about(at int) string {
	c := &t.view.Calls[at]
	said := ""
	if c.Kind == record.Change && c.Answered && !c.Failed {
		said += "changed "
	}
	if laid := t.laid[at+1]; laid != "" {
		said += laid + ": "
	}
	return said
}

// namesIn is n names of files in a line of width cells; name returns one, in some cells where that can be. Where not
// all fit, it begins with their number, and then the first has the room: a call may concern ten thousands.
func namesIn(n, width int, name func(i, room int) string) string {
	if n == 1 {
		return name(0, width)
	}

	text := ""
	const whole = 2 * longestPath // cells for all of a name
	for i := range n {
		text += humanize.When(i > 0, "; ") + name(i, whole)
		if cells.Width(text) > width {
			break
		}
	}
	if cells.Width(text) <= width {
		return text
	}

	const more = "; …"
	text = humanize.Count(int64(n), "file") + ": "
	text += name(0, width-cells.Width(text+more))
	for i := 1; i < n; i++ {
		next := "; " + name(i, whole)
		if cells.Width(text+next+more) > width {
			break
		}
		text += next
	}
	return text + more
}
