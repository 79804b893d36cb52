package tui

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/loss"
	"eyeline/reader/tools"
	"eyeline/tui/jobs"
	"eyeline/tui/pane"
)

// From loss to loss: the places of the window where the model does not get what is in the file.

// foundLoss is the next or the previous loss.
type foundLoss struct {
	loss loss.Loss
	line int64
	// args are the arguments of a call of this tool that gives what is lost; nil when there is none.
	args []byte
	ok   bool
}

// noWindow says why there is no window to move in; "" when there is one.
func (m *Model) noWindow() string {
	switch r := m.reading; {
	case r == nil:
		return "the window is still being read"
	case r.out == nil:
		return "there is no window: the tool refused"
	case len(r.win.Spans()) == 0:
		return "no part of the file is given"
	}
	return ""
}

// stepLoss goes to the n-th next loss, or back when n is negative, and says how much is lost there and whether another call gives
// it.
func (m *Model) stepLoss(n int64) tea.Cmd {
	l, ok := m.file.CursorLine()
	if !ok {
		return nil
	}
	from := l.Off
	if at := m.lossAt; at > 0 && (at-1 == l.Off || at > l.Off && (l.End < 0 || at <= l.End)) {
		from = at - 1 // that one was gone to
		if n > 0 {
			from++
		}
	}
	r := m.reading
	view, lines, tool := m.doc.Raw().Bytes(), m.doc.Raw().Lines(), r.req.Tool()
	env, file := m.env(tool, false), m.doc.Argument(tool)
	return jobs.Try(m.jobs, jobs.Loss, func(ctx context.Context) (found foundLoss, err error) {
		reading, err := loss.Of(ctx, view, r.win, r.stats)
		left := n
		for ; err == nil && left > 0; left-- {
			if found.loss, found.ok, err = reading.Next(ctx, from); !found.ok {
				break
			}
			from = found.loss.Start + 1
		}
		for ; err == nil && left < 0; left++ {
			if found.loss, found.ok, err = reading.Prev(ctx, from); !found.ok {
				break
			}
			from = found.loss.Start
		}
		if err == nil && found.ok {
			found.line, err = lineAt(ctx, view, lines, found.loss.Start)
		}
		if err == nil && found.ok && found.loss.Bytes() > 0 {
			found.args, err = regained(ctx, tool, env, file, found.loss, found.line)
		}
		return found, err
	}, func(found foundLoss, err error) tea.Cmd { return m.showLoss(n, found, err) })
}

// showLoss goes to the loss that was found in the direction of n.
func (m *Model) showLoss(n int64, found foundLoss, err error) tea.Cmd {
	switch {
	case err != nil:
		m.warn("cannot look for losses: " + plain(err.Error()))
		return nil
	case !found.ok && n > 0:
		m.say("no further loss in the window")
		return nil
	case !found.ok:
		m.say("no earlier loss in the window")
		return nil
	}
	m.lossAt = found.loss.Start + 1
	m.say(m.lossWords(found))
	arranged := m.showFile()
	before := m.file.Cursor()
	m.filter.left = true
	m.pauseTail()
	cmd := m.file.Do(pane.ToBytes(found.loss.Start, found.loss.Start+1, pane.Middle))
	return tea.Batch(arranged, cmd, m.cursorMoved(before), m.colour())
}

// regained is the arguments of a call that gives what is lost; nil when there is none.
func regained(ctx context.Context, t *tools.Tool, env tools.Env, file string, l loss.Loss, line int64) ([]byte, error) {
	if l.Kind == loss.Cut {
		line = l.Line // as the tool counts
	}
	args, ok, err := loss.Regained(ctx, t, env, file, l, line)
	if !ok {
		return nil, err
	}
	return args, err
}

// alteredWords says of an alteration what is not shown as it is, without a number.
var alteredWords = map[tools.Alteration]string{
	tools.DroppedCR: "\\r not shown", tools.NormalizedCR: "line end altered", tools.ExpandedTab: "tab shown as spaces",
	tools.DroppedBOM: "byte-order mark not shown", tools.TrimmedBlanks: "blanks not shown", tools.EscapedCR: "\\r shown as \\ and r",
	tools.RemovedData: "data URI not shown",
}

// lossWords says what is lost at a place, how much, and whether another call gives it.
func (m *Model) lossWords(found foundLoss) string {
	l := found.loss
	where, bytes := "L"+group(found.line)+": ", count(l.Bytes(), "byte")
	what := ""
	switch l.Kind {
	case loss.Cut:
		what = bytes + " cut off"
	case loss.Hole:
		what = bytes + " left out from here on"
	case loss.Replaced:
		what = bytes + " → U+FFFD"
	case loss.Altered:
		what = alteredWords[l.Alteration] + ", " + bytes
	case loss.HiddenRune:
		return where + "the model gets what is hidden here: " + l.Name
	}
	if found.args != nil {
		return where + what + fmt.Sprintf("; this call gives it: %s", plain(string(found.args)))
	}
	return where + what + "; no call of " + m.reading.req.ToolName() + " gives it"
}

// gotoWindowEnd goes to the window's first line, or to its last one.
func (m *Model) gotoWindowEnd(last bool) tea.Cmd {
	m.keepPlace()
	r := m.reading
	runs := r.stats.Runs
	if m.active() == &m.output {
		if len(runs) == 0 {
			return nil
		}
		line := runs[0].Content
		if end := runs[len(runs)-1]; last {
			line = end.Content + max(end.Lines-1, 0)
		}
		return m.moveActive(pane.ToFound(r.placeOf(line), pane.Middle))
	}
	off := r.win.Start
	if last {
		off = max(r.win.End-1, r.win.Start)
	}
	if m.doc.Decoded() && !m.hex {
		lines := r.firstLine
		if last {
			lines += r.given().Lines() - 1
		}
		return m.moveActive(m.toLine(max(lines, 1), pane.Middle))
	}
	return m.moveActive(pane.To(off, pane.Middle))
}
