package preview

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/lineindex"
	"eyeline/reader/loss"
	"eyeline/reader/source"
	"eyeline/tui/file/filepages"
	"eyeline/tui/file/modelline"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/textview"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
)

// lossesPart steps from place to place where the model does not get what is in the file.
type lossesPart struct {
	*base
	lastAt  int64               // one more than the offset of the loss that was gone to last; 0 for none
	lastOf  toolrequest.Request // whose loss that is
	message string              // what was said of it, while the file pane is on the way there
}

// foundLoss is a loss that a step has led to.
type foundLoss struct {
	loss loss.Loss
	line int64
	// args are the arguments of a call of the same tool that gives what is lost; nil without one.
	args json.RawMessage
	ok   bool
}

// Step goes to the n-th next loss, or back where n is negative, and says how much is lost there and whether another
// call gives it.
func (l *lossesPart) Step(n int64) tea.Cmd {
	line, ok := l.text.File.CursorLine()
	if !ok {
		return nil
	}

	from := l.from(line, n)
	r := l.Reading

	// The cursor may be within a loss that began further up: then that one comes first.
	inside := n > 0 && from == line.Off && !r.Window.Covers(from)
	var onward json.RawMessage
	if r.readsOn() {
		onward = r.NextArgs
	}

	view := l.raw().Bytes()
	lines := l.raw().Lines()
	tool := r.Req.Tool()
	env := l.Env(tool)
	file := l.text.Doc.Argument(tool)
	return jobs.Try(l.jobs, jobs.Loss, func(ctx context.Context) (found foundLoss, err error) {
		reading, err := loss.Of(ctx, view, r.Window, r.Stats)
		if err == nil {
			found.loss, found.ok, err = stepped(ctx, reading, from, n, inside)
		}
		if err != nil || !found.ok {
			return found, err
		}

		found.line, err = LineAt(ctx, view, lines, found.loss.Start)
		switch {
		case found.loss.Kind == loss.Rest:
			found.args = onward
		case err == nil && found.loss.Bytes() > 0:
			lost := found.loss
			if lost.Kind != loss.Cut {
				lost.Line = found.line
			}
			found.args, _, err = loss.RecoveringCall(ctx, tool, env, file, lost, false)
		}

		return found, err
	}, func(found foundLoss, err error) tea.Cmd { return l.show(n, found, err) })
}

// stepped returns the n-th loss after an offset, or before it where n is negative. With inside a loss around the offset
// counts as the first one. ok is false where there are fewer losses; l is then the zero value.
func stepped(ctx context.Context, r loss.Reading, from, n int64, inside bool) (l loss.Loss, ok bool, err error) {
	if inside {
		if l, ok, err = r.Prev(ctx, from); err != nil {
			return l, ok, err
		}
		if ok && l.End > from {
			from = l.Start + 1
			n--
		}
	}

	step := r.Next
	past := int64(1)
	if n < 0 {
		step = r.Prev
		past = 0
	}

	for range max(n, -n) {
		l, ok, err = step(ctx, from)
		if !ok || err != nil {
			return l, ok, err
		}
		from = l.Start + past
	}

	return l, ok, nil
}

// from returns the offset at which to start looking in the direction of n: the beginning of the cursor's line, or just
// past the last loss if that is in this line.
func (l *lossesPart) from(line filepages.Unit, n int64) int64 {
	switch {
	case !l.isIn(line):
		return line.Off
	case n > 0:
		return l.lastAt
	default:
		return l.lastAt - 1
	}
}

// isIn reports whether the loss that the last step led to is in a line, and of the block that is still shown.
func (l *lossesPart) isIn(line filepages.Unit) bool {
	at := l.lastAt - 1
	if !l.IsWalk() && !l.lastOf.Equal(l.Request) {
		return false
	}
	return at >= 0 && (at == line.Off || at > line.Off && (line.End < 0 || at < line.End))
}

// KeepsBlock reports whether the block must not follow the cursor, because the cursor is at a loss of that block.
func (l *lossesPart) KeepsBlock() bool {
	line, ok := l.text.File.CursorLine()
	return ok && !l.IsWalk() && l.isIn(line)
}

