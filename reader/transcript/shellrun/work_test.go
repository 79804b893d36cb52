package shellrun

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"eyeline/reader/longtest"
	"eyeline/reader/systemtest"
	"eyeline/reader/transcript/record"
)

// workDisk is a folder with small files.
func workDisk(t *testing.T, files int) Disk {
	t.Helper()
	d := Disk{Recorded: "/w", Folder: t.TempDir()}
	for i := range files {
		at := filepath.Join(d.Folder, fmt.Sprintf("f%d.txt", i))
		if err := os.WriteFile(at, []byte("one\ntwo\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// A run whose commands have cost all that they may evaluates no more of them: each is refused in one sentence, and none
// of its lines are told.
func TestWorkOfARunIsBounded(t *testing.T) {
	longtest.SkipUnlessLong(t)
	const line = "head -n 2 a.txt | sed s/n/nn/"
	d := workDisk(t, 0)
	text := strings.Repeat("one line of several\n", 20_000)
	if err := os.WriteFile(filepath.Join(d.Folder, "a.txt"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, costly := range map[string]string{
		"pieces in pipes":  "cat a.txt" + strings.Repeat(" | sed s/q/l/", 40),
		"growing lines":    "cat a.txt" + strings.Repeat(" | sed s/e/ee/g", 40),
		"printed lines":    "cat a.txt a.txt a.txt",
		"large expression": "grep -E '(a?){1000}(b?){1000}(c?){1000}x' a.txt",
		"many words":       "ls " + strings.Repeat("none/x ", 2000),
	} {
		m := NewModel()
		m.work.left /= 50 // the test would be long with all of it
		runs := 0
		for ; m.work.left >= 0 && runs < 1000; runs++ {
			Run(t.Context(), d, m, Command{Line: costly, Dir: "/w", Output: "one\n", Answered: true})
		}
		if runs == 1000 {
			t.Errorf("%s: a run of 1000 commands is not bounded", name)
		}
		o := Run(t.Context(), d, m, Command{Line: line, Dir: "/w", Output: "onne\n", Answered: true})
		if o.Understood.All || o.Understood.Exact || !slices.Contains(o.Refused, errWork.Error()) {
			t.Errorf("%s, then: %+v", name, o)
		}
	}
	m := NewModel()
	small := Command{Line: "head -n 1 a.txt", Dir: "/w", Output: "one line of several\n", Answered: true}
	o := Run(t.Context(), d, m, small)
	if !o.Understood.All || len(o.Refused) > 0 || m.work.left < maxWork/2 {
		t.Errorf("one small command: %+v, %d steps are left", o, m.work.left)
	}
}

// A search in a long line that begins anew behind each match, and then reads the line to its end, is given up.
func TestWorkOfMatchesInALongLine(t *testing.T) {
	longtest.SkipUnlessLong(t)
	d := workDisk(t, 0)
	text := strings.Repeat("e", 1<<20) + "\n"
	if err := os.WriteFile(filepath.Join(d.Folder, "a.txt"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"sed -E 's/e.*z|e/x/g' a.txt", "grep -oE 'e.*z|e' a.txt", "awk -F'e.*z|e' '{print $1}' a.txt",
		"perl -pe 's/e(e*z)?/x/g' a.txt",
	} {
		m := NewModel()
		o := Run(t.Context(), d, m, Command{Line: line, Dir: "/w", Output: "x\n", Answered: true})
		if o.Understood.All || o.Understood.Exact || len(o.Refused) == 0 {
			t.Errorf("%s: %+v", line, o)
		}
	}
}

// What one command looked up on the disk the next need not look up again, and what is changed later is seen.
func TestLooksAreRemembered(t *testing.T) {
	systemtest.SkipOnWindows(t, "the paths of the commands are those of POSIX")
	d, m := workDisk(t, 300), NewModel()
	now := time.Now()
	m.work.now = func() time.Time { return now }
	cost := func() int64 {
		before := m.work.left
		Run(t.Context(), d, m, Command{Line: "ls", Dir: "/w", Output: "f1.txt\n", Answered: true})
		return before - m.work.left
	}
	if first, second := cost(), cost(); second*5 > first {
		t.Errorf("the first ls took %d steps, the second %d", first, second)
	}
	at := filepath.Join(d.Folder, "new.txt")
	if err := os.WriteFile(at, []byte("x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	now = now.Add(2 * freshFor)
	o := Run(t.Context(), d, m, Command{Line: "ls", Dir: "/w", Output: "new.txt\n", Answered: true})
	if !o.Understood.All {
		t.Errorf("a new file is not seen: %+v", o)
	}
}

// A text that is looked for in a file again and again has the file put together once.
func TestWorkOfTextsInAFile(t *testing.T) {
	m := NewModel()
	m.Edit(record.Edit{Path: "/w/a", IsWhole: true, Whole: strings.Repeat("one line of several\n", 10_000)})
	look := func() {
		if holds, isKnown := m.Holds("/w/a", "no such line"); holds || !isKnown {
			t.Error("it holds what it does not hold")
		}
	}
	look()
	if n := testing.AllocsPerRun(10, look); n > 0 {
		t.Errorf("a look makes %v allocations", n)
	}
	m.Edit(record.Edit{Path: "/w/a", Hunks: []record.Hunk{{Old: 2, Lines: []string{"-one line of several", "+no such line"}}}})
	if holds, _ := m.Holds("/w/a", "no such line"); !holds {
		t.Error("a change is not seen")
	}
	m.work.left = 100
	if holds, isKnown := m.Holds("/w/a", "another"); holds || isKnown {
		t.Error("more work than the run may take tells something")
	}
}

// A command without a result that opens very many files, as a search of a whole folder, is given up: it says of no file
// that it was read, and may have changed any if its words allow that.
func TestUnansweredSearchOfManyFilesIsGivenUp(t *testing.T) {
	systemtest.SkipOnWindows(t, "the paths of the commands are those of POSIX")
	for line, isUnclear := range map[string]bool{
		"grep -rn two": false, "grep -rl two . | xargs sed -i s/two/three/": true,
	} {
		m := NewModel()
		o := Run(t.Context(), workDisk(t, maxOpenedFiles+50), m, Command{Line: line, Dir: "/w"})
		if len(o.Reads) > 0 || o.Unclear != isUnclear || !slices.Contains(o.Refused, errTooMany.Error()) {
			t.Errorf("%s, many files: %d reads, unclear %t, %q", line, len(o.Reads), o.Unclear, o.Refused)
		}
		o = Run(t.Context(), workDisk(t, 3), m, Command{Line: "grep -rn two", Dir: "/w"})
		if len(o.Reads) != 3 || len(o.Refused) > 0 {
			t.Errorf("few files: %+v", o)
		}
	}
}

// What is put in at no known place counts among what is kept of a run: beyond the bound it is not known what stood in a
// file, and so it is where an edit is more work than the run may take.
func TestWhatIsKeptIsBounded(t *testing.T) {
	put := record.Hunk{Lines: []string{"-nowhere", "+" + strings.Repeat("x", 1<<20)}}
	m := NewModel()
	for range 2 * maxKept >> 20 {
		m.Edit(record.Edit{Path: "/w/a", Hunks: []record.Hunk{put}})
		if m.size > maxKept {
			t.Fatalf("%d bytes are kept", m.size)
		}
	}
	if holds, isKnown := m.Holds("/w/b", "text"); holds || isKnown {
		t.Error("it is known what stood in a file, of which not all is kept")
	}
	for name, hunk := range map[string]record.Hunk{
		"without a place": {Lines: []string{"-one", "+two"}}, "with a place": {Old: 1, Lines: []string{"-one", "+two"}},
	} {
		m = NewModel()
		m.Edit(record.Edit{Path: "/w/a", IsWhole: true, Whole: strings.Repeat("one\n", 1000)})
		m.work.left = 100
		m.Edit(record.Edit{Path: "/w/a", Hunks: []record.Hunk{hunk}})
		m.work.left = maxWork
		if holds, isKnown := m.Holds("/w/a", "one"); holds || isKnown {
			t.Errorf("%s: it is known what stood in the file", name)
		}
	}
}

// What a change costs more than a run may take is not kept of a file, and then it is not known what stood in one.
func TestWorkOfAChangeIsNotForgotten(t *testing.T) {
	m := NewModel()
	m.Edit(record.Edit{Path: "/w/a", IsWhole: true, Whole: "one\n"})
	m.work.left = 10
	w := newWorld(t.Context(), workDisk(t, 0), m, 10)
	w.edit(record.Edit{Path: "/w/a", Hunks: []record.Hunk{{Lines: []string{"-one", "+two"}}}})
	m.work.left = maxWork
	if _, isKnown := m.Holds("/w/a", "three"); isKnown {
		t.Error("it is known that a text did not stand in the file")
	}
}

// A small file of the disk is opened once for commands that run at about the same time, and each finds all of it.
func TestSmallFilesAreOpenedOnce(t *testing.T) {
	d, m := workDisk(t, 1), NewModel()
	now := time.Now()
	m.work.now = func() time.Time { return now }
	spent := func() int64 {
		before := m.work.left
		o := Run(t.Context(), d, m, Command{Line: "tail -n 1 f0.txt", Dir: "/w", Output: "two\n", Answered: true})
		isLine2 := len(o.Reads) == 1 && len(o.Reads[0].Lines) == 1 && o.Reads[0].Lines[0].Number == 2
		if !isLine2 || !o.Understood.Exact {
			t.Fatalf("%+v", o)
		}
		return before - m.work.left
	}
	if first, then := spent(), spent(); first < diskWork || then >= diskWork {
		t.Errorf("the first command took %d steps, the next one %d", first, then)
	}
	now = now.Add(2 * freshFor)
	if later := spent(); later < diskWork {
		t.Errorf("a command much later took %d steps: the file was not opened again", later)
	}
}
