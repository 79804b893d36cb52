// Package searches, which changes without notice, lays the searches of a recorded run against the folder that they
// searched: of how many files that match an answer named how many, and which it never named. It says nothing where the
// folder has changed since, or where a search or its answer is not understood.
package searches

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"eyeline/reader/access"
	"eyeline/reader/agentsearch"
	"eyeline/reader/tools"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
)

// Bounds of what is laid: searches of a run, the time of all, and names of one that are listed.
const (
	maxSearches = 200
	maxTime     = 20 * time.Second
	maxListed   = 100
)

// Reasons why a search that is understood is not laid.
const (
	takesLong = "there are many searches, or they take long"
	notRun    = "it need not have been run: that hangs on what stands before it"
)

// AddTo lays all searches of a run, and adds them to what was sent of it. root is the folder as it is now; "" is the
// recorded one. The error is ctx's, or that of the transcript.
func AddTo(ctx context.Context, s *transcript.Session, root string, c *coverage.Coverage) error {
	in := s.Workspace(root)
	bounded, stop := context.WithTimeout(ctx, maxTime)
	defer stop()

	for call := range s.Calls() {
		for _, a := range askedIn(s, call) {
			one := a.search(call)
			if len(c.Searches) >= maxSearches && one.NotKnown == "" {
				one.NotKnown = takesLong
			}

			a.layIn(bounded, in, &one)
			if ctx.Err() != nil {
				return ctx.Err()
			}

			c.Searches = append(c.Searches, one)
		}
	}

	for i := range c.Files {
		f := &c.Files[i]
		for _, one := range c.Searches {
			if slices.Contains(one.Never, f.Path) {
				f.Unfound++
			}
		}
	}

	return nil
}

// Of lays the searches of one call; most calls have no search. The error is ctx's.
func Of(ctx context.Context, s *transcript.Session, root string, call *record.Call) ([]coverage.Search, error) {
	asked := askedIn(s, call)
	if len(asked) == 0 {
		return nil, nil
	}

	in := s.Workspace(root)
	bounded, stop := context.WithTimeout(ctx, maxTime)
	defer stop()
	var all []coverage.Search
	for _, a := range asked {
		one := a.search(call)
		a.layIn(bounded, in, &one)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		all = append(all, one)
	}

	return all, nil
}

// search is a search about which only its words are known.
func (a *asked) search(call *record.Call) coverage.Search {
	return coverage.Search{
		Call: call.Number, Tool: call.Tool, Pattern: a.pattern, Folder: a.dir, Never: []string{}, NotKnown: a.notKnown,
	}
}

// everything is a search that finds all that matches: in a git repository in what git does not ignore, else in all but
// .git, whatever agents leave out.
func (a *asked) everything() *agentsearch.Profile {
	inGit := agentsearch.Method{
		When: agentsearch.InGit, Selector: agentsearch.GitGrep{}, Syntax: a.syntax, Fold: a.fold,
		Read:   agentsearch.ByGrep,
		Counts: true,
	}
	elsewhere := inGit
	elsewhere.When = agentsearch.Always
	elsewhere.Selector = agentsearch.Listing{Folders: []string{".git"}}
	return &agentsearch.Profile{NoRg: []*agentsearch.Method{&inGit, &elsewhere}}
}

// layIn lays a search, unless it is said already why that is not known.
func (a *asked) layIn(ctx context.Context, in transcript.Workspace, one *coverage.Search) {
	if one.NotKnown == "" && ctx.Err() != nil {
		one.NotKnown = takesLong
	}
	if one.NotKnown == "" {
		a.lay(ctx, in, one)
	}
}

// lay searches, and compares the files with those that the answer names.
func (a *asked) lay(ctx context.Context, in transcript.Workspace, one *coverage.Search) {
	rel, isInside := in.Locate(a.dir)
	if a.dir == in.Recorded && !in.IsClosed() {
		rel = "."
		isInside = true
	}

	dir := filepath.Join(in.Folder, filepath.FromSlash(rel))
	if fi, err := os.Stat(dir); !isInside || in.Folder == "" || err != nil || !fi.IsDir() {
		one.NotKnown = "the folder is not there, or it is a file, or lies outside"
		return
	}

	query := agentsearch.Query{Pattern: a.pattern, Fixed: a.fixed}
	if a.lists {
		query = agentsearch.Query{Fixed: true}
	}

	result, err := agentsearch.Search(ctx, agentsearch.Request{
		Env: tools.Env{Root: dir}, Query: query, Count: true, Names: a.lists,
		NoRg: true, Profiles: []*agentsearch.Profile{a.everything()},
	})
	switch {
	case err != nil:
		one.NotKnown = "the folder could not be searched"
	case len(result.Skipped) > 0 || result.Truncated:
		one.NotKnown = "not all of the folder could be searched"
	case a.at.IsZero() || result.Newest >= a.at.Unix():
		one.NotKnown = "the folder has changed since"
	default:
		l := laying{asked: a, ctx: ctx, dir: dir, in: in, answer: result.Agents[0]}
		l.compare(result.Rows, one)
	}
}

// laying is a search that is compared with its answer.
type laying struct {
	*asked
	ctx    context.Context
	dir    string // as it is now
	in     transcript.Workspace
	answer *agentsearch.Answer
}

