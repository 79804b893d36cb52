package record

import (
	"testing"
	"time"

	"eyeline/reader/internal/jsonskim"
)

// calls makes calls of a run, one after the other.
func calls(b *Builder) func() *Call {
	return func() *Call { return b.CallNamed(jsonskim.Value{}, time.Time{}, "read", jsonskim.Value{}) }
}

// TestBranches: what was sent on a branch that was left was not sent to those that leave it before, and is in no
// context of theirs.
func TestBranches(t *testing.T) {
	run := &Run{}
	b := NewIndex(run, "", false).Builder(0)
	call := calls(b)
	a, left := call(), call()
	b.Rewind(time.Time{}, a.Order)
	onBranch := call()
	b.Rewind(time.Time{}, 0)
	again := call()
	for _, c := range []struct {
		later, before *Call
		had           bool
	}{
		{left, a, true},
		{onBranch, a, true},
		{onBranch, left, false},
		{again, a, false},
		{again, onBranch, false},
		{a, a, false},
	} {
		if got := run.Had(c.later, c.before); got != c.had {
			t.Errorf("call %d had the result of %d: %v", c.later.Number, c.before.Number, got)
		}
	}
	if run.InContext(a) || run.InContext(left) || !run.InContext(again) || !run.InContextOf(onBranch, a) {
		t.Error("the context is not that of the last branch")
	}
}

// TestATailIsKept: a compaction drops the calls up to where its tail begins, and a recorded request is believed before
// all.
func TestATailIsKept(t *testing.T) {
	run := &Run{}
	b := NewIndex(run, "", false).Builder(0)
	call := calls(b)
	dropped, kept := call(), call()
	b.CompactionTo(time.Time{}, dropped.Order)
	after := call()
	if run.InContext(dropped) || !run.InContext(kept) || !run.InContext(after) || !run.InContextOf(kept, dropped) {
		t.Error("not what the compaction kept")
	}
	if at, kept := run.CompactedAfter(dropped), run.CompactedAfter(kept); at != 2 || kept != 0 {
		t.Errorf("dropped after call %d, and what was kept after %d", at, kept)
	}
	run.Requests = append(run.Requests, Request{Agent: -1, After: after.Order, Calls: Ranges{{1, 1}}, Proven: true})
	if !run.InContext(dropped) || run.InContext(kept) {
		t.Error("not what the request had")
	}
}

func TestOnePlaceHasOneName(t *testing.T) {
	for _, c := range []struct{ dir, path, want string }{
		{`C:\work`, `c:\work\a.go`, "C:/work/a.go"},
		{`C:\work`, "/c/work/a.go", "C:/work/a.go"},
		{`c:\work`, "/mnt/c/work/a.go", "c:/work/a.go"},
		{"/mnt/c/work", `C:\work\a.go`, "/mnt/c/work/a.go"},
		{"/w/x", "/w/a.go", "/w/a.go"},
		{"/c/x", "/mnt/c/a.go", "/mnt/c/a.go"},
		{"/tmp/x", "/private/tmp/x/a", "/tmp/x/a"},
		{"/private/tmp/x", "/tmp/x/a", "/private/tmp/x/a"},
		{"/private/tmp", "/tmp/a", "/private/tmp/a"},
		{"/w", "a/../b", "/w/b"},
		{`C:\work`, "file:///C:/work/a.go", "C:/work/a.go"},
		{`C:\work`, "file:///c%3A/work/my%20dir/a.go", "C:/work/my dir/a.go"},
		{`C:\work`, `\\?\C:\work\a.go`, "C:/work/a.go"},
		{`C:\work`, `C:\WORK\A.go`, "C:/work/A.go"},
		{`C:\work`, `C:\WORKS\A.go`, "C:/WORKS/A.go"},
		{`C:\work`, "/cygdrive/c/work/a.go", "C:/work/a.go"},
		{"/w", "file:///w/my%20dir/a.go", "/w/my dir/a.go"},
		{"/w", "file://localhost/w/a.go", "/w/a.go"},
		{"/w", "file:///w/100%/a.go", "/w/100%/a.go"},
		{"/w", "file://a.go", "/w/a.go"},
		{`\\srv\share\w`, "file://srv/share/w/a.go", "/srv/share/w/a.go"},
		{`\\srv\share\w`, `\\?\UNC\srv\share\w\a.go`, "/srv/share/w/a.go"},
	} {
		h := Header{Dir: c.dir}
		if got := h.Resolve(c.path); got != c.want {
			t.Errorf("%s in %s is %s, want %s", c.path, c.dir, got, c.want)
		}
	}
}
