package solve

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"eyeline/reader/internal/textfile"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// File is the file that calls are about, with its line index, which may be nil.
type File struct {
	Bytes source.Bytes
	Index window.Index
}

// Lines are the wanted lines of a file, 1-based and inclusive.
type Lines struct {
	First, Last int64
	Start, End  int64 // half-open range of bytes, line ends included
	AtEnd       bool  // Last is the last line of the file
}

// Count returns the number of lines.
func (l Lines) Count() int64 { return l.Last - l.First + 1 }

// Locate returns the lines first to last, or as many as the file has. The error is window.ErrPastEnd if it has none of
// the wanted lines, ctx's, or that of reading.
func Locate(ctx context.Context, f File, first, last int64) (Lines, error) {
	first = max(first, 1)
	w, err := window.SliceOf(ctx, f.Bytes, f.Index, first, max(last-first+1, 1))
	if err != nil {
		return Lines{}, err
	}
	if w.First == 0 {
		return Lines{}, window.ErrPastEnd
	}
	return Lines{w.First, w.Last, w.Start, w.End, w.End == f.Bytes.Size()}, nil
}

// Cover compares the lines of a read with the wanted ones.
type Cover struct {
	Values tools.Values
	Window window.Window
	// First and Last are the lines that the read touches; 0 if there are no lines.
	First, Last int64
	// Outside is how many of its lines are not wanted, Missing how many wanted lines it lacks or has only in part.
	Outside, Missing int64
	// Given is how many of its arguments differ from their defaults.
	Given int
	// Capped: a block ends because of its cap.
	Capped bool
}

// Solution is how close a tool's reads in one mode come to the wanted lines.
type Solution struct {
	Calls Calls
	// Exact has exactly the wanted lines; nil if no call does.
	Exact *Cover
	// Above has all wanted lines and the fewest others, Below only wanted lines and as many as possible; nil if there
	// is no such call. If Exact is a block that ends at its cap, they are the closest blocks that do not; otherwise
	// they are only searched if Exact is nil.
	Above, Below *Cover
	// Why is why no call is exact; "" if one is.
	Why string
}

// Solve finds the arguments with which a tool returns the wanted lines, or comes closest: with the fewest other lines,
// then with the fewest arguments that differ from their defaults. Every call that it returns has been made. The error
// is ctx's or that of reading; refusals are in the Solution.
func Solve(ctx context.Context, f File, c Calls, wanted Lines) (Solution, error) {
	s := &solver{ctx: ctx, file: f, calls: c, wanted: wanted, out: Solution{Calls: c}}
	var err error
	if c.Place.Mode == tools.ModeBlock {
		err = s.block()
	} else {
		err = s.run()
	}

	if c := s.out.Exact; c != nil {
		s.out.Why = ""
		if !c.Capped {
			s.out.Above = nil
			s.out.Below = nil
		}
	}

	return s.out, err
}

// solver is the search for one Solution.
type solver struct {
	ctx    context.Context
	file   File
	calls  Calls
	wanted Lines
	out    Solution
}

// call makes a call and compares its lines. A refusal is a *tools.Error.
func (s *solver) call(v tools.Values) (*Cover, error) {
	w, err := s.calls.Window(s.ctx, v)
	if err != nil {
		return nil, err
	}

	c := &Cover{Values: v, Window: w, Given: s.calls.given(v)}
	if s.exact(c) {
		c.First = s.wanted.First
		c.Last = s.wanted.Last
		return c, nil
	}

	return c, s.compare(c)
}

// compare sets the line counts of a read.
func (s *solver) compare(c *Cover) error {
	c.Missing = s.wanted.Count()
	for _, run := range c.Window.Spans() {
		if run.Start == run.End {
			continue
		}

		first, last, err := s.linesOf(run)
		if err != nil {
			return err
		}

		c.First = cmp.Or(c.First, first)
		c.Last = last
		from := max(first, s.wanted.First)
		to := min(last, s.wanted.Last)
		inside := max(to-from+1, 0)
		c.Outside += last - first + 1 - inside

		// An incomplete line counts as missing.
		if inside > 0 && first >= s.wanted.First && !s.starts(run.Start) {
			inside--
		}
		if inside > 0 && last <= s.wanted.Last && !s.starts(run.End) {
			inside--
		}

		c.Missing -= inside
	}

	return nil
}

// starts reports whether a line begins at off, or the file ends there.
func (s *solver) starts(off int64) bool {
	if off == 0 || off == s.file.Bytes.Size() {
		return true
	}
	var p [1]byte
	_, err := source.ReadFull(s.file.Bytes, p[:], off-1)
	return err == nil && p[0] == '\n'
}

// linesOf returns the first and last line that a run touches.
func (s *solver) linesOf(run window.Run) (first, last int64, err error) {
	if run.First > 0 {
		return run.First, run.Last, nil
	}

	// Byte windows have no line numbers. They are near the wanted lines.
	between, err := textfile.CountLF(
		s.ctx, s.file.Bytes, min(run.Start, s.wanted.Start), max(run.Start, s.wanted.Start),
	)
	if err != nil {
		return 0, 0, err
	}
	if run.Start < s.wanted.Start {
		between = -between
	}

	n, err := textfile.CountLF(s.ctx, s.file.Bytes, run.Start, run.End-1)
	first = s.wanted.First + between
	return first, first + n, err
}

// exact reports whether a read has exactly the wanted bytes.
func (s *solver) exact(c *Cover) bool {
	return c.Window.Start == s.wanted.Start && c.Window.End == s.wanted.End && len(c.Window.Runs) < 2 &&
		c.Window.Kind != window.Outline && c.Window.Kind != window.Notice
}

// consider sets Above or Below to a read that is closer.
func (s *solver) consider(c *Cover) {
	hasLines := c != nil && c.Window.Kind != window.Outline && c.Window.Kind != window.Notice && c.First > 0
	if !hasLines {
		return
	}

	switch {
	case s.exact(c):
		if s.out.Exact == nil || c.Given < s.out.Exact.Given {
			s.out.Exact = c
		}
	case c.Missing == 0:
		if c.isNearerAbove(s.out.Above) {
			s.out.Above = c
		}
	case c.Outside == 0 && c.Missing < s.wanted.Count():
		if c.isNearerBelow(s.out.Below) {
			s.out.Below = c
		}
	}
}

// isNearerAbove reports whether of two covers that have all wanted lines c has fewer others; other may be nil.
func (c *Cover) isNearerAbove(other *Cover) bool {
	return other == nil || c.Outside < other.Outside || c.Outside == other.Outside && c.Given < other.Given
}

// isNearerBelow reports whether of two covers that have no other lines c lacks fewer of those wanted; other may be nil.
func (c *Cover) isNearerBelow(other *Cover) bool {
	return other == nil || c.Missing < other.Missing || c.Missing == other.Missing && c.Given < other.Given
}

// refusal returns the text of a tool's refusal; false for any other error.
func refusal(err error) (string, bool) {
	if e, ok := errors.AsType[*tools.Error](err); ok {
		return e.Text, true
	}
	return "", false
}

// lineWord describes a run of lines.
func lineWord(first, last int64) string {
	if first == last {
		return fmt.Sprintf("line %d", first)
	}
	return fmt.Sprintf("lines %d to %d", first, last)
}
