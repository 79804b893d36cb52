package tui

import (
	"math"
	"testing"

	"eyeline/tui/kit/jobs"
)

// A count before ] goes on as many windows as there are, and no further.
func TestACountOfWindowsEndsAtTheLast(t *testing.T) {
	t.Parallel()
	path := written(t, "f.txt", numbered(9000))
	onScreen(t, path, 80, 24, nil, func(s *screen) {
		s.keys("3", "]")
		s.has("from 6001", "1,000 of 9,000 lines not sent")
		s.keys("9", "9", "9", "9", "9", "9", "9", "9", "9", "]")
		s.has("from 8001", "all 9,000 lines sent in 5 calls · this one ≈", "this is the last window")
		s.keys("2", "[")
		s.has("from 4001", "3,000 of 9,000 lines not sent")
	})
}

// A limit as large as numbers get is neither changed by + nor made negative.
func TestTheLargestLimitStays(t *testing.T) {
	t.Parallel()
	path := written(t, "f.txt", numbered(100))
	onScreen(t, path, 80, 24, func(o *Options) { o.Request = o.Request.Sized(math.MaxInt64) }, func(s *screen) {
		s.keys("+")
		s.has("the window is as large as it gets")
		s.keys("2", "0", "0", "+")
		s.has("limit 9223372036854775807", "· L1–L100")
		s.keys("[")
		s.has("this is the first window")
	})
}

// A count too large for any file goes as far as the file does.
func TestAHugeCountGoesToTheEnd(t *testing.T) {
	t.Parallel()
	path := written(t, "f.txt", numbered(500))
	onScreen(t, path, 80, 22, nil, func(s *screen) {
		s.keys("type:900000000000000000", "f")
		if l, ok := s.m.file.Text.File.CursorLine(); !ok || l.Number != 500 {
			t.Errorf("the cursor is on line %d:\n%s", l.Number, s.text())
		}
		s.keys("type:900000000000000000", "+")
		s.keys("type:900000000000000000", "[")
		s.has("this is the first window")
	})
}

// Windows that there are none of any more are forgotten: they are not gone back by after the next move of the cursor.
func TestGoingBackEndsAtTheFirstWindow(t *testing.T) {
	t.Parallel()
	onScreen(t, written(t, "f.txt", numbered(300)), 80, 24, nil, func(s *screen) {
		held(s)
		s.keys("[")
		s.has("this is the first window")
		if s.m.file.Preview.Pending != 0 {
			t.Errorf("%d windows are still to be gone back by", s.m.file.Preview.Pending)
		}
		held(s)
		s.keys("A", "1", "0", "j")
		if s.m.file.Preview.Pending != 0 || s.m.file.Preview.Request.Place() != 11 {
			t.Errorf("the window is at line %d, and %d are still to be gone back by", s.m.file.Preview.Request.Place(), s.m.file.Preview.Pending)
		}
	})
}

// held is as after [ was held down: there are three windows to go back by.
func held(s *screen) {
	now := s.m.file.Text.Jobs
	now.Start(jobs.Read)
	s.run(s.m.file.Preview.PrevWindow(3, false))
	now.End(jobs.Read)
}
