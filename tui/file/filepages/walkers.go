package filepages

// walker steps from unit to unit. Starts are offsets of units.
type walker interface {
	at(off int64) (start int64, err error)
	after(start int64) (next int64, ok bool, err error)
	before(start int64) (prev int64, ok bool, err error)
	unit(start int64) (Unit, error)
}

// newWalker returns the walker for what the request asks for.
func (l *loader) newWalker() walker {
	switch {
	case l.req.Stride > 0:
		return strides{l}
	case l.req.Only != nil:
		return filteredUnits{units{l}}
	}
	return units{l}
}

// units steps over all units.
type units struct{ *loader }

func (u units) at(off int64) (int64, error) { return u.unitStart(off) }

func (u units) after(start int64) (int64, bool, error) {
	end, _, err := u.unitEnd(start)
	return end, err == nil && end >= 0 && end < u.size, err
}

func (u units) before(start int64) (int64, bool, error) {
	if start <= 0 {
		return 0, false, nil
	}
	prev, err := u.unitStart(start - 1)
	return prev, err == nil, err
}

func (u units) unit(start int64) (Unit, error) { return u.line(start) }

// strides steps over runs of bytes of one length.
type strides struct{ *loader }

func (s strides) at(off int64) (int64, error) { return off - off%int64(s.req.Stride), nil }

func (s strides) after(start int64) (int64, bool, error) {
	stride := int64(s.req.Stride)
	return start + stride, s.size-start > stride, nil
}

func (s strides) before(start int64) (int64, bool, error) {
	return start - int64(s.req.Stride), start > 0, nil
}

func (s strides) unit(start int64) (Unit, error) {
	end := start + min(int64(s.req.Stride), s.size-start)
	head, err := s.copyOf(start, end)
	return Unit{Off: start, End: end, Head: head, Whole: true}, err
}

// filteredUnits steps over the units of the lines that a filter lets through.
type filteredUnits struct{ units }

func (f filteredUnits) at(off int64) (int64, error) {
	i := f.req.Only.Search(off + 1)
	if i == 0 {
		return f.req.Only.At(0), nil
	}

	line := f.req.Only.At(i - 1)
	start, err := f.unitStart(off)
	if err != nil {
		return 0, err
	}

	if end, err := f.lineEnd(line); err != nil || (end >= 0 && start >= end) {
		// The offset lies in a line that is left out: take the next one let through, or the last.
		if i < f.req.Only.Len() {
			return f.req.Only.At(i), err
		}
		return line, err
	}

	return start, nil
}

func (f filteredUnits) after(start int64) (int64, bool, error) {
	end, more, err := f.unitEnd(start)
	if err != nil || end < 0 {
		return 0, false, err
	}
	if more {
		return end, true, nil
	}

	i := f.req.Only.Search(end)
	if i >= f.req.Only.Len() {
		return 0, false, nil
	}

	return f.req.Only.At(i), true, nil
}

func (f filteredUnits) before(start int64) (int64, bool, error) {
	i := f.req.Only.Search(start)
	if i < f.req.Only.Len() && f.req.Only.At(i) == start {
		if i == 0 {
			return 0, false, nil
		}

		end, err := f.lineEnd(f.req.Only.At(i - 1))
		if err != nil || end < 0 {
			return f.req.Only.At(i - 1), err == nil, err
		}

		prev, err := f.unitStart(end - 1)
		return prev, err == nil, err
	}

	return f.units.before(start)
}
