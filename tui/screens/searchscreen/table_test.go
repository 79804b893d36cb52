package searchscreen

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"eyeline/reader/agentsearch"
	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents" // whose searches a table may have
	"eyeline/themes"
	"eyeline/tui/kit/cells"
)

// searched is what all agents find in a folder of files of many kinds.
func searched(t *testing.T, pattern string) *agentsearch.Result {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	many := strings.Repeat("needle\nother\nNEEDLE\n", 100) // more lines than a word has bits
	for name, text := range map[string]string{
		".git/HEAD": "ref: refs/heads/main\n", ".gitignore": "out/\n*.gen\n", "out/a.txt": "needle\n", "many.txt": many,
		"bin.dat": "\x00needle\n", "late.dat": many + strings.Repeat("x\n", 50_000) + "needle\x00\nneedle\n",
		"bad.txt": "needle \xff\nneedle\n", "wide.txt": strings.Repeat("w", 70_000) + " needle\n",
		"utf16.txt": "\xff\xfen\x00e\x00e\x00d\x00l\x00e\x00\n\x00", "k.gen": "needle\n", ".env": "needle\n",
		"a:3:b.txt": "x\nneedle\n", "\u00e4.txt": "needle\u2028 needle\n", "src/deep/er.go": "Needle\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Skip(err) // not every system has such names
		}
	}
	r, err := agentsearch.Search(t.Context(), agentsearch.Request{
		Env: tools.Env{Root: dir, Home: filepath.Dir(dir)}, Query: agentsearch.Query{Pattern: pattern},
		Profiles: agentsearch.All(),
	})
	if err != nil || len(r.Rows) < 12 {
		t.Fatalf("%+v, %v", r, err)
	}
	return r
}

// TestTheTableSaysWhatTheVerdictsSay: of each line of each file for each agent whether it comes, and else why not.
func TestTheTableSaysWhatTheVerdictsSay(t *testing.T) {
	r := searched(t, "needle")
	table := tabulate(r)
	for i, from := range r.Rows {
		for k, a := range r.Agents {
			v, c := a.Verdict(from), table.cellAt(i, k)
			where := a.Profile.Name + ", " + from.Rel
			if c.comes != int32(len(v.Lines)) {
				t.Errorf("%s: %d lines come of %d", where, c.comes, len(v.Lines))
			}
			lost := map[int64]string{}
			for _, line := range v.Lost {
				lost[line.Number] = line.Why.Text
			}
			for at, line := range table.rows[i].lines {
				finds := v.WrittenPath != from.Rel || slices.ContainsFunc(v.Lines, func(m agentsearch.Match) bool {
					return m.Number == line
				})
				if table.finds(i, k, at) != finds {
					t.Errorf("%s, line %d: finds %v", where, line, !finds)
				}
				want := lost[line]
				if v.Why != nil {
					want = v.Why.Text
				}
				if !finds && table.lost(i, k, at) != want {
					t.Errorf("%s, line %d: %q, not %q", where, line, table.lost(i, k, at), want)
				}
			}
			if unknown := v.Why != nil && v.Why.Cause == agentsearch.Unknown; unknown != !table.known(i, k) {
				t.Errorf("%s: known %v", where, table.known(i, k))
			}
		}
	}
}

// TestWhatIsNotKnownIsNoLoss: an agent of which nothing is known misses no line, in no sum and no order.
func TestWhatIsNotKnownIsNoLoss(t *testing.T) {
	r := searched(t, "needle")
	for _, a := range r.Agents {
		a.Unknown = "it is not known"
	}
	table := tabulate(r)
	if n := table.sum(audience{everyone, everyone}); n.missed != 0 || n.lost != (lostLines{}) {
		t.Errorf("%+v", n)
	}
	if n := table.sum(audience{0, 1}); n.left+n.both+n.right != 0 || n.notKnown != len(table.rows) {
		t.Errorf("%+v", n)
	}
	for i := range table.rows {
		m := &Marks{table, i, audience{0, everyone}}
		line := table.firstLine(audience{0, everyone}, i)
		if text, bad := m.Sentence(line); bad || !strings.Contains(text, "not known of") {
			t.Errorf("%q", text)
		}
	}
}

// TestComparingCountsEachLineOnce: what only one finds, both, and only the other add up to what either finds.
func TestComparingCountsEachLineOnce(t *testing.T) {
	table := tabulate(searched(t, "needle"))
	for a := range table.agents {
		for b := range table.agents {
			n := table.sum(audience{a, b})
			back := table.sum(audience{b, a})
			if n.left != back.right || n.both != back.both || n.right != back.left {
				t.Errorf("%d and %d: %+v, the other way %+v", a, b, n, back)
			}
			if n.left+n.both+n.right+n.neither != n.lines {
				t.Errorf("%d and %d: %+v do not add up", a, b, n)
			}
			if a == b && (n.left != 0 || n.right != 0 || n.both != table.agents[a].lines) {
				t.Errorf("%d and itself: %+v", a, n)
			}
		}
	}
}

