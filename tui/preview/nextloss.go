package preview

import (
	"context"
	"errors"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/lineindex"
	"eyeline/reader/loss"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/tui/cells"
	"eyeline/tui/humanize"
	"eyeline/tui/jobs"
	"eyeline/tui/pane"
)

// lossesPart are the places of the window where the model does not get what is in the file.
type lossesPart struct {
	preview *Preview
	at      int64 // one more than the offset of the loss that was gone to last; 0 for none
}

// foundLoss is the next or the previous loss.
type foundLoss struct {
	loss loss.Loss
	line int64
	// args are the arguments of a call of this tool that gives what is lost; nil when there is none.
	args []byte
	ok   bool
}

// Step goes to the n-th next loss, or back when n is negative, and says how much is lost there and whether another call
// gives it.
func (l *lossesPart) Step(n int64) tea.Cmd {
	line, ok := l.preview.text.File().CursorLine()
	if !ok {
		return nil
	}
	from := line.Off
	if at := l.at; at > 0 && (at-1 == line.Off || at > line.Off && (line.End < 0 || at <= line.End)) {
		from = at - 1 // that one was gone to
		if n > 0 {
			from++
		}
	}
	r := l.preview.reading
	view, lines, tool := l.preview.text.Doc().Raw().Bytes(), l.preview.text.Doc().Raw().Lines(), r.Req.Tool()
	env, file := l.preview.Env(tool, false), l.preview.text.Doc().Argument(tool)
	return jobs.Try(l.preview.jobs, jobs.Loss, func(ctx context.Context) (found foundLoss, err error) {
		reading, err := loss.Of(ctx, view, r.Win, r.Stats)
		if err != nil {
			return found, err
		}
		step, past := reading.Next, int64(1)
		if n < 0 {
			step, past = reading.Prev, 0
		}
		for range max(n, -n) {
			if found.loss, found.ok, err = step(ctx, from); !found.ok || err != nil {
				return found, err
			}
			from = found.loss.Start + past
		}
		found.line, err = LineAt(ctx, view, lines, found.loss.Start)
		switch {
		case found.loss.Kind == loss.Rest:
			found.args = r.next
		case err == nil && found.loss.Bytes() > 0:
			found.args, err = regained(ctx, tool, env, file, found.loss, found.line)
		}
		return found, err
	}, func(found foundLoss, err error) tea.Cmd { return l.show(n, found, err) })
}

// show goes to the loss that was found in the direction of n.
func (l *lossesPart) show(n int64, found foundLoss, err error) tea.Cmd {
	switch {
	case err != nil:
		return l.preview.desk.Warn("cannot look for losses: " + cells.Sanitize(err.Error()))
	case !found.ok && n > 0:
		return l.preview.desk.Say("no further loss in the window")
	case !found.ok:
		return l.preview.desk.Say("no earlier loss in the window")
	}
	l.at = found.loss.Start + 1
	l.preview.desk.Say(l.words(found))
	arranged := l.preview.host.ShowFile()
	before := l.preview.text.File().Cursor()
	l.preview.text.Filter().Left = true
	l.preview.text.Arrival().PauseTail()
	cmd := l.preview.text.File().Do(pane.ToBytes(found.loss.Start, found.loss.Start+1, pane.Middle))
	return tea.Batch(arranged, cmd, l.preview.host.CursorMoved(before), l.preview.host.Colour())
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
	tools.DroppedBOM: "byte-order mark not shown", tools.TrimmedBlanks: "blanks not shown",
	tools.EscapedCR:   "\\r shown as \\ and r",
	tools.RemovedData: "data URI not shown",
}

// words says what is lost at a place, how much, and whether another call gives it.
func (l *lossesPart) words(found foundLoss) string {
	lost := found.loss
	where, bytes := "L"+humanize.Group(found.line)+": ", humanize.Count(lost.Bytes(), "byte")
	what := ""
	switch lost.Kind {
	case loss.Cut:
		what = bytes + " cut off"
	case loss.Hole:
		what = bytes + " left out from here on"
	case loss.Rest:
		what = "the read ends here: " + humanize.Size(lost.Bytes()) + " not sent"
		if found.args == nil {
			return where + what + "; no call of " + l.preview.reading.Req.ToolName() + " reads on"
		}
		return where + what + "; " + l.preview.desk.KeyName(keymap.NextWindow) + " reads on"
	case loss.Replaced:
		what = bytes + " → U+FFFD"
	case loss.Altered:
		what = alteredWords[lost.Alteration] + ", " + bytes
	case loss.HiddenRune:
		return where + "the model gets what is hidden here: " + lost.Name
	}
	if found.args != nil {
		return where + what + fmt.Sprintf("; this call gives it: %s", cells.Sanitize(string(found.args)))
	}
	return where + what + "; no call of " + l.preview.reading.Req.ToolName() + " gives it"
}

// LineAt is the 1-based number of the line that contains the byte at off, counted as far as the index does not reach.
func LineAt(ctx context.Context, b source.Bytes, index *lineindex.Snapshot, off int64) (int64, error) {
	n, err := index.LineAt(ctx, b, off)
	if !errors.Is(err, lineindex.ErrNotCovered) {
		return n, err
	}
	n, err = lineindex.EndsBefore(ctx, b, off)
	return n + 1, err
}
