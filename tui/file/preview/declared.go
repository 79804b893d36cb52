package preview

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/outline"
	"eyeline/reader/window"
	"eyeline/tui/file/blockreasons"
	"eyeline/tui/file/modelline"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
)

// An agent reads a block to get a declaration, so the model line says of each block whether it has all of the one
// around its anchor.

// FindDeclared looks in the background for the declaration around the anchor of the block that is shown, where it is
// not known yet.
func (p *Preview) FindDeclared() tea.Cmd {
	p.jobs.End(jobs.Declared)
	r := p.Reading
	if !r.HasOutput() || r.declared != nil || r.Recorded != nil || r.Window.Kind != window.Block ||
		r.Window.First == 0 || p.raw() != p.text.Doc.Shown() {
		return nil
	}

	name := p.text.Doc.Name()
	view := p.raw().Bytes()
	anchor := r.Window.Anchor
	lines := p.raw().Lines()
	return jobs.Try(p.jobs, jobs.Declared, func(ctx context.Context) (found declarationFound, err error) {
		found.of, _, err = outline.Around(ctx, name, view, anchor)
		if d := found.of; err == nil && d != nil && d.First < d.Begins {
			found.decorated, err = d.Decorated(ctx, view, lines)
		}
		return found, err
	}, func(found declarationFound, err error) tea.Cmd {
		if err == nil && p.Reading == r {
			r.declaredBy(found.of, found.decorated)
		}
		return nil
	})
}

// declarationFound is the declaration around an anchor, nil without one.
type declarationFound struct {
	of        *outline.Declaration
	decorated bool // not only comments stand above it
}

// Declared says whether the block has all of the declaration around its anchor, and if not, which keys may get it.
func (p *Preview) Declared() modelline.Declared {
	r := p.Reading
	if r == nil || r.declared == nil {
		return modelline.Declared{}
	}

	d := r.declared
	key := p.program.KeyName
	name := cells.Sanitize(d.Name())
	line := func(n int64) string { return "(L" + humanize.Group(n) + ")" }
	lacks := d.Without(r.Window.First, r.Window.Last)
	switch {
	case lacks == (outline.Missing{Above: true}):
		keys := p.exactly()
		flag := r.Req.Block().Header // takes comments, and no decorators
		if flag != "" && r.Req.Values()[flag] == false && !r.decorated {
			keys = humanize.When(p.hasKeyWords(), key(keymap.Header)+" adds it")
		}
		verdict := blockreasons.Verdict(d, r.Window.First, r.Window.Last)
		return modelline.Declared{Text: name + ": " + verdict + humanize.When(keys != "", " · "+keys)}
	case lacks.Head:
		keys := fmt.Sprintf(" · %s or %s", key(keymap.Larger), key(keymap.Anchor))
		return modelline.Declared{Text: "without its declaration " + line(d.Begins) + keys, Lacks: true}
	case lacks.End:
		return modelline.Declared{Text: name + " without its end " + line(d.Last), Lacks: true}
	}

	text := name + ": " + blockreasons.Verdict(d, r.Window.First, r.Window.Last)
	if keys := p.exactly(); keys != "" && (r.Window.First < d.First || r.Window.Last > d.Last) {
		text += " · " + keys
	}
	return modelline.Declared{Text: text}
}

// AtDeclaration reports whether the cursor is in the declaration around the anchor of the block, or that is not known
// yet.
func (p *Preview) AtDeclaration() bool {
	if r := p.Reading; r == nil || r.declared == nil {
		return p.jobs.Runs(jobs.Read) || p.jobs.Runs(jobs.Declared)
	}
	cursor, ok := p.text.File.CursorLine()
	d := p.Reading.declared
	return ok && cursor.Number >= d.First && cursor.Number <= d.Last
}

// hasKeyWords reports whether the row has room to say what a key does about a declaration. Where it has not, the keys
// in the last row say it alone.
func (p *Preview) hasKeyWords() bool {
	return p.program.Width() >= 100 // cells
}

// exactly names the key that finds the read of a declaration alone; "" where that key is about another one, since the
// cursor is elsewhere.
func (p *Preview) exactly() string {
	if !p.AtDeclaration() || !p.hasKeyWords() {
		return ""
	}
	return p.program.KeyName(keymap.Solve) + " exactly it"
}
