package check

import (
	"cmp"
	"slices"
	"strings"

	"eyeline/reader/check/wording"
	"eyeline/reader/internal/maintained"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
)

const (
	// maxAsideNamed is how many of the files that are put aside are named.
	maxAsideNamed = 5
	// maxListed is how many files a list of those that a tool does not give whole names.
	maxListed = 10
	// maxToolsListed is of how many tools there are such lists: those of more would hide the findings.
	maxToolsListed = 4
)

// addAside counts a file that is put aside.
func (r *Result) addAside(why, path string) {
	r.Aside[why]++
	if r.asideNames == nil {
		return
	}

	r.asideNames[why] = append(r.asideNames[why], path)
	n := 0
	for _, paths := range r.asideNames {
		n += len(paths)
	}
	if n > maxAsideNamed {
		r.asideNames = nil
	}
}

// asideKinds are why files are put aside, in the order in which reports say it.
var asideKinds = []string{
	maintained.Generated, maintained.Vendored, maintained.TestData, maintained.Changelog, maintained.Data, notText,
}

// LeftOut says how many files are in no sum since nobody would change them; "" for none.
func (r *Result) LeftOut() string { return wording.CountsOf(asideKinds, r.Aside) }

// namedLeftOut is LeftOut, with the names of the files where they are few.
func (r *Result) namedLeftOut() string {
	var said []string
	for _, kind := range asideKinds {
		text := wording.CountsOf([]string{kind}, r.Aside)
		if names := r.asideNames[kind]; len(names) > 0 {
			text += " (" + strings.Join(lists.Map(names, Clean), ", ") + ")"
		}
		if text != "" {
			said = append(said, text)
		}
	}

	return strings.Join(said, ", ")
}

// notWholeLists say of each tool that was asked for which files its first read does not give whole, those first of
// which most is lost: what is said below of rules and facts is not said of each file. Of one file findings say it.
func (r *Result) notWholeLists() (said []string) {
	if !r.asked || len(r.Agents) > maxToolsListed || r.Files == 1 && len(r.Findings) > 0 {
		return nil
	}
	for i := range r.Agents {
		if text := r.notWholeOf(i); text != "" {
			said = append(said, text)
		}
	}
	return said
}

// notWholeOf is the list of a tool; "" where it gives all files whole.
func (r *Result) notWholeOf(tool int) string {
	lost := func(f LossyFile) int64 { return f.Size - f.Tools[tool] }
	files := slices.DeleteFunc(slices.Clone(r.NotWhole), func(f LossyFile) bool {
		return f.Tools[tool] < 0 || lost(f) <= 0
	})
	if len(files) == 0 {
		return ""
	}

	slices.SortStableFunc(files, func(a, b LossyFile) int { return cmp.Compare(lost(b), lost(a)) })
	var names []string
	for i, f := range files[:min(len(files), maxListed)] {
		text := wording.Share(lost(f), f.Size)
		if i == 0 {
			text += " lost"
		}
		names = append(names, Clean(f.Path)+" ("+text+")")
	}
	more := ""
	switch n := int64(len(files) - len(names)); {
	case r.MoreNotWhole > 0:
		more = " and more"
	case n > 0:
		more = " and " + tools.Thousands(n) + " more"
	}
	return r.Agents[tool].Name + " does not get whole: " + strings.Join(names, ", ") + more
}
