package transcript

import (
	"bytes"
	"cmp"
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/patch"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/shellrun"
	"eyeline/reader/transcript/shownafter"
	"eyeline/reader/transcript/swetext"
)

// Edits returns what a call changed, as far as that is known. A call that changes nothing has no edits.
func (s *Session) Edits(c *record.Call) (edits []record.Edit, err error) {
	err = s.During(func() {
		switch c.Kind {
		case record.Shell:
			edits = s.commandEdits(c, s.outcomes(c))
		case record.Change:
			edits = s.fileEdits(c)
		}
	})
	return edits, err
}

// fileEdits returns the edits of a call of a tool that changes files.
func (s *Session) fileEdits(c *record.Call) []record.Edit {
	args, _ := s.Args(c)
	side, _ := s.Value(c.Side)
	edits := patchEdits(side.Get("changes"))
	if len(edits) == 0 && args.Kind == jsonskim.Missing && c.Args.As == record.AsText {
		text, _, _ := s.Text(c.Args, record.TextLimit)
		edits = patch.Apply(string(text))
	}

	if len(edits) == 0 {
		edits = patch.Apply(firstText(args, "input", "patch").Text(record.TextLimit))
	}

	if len(edits) == 0 {
		if e := s.editOf(c, args, side); e.Path != "" {
			edits = []record.Edit{e}
		}
	}

	for i := range edits {
		edits[i].Path = s.resolveIn(c, edits[i].Path)
	}

	if len(edits) == 1 && c.Answered() && !c.Failed {
		edits[0].After = s.shownAfter(c, edits[0])
	}

	return edits
}

// shownAfter returns the lines around a change that the result of the call shows.
func (s *Session) shownAfter(c *record.Call, e record.Edit) record.Read {
	text, cut, err := s.Text(c.Result, record.TextLimit)
	r := record.Read{Path: e.Path, Text: string(text), Total: -1, How: record.ByText}
	if err == nil && !cut {
		r.Lines = shownafter.Of(r.Text, e)
	}
	return r
}

// commandEdits returns the edits of a call that runs commands.
func (s *Session) commandEdits(c *record.Call, outcomes []shellrun.Outcome) (edits []record.Edit) {
	args, _ := s.Args(c)
	list := cmp.Or(args.Get("command"), args.Get("cmd"))
	if list.Elem(0).Is("apply_patch") {
		dir := s.Resolve(cmp.Or(args.Get("workdir").Text(4096), s.Dir))
		for _, e := range patch.Apply(list.Elem(1).Text(record.TextLimit)) {
			e.Path = record.ResolvePath(dir, e.Path)
			edits = append(edits, e)
		}
		return edits
	}

	for _, o := range outcomes {
		edits = append(edits, o.Edits...)
	}

	if s.format.Patches != nil {
		for _, e := range s.patchesOf(c) {
			e.Path = s.resolveIn(c, e.Path)
			edits = append(edits, e)
		}
	}

	return edits
}

// patchesOf returns the changes made by patches in a script: as recorded for the parts of the script or, if it has no
// parts, as written in it.
func (s *Session) patchesOf(c *record.Call) (edits []record.Edit) {
	called := s.called(c)
	for _, part := range called.Parts {
		if part.Get("status").Is("completed") {
			edits = append(edits, patchEdits(part.Get("changes"))...)
		}
	}
	if len(called.Parts) == 0 && !c.Failed {
		for _, text := range s.format.Patches(called) {
			edits = append(edits, patch.Apply(text)...)
		}
	}

	return edits
}

