package program

import (
	"bytes"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// endPatience is how long End goes on ending programs. One of another user, which cannot be ended, and one that starts
// others without end would make it go on for ever.
const endPatience = 3 * time.Second

// Descendants are the programs that this program, and those that it has started, start from now on.
type Descendants struct{ before []started }

// started is a program by its ID and the time of its start, since the system uses an ID again.
type started struct {
	id   int
	time string // in ticks since the system's start
}

// Adopt makes this program the parent of every descendant whose own parent ends, so that [Descendants.End] finds those,
// too, that have left their process group and session. It is for a program that keeps no other children.
func Adopt() *Descendants {
	// A system that cannot do it leaves an orphan to its first process, where it is not found.
	_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
	d := &Descendants{}
	d.before = d.running()
	return d
}

// End ends all programs that were started since [Adopt] and still run.
func (d *Descendants) End() {
	for end := time.Now().Add(endPatience); time.Now().Before(end); time.Sleep(time.Millisecond) {
		left := d.running()
		if len(left) == 0 {
			return
		}

		for _, p := range left {
			_ = syscall.Kill(p.id, syscall.SIGSTOP) // it starts no other one while the others are ended
		}

		for _, p := range left {
			_ = syscall.Kill(p.id, syscall.SIGKILL)
		}

		for _, p := range left {
			// One whose parent is another program is not waited for here, but by that one or once it is adopted.
			_, _ = syscall.Wait4(p.id, nil, syscall.WNOHANG, nil)
		}
	}
}

// running are the descendants of this program but for those that were there before. One that has ended and is not
// waited for is among them only as a child of this program.
func (d *Descendants) running() []started {
	children := map[int][]started{}
	names, err := readNames("/proc")
	if err != nil {
		return nil
	}

	for _, name := range names {
		id, err := strconv.Atoi(name)
		if err != nil {
			continue
		}

		parent, start, is := parentOf(name)
		if is {
			children[parent] = append(children[parent], started{id, start})
		}
	}

	var all []started
	for next := []int{os.Getpid()}; len(next) > 0; next = next[1:] {
		for _, child := range children[next[0]] {
			if !slices.Contains(d.before, child) {
				all = append(all, child)
				next = append(next, child.id)
			}
		}
	}

	return all
}

func readNames(dir string) ([]string, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Readdirnames(-1)
}

// parentOf is the ID of the parent of a program, and when the program was started; not where it has ended meanwhile.
func parentOf(id string) (parent int, start string, is bool) {
	text, err := os.ReadFile("/proc/" + id + "/stat")
	if err != nil {
		return 0, "", false
	}

	// The second field is the program's name in parentheses, in which anything may be. The third is its state, the
	// fourth its parent, the 22nd the time of its start.
	const parentField, startField = 1, 19
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(fields) <= startField {
		return 0, "", false
	}

	parent, err = strconv.Atoi(fields[parentField])
	return parent, fields[startField], err == nil
}
