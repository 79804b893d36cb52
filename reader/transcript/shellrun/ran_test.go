package shellrun

import (
	"reflect"
	"testing"
	"time"

	"eyeline/reader/transcript/record"
)

// TestSameCommand: a command that is asked for again comes to the same, for as many steps, and its outcome is the
// caller's own; once the run has told something new of a file, or the disk may have changed, it is evaluated again.
func TestSameCommand(t *testing.T) {
	t.Parallel()
	d := workDisk(t, 2)
	m := NewModel()
	now := time.Now()
	m.work.now = func() time.Time { return now }
	c := Command{Line: "head -n 2 f0.txt", Dir: "/w", Output: "one\ntwo\n", Answered: true}
	ask := func() (o Outcome, steps int64) {
		before := m.work.left
		o = Run(t.Context(), d, m, c)
		return o, before - m.work.left
	}
	ask() // looks at the disk
	first, steps := ask()
	isRemembered := func() bool { return len(m.work.ran) > 0 }
	if !isRemembered() || len(first.Reads) != 1 || len(first.Reads[0].Lines) != 2 {
		t.Fatalf("remembered %t: %+v", isRemembered(), first)
	}
	expect := func(what string) {
		t.Helper()
		again, more := ask()
		if more != steps || !reflect.DeepEqual(again, first) {
			t.Errorf("%s: %d steps, want %d, to\n%+v, want\n%+v", what, more, steps, again, first)
		}
		again.Reads[0].Path = "changed"
		again.Reads[0].Lines[0].Number = 99
	}
	expect("again")
	expect("after a caller changed it")

	m.Read(first.Reads[0])
	if isRemembered() {
		t.Error("the run told of the file")
	}
	ask()
	m.Read(first.Reads[0])
	if !isRemembered() {
		t.Error("the run told what it had told before")
	}
	other := c
	other.Output = "one\n"
	if o := Run(t.Context(), d, m, other); len(o.Reads) != 1 || len(o.Reads[0].Lines) != 1 {
		t.Errorf("another output: %+v", o)
	}
	ask()
	m.Edit(record.Edit{Path: "/w/f0.txt", Deleted: true})
	if isRemembered() {
		t.Error("a file was deleted")
	}
	ask()
	now = now.Add(2 * freshFor)
	m.work.fresh()
	if isRemembered() {
		t.Error("the disk may have changed")
	}
	change := Command{Line: "rm f1.txt", Dir: "/w", Answered: true}
	for range 3 {
		Run(t.Context(), d, m, change)
		if _, ok := m.work.ran[change.Line]; ok {
			t.Error("a command that changes files is remembered")
		}
	}
}