// editOf returns what a call with arguments for one file did.
func (s *Session) editOf(c *record.Call, args, side jsonskim.Value) record.Edit {
	e := record.Edit{Path: cmp.Or(PathIn(args), side.Get("open_file").Text(8192))}
	if hunk, ok := swetext.LinesReplaced(args); ok {
		e.Hunks = append(e.Hunks, hunk)
		return e
	}

	if c.Side.As == record.AsText { // a diff
		text, _, _ := s.Text(c.Side, record.TextLimit)
		e.Hunks = patch.Unified(string(text))
	}

	asked := askedOf(args)
	asked.Path = e.Path
	if asked.IsWhole && patch.IsOfNothing(e.Hunks) {
		return asked
	}
	if e.IsPlaced() {
		return e
	}

	e.Total = record.CountLines(asked.Whole)
	if hunks := claudesPatch(side, asked); len(hunks) > 0 {
		e.Hunks = hunks
		return e
	}

	for _, path := range [][]string{
		{"filediff", "patch"}, {"diff"}, {"patch"}, {"fileDiff"}, {"resultDisplay", "fileDiff"},
	} {
		hunks := patch.Unified(side.Get(path...).Text(record.TextLimit))
		if asked.IsWhole && patch.IsOfNothing(hunks) {
			return asked
		}
		if len(hunks) > 0 {
			e.Hunks = hunks
			return e
		}
	}

	if hunks, ok := fromCopy(c, asked); ok {
		e.Hunks = hunks
		if len(hunks) == 0 { // it wrote what was there
			return asked
		}
		return e
	}

	asked.Existed = s.saysExisted(c, side)
	return asked
}

// saysExisted reports whether the record of a write says that the file existed before.
func (s *Session) saysExisted(c *record.Call, side jsonskim.Value) bool {
	hasOriginal := side.Get("originalFile").Kind == jsonskim.String
	if _, copied := c.Before(); copied || hasOriginal || side.Get("exists").Kind == jsonskim.True {
		return true
	}
	text, _, _ := s.Text(c.Result, 200)
	return bytes.Contains(text, []byte("overwrote")) || bytes.Contains(text, []byte("overwritten"))
}

// EditsIn returns the changes that the arguments of a call ask for. They are JSON, or a JSON text that contains JSON.
func EditsIn(arguments []byte) []record.Edit {
	args := jsonskim.Parse(arguments)
	if args.Kind == jsonskim.String {
		args = jsonskim.Parse([]byte(args.Text(record.TextLimit)))
	}
	edits := patch.Apply(cmp.Or(args.Get("command"), args.Get("input")).Text(record.TextLimit))
	if len(edits) == 0 {
		edits = append(edits, askedOf(args))
	}
	return edits
}

// insertedAt returns the lines that Roo Code's insert_content puts before a 1-based line number. The number 0 means the
// end of the file, which is not known.
func insertedAt(args jsonskim.Value) (e record.Edit, ok bool) {
	line := args.Get("line")
	content := args.Get("content")
	e.Path = PathIn(args)

	if line.Kind == jsonskim.Missing || content.Kind != jsonskim.String {
		return e, false
	}

	n, isNumber := looseInt(line)
	e.Lost = !isNumber || n < 1 || n >= record.MaxLine
	if !e.Lost {
		e.Hunks = []record.Hunk{{Old: n, Lines: record.WithMark("+", content.Text(record.TextLimit))}}
	}

	return e, true
}

// isByPattern reports whether a replacement searches by a pattern or only within some lines: its text alone then does
// not say which text was replaced.
func isByPattern(v jsonskim.Value) bool {
	isTrue := func(v jsonskim.Value) bool { return v.Kind == jsonskim.True || v.Is("true") }
	_, isFrom := looseInt(v.Get("start_line"))
	_, isTo := looseInt(v.Get("end_line"))
	return isTrue(v.Get("use_regex")) || isTrue(v.Get("ignore_case")) || isFrom || isTo
}

