package text

import (
	"eyeline/tui/document"
	"eyeline/tui/jobs"
)

// A stream is read only some way ahead of what is looked at, so that its writer waits as with any pager. What needs the
// rest of it asks for all: going to the end, searching on, a filter without a full screen, following, and every tool.

// demand asks the document for as much as is needed now. It makes no system call.
func (a *Arrival) demand() {
	d := a.text.doc
	if d == nil {
		return
	}
	shown := d.Shown()
	if a.text.hex {
		shown = d.Raw()
	}
	end := int64(0)
	if lines := a.text.file.Lines(); len(lines) > 0 {
		if end = lines[len(lines)-1].End; end < 0 {
			end = shown.Size() // a line whose end has not been found
		}
	}
	if a.text.filter.Filter != nil && !a.text.hex && a.text.file.AtEnd() && !a.text.file.Loading() &&
		!a.text.jobs.Runs(jobs.Filter) {
		end = shown.Size() // what has arrived does not fill the screen
	}
	all := a.text.jobs.Any(func(r *jobs.Row) bool { return r.Whole })
	for _, s := range []*document.Side{d.Shown(), d.Raw()} {
		if s.Unpacks() {
			continue // see unpacking.go
		}
		if s == shown {
			s.Demand(end)
		}
		s.Rest(s == shown && all || s == d.Raw() && !a.text.toolOff)
	}
}
