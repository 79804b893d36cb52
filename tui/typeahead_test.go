package tui

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"eyeline/reader/longtest"
	"eyeline/reader/source"
	"eyeline/tui/file/document"
)

// typedAhead are what a person may do before what they did last has had its effect, each with its keys. A pattern is a
// burst of keys in one message: a search is not shown for each of its letters.
var typedAhead = []string{
	"tab", "shift+tab", "+", "-", "]", "[", "z", "Z", "t", "a", "A", "s", "c", "w", "j", "5 j", "k", "space", "b", "g", "G",
	"2 0 0 G", "5 0 %", "/ needle enter", "n", "N", "*", "& all enter", "& enter", "H", "W", "p", "C enter", "X", "m a", "' a",
	"' '", ": n enter", ": p enter", "o down right right q", "ctrl+t", "{", "}", "V", "F", "I j enter", "O f12 enter", "U", "i",
	"R", "= j =", "$", "K", "S enter", "y", "D", ".", "; j enter",
}

// severalBlocks is a source file of n blocks, some of which have a needle.
func severalBlocks(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "func f%d() {\n\tif all(%d) {\n\t\tcall()\n\t}\n", i, i)
		if i%5 == 2 {
			b.WriteString("\t// a needle\n")
		}
		b.WriteString("}\n\n")
	}
	return b.String()
}

// endOf is what is on the screen after keys but for the messages of the last row, and what is behind it. Between two
// keys wait is called.
func endOf(t *testing.T, paths []string, keys string, wait func(s *screen)) (out string) {
	t.Helper()
	onScreen(t, paths[0], 80, 16, func(o *Options) { o.Paths = paths }, func(s *screen) {
		for k := range strings.FieldsSeq(keys) {
			s.send(key(strings.Replace(k, "space", " ", 1)))
			wait(s)
		}
		s.settle()
		s.later()
		rows := strings.Split(s.text(), "\n")
		out = fmt.Sprintf("%s\nrequest %s, cursor at %d, copied %q", strings.Join(rows[:s.m.height-1], "\n"),
			s.m.file.Preview.Request.Args("FILE"), s.m.file.Text.File.Cursor, s.copied)
	})
	return out
}

// TestKeysTypedAheadEndWhereTheyWouldOneByOne types keys faster than they have their effect: answers come back between
// them in any order. At the end everything is as when each key waits for the effect of the last.
func TestKeysTypedAheadEndWhereTheyWouldOneByOne(t *testing.T) {
	t.Parallel()
	paths := []string{written(t, "one.go", severalBlocks(400)), written(t, "two.go", severalBlocks(30))}
	flows := []string{ // each of them once ended elsewhere
		"] ]", "] space", "] A", "] & all enter", "& all enter F", "& all enter space", "o down right right q",
		"o down right right q space", "G a", "2 0 0 G a", "5 0 % / needle enter", "/ needle enter G", "/ needle enter n n",
		"/ needle enter tab [", "F ctrl+t", "{ H", "{ p", "{ }", ": n enter 5 0 %", "p A 5 0 %", "tab s ] p", "tab ] ] ]",
		"+ F C enter", ": n enter 2 0 0 G p", "tab + + -", "+ y",
	}
	random := rand.New(rand.NewPCG(1, 1))
	for range 15 {
		var keys []string
		for range 6 {
			keys = append(keys, typedAhead[random.IntN(len(typedAhead))])
		}
		flows = append(flows, strings.Join(keys, " "))
	}
	for i, keys := range flows {
		if !longtest.IsRequested() && i%6 != 0 {
			continue
		}
		want := endOf(t, paths, keys, (*screen).settle)
		orders := uint64(3)
		if !longtest.IsRequested() {
			orders = 1
		}
		for seed := range orders {
			order := rand.New(rand.NewPCG(seed, uint64(i)))
			if got := endOf(t, paths, keys, func(s *screen) { s.deliverSome(order) }); got != want {
				t.Errorf("%q typed ahead ends at\n%s\none by one at\n%s", keys, got, want)
				break
			}
		}
	}
}

// stuckSource is a file of which nothing can be read until it is let go.
type stuckSource struct {
	source.Source
	stuck chan struct{} // nil: nothing waits
}

func (s *stuckSource) ReadAt(p []byte, off int64) (int, error) {
	if s.stuck != nil {
		<-s.stuck
	}
	return s.Source.ReadAt(p, off)
}

// TestKeysDoNotWaitForWhatTakesLong: keys wait for a file that does not answer for keyPatience, and those that stop
// what runs not at all.
func TestKeysDoNotWaitForWhatTakesLong(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.txt")
	if err := os.WriteFile(path, []byte(strings.Repeat("a line\n", 100_000)), 0o644); err != nil {
		t.Fatal(err)
	}
	var stuck *stuckSource
	onDocument(t, func(o Options) (*document.Document, error) {
		file, err := source.OpenFile(path)
		if err != nil {
			return nil, err
		}
		stuck = &stuckSource{Source: file}
		return document.New(stuck, path, document.Options{})
	}, 80, 12, nil, func(s *screen) {
		letGo := make(chan struct{})
		stuck.stuck = letGo
		defer close(letGo)
		for _, c := range []struct {
			keys string
			took time.Duration
		}{
			{"G?", keyPatience},
			{"G\x1b", 0},
			{"G?\x03", 0},
			{"Gq", 0},
		} {
			began := time.Now()
			for _, r := range c.keys {
				k := key(string(r))
				if r < ' ' {
					k = key(map[rune]string{'\x1b': "esc", '\x03': "ctrl+c"}[r])
				}
				s.send(k)
			}
			done := func() bool { return len(s.m.typed.keys) == 0 }
			for !done() && time.Since(began) < time.Minute {
				time.Sleep(time.Millisecond)
				synctest.Wait()
				for len(s.msgs) > 0 {
					s.send(<-s.msgs)
					synctest.Wait()
				}
			}
			if took := time.Since(began); took > c.took+2*time.Millisecond || took < c.took {
				t.Errorf("%q took %v, not %v", c.keys, took, c.took)
			}
			for s.m.overlays.Any() {
				s.send(key("esc"))
			}
			s.send(key("esc"))
			s.m.leaving, s.quit = false, false
		}
	})
}
