package tui

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/longtest"
	"eyeline/reader/tools"
)

// TestTheWindowFollowsASearchInAnyOrderOfMessages types a search faster than it is answered: pages and matches come
// back between the keys, in any order. At the end the window is at the cursor, and where it was when the search is
// left.
func TestTheWindowFollowsASearchInAnyOrderOfMessages(t *testing.T) {
	t.Parallel()
	for _, needle := range []int64{30, 2000} { // on the page that is loaded already, and far from it
		path := filepath.Join(t.TempDir(), "lines.txt")
		var text strings.Builder
		for i := range int64(3000) {
			fmt.Fprintf(&text, "%d: %s\n", i+1, map[bool]string{true: "a needle"}[i+1 == needle])
		}
		if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		followSearch(t, path, tea.KeyEnter, needle)
		followSearch(t, path, tea.KeyEsc, 1)
	}
}

// followSearch types a search and a last key, and checks the line that the window is at then.
func followSearch(t *testing.T, path string, last tea.KeyType, want int64) {
	orders := uint64(40)
	if !longtest.IsRequested() {
		orders = 3
	}
	for seed := range orders {
		order := rand.New(rand.NewPCG(seed, 0))
		onScreen(t, path, 80, 24, nil, func(s *screen) {
			for s.m.file.Preview.Request.Mode() != tools.ModeBlock {
				s.keys("tab")
			}
			if !s.m.file.Preview.Request.Follows() {
				t.Fatal("the window does not follow the cursor")
			}
			for _, r := range "/needle" {
				s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
				s.deliverSome(order)
			}
			s.send(tea.KeyMsg{Type: last})
			for s.deliverSome(order) {
			}
			s.settle()
			if got := s.m.file.Preview.Request.Place(); got != want {
				t.Errorf("order %d, %v: the window is at line %d, want %d", seed, last, got, want)
			}
		})
	}
}

// deliverSome gives the Model some of the messages that are ready, in any order, and reports whether there were any.
func (s *screen) deliverSome(order *rand.Rand) bool {
	synctest.Wait()
	var ready []tea.Msg
	for len(s.msgs) > 0 {
		ready = append(ready, <-s.msgs)
	}
	order.Shuffle(len(ready), func(i, j int) { ready[i], ready[j] = ready[j], ready[i] })
	now := order.IntN(len(ready) + 1)
	for _, msg := range ready[now:] {
		s.msgs <- msg
	}
	for _, msg := range ready[:now] {
		s.send(msg)
	}
	return len(ready) > 0
}

// TestTheModelPaneScrollsOnAfterAScroll scrolls what a tool gives to its edge by the line, and then by the row: no
// cursor is seen there, so the next key by the line scrolls at once.
func TestTheModelPaneScrollsOnAfterAScroll(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 100, 12, nil, func(s *screen) {
		s.keys("p")
		for range 12 {
			s.keys("j")
		}
		for _, k := range []string{"J", "J", "j"} {
			before := s.m.file.Preview.Output().Top
			if s.keys(k); s.m.file.Preview.Output().Top <= before {
				t.Errorf("%s does not scroll", k)
			}
		}
	})
}