// TestAFileOpensAtTheFirstLineThatIsMissed: for all agents, for one and for two, as far as it is known.
func TestAFileOpensAtTheFirstLineThatIsMissed(t *testing.T) {
	table := tabulate(searched(t, "needle"))
	views := []audience{{everyone, everyone}}
	for a := range table.agents {
		views = append(views, audience{a, everyone})
	}
	missed := 0
	for i := range table.rows {
		for _, v := range views {
			want := table.rows[i].lines[0]
			for at, line := range table.rows[i].lines {
				lost := false
				for k := range table.agents {
					lost = lost || (v.ofAll() || k == v.left) && table.known(i, k) && !table.finds(i, k, at)
				}
				if lost {
					want = line
					break
				}
			}
			if want != table.rows[i].lines[0] {
				missed++
			}
			if got := table.firstLine(v, i); got != want {
				t.Errorf("%s, %+v: line %d, not %d", table.rows[i].path, v, got, want)
			}
		}
	}
	if missed == 0 {
		t.Error("in no file is the first line found and another one missed")
	}
}

// TestLostLinesAreCountedOnce: those that no agent finds, those that some agent does not, those in the other case of
// letters only, and git's own; of one agent they are what it never finds.
func TestLostLinesAreCountedOnce(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		".gitignore": "*.out\n", "a.out": "needle\nNEEDLE\n", "b.txt": "NEEDLE\nneedle\n", ".h/c.txt": "needle\n",
		".git/HEAD": "ref: refs/heads/needle\n",
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	r, err := agentsearch.Search(t.Context(), agentsearch.Request{
		Env: tools.Env{Root: dir, Home: dir}, Query: agentsearch.Query{Pattern: "needle"}, Profiles: agentsearch.All(),
	})
	if err != nil {
		t.Fatal(err)
	}
	table := tabulate(r)
	if got, want := table.sum(audience{everyone, everyone}).lost, (lostLines{git: 1, cased: 1, none: 2, some: 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	for k, a := range table.agents {
		l := table.sum(audience{k, everyone}).lost
		if sum := l.git + l.cased + l.none + l.some; sum != a.lost || l.some != 0 {
			t.Errorf("%s: %+v of %d", a.name(), l, a.lost)
		}
	}
}

// TestTheOrderOfHarm: what no agent finds comes first, what every agent finds last; each file stands there once.
func TestTheOrderOfHarm(t *testing.T) {
	table := tabulate(searched(t, "needle"))
	views := []audience{{everyone, everyone}, {0, 1}}
	for k := range table.agents {
		views = append(views, audience{k, everyone})
	}
	for _, v := range views {
		order := table.inOrder(v, false)
		if sorted := slices.Sorted(slices.Values(order)); !slices.Equal(sorted, table.inOrder(v, true)) {
			t.Errorf("%+v: %v", v, order)
		}
		for n := 1; n < len(order); n++ {
			before, now := table.harmOf(v, order[n-1]), table.harmOf(v, order[n])
			if table.rows[order[n]].noText || table.rows[order[n]].inGit {
				continue // these come last, whatever is lost of them
			}
			if table.rows[order[n-1]].noText || now.whole > before.whole || now.whole == before.whole && now.lines > before.lines {
				t.Errorf("%+v: %s before %s", v, table.rows[order[n-1]].path, table.rows[order[n]].path)
			}
		}
	}
	first := table.rows[table.inOrder(views[0], false)[0]]
	if first.never != len(table.agents) || first.noText {
		t.Errorf("%+v is first", first)
	}
}

// TestFirstNames names as many agents as there is room for, and says how many more there are.
func TestFirstNames(t *testing.T) {
	names := []string{"Claude Code", "Codex CLI", "Crush"}
	for width, want := range map[int]string{
		80: "Claude Code, Codex CLI, Crush", 29: "Claude Code, Codex CLI, Crush", 28: "Claude Code +2",
		10: "Claude Code +2", 33: "Claude Code, Codex CLI, Crush",
	} {
		if got := firstNames(names, width); got != want {
			t.Errorf("in %d cells %q, want %q", width, got, want)
		}
	}
	if got := firstNames(append(names, "Kimi Code"), 33); got != "Claude Code, Codex CLI and 2 more" {
		t.Error(got)
	}
}

// TestLineNames: the first of many are named.
func TestLineNames(t *testing.T) {
	for n, want := range map[int]string{1: "L1", 4: "L1, L2, L3, L4", 9: "L1, L2, L3, L4 and 5 more"} {
		var lines []int64
		for i := range n {
			lines = append(lines, int64(i+1))
		}
		if got := lineNames(lines); got != want {
			t.Errorf("%s lines: %q", strconv.Itoa(n), got)
		}
	}
}

// TestOneLongPathMovesNoColumn: the paths have the cells that nine of ten of them need.
func TestOneLongPathMovesNoColumn(t *testing.T) {
	dir := t.TempDir()
	for i := range 12 {
		name := strconv.Itoa(100 + i)
		if i == 7 {
			name = strings.Repeat("long", 50)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte("needle\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r, err := agentsearch.Search(t.Context(), agentsearch.Request{
		Env: tools.Env{Root: dir, Home: dir}, Query: agentsearch.Query{Pattern: "needle"}, Profiles: agentsearch.All(),
	})
	if err != nil {
		t.Fatal(err)
	}
	if width := tabulate(r).pathWidth; width != 3 {
		t.Errorf("%d cells", width)
	}
}

// TestWhatMatchesInAnotherCaseIsNoAlarm: files whose lines match only if case is ignored come after those that all
// find, in one row, and what is said of them is not in the colour of a loss.
func TestWhatMatchesInAnotherCaseIsNoAlarm(t *testing.T) {
	t.Parallel()
	table := tabulate(folderWith(t, map[string]string{
		"a.txt": "Needle\n", "b.txt": "NEEDLE\n", "c.txt": "needle\n", ".git/HEAD": "ref: refs/heads/main\n",
		".gitignore": "out/\n", "out/d.txt": "needle\n", "e.txt": "Needle\nneedle\n",
	}))
	everybody := audience{everyone, everyone}
	name := func(i int) string { return table.rows[i].path }
	var order []string
	a := table.arranged(asked{audience: everybody})
	for _, i := range a.order {
		order = append(order, name(i))
	}
	if want := []string{"out/d.txt", "c.txt", "e.txt", "a.txt"}; !slices.Equal(order, want) {
		t.Errorf("%q, not %q", order, want)
	}
	if f, is := a.foldOf(a.order[len(order)-1]); !is || f.kind != foldCased || len(f.rows) != 2 {
		t.Errorf("%+v, %v", f, is)
	}
	if a = table.arranged(asked{audience: everybody, unfolded: folds{foldCased: true}}); len(a.order) != 5 {
		t.Errorf("unfolded, %d rows are shown", len(a.order))
	}
	for i := range table.rows {
		_, role, groups := table.whyOf(i)
		if alarm := role == themes.ModelLineWarn; len(groups) > 0 && alarm != (name(i) == "out/d.txt") {
			t.Errorf("%s: an alarm %v", name(i), alarm)
		}
		for _, d := range table.details(everybody, i) {
			if strings.Contains(d.text, "other case") && d.role == themes.ModelLineWarn {
				t.Errorf("%s: %q is an alarm", name(i), d.text)
			}
		}
	}
}

// TestAllFilesInAnotherCaseKeepTheirRows: one row for all would say nothing.
func TestAllFilesInAnotherCaseKeepTheirRows(t *testing.T) {
	t.Parallel()
	table := tabulate(folderWith(t, map[string]string{"a.txt": "Needle\n", "b.txt": "NEEDLE\n"}))
	if a := table.arranged(asked{audience: audience{everyone, everyone}}); len(a.order) != 2 || len(a.folds) > 0 {
		t.Errorf("%v, %+v", a.order, a.folds)
	}
}

// TestTheTextOfALineIsSafeAndHasItsMatch: in any width, also where the match is far to the right.
func TestTheTextOfALineIsSafeAndHasItsMatch(t *testing.T) {
	t.Parallel()
	table := tabulate(folderWith(t, map[string]string{
		"a.txt": "\t\x1b[31m a needle\there\x07\n",
		"b.txt": strings.Repeat("w", 5000) + " needle " + strings.Repeat("v", 5000),
		"c.txt": "\xff\xfen\x00e\x00e\x00d\x00l\x00e\x00\n\x00", "d.txt": "\xe9 needle \xff\n",
		"e.txt": "日本語needle日本語\n",
	}))
	for i, one := range table.rows {
		if len(one.excerpts) != 1 || one.excerpts[0].match != "needle" || one.excerpts[0].line != 1 {
			t.Errorf("%s: %+v", one.path, one.excerpts)
			continue
		}
		for width := range 90 {
			all := ""
			for _, p := range table.rows[i].excerpts[0].pieces(width, themes.Text) {
				all += p.Text
			}
			bad := strings.ContainsAny(all, "\x1b\x07\t") || width > 30 && !strings.Contains(all, "needle")
			if bad || cells.Width(all) != width {
				t.Errorf("%s in %d cells: %q", one.path, width, all)
			}
		}
	}
}

// folderWith is what the agents find of "needle" in a folder with some files.
func folderWith(t *testing.T, files map[string]string) *agentsearch.Result {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r, err := agentsearch.Search(t.Context(), agentsearch.Request{
		Env: tools.Env{Root: dir, Home: filepath.Dir(dir)}, Query: agentsearch.Query{Pattern: "needle"},
		Profiles: agentsearch.All(), Excerpts: mostExcerpts,
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}
