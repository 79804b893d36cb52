package tui

import "eyeline/reader/source"

// A stream is read only some way ahead of what is looked at, so that its writer waits as with any pager. What needs the
// rest of it asks for all: going to the end, searching on, a filter without a full screen, following, and every tool.

// demand asks the document for as much as is needed now. It makes no system call.
func (m *Model) demand() {
	d := m.doc
	if d == nil {
		return
	}
	shown := d.shown
	if m.hex {
		shown = d.raw
	}
	end := int64(0)
	if lines := m.file.Lines(); len(lines) > 0 {
		if end = lines[len(lines)-1].End; end < 0 {
			end = shown.snap.Size // a line whose end has not been found
		}
	}
	if m.filter.filter != nil && !m.hex && m.file.AtEnd() && !m.file.Loading() && !m.jobs.runs(jobFilter) {
		end = shown.snap.Size // what has arrived does not fill the screen
	}
	all := m.jobs.any(func(r *jobRow) bool { return r.whole })
	for _, s := range []*side{d.shown, d.raw} {
		src, ok := s.src.(source.Demanding)
		if !ok || s.part != nil {
			continue // or a packed file, see unpacking.go
		}
		if s == shown {
			src.Demand(end)
		}
		src.Rest(s == shown && all || s == d.raw && !m.toolOff)
	}
}
