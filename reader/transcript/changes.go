package transcript

import (
	"strconv"
	"strings"

	"eyeline/reader/internal/skim"
)

// Edit is what a call did to one file.
type Edit struct {
	Path  string
	Hunks []Hunk // where the record says which lines, in the file's order; none when it does not
	// Whole is the file's new content when all of it was written, and IsWhole says so.
	Whole   string
	IsWhole bool
	Deleted bool
	New     []string // texts that were put in, where there are no hunks
}

// Hunk is a run of lines that was changed, as unified diffs have it.
type Hunk struct {
	Old   int64    // the 1-based number of the first line before the change
	Lines []string // each with ' ', '-' or '+' before it
}

// Edits says what a call changed, as far as that is known. Calls that are no changes have none.
func (s *Session) Edits(c *Call) ([]Edit, error) {
	if c.Kind == Shell {
		command, dir, err := s.command(c)
		if err != nil {
			return nil, err
		}
		return ShellEdits(command, dir), nil
	}
	if c.Kind != Change {
		return nil, nil
	}
	args, err := s.value(c.Args)
	if err != nil {
		return nil, err
	}
	side, err := s.value(c.Side)
	if err != nil {
		return nil, err
	}
	edits := patchEdits(side.Get("changes"))
	if len(edits) == 0 && args.Kind == skim.Missing && c.Args.As == AsText {
		patch, _, err := s.Text(c.Args, textLimit)
		if err != nil {
			return nil, err
		}
		edits = applyPatch(string(patch))
	}
	if patch := args.Get("input"); len(edits) == 0 && patch.Kind == skim.String {
		edits = applyPatch(patch.Text(textLimit))
	}
	if len(edits) == 0 {
		if e := edit(args, side); e.Path != "" {
			edits = []Edit{e}
		}
	}
	for i := range edits {
		edits[i].Path = s.resolve(edits[i].Path)
	}
	return edits, nil
}

// edit is what a call with arguments for one file did.
func edit(args, side skim.Value) Edit {
	e := Edit{Path: pathIn(args)}
	if hunks := structuredPatch(side.Get("structuredPatch")); len(hunks) > 0 {
		e.Hunks = hunks
		return e
	}
	for _, path := range [][]string{{"filediff", "patch"}, {"diff"}, {"patch"}} {
		if diff := side.Get(path...); diff.Kind == skim.String {
			if hunks := parseUnified(diff.Text(textLimit)); len(hunks) > 0 {
				e.Hunks = hunks
				return e
			}
		}
	}
	for _, name := range []string{"content", "file_text", "contents"} {
		if text := args.Get(name); text.Kind == skim.String {
			e.Whole, e.IsWhole = text.Text(textLimit), true
			return e
		}
	}
	put := func(v skim.Value) {
		for _, name := range []string{"new_string", "newString", "newText", "new_str", "new_text", "replace"} {
			if text := v.Get(name); text.Kind == skim.String {
				e.New = append(e.New, text.Text(textLimit))
			}
		}
	}
	put(args)
	_ = args.Get("edits").Each(func(_ []byte, one skim.Value) error {
		put(one)
		return nil
	})
	return e
}

// structuredPatch reads the hunks that Claude Code records beside an edit.
func structuredPatch(v skim.Value) []Hunk {
	var hunks []Hunk
	_ = v.Each(func(_ []byte, one skim.Value) error {
		h := Hunk{}
		h.Old, _ = one.Get("oldStart").Int()
		if n, ok := one.Get("oldLines").Int(); ok && n == 0 {
			h.Old++ // nothing is replaced: the number is that of the line before
		}
		_ = one.Get("lines").Each(func(_ []byte, line skim.Value) error {
			h.add(line.Text(textLimit))
			return nil
		})
		if h.Old > 0 && h.Old < 1<<40 {
			hunks = append(hunks, h)
		}
		return nil
	})
	return ordered(hunks)
}

// add takes a line of a diff; other lines than the three kinds are none.
func (h *Hunk) add(line string) {
	if line == "" {
		line = " "
	}
	switch line[0] {
	case ' ', '-', '+':
		h.Lines = append(h.Lines, line)
	}
}

