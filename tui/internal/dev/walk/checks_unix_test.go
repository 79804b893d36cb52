//go:build unix

package walk

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"eyeline/tui/internal/vt"
	"eyeline/tui/terminal"
)

// difference are the rows in which two screens differ: the part that does, with its styles.
func difference(before, after string) string {
	var b strings.Builder
	rows := strings.Split(before, "\n")
	for i, now := range strings.Split(after, "\n") {
		was, from, to := rows[i], 0, 0
		for from < min(len(was), len(now)) && was[from] == now[from] {
			from++
		}
		for to < min(len(was), len(now))-from && was[len(was)-1-to] == now[len(now)-1-to] {
			to++
		}
		if was != now {
			was, now = was[from:len(was)-to], now[from:len(now)-to]
			fmt.Fprintf(&b, "row %d, byte %d: was %q\n\tredrawn as %q\n", i+1, from, was, now)
		}
	}
	return b.String()
}

// accessed is the function in which one of the two accesses of a data race was made.
var accessed = regexp.MustCompile(`(?m)^(?:Previous )?(?:[Ww]rite|[Rr]ead) at .*\n +(\S+)`)

// raced checks that a program with the race detector has found no race but of the library itself: Bubble Tea reads
// which file the terminal is when its size changes, and sets it when a command gives the terminal back.
func (s *session) raced(dir string) error {
	logs, _ := filepath.Glob(dir + "/race.*")
	for _, name := range logs {
		text, _ := os.ReadFile(name)
		for report := range strings.SplitSeq(string(text), "==================\n") {
			for _, m := range accessed.FindAllStringSubmatch(report, -1) {
				if !strings.Contains(m[1], "charmbracelet/bubbletea.(*Program)") {
					return s.fault("a data race", report)
				}
			}
		}
	}
	return nil
}

var modeSet = regexp.MustCompile(`\x1b\[\?(\d+)([hl])`)

// ended waits until a program that has given the terminal back has ended.
func (s *session) ended() error {
	if !within(s.bound(answerBound), func() bool { return s.now().status >= 0 }) { // it may print
		return s.fault("the program does not end, though it has given the terminal back", "")
	}
	return nil
}

// left checks what is left behind by a program that has ended.
func (s *session) left() error {
	s.mu.Lock()
	out, status := string(s.out), s.status
	s.mu.Unlock()
	if status != 0 {
		return s.fault(fmt.Sprintf("exit status %d", status), "")
	}
	on := map[string]bool{}
	for _, m := range modeSet.FindAllStringSubmatch(out, -1) {
		on[m[1]] = m[2] == "h"
	}
	for mode, is := range on {
		if is != (mode == "25" || mode == "7") {
			return s.fault("mode "+mode+" is not restored", "")
		}
	}
	if now, err := term.GetState(int(s.tty.Fd())); err != nil || *now != *s.cooked {
		return s.fault("the terminal does not take keys as it did", fmt.Sprint(err, "\n"))
	}
	if !within(s.bound(leaveBound), func() bool { return len(s.processes()) == 0 }) {
		details := ""
		for _, pid := range s.processes() {
			stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)) // it may end now
			details += string(stat)
		}
		return s.fault("processes are left behind", details)
	}
	return nil
}

// hasEnded reports whether a process has ended, and only its parent has yet to ask how. What the program has started
// and that ends with it gets the system's first process as its parent, which may take seconds to ask on a busy machine.
func hasEnded(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, state, _ := strings.Cut(string(stat), ") ")
	return err != nil || strings.HasPrefix(state, "Z") || strings.HasPrefix(state, "X")
}

// processes are those of the session that run, but for the shell, where the system tells.
func (s *session) processes() (pids []int) {
	all, _ := os.ReadDir("/proc")
	for _, one := range all {
		pid, err := strconv.Atoi(one.Name())
		if err != nil || pid == s.shell.Process.Pid {
			continue
		}
		if of, err := unix.Getsid(pid); err == nil && of == s.shell.Process.Pid && !hasEnded(pid) {
			pids = append(pids, pid)
		}
	}
	return pids
}

var (
	// lentPart is what others write while they have the terminal.
	lentPart = regexp.MustCompile(`(?s)\x1b\[\?1049l.*?\x1b\[\?1049h`)
	copied   = regexp.MustCompile(`\x1b\]52;c;[A-Za-z0-9+/=]*\x07`)
)

// written checks each sequence that the program has written. A copy is allowed that is not in a file itself.
func (s *session) written() error {
	s.mu.Lock()
	out := lentPart.ReplaceAllString(string(s.out), "")
	s.mu.Unlock()
	out = copied.ReplaceAllStringFunc(out, func(seq string) string {
		if strings.Contains(s.place.hostile, seq) {
			return seq
		}
		return ""
	})
	out, after, _ := strings.Cut(out, "[left with")
	if strings.Contains(after, "[0n") || strings.Contains(after, "rgb:") {
		return s.fault("an answer of the terminal comes after the program has left", "")
	}
	// What is printed once the screen is gone may have tabs.
	screen, printed, _ := strings.Cut(out, terminal.Reset)
	if err := vt.Allowed(screen + terminal.Reset + strings.ReplaceAll(printed, "\t", " ")); err != nil {
		return s.fault("a sequence is written that is not allowed", err.Error()+"\n")
	}
	return nil
}
