package tui

import (
	"os"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/kit/jobs"
)

// add writes to a file: at its end with os.O_APPEND, anew with os.O_TRUNC.
func add(t *testing.T, path, text string, how int) {
	t.Helper()
	f, err := os.OpenFile(path, how|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(text); err != nil || f.Close() != nil {
		t.Fatal(err)
	}
}

// counting keeps back the answer of the count of the matches.
func counting(msg tea.Msg) bool { _, ok := msg.(jobs.Answer[error]); return ok }

// TestTheCountGrowsWithTheFile adds matches to a file while those in it are counted.
func TestTheCountGrowsWithTheFile(t *testing.T) {
	t.Parallel()
	path := written(t, "f.txt", strings.Repeat("some text\n", 1000))
	onScreen(t, path, 110, 20, nil, func(s *screen) {
		s.keys("/", "type:needle")
		s.send(key("enter"))
		kept := s.withhold(counting)
		if len(kept) != 1 {
			t.Fatalf("the count answered %d times", len(kept))
		}
		add(t, path, "a needle\nanother needle\n", os.O_APPEND)
		if more := s.withhold(counting); len(more) != 0 {
			t.Fatal("counted again before the first count had ended")
		}
		s.send(kept[0])
		s.settle()
		s.keys("n")
		s.has("match 1 of 2")
		add(t, path, "the third needle\n", os.O_APPEND)
		s.later()
		s.has("match 1 of 3")
	})
}

// TestTheCountOfTheSearchBeforeGrows adds matches while another pattern is typed, which is then given up.
func TestTheCountOfTheSearchBeforeGrows(t *testing.T) {
	t.Parallel()
	matches := map[int]string{os.O_APPEND: "a needle more\n", os.O_TRUNC: "needle\nneedle\n"}
	for change, want := range map[int]string{os.O_APPEND: "match 1 of 2", os.O_TRUNC: "2 matches"} {
		path := written(t, "f.txt", "a needle\n"+strings.Repeat("some text\n", 1000))
		onScreen(t, path, 110, 20, nil, func(s *screen) {
			s.keys("/", "type:needle", "enter")
			s.has("match 1 of 1")
			s.keys("/", "type:some")
			add(t, path, matches[change], change)
			s.later()
			s.keys("esc")
			s.later()
			s.has(want)
		})
	}
}

// TestTheCountInHexGrows adds matches to a file that is shown in hex.
func TestTheCountInHexGrows(t *testing.T) {
	t.Parallel()
	path := written(t, "f.txt", "a needle\n")
	onScreen(t, path, 110, 20, nil, func(s *screen) {
		s.keys("H", "/", "type:needle", "enter")
		s.has("match 1 of 1")
		add(t, path, "two needles\n", os.O_APPEND)
		s.later()
		s.has("match 1 of 2")
	})
}

// TestAMatchInWhatHasComeIsCounted finds a match in what has come of a stream since the count.
func TestAMatchInWhatHasComeIsCounted(t *testing.T) {
	t.Parallel()
	onStream(t, 110, 20, nil, func(s *screen, write func(string), _ func(error)) {
		write(strings.Repeat("some text\n", 10_000))
		s.keys("/", "type:needle", "enter")
		s.later()
		s.has("0+ matches")
		write("a needle\n")
		s.keys("n")
		s.later()
		s.has("match 1 of 1+")
	})
}
