package toolstest

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Swapping is a tree in which files and links are swapped between inside and outside of a folder, until the test ends.
type Swapping struct {
	// Root is the folder, Still a file in it that stays; Paths are paths below it that lead to a file of the content
	// Inside, or out of it to one of the content Outside, or nowhere.
	Root, Still string
	Paths       []string

	dir      string
	stop     chan struct{}
	swapping sync.WaitGroup
}

// Inside and Outside are what is in the files; their sizes and numbers of lines differ too.
const Inside, OutsideLine, OutsideLines = "inside\n", "the secret\n", 4321

// Swap begins to swap.
func Swap(t testing.TB) *Swapping {
	dir := Tree(t, map[string]string{
		"ws/in/f.txt":     Inside,
		"out/f.txt":       strings.Repeat(OutsideLine, OutsideLines),
		"ws/file":         "-> in/f.txt",
		"ws/dir":          "-> in",
		"ws/abs":          "-> DIR/ws/in",
		"ws/turned/f.txt": Inside,
	})

	s := &Swapping{
		Root: filepath.Join(dir, "ws"), Still: filepath.Join("in", "f.txt"), dir: dir, stop: make(chan struct{}),
		Paths: []string{"file", "dir/f.txt", "abs/f.txt", "turned/f.txt", "dir/../dir/f.txt"},
	}

	s.link("file", "in/f.txt", "../out/f.txt")
	s.link("dir", "in", "../out")
	s.link("abs", filepath.Join(s.Root, "in"), filepath.Join(dir, "out"))
	s.turn()
	t.Cleanup(func() {
		close(s.stop)
		s.swapping.Wait()
	})

	return s
}

// link replaces a link with one to the next target, over and over again.
func (s *Swapping) link(name string, targets ...string) {
	i := 0
	s.over(func() {
		made := filepath.Join(s.dir, "new-"+name)
		if os.Symlink(targets[i%len(targets)], made) == nil {
			_ = os.Rename(made, filepath.Join(s.Root, name))
		}
		i++
	})
}

// turn turns a folder into a link out of the root, and back, over and over again.
func (s *Swapping) turn() {
	turned := filepath.Join(s.Root, "turned")
	aside := filepath.Join(s.dir, "aside")
	s.over(func() {
		if os.Rename(turned, aside) == nil {
			_ = os.Symlink(filepath.Join(s.dir, "out"), turned)
			_ = os.Remove(turned)
			_ = os.Rename(aside, turned)
		}
	})
}

// pause is between two swaps: long enough to leave the processors to what is tested, and shorter than a read.
const pause = 100 * time.Microsecond

func (s *Swapping) over(do func()) {
	s.swapping.Go(func() {
		for {
			select {
			case <-s.stop:
				return
			case <-time.After(pause):
				do()
			}
		}
	})
}

// Answers is how many answers a test asks for meanwhile: $EYELINE_ANSWERS, or usual for each landing.
func Answers(t testing.TB, usual int) int {
	asked := os.Getenv("EYELINE_ANSWERS")
	if asked == "" {
		return usual
	}
	n, err := strconv.Atoi(asked)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