// parseUnified reads the hunks of a unified diff of one file.
func parseUnified(diff string) []Hunk {
	var hunks []Hunk
	left, right := int64(0), int64(0) // lines that are still to come in the hunk
	for line := range strings.SplitSeq(strings.TrimSuffix(diff, "\n"), "\n") {
		if left <= 0 && right <= 0 {
			if old, n, m, ok := hunkHead(line); ok {
				if left, right = n, m; n == 0 {
					old++
				}
				hunks = append(hunks, Hunk{Old: old})
			}
			continue
		}
		h := &hunks[len(hunks)-1]
		h.add(line)
		switch {
		case strings.HasPrefix(line, "-"):
			left--
		case strings.HasPrefix(line, "+"):
			right--
		case !strings.HasPrefix(line, `\`):
			left, right = left-1, right-1
		}
	}
	return ordered(hunks)
}

// ordered gives the hunks back when they are in the file's order and do not overlap; else the record is not to be trusted.
func ordered(hunks []Hunk) []Hunk {
	end := int64(0)
	for _, h := range hunks {
		if h.Old < max(end, 1) {
			return nil
		}
		end = h.Old
		for _, l := range h.Lines {
			if l[0] != '+' {
				end++
			}
		}
	}
	return hunks
}

// hunkHead reads "@@ -a,b +c,d @@".
func hunkHead(line string) (old, n, m int64, ok bool) {
	rest, ok := strings.CutPrefix(line, "@@ -")
	if !ok {
		return 0, 0, 0, false
	}
	a, rest, ok1 := strings.Cut(rest, " +")
	b, _, ok2 := strings.Cut(rest, " @@")
	if !ok1 || !ok2 {
		return 0, 0, 0, false
	}
	pair := func(s string) (first, count int64, ok bool) {
		x, y, two := strings.Cut(s, ",")
		first, err := strconv.ParseInt(x, 10, 64)
		count = 1
		if two && err == nil {
			count, err = strconv.ParseInt(y, 10, 64)
		}
		return first, count, err == nil && first >= 0 && count >= 0 && first < 1<<40 && count < 1<<40
	}
	old, n, ok1 = pair(a)
	_, m, ok2 = pair(b)
	return old, n, m, ok1 && ok2
}

// patchEdits reads the changes that Codex records by path: an object with a unified diff or a content for each.
func patchEdits(v skim.Value) []Edit {
	var edits []Edit
	if v.Kind != skim.Object {
		return nil
	}
	_ = v.Each(func(key []byte, change skim.Value) error {
		e := Edit{Path: string(key)}
		inner := change
		if kind := change.Get("type"); kind.Kind != skim.String { // {"update": {...}}
			for _, name := range []string{"add", "update", "delete"} {
				if one := change.Get(name); one.Kind == skim.Object {
					inner = one
					e.Deleted = name == "delete"
				}
			}
		} else {
			e.Deleted = kind.Is("delete")
		}
		if diff := inner.Get("unified_diff"); diff.Kind == skim.String {
			e.Hunks = parseUnified(diff.Text(textLimit))
		} else if content := inner.Get("content"); content.Kind == skim.String && !e.Deleted {
			e.Whole, e.IsWhole = content.Text(textLimit), true
		}
		edits = append(edits, e)
		return nil
	})
	return edits
}

// applyPatch reads a patch in the form of apply_patch, which has no line numbers.
func applyPatch(patch string) []Edit {
	var edits []Edit
	var run []string
	flush := func() {
		if len(edits) > 0 && len(run) > 0 && !edits[len(edits)-1].IsWhole {
			e := &edits[len(edits)-1]
			e.New = append(e.New, strings.Join(run, "\n"))
		}
		run = nil
	}
	for line := range strings.SplitSeq(patch, "\n") {
		switch {
		case strings.HasPrefix(line, "*** "):
			flush()
			kind, file, ok := strings.Cut(strings.TrimPrefix(line, "*** "), " File: ")
			if ok {
				edits = append(edits, Edit{Path: strings.TrimSpace(file), IsWhole: kind == "Add", Deleted: kind == "Delete"})
			}
		case strings.HasPrefix(line, "+") && len(edits) > 0:
			if e := &edits[len(edits)-1]; e.IsWhole {
				e.Whole += line[1:] + "\n"
			} else {
				run = append(run, line[1:])
			}
		default:
			flush()
		}
	}
	flush()
	return edits
}
