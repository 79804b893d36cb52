package transcripts

import (
	"context"
	"errors"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/source"
	"eyeline/reader/transcript"
	"eyeline/tui/cells"
	"eyeline/tui/recorded"
	"eyeline/tui/stamp"
	"eyeline/tui/words"
)

// runMsg brings a transcript that was opened or looked at again.
type runMsg struct {
	stamp.Stamp
	run  *recorded.Run
	view *recorded.View
	err  error
}

func (r runMsg) Free() {
	if r.run != nil {
		r.run.Close()
	}
}

// load opens the transcript.
func (f *filesScreen) load() tea.Cmd {
	ctx, x := f.start(taskLoad)
	path, root, progress := f.path, f.services.Root, &transcript.Progress{}
	f.opening, f.stopped, f.failed = progress, false, ""
	return tea.Batch(func() tea.Msg {
		run, view, err := recorded.Open(ctx, path, root, progress)
		return runMsg{x, run, view, err}
	}, openingTick(ctx, x))
}

// openingMsg says that it is time to show how far the opening of a transcript has come.
type openingMsg struct{ stamp.Stamp }

// openingPause is how often that is shown.
const openingPause = 200 * time.Millisecond

// openingTick waits for the next time, or the end of the opening.
func openingTick(ctx context.Context, x stamp.Stamp) tea.Cmd {
	return func() tea.Msg {
		select {
		case <-time.After(openingPause):
			return openingMsg{x}
		case <-ctx.Done():
			return nil
		}
	}
}

// openingText says how far the opening of the transcript has come.
func (f *filesScreen) openingText() string {
	done, all, results := f.opening.Bytes()
	text := "reading the transcript"
	if results {
		text = "reading the results"
	}
	if all == 0 {
		return text + "…"
	}
	return text + ": " + words.Size(done) + " of " + words.Size(all) + "…"
}

// take shows what is known of the transcript by now.
func (f *filesScreen) take(msg runMsg) tea.Cmd {
	switch {
	case f.answers(taskLoad, msg.Stamp):
		f.end(taskLoad)
		if msg.err != nil {
			f.failed = cells.Sanitize(msg.err.Error())
			return nil
		}
		f.run, f.view = msg.run, msg.view
		f.narrow()
		return f.wait()
	case !f.answers(taskFollow, msg.Stamp):
		return nil
	}
	f.end(taskFollow)
	if msg.err != nil {
		if !errors.Is(msg.err, context.Canceled) {
			f.host.Warn("cannot follow the transcript: " + cells.Sanitize(msg.err.Error()))
		}
		return f.wait()
	}
	was, selected := f.view, f.selectedPath()
	f.view = msg.view
	if msg.view.Replaced {
		f.host.Say("the transcript was replaced: read again from its beginning")
	}
	f.narrow()
	f.selectPath(selected)
	cmds := []tea.Cmd{f.wait(), f.services.Grown(was, f.view)}
	if f.timeline != nil {
		cmds = append(cmds, f.timeline.grown(f.view))
	}
	return tea.Batch(cmds...)
}

// selectedPath is the path of the selected file, "" for none. The places of files change as others come.
func (f *filesScreen) selectedPath() string {
	if i, ok := f.list.selected(); ok {
		return f.view.Coverage.Files[i].Path
	}
	return ""
}

// selectPath selects the file of a path, where it is in the list.
func (f *filesScreen) selectPath(path string) {
	at := slices.IndexFunc(f.list.order, func(i int) bool { return f.view.Coverage.Files[i].Path == path })
	if at >= 0 {
		f.list.at = at
	}
}

// followPause is how often a transcript is looked at where the system sends no change notifications, and where files
// beside it may have been written.
const followPause = 50 * time.Millisecond

// wait waits for what is recorded next, while the transcript is followed.
func (f *filesScreen) wait() tea.Cmd {
	if !f.services.Follow || f.run == nil {
		return nil
	}
	if f.watcher == nil {
		polls := f.services.Poll > 0
		pause := followPause
		if polls {
			pause = f.services.Poll
		}
		f.watcher = source.Watch(f.path, source.WatchOptions{Fast: pause, Slow: 10 * followPause, Poll: polls})
	}
	ctx, x := f.start(taskFollow)
	run, changed := f.run, f.watcher.C()
	return func() tea.Msg {
		select {
		case <-changed:
		case <-ctx.Done():
			return nil
		}
		view, err := run.Look(ctx)
		return runMsg{Stamp: x, view: view, err: err}
	}
}