// compare counts the files that match, and those that the answer names, as long as there is time.
func (l *laying) compare(rows []*agentsearch.Row, one *coverage.Search) {
	if l.answer.Unknown != "" || l.answer.Refused != "" {
		one.NotKnown = "the pattern is not understood"
		return
	}

	for _, row := range rows {
		known := l.ctx.Err() == nil && l.count(row, one)
		switch {
		case l.ctx.Err() != nil: // what is said of the file need not be so
			notLaid(one, takesLong)
			return
		case !known:
			notLaid(one, "of a file it is not known whether it matches")
			return
		}
	}

	if l.inDoubt && one.Matching > 0 && one.Named == 0 { // a name that it printed would prove that it was run
		notLaid(one, notRun)
	}
}

// count counts a file; known is false where it is not known whether it matches. If it is not known whether the search
// is about the file, it counts only where it is named.
func (l *laying) count(row *agentsearch.Row, one *coverage.Search) (known bool) {
	full := path.Join(l.asked.dir, row.Rel)
	wanted, known := l.wants(row, full)
	if !known {
		return false
	}

	isNamed := named(l.asked.answer, full, row.Rel, l.in.Recorded)
	if wanted == out || wanted == perhaps && isNamed == nowhere {
		return true
	}
	if isNamed == exactly && l.shared {
		isNamed = maybe
	}

	one.Matching++
	switch {
	case isNamed == exactly:
		one.Named++
	case isNamed == maybe:
		one.Unsure++
	case len(one.Never) < maxListed:
		one.Never = append(one.Never, record.Shorten(l.in.Recorded, full))
	}

	return true
}

// notLaid takes back what was counted of a search, and says why.
func notLaid(one *coverage.Search, why string) {
	*one = coverage.Search{
		Call: one.Call, Tool: one.Tool, Pattern: one.Pattern, Folder: one.Folder, Never: []string{}, NotKnown: why,
	}
}

// wants reports whether the search is about a file that matches; known is false where it is not known whether it does.
func (l *laying) wants(row *agentsearch.Row, full string) (wanted verdict, known bool) {
	fromWork := full
	if below, isBelow := strings.CutPrefix(full, strings.TrimSuffix(l.work, "/")+"/"); isBelow {
		fromWork = below
	}
	wanted = l.scope.of(l.ctx, row.Rel, fromWork)
	if wanted == out {
		return out, true
	}

	if l.lists {
		passes := l.prints.passes(l.prints.line(row.Rel, 0, ""))
		if !l.answer.Searches(row) {
			passes = out
		}
		return both(wanted, passes), true
	}

	v := l.answer.Verdict(row)
	switch {
	case v.Perhaps != "":
		return out, false
	case len(v.Lines) == 0:
		return out, true
	case len(l.prints.filters) > 0:
		return both(wanted, l.filtered(row, v.Lines)), true
	}

	return wanted, true
}

// maxFiltered is how many bytes of a file are read for the filters of a pipe.
const maxFiltered = 8 << 20

// filtered is whether a line of a file that matches passes the filters.
func (l *laying) filtered(row *agentsearch.Row, lines []agentsearch.Match) verdict {
	file, err := access.Open(l.ctx, filepath.Join(l.dir, filepath.FromSlash(row.Rel)))
	if err != nil {
		return perhaps
	}

	defer file.Close()
	said := out
	left := maxFiltered
	for _, line := range lines {
		left -= int(line.Size)
		if left < 0 {
			return perhaps
		}

		text := make([]byte, line.Size)
		if err := access.ReadFull(file, text, line.Offset); err != nil {
			return perhaps
		}

		switch l.prints.passes(l.prints.line(row.Rel, line.Number, string(text))) {
		case in:
			return in
		case perhaps:
			said = perhaps
		}
	}

	if l.prints.context { // whose lines the filters may pass
		return perhaps
	}

	return said
}

// naming is whether an answer names a file.
type naming uint8

// An answer names a file where its path stands where paths stand, perhaps where its name alone does, and not where the
// name is not there at all.
const (
	nowhere naming = iota
	maybe
	exactly
)

// named reports whether an answer names a file: by its absolute path, by that from the folder that was searched, or by
// that from the working folder.
func named(answer, full, rel, folder string) naming {
	if !strings.Contains(answer, path.Base(rel)) {
		return nowhere
	}

	for _, name := range []string{full, rel, record.Shorten(folder, full)} {
		for at, rest := 0, answer; ; {
			i := strings.Index(rest, name)
			if i < 0 {
				break
			}

			at += i
			if beginsPath(answer[:at]) && endsPath(answer[at+len(name):]) {
				return exactly
			}

			at += len(name)
			rest = answer[at:]
		}
	}

	return maybe
}

// beginsPath reports whether a path may begin after a text.
func beginsPath(before string) bool {
	before = strings.TrimSuffix(before, "./")
	if before == "" || strings.HasSuffix(before, `\n`) {
		return true
	}
	return strings.ContainsRune("\n \"'\t(", rune(before[len(before)-1]))
}

// endsPath reports whether a path may end before a text.
func endsPath(after string) bool {
	return after == "" || strings.ContainsRune("\r\n \"'\t:,-\x00)\\", rune(after[0]))
}
