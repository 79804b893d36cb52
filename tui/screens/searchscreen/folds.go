package searchscreen

import (
	"slices"
	"strings"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/screens"
)

// fold is a set of files for which one row stands, that of the first of them.
type fold struct {
	rows []int
	kind foldKind
}

// foldKind says why files are folded.
type foldKind uint8

const (
	foldNoText foldKind = iota // they are no text
	foldCased                  // they match only if letter case is ignored
	foldKinds
)

// folds has whether each kind is unfolded.
type folds [foldKinds]bool

// fold folds the files of each kind that is not unfolded. Files of one kind only, or a single one, keep their rows.
func (a *arrangement) fold(unfolded folds) {
	for kind, is := range [foldKinds]func(i int) bool{
		foldNoText: func(i int) bool { return a.rows[i].noText },
		foldCased:  func(i int) bool { return a.isCaseOnly(a.audience, i) },
	} {
		var rows []int
		for _, i := range a.order {
			if is(i) {
				rows = append(rows, i)
			}
		}
		kind := foldKind(kind)
		if len(rows) < 2 || unfolded[kind] || kind == foldCased && len(rows) == len(a.order) {
			continue
		}

		a.folds = append(a.folds, fold{rows, kind})
		a.order = slices.DeleteFunc(a.order, func(i int) bool { return is(i) && i != rows[0] })
	}
}

// isCaseOnly reports whether file i matches only in another letter case than the pattern, and an agent of an audience
// misses it for that. Of two agents that is a difference like any other.
func (t *table) isCaseOnly(v audience, i int) bool {
	if v.ofPair() || !t.rows[i].caseOnly {
		return false
	}
	return v.ofAll() || t.cellAt(i, v.left).state == never
}

// foldOf is the fold for which the row of file i stands; false if it stands for the file alone.
func (a *arrangement) foldOf(i int) (fold, bool) {
	for _, f := range a.folds {
		if f.rows[0] == i {
			return f, true
		}
	}
	return fold{}, false
}

// isFold reports whether the row of file i stands for several files.
func (a *arrangement) isFold(i int) bool {
	_, is := a.foldOf(i)
	return is
}

// foldWords are the words of the row that stands for several files: which they are, and how many lines of them match.
func (t *table) foldWords(f fold) (files, lines string) {
	n := 0
	for _, i := range f.rows {
		n += len(t.rows[i].lines)
	}
	what := humanize.Count(int64(len(f.rows)), "file") + " not text"
	if f.kind == foldCased {
		what = humanize.Group(int64(len(f.rows))) + " in other case only"
	}
	return what, humanize.Group(int64(n))
}

// foldReason is the column of reasons of row i, which says of the row that stands for several files why they are not
// found.
func (a *arrangement) foldReason(c draw.Cell, i int) draw.Cell {
	if f, is := a.foldOf(i); is {
		c.Text = humanize.Either(f.kind == foldCased, "they match if case is ignored", "binary, or a link")
		c.Role = themes.Dim
		c.Pieces = nil
	}
	return c
}

// foldDetails is what is said of the files for which a row stands.
func (s *Screen) foldDetails(f fold) []detail {
	const most = 20
	var names []string
	for _, k := range f.rows[:min(len(f.rows), most)] {
		names = append(names, s.table.rows[k].path)
	}

	why := "no agent searches in files that are binary, or symbolic links; "
	if f.kind == foldCased {
		why = "they match in other letters only, capital or small: agents whose search tells these apart do not " +
			"find them, and were not asked to; "
	}
	text := strings.Join(names, ", ") + humanize.When(len(f.rows) > most, ", …")
	return []detail{
		{themes.Text, why + screens.KeyName(s.host.Keys(), keymap.OpenFound) + " lists them one by one"},
		{themes.Dim, cells.SanitizeFirst(text, 10*s.host.Canvas().Width)},
	}
}