// askedOf returns the change of one file that arguments ask for.
func askedOf(args jsonskim.Value) record.Edit {
	e, isInserted := insertedAt(args)
	if isInserted {
		return e
	}

	if text := firstText(args, "content", "file_text", "contents", "CodeContent"); text.Kind == jsonskim.String {
		if args.Get("mode").Is("append") { // Kimi CLI: after the last line, whose number is not known
			added := strings.TrimSuffix(text.Text(record.TextLimit), "\n")
			e.Hunks = []record.Hunk{{Lines: record.WithMark("+", added)}}
			return e
		}
		e.Whole = text.Text(record.TextLimit)
		e.IsWhole = true
		return e
	}

	put := func(v jsonskim.Value) {
		put := firstText(v, "new_string", "newString", "newText", "new_str", "new_text", "replace",
			"ReplacementContent", "new")
		if v.Get("search").Kind == jsonskim.String && isByPattern(v) {
			e.Lost = true
			return
		}

		old := firstText(v, "old_string", "oldString", "oldText", "old_str", "old_text", "search",
			"TargetContent", "old")
		if lines := record.WithMark("-", old.Text(record.TextLimit)); len(lines) > 0 || put.Kind == jsonskim.String {
			lines = append(lines, record.WithMark("+", put.Text(record.TextLimit))...)
			e.Hunks = append(e.Hunks, record.Hunk{Lines: lines, Everywhere: isEverywhere(v)})
		}
	}

	put(args)
	put(args.Get("edit")) // Kimi CLI, which may have a list of several
	for _, one := range patch.SearchReplace(args.Get("diff").Text(record.TextLimit)) {
		lines := append(record.WithMark("-", one.Old), record.WithMark("+", one.New)...)
		e.Hunks = append(e.Hunks, record.Hunk{Lines: lines})
	}

	for _, name := range []string{"edit", "edits", "changes", "ReplacementChunks", "operations"} {
		for one := range args.Get(name).Values() {
			put(one)
		}
	}

	return e
}

// isEverywhere reports whether the arguments of a replacement ask to replace all occurrences of the old text. It knows
// the arguments of Claude Code, Qwen Code and Grok Build, of opencode, of Gemini CLI, and of Roo Code, which gives
// their number or has one search for each.
func isEverywhere(v jsonskim.Value) bool {
	n, ok := looseInt(v.Get("expected_replacements"))
	if ok && n > 1 || v.Get("use_regex").Kind != jsonskim.Missing {
		return true
	}
	for _, name := range []string{"replace_all", "replaceAll", "allow_multiple"} {
		if all := v.Get(name); all.Kind == jsonskim.True || all.Is("true") {
			return true
		}
	}

	return false
}

// structuredPatch parses the hunks that Claude Code records beside an edit.
func structuredPatch(v jsonskim.Value) []record.Hunk {
	var hunks []record.Hunk
	for one := range v.Values() {
		h := record.Hunk{}
		h.Old, _ = one.Get("oldStart").Int()
		if n, ok := one.Get("oldLines").Int(); ok && n == 0 {
			h.Old++ // nothing is replaced: the number is that of the line before
		}

		for line := range one.Get("lines").Values() {
			patch.Add(&h, line.Text(record.TextLimit))
		}

		if h.Old > 0 && h.Old < record.MaxLine {
			hunks = append(hunks, h)
		}
	}

	return patch.Ordered(hunks)
}

// patchEdits parses the changes that Codex records: an object that has, for each path, a unified diff or a content.
func patchEdits(v jsonskim.Value) []record.Edit {
	var edits []record.Edit
	if v.Kind != jsonskim.Object {
		return nil
	}

	_ = v.Each(func(key []byte, change jsonskim.Value) error {
		e := record.Edit{Path: string(key)}
		inner := change
		if kind := change.Get("type"); kind.Kind != jsonskim.String { // {"update": {...}}
			for _, name := range []string{"add", "update", "delete"} {
				if one := change.Get(name); one.Kind == jsonskim.Object {
					inner = one
					e.Deleted = name == "delete"
				}
			}
		} else {
			e.Deleted = kind.Is("delete")
		}

		if diff := inner.Get("unified_diff"); diff.Kind == jsonskim.String {
			e.Hunks = patch.Unified(diff.Text(record.TextLimit))
		} else if content := inner.Get("content"); content.Kind == jsonskim.String && !e.Deleted {
			e.Whole = content.Text(record.TextLimit)
			e.IsWhole = true
		}

		edits = append(edits, e)
		return nil
	})
	return edits
}
