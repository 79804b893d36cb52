package tui

import (
	"os"
	"testing"

	"eyeline/reader/source/sourcetest"
)

// TestFollowingPauses: leaving the end pauses following, which the footer says, and going back to it resumes that.
func TestFollowingPauses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ leave, resume []string }{
		{[]string{"g"}, []string{"G"}},
		{[]string{"k"}, []string{"end"}},
		{[]string{"b"}, []string{"F"}},
		{[]string{"/", "type:line 55", "enter"}, []string{"G"}},
		{[]string{"5", "5", "g"}, []string{"G"}},
		{[]string{"'", "^"}, []string{"G"}},
	} {
		for _, change := range []func(*Options){withoutTool, nil} {
			onStream(t, 110, 12, change, func(s *screen, write func(string), _ func(error)) {
				write(textOf(100))
				s.keys("F")
				write("more\n")
				s.has("more\n", "following")
				s.keys("j") // goes nowhere from the end
				s.has("following")
				s.lacks("paused")
				s.keys(c.leave...)
				s.has("following paused, G resumes")
				before := s.m.file.Text.File.Position()
				write("and more\n")
				if now := s.m.file.Text.File.Position(); now != before {
					t.Errorf("%v: from %+v to %+v as more came", c.leave, before, now)
				}
				s.lacks("and more")
				s.keys(c.resume...)
				s.has("and more")
				write("the last\n")
				s.has("the last\n", "following")
				s.lacks("paused")
				s.keys("esc")
				s.has("stopped")
				s.keys("r")
				s.lacks("following")
				write("not seen\n")
				s.lacks("not seen")
			})
		}
	}
}

// TestAPausedFollowingEnds: Esc ends it, once there is nothing else for it to do.
func TestAPausedFollowingEnds(t *testing.T) {
	t.Parallel()
	onStream(t, 110, 12, withoutTool, func(s *screen, write func(string), _ func(error)) {
		write(textOf(100))
		s.keys("F", "/", "type:line 5", "esc") // the search goes back to the end
		s.keys("r")
		s.has("following")
		s.lacks("paused")
		s.keys("/", "type:line 5", "enter", "r")
		s.has("following paused", "match 1 of")
		s.keys("esc", "r")
		s.has("following paused")
		s.lacks("match 1 of")
		s.keys("esc")
		s.has("no longer following")
		s.keys("G", "r")
		s.lacks("following")
	})
}

// A file that is replaced while its end is followed is followed to the new end; one that comes back is said to.
func TestFollowingGoesOnInAnotherFile(t *testing.T) {
	t.Parallel()
	path := written(t, "log.txt", numbered(40))
	onScreen(t, path, 100, 12, withoutTool, func(s *screen) {
		s.keys("F")
		s.has("line 40 of")
		if err := sourcetest.Replace(written(t, "next.txt", numbered(77)), path); err != nil {
			t.Fatal(err)
		}
		s.later()
		s.has("line 77 of", "the file was replaced", "following")
		if err := os.Rename(path, path+".1"); err != nil {
			t.Fatal(err)
		}
		s.later()
		s.has("the file is gone")
		if err := os.Rename(path+".1", path); err != nil {
			t.Fatal(err)
		}
		s.later()
		s.has("line 77 of", "the file is there again", "following")
	})
}

// What a filter shows is followed too: to a line that comes, and to the end of another file.
func TestFollowingThroughAFilter(t *testing.T) {
	t.Parallel()
	path := written(t, "log.txt", numbered(100))
	onScreen(t, path, 100, 12, withoutTool, func(s *screen) {
		s.keys("&", "type:5", "enter", "F")
		s.has("line 95 of")
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString("a fifth 5\n"); err != nil || f.Close() != nil {
			t.Fatal(err)
		}
		s.later()
		s.has("a fifth 5")
		if err := sourcetest.Replace(written(t, "next.txt", numbered(3059)), path); err != nil {
			t.Fatal(err)
		}
		s.later()
		s.has("line 3059 of")
	})
}
