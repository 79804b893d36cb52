package file

import (
	"eyeline/tui/bar"
)

// Position is where the screen is in the file.
func (b *Bars) Position() bar.Position {
	p := b.screen.moves.Active()
	size := p.Text().Size()
	if size == 0 {
		return bar.Position{}
	}
	at := bar.Position{Shown: true, Follow: b.screen.text.Arrival().TailWords(), Marked: b.screen.text.Marking().MarkedWords(), Matches: b.screen.text.Search().MatchWords(), Filter: b.screen.text.Filter().FilterWords(), Percent: int(100 * float64(p.Cursor()) / float64(size))}
	if lines := p.Lines(); len(lines) > 0 && p.AtEnd() && lines[len(lines)-1].Off == p.Cursor() {
		at.Percent = 100
	}
	if p == b.screen.text.File() && b.screen.text.Doc().Shown().Partly() && !b.screen.text.Hex() {
		part, _ := b.screen.text.Doc().Unpacked()
		at.Percent = int(float64(at.Percent) * part)
		return at
	}
	if b.screen.text.ToolOff() {
		b.screen.bars.pagerPosition(&at, size)
	}
	return at
}