// show moves the panes to the loss that was found in the direction of n.
func (l *lossesPart) show(n int64, found foundLoss, err error) tea.Cmd {
	switch {
	case err != nil:
		return l.program.Warn("cannot look for losses: " + cells.Sanitize(err.Error()))
	case !found.ok:
		way := humanize.Either(n > 0, "further", "earlier")
		return l.program.Say("no " + way + " loss in this " + l.beyond())
	}

	l.lastAt = found.loss.Start + 1
	l.lastOf = l.Request
	text := l.text
	cmd := text.JumpTo(pane.ToBytes(found.loss.Start, found.loss.Start+1, pane.Middle).UndoSideways())

	line, ok := l.Reading.ContentLine(found.line)
	if ok && l.showing.MovesOutput() {
		there := pane.ToFound(l.Reading.PlaceOf(line), pane.Top)
		l.events.Send(textview.Jump{Move: there})
	}

	l.message = l.words(found)
	l.Arrived()
	return cmd
}

// Arrived shows the message about a loss once the file pane has come to it. Where the pane had to scroll sideways it
// names the key that scrolls back.
func (l *lossesPart) Arrived() {
	if l.message == "" || l.text.File.Awaited() {
		return
	}
	back := " · " + l.program.KeyName(keymap.LineStart) + " back"
	shifted := l.text.File.Shifted() && !l.showing.MovesOutput()
	l.program.Say(l.message + humanize.When(shifted, back))
	l.message = ""
}

// beyond names the read in which there is no further loss, with what lies outside of it and the keys that lead there.
func (l *lossesPart) beyond() string {
	p := l.base
	key := l.program.KeyName
	first := l.Reading.Window.First
	said := "call"
	switch {
	case !p.IsWalk():
		return "block" + humanize.When(p.GivenNow().Unsent.Bytes > 0, "; what is around it is not sent")
	case p.Reading.Continues():
		said += " · " + key(keymap.NextWindow) + " on"
	}

	if len(p.earlier) > 0 {
		first = p.earlier[0].Window.First
	}
	if first > 1 {
		return said + " · " + humanize.Lines(1, first-1) + " not sent · " + key(keymap.PrevWindow) + " back"
	}

	return said + " · " + key(keymap.Walk) + " all calls"
}

// words says what is lost at a place, how much, and whether another call gives it.
func (l *lossesPart) words(found foundLoss) string {
	lost := found.loss
	where := "L" + humanize.Group(found.line) + ": "
	bytes := humanize.Count(lost.Bytes(), "byte")
	what := ""
	switch lost.Kind {
	case loss.Cut:
		what = bytes + " cut off"
	case loss.Hole:
		what = bytes + " left out here"
	case loss.Rest:
		what = "the read ends here: " + humanize.Size(lost.Bytes()) + " not sent"
		if found.args == nil {
			return where + what + "; no call reads on"
		}
		return where + what + "; " + l.program.KeyName(keymap.NextWindow) + " reads on"
	case loss.Replaced:
		what = bytes + " → U+FFFD"
	case loss.Altered:
		what = modelline.Altered(lost.Alteration, 1) + ", " + bytes
	case loss.HiddenRune:
		return where + "the model gets what is hidden here: " + lost.Name
	}

	hole := lost.Kind == loss.Hole
	if found.args != nil { // of a hole it gives the beginning, perhaps no more
		gives := humanize.Either(hole, "reads on there", "gives it")
		said := where + what + fmt.Sprintf("; a call %s, %s lists it", gives, l.program.KeyName(keymap.Walk))
		const wide = 100 // cells of a row that has room for its arguments
		if l.program.Width() < wide {
			return said
		}
		return said + ": " + cells.Sanitize(string(found.args))
	}

	// The seam of a hole that the next calls fill for the most part says "not sent yet".
	it := humanize.Either(hole && l.Reading.restFollows, "all of it", "it")
	return where + what + "; no call gives " + it
}

// LineAt returns the 1-based number of the line that contains the byte at off. Behind what the index has counted so far
// it reads the file.
func LineAt(ctx context.Context, b source.Bytes, index *lineindex.Snapshot, off int64) (int64, error) {
	n, err := index.LineAt(ctx, b, off)
	if !errors.Is(err, lineindex.ErrNotCovered) {
		return n, err
	}
	n, err = lineindex.EndsBefore(ctx, b, off)
	return n + 1, err
}
