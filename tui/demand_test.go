package tui

import (
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"eyeline/reader/longtest"
	"eyeline/reader/source"
	"eyeline/tui/file/document"
)

// lineReader writes numbered lines, of ten bytes each, as long as it is read, at most most bytes; it counts what it
// gives. Each read takes a pause, without which the time that a key may wait does not pass for as long as there is more
// to read.
type lineReader struct {
	given atomic.Int64
	most  int64
	pause time.Duration
}

func (l *lineReader) Read(p []byte) (int, error) {
	time.Sleep(l.pause)
	n := 0
	for at := l.given.Load(); n+10 <= len(p) && at+int64(n) < l.most; n += 10 {
		copy(p[n:], fmt.Sprintf("%9d\n", (at+int64(n))/10+1))
	}
	l.given.Add(int64(n))
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

const testAhead = 1 << 20

// onLines shows a stream of numbered lines that is read only a bit ahead of what is asked for.
func onLines(t *testing.T, most int64, change func(*Options), test func(s *screen, in *lineReader)) {
	t.Helper()
	in := &lineReader{most: most}
	onDocument(t, func(o Options) (*document.Document, error) {
		src, err := source.Spool("-", in, source.SpoolOptions{Limit: o.Input.SpoolLimit, Ahead: o.Input.ReadAhead})
		if err != nil {
			return nil, err
		}
		return document.FromInput(src, document.Options{Limit: o.Input.SpoolLimit, Ahead: o.Input.ReadAhead}), nil
	}, 80, 11, func(o *Options) {
		withoutTool(o)
		o.Input.ReadAhead = testAhead
		if change != nil {
			change(o)
		}
	}, func(s *screen) { test(s, in) })
}

// TestAStreamIsHeldBack: as much is read as is looked at, and some more; what needs the rest gets it.
func TestAStreamIsHeldBack(t *testing.T) {
	t.Parallel()
	const all, some = 20 << 20, testAhead + 512<<10
	for name, c := range map[string]struct {
		keys  []string
		whole bool
		want  []string
	}{
		"nothing":          {nil, false, []string{"\n        2\n"}},
		"paging":           {[]string{" ", " ", "b", "u"}, false, nil},
		"searching":        {[]string{"/", "type: 50$", "enter"}, false, []string{"\n       51\n", "match 1 of 1+"}},
		"searching far":    {[]string{"/", "type: 1500000$", "enter"}, true, []string{"\n  1500001\n"}},
		"searching up":     {[]string{"G", "?", "type: 1234567$", "enter"}, true, []string{"\n  1234568\n"}},
		"the end":          {[]string{"G"}, true, []string{"  2097150\n", "END"}},
		"a line":           {[]string{"1", "8", "0", "0", "0", "0", "0", "g"}, true, []string{"\n  1800001\n"}},
		"a part":           {[]string{"5", "0", "%"}, true, []string{"  1048577\n  1048578\n"}},
		"a byte":           {[]string{":", "type:@15000000", "enter"}, true, []string{"\n  1500002\n"}},
		"a filter of all":  {[]string{"&", "type:1", "enter"}, false, []string{"        1\n       10\n"}},
		"a filter of few":  {[]string{"&", "type:  20000[0-4]0$", "enter"}, true, []string{"  2000000\n  2000010\n", "5 lines"}},
		"following":        {[]string{"F"}, true, []string{"  2097150\n"}},
		"a tool":           {[]string{"ctrl+t"}, true, []string{" not sent yet"}},
		"counting nothing": {[]string{"/", "type:1", "enter"}, false, nil},
	} {
		t.Run(name, func(t *testing.T) {
			if c.whole && !longtest.IsRequested() {
				t.Skip("it reads all of a long stream")
			}
			onLines(t, all, nil, func(s *screen, in *lineReader) {
				if n := in.given.Load(); n > some {
					t.Fatalf("%d bytes are read before a key is typed", n)
				}
				s.keys(c.keys...)
				s.later()
				switch n := in.given.Load(); {
				case c.whole && n < all/2:
					t.Errorf("%d bytes are read only", n)
				case !c.whole && n > some:
					t.Errorf("%d bytes are read", n)
				}
				s.has(c.want...)
			})
		})
	}
}

// TestScrollingAsksForMore: what is read keeps ahead of the screen to the stream's end.
func TestScrollingAsksForMore(t *testing.T) {
	t.Parallel()
	onLines(t, 3<<20, func(o *Options) { o.Input.ReadAhead = 256 << 10 }, func(s *screen, in *lineReader) {
		before := in.given.Load()
		for range 6 {
			s.keys("9", "9", "9", "9", " ") // 99,990 lines at most
			if n := in.given.Load(); n < before {
				t.Fatal("less is read")
			}
		}
		s.keys("9", "9", "9", "9", "9", " ")
		s.later()
		s.keys("9", "9", "9", "9", "9", " ")
		s.later()
		if !strings.Contains(s.text(), "  314572\n") && !strings.Contains(s.text(), "   314572\n") {
			t.Errorf("not at the end:\n%s", s.text())
		}
	})
}

// TestWaitingEndsWithAKey: a person who goes elsewhere does not wait for the end, and the stream is held back again.
func TestWaitingEndsWithAKey(t *testing.T) {
	t.Parallel()
	const limit = 64 << 20
	onLines(t, 1<<40, func(o *Options) { o.Input.SpoolLimit = limit }, func(s *screen, in *lineReader) {
		in.pause = 50 * time.Millisecond
		s.send(key("G"))
		s.has("waiting for the end of the input")
		s.send(key("g"))
		s.settle()
		n := in.given.Load()
		s.later()
		if now := in.given.Load(); now != n || now > limit/2 {
			t.Errorf("read on from %d to %d", n, now)
		}
		s.has("        1\n")
	})
}

// TestNoBoundOnReadingAhead: 0 reads all.
func TestNoBoundOnReadingAhead(t *testing.T) {
	t.Parallel()
	onLines(t, 5<<20, func(o *Options) { o.Input.ReadAhead = 0 }, func(s *screen, in *lineReader) {
		if n := in.given.Load(); n != 5<<20 {
			t.Errorf("%d bytes are read", n)
		}
		s.has("of 524,288")
	})
}
