package transcripts

import (
	"context"

	"eyeline/tui/stamp"
)

// task is a kind of work that runs in the background for a screen of transcripts. At most one of each kind runs at a
// time.
type task uint8

const (
	taskLoad     task = iota // finds transcripts, or opens one
	taskFollow               // waits for what is recorded next
	taskOpen                 // opens a file, or the result of a call
	taskRows                 // describes the rows on the screen
	taskCheck                // looks into transcripts for their working folder
	taskCount                // counts the calls of a transcript
	taskCountToo             // counts those of another one
	taskNarrow               // looks for the rows that match what is typed
	taskKinds
)

// running is a task that runs. The zero value is none.
type running struct {
	stamp stamp.Stamp
	ctx   context.Context
	stop  context.CancelFunc
}

// tasks are those that run for one screen.
type tasks struct {
	number uint64 // of the screen, see [stamp.Number]
	last   uint64
	now    [taskKinds]running
}

func newTasks() tasks { return tasks{number: stamp.Number()} }

// start begins a task in the place of one of the same kind.
func (t *tasks) start(kind task) (context.Context, stamp.Stamp) {
	t.end(kind)
	t.last++
	ctx, stop := context.WithCancel(context.Background())
	x := stamp.Stamp{Sheet: t.number, Request: t.last}
	t.now[kind] = running{stamp: x, ctx: ctx, stop: stop}
	return ctx, x
}

func (t *tasks) end(kind task) {
	if t.runs(kind) {
		t.now[kind].stop()
		t.now[kind] = running{}
	}
}

func (t *tasks) endAll() {
	for kind := range t.now {
		t.end(task(kind))
	}
}

func (t *tasks) runs(kind task) bool { return t.now[kind].stop != nil }

// wanted reports whether an answer is still waited for.
func (t *tasks) wanted(x stamp.Stamp) bool {
	if x.Sheet != t.number {
		return false
	}
	for kind := range t.now {
		if t.runs(task(kind)) && t.now[kind].stamp == x {
			return true
		}
	}
	return false
}

// answers reports whether a stamp is that of the running task of a kind.
func (t *tasks) answers(kind task, x stamp.Stamp) bool { return t.runs(kind) && t.now[kind].stamp == x }
