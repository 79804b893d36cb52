package solve

import (
	"fmt"
	"sort"

	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// most is a size greater than any number of lines, to find the number of a line.
const most = 1 << 50

// run solves for slices and byte windows, whose arguments are a start and a size.
func (s *solver) run() error {
	p := s.calls.Place
	w := s.wanted
	from := w.First
	size := w.Count()
	if p.Mode == tools.ModeBytes {
		from = w.Start
		size = w.End - w.Start
	}

	if err := s.fewer(from, size); err != nil || s.out.Exact != nil {
		return err
	}
	if !p.Movable() || !p.Sizable() {
		return s.unplaced()
	}
	return s.placed(from, size)
}

// fewer tries calls that omit the start or the size, the fewest arguments first, if they can be exact.
func (s *solver) fewer(from, size int64) error {
	p := s.calls.Place
	w := s.wanted
	atFirst := w.First == 1
	atEnd := w.AtEnd || size == p.Size0
	if p.Mode == tools.ModeBytes {
		atEnd = w.AtEnd || size <= p.Size0
	}

	for _, try := range []struct{ at, size, could bool }{
		{false, false, atFirst && atEnd},
		{false, true, atFirst && p.Sizable()},
		{true, false, atEnd && p.Movable()},
	} {
		if !try.could {
			continue
		}

		c, err := s.call(s.values(try.at, try.size, from, size))
		if _, refused := refusal(err); err != nil && !refused {
			return err
		}
		s.consider(c)
		if s.out.Exact != nil {
			return nil
		}
	}

	return nil
}

// values returns the arguments of a slice or byte window: the start if at is set, the size if sized is.
func (s *solver) values(at, sized bool, from, size int64) tools.Values {
	p := s.calls.Place
	v := tools.Values{}
	if at || p.Last != "" {
		p.SetStart(v, from)
	}

	if sized {
		p.SetCount(v, size)
	} else if p.Last != "" {
		delete(v, p.Last)
	}

	if !at {
		delete(v, p.At)
	}
	return v
}

// unplaced tries the calls of a tool that lacks arguments for start and size.
func (s *solver) unplaced() error {
	for _, at := range []bool{false, true} {
		if at && !s.calls.Place.Movable() {
			break
		}

		c, err := s.call(s.values(at, false, s.wanted.First, 0))
		if err := s.outOfReach(err); err != nil {
			return err
		}

		s.consider(c)
	}

	if s.out.Why == "" {
		s.out.Why = "the tool has no argument for which lines to give"
	}

	return nil
}

// placed tries the read of exactly the wanted range, and adjusts it if the tool counts lines in another way, returns
// less in one call, or refuses the size.
func (s *solver) placed(from, size int64) error {
	c, err := s.call(s.values(true, true, from, size))
	if err != nil {
		if err = s.outOfReach(err); err == nil {
			err = s.smaller(from, size)
		}
		return err
	}

	s.consider(c)
	if s.out.Exact != nil {
		return nil
	}

	if c.Window.Renumbered == 0 {
		s.out.Why = s.why(c)
		return nil
	}

	return s.renumbered(c, from, size)
}

// renumbered finds the tool's own numbers of the wanted lines, which are greater if it has more line ends than '\n'.
func (s *solver) renumbered(c *Cover, from, size int64) (err error) {
	if c.Window.Start < s.wanted.Start {
		if from, err = s.search(from, func(n int64) tools.Values { return s.values(true, true, n, size) },
			func(w window.Window) bool { return w.Start >= s.wanted.Start }); err != nil {
			return err
		}
	}

	if size, err = s.search(size-1, func(n int64) tools.Values { return s.values(true, true, from, n) },
		func(w window.Window) bool { return w.End >= s.wanted.End }); err != nil {
		return err
	}
	if c, err = s.call(s.values(true, true, from, size)); err != nil {
		return s.outOfReach(err)
	}

	s.consider(c)
	if s.out.Exact == nil {
		s.out.Why = s.why(c)
		return nil
	}

	return s.fewer(from, size)
}

// outOfReach records a refusal as the reason why nothing is exact.
func (s *solver) outOfReach(err error) error {
	if text, refused := refusal(err); refused {
		s.out.Why = text
		return nil
	}
	return err
}

// search returns the least number above n whose window is as wanted, which must be monotonic; n if there is no such
// number. A refusal counts as wanted, since it is for numbers past the end of the file.
func (s *solver) search(n int64, values func(int64) tools.Values, wanted func(window.Window) bool) (int64, error) {
	var failed error
	is := func(n int64) bool {
		w, err := s.calls.Window(s.ctx, values(n))
		if _, refused := refusal(err); refused {
			return true
		}

		if err != nil {
			failed = err
			return true
		}

		return wanted(w)
	}

	step := int64(1)
	for !is(n+step) && step < most {
		step *= 2
	}

	if failed != nil || step >= most {
		return n, failed
	}

	at := n + 1 + int64(sort.Search(int(step)-1, func(k int) bool { return is(n + 1 + int64(k)) }))
	return at, failed
}

// smaller finds the largest read from the first wanted line on that the tool does not refuse.
func (s *solver) smaller(from, size int64) error {
	var failed error
	refuses := func(n int64) bool {
		_, err := s.calls.Window(s.ctx, s.values(true, true, from, n))
		if _, refused := refusal(err); !refused && err != nil {
			failed = err
		}
		return err != nil
	}

	if refuses(1) {
		return failed
	}

	n := 1 + int64(sort.Search(int(size-1), func(k int) bool { return refuses(int64(k) + 2) }))
	if failed != nil {
		return failed
	}

	c, err := s.call(s.values(true, true, from, n))
	if err != nil {
		return s.outOfReach(err)
	}

	s.consider(c)
	return nil
}

// why returns why the read of the wanted range has other lines.
func (s *solver) why(c *Cover) string {
	w := c.Window
	switch {
	case w.Kind == window.Notice:
		return "the tool gives a notice instead of the content"
	case w.Kind == window.Outline:
		return "the tool gives an outline instead of the content"
	case len(w.Runs) > 1:
		return "the tool cuts the middle out of an answer of this size"
	case w.Start == s.wanted.Start && w.End < s.wanted.End:
		return fmt.Sprintf("one call gives less: %s", s.calls.Tool.Limits())
	case w.Renumbered > 0:
		return fmt.Sprintf("from line %d on the tool divides lines otherwise", w.Renumbered)
	case w.Partial:
		return "the lines are longer than a window can be"
	}

	return fmt.Sprintf("the tool gives %s for them", lineWord(c.First, c.Last))
}
