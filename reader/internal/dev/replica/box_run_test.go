package replica

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

func play(role string) {
	switch role {
	case "hangs":
		time.Sleep(time.Minute)
	case "fails":
		fmt.Println("cannot go on")
		os.Exit(3)
	case "login":
		fmt.Println("Error: not logged in. Please sign in first.")
		os.Exit(1)
	case "asks":
		fmt.Print("Do you trust this folder? [y/N] ")
		time.Sleep(time.Minute)
	case "updates":
		fmt.Println("Auto-updating to 9.9.9 …")
		time.Sleep(time.Minute)
	case "megabytes":
		line := strings.Repeat("x", 1<<16)
		for range 100 {
			fmt.Println(line)
		}
		fmt.Println("the last line")
	case "leaves":
		// It starts a process in a group of its own and goes.
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "BOX_TEST_ROLE=hangs")
		ownGroup(cmd)
		if err := cmd.Start(); err != nil {
			panic(err)
		}
		fmt.Println(cmd.Process.Pid)
	case "environment":
		fmt.Println(strings.Join(os.Environ(), "\n"))
	case "outside":
		if _, _, err := inside(context.TODO()); err != nil {
			fmt.Println("loopback:", err)
		}
		fmt.Println("outside:", wayOut())
	}
}

func newBox(t *testing.T) *box {
	t.Helper()
	b, err := makeBox(filepath.Join(t.TempDir(), "box"))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *box) play(t *testing.T, role string, l limits) ending {
	t.Helper()
	if l.Idle == 0 {
		l.Idle = 200 * time.Millisecond
	}
	if l.Total == 0 {
		l.Total = 20 * time.Second
	}
	// Without GORACE a program under the race detector sleeps for a second when it ends.
	// Without GOCOVERDIR one that counts what is covered says so.
	env := []string{"BOX_TEST_ROLE=" + role, "GORACE=" + os.Getenv("GORACE"), "GOCOVERDIR=" + t.TempDir()}
	return b.Run(t.Context(), command{Program: os.Args[0], Dir: b.Home, Env: env}, l)
}

func TestEndings(t *testing.T) {
	began := time.Now()
	never := func() time.Time { return began }
	for _, c := range []struct {
		role  string
		l     limits
		how   how
		hints string
		print string
	}{
		{"hangs", limits{Last: never}, hung, "", ""},
		{"hangs", limits{Total: 100 * time.Millisecond}, overran, "", ""},
		{"fails", limits{}, exited, "", "cannot go on"},
		{"login", limits{}, exited, "needs a login", "sign in"},
		{"asks", limits{Last: never, Idle: time.Second}, hung, "asks", "trust"},
		{"updates", limits{Last: never, Idle: time.Second}, hung, "updates itself", "9.9.9"},
		{"megabytes", limits{}, exited, "", "the last line"},
	} {
		t.Run(c.role, func(t *testing.T) {
			t.Parallel()
			b := newBox(t)
			e := b.play(t, c.role, c.l)
			if e.How != c.how || strings.Join(e.Hints(), ", ") != c.hints {
				t.Errorf("%s (%s), hints %q; want %s, %q", e.How, e.Status, e.Hints(), c.how, c.hints)
			}
			if out := e.Output.String(); !strings.Contains(out, c.print) || len(out) > 3*keptEnd {
				t.Errorf("kept %d bytes: %.200q", len(out), out)
			}
		})
	}
	b := newBox(t)
	if e := b.Run(t.Context(), command{Program: filepath.Join(b.Dir, "no such program")}, limits{Idle: time.Second, Total: time.Second}); e.How != unstarted {
		t.Errorf("a program that is not there %s", e.How)
	}
}

// A program that has done its work and does not end is ended, and has finished.
func TestFinishedWithoutEnding(t *testing.T) {
	done := make(chan struct{})
	close(done)
	if e := newBox(t).play(t, "hangs", limits{Done: done, Grace: time.Millisecond}); e.How != finished || e.Took > 10*time.Second {
		t.Errorf("%s after %s", e.How, e.Took)
	}
}

func TestWhatIsLeftBehindIsEnded(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("processes that left their group are found on Linux only")
	}
	e := newBox(t).play(t, "leaves", limits{})
	first, _, _ := strings.Cut(e.Output.String(), "\n") // with -cover it says more at its end
	pid, err := strconv.Atoi(first)
	if err != nil || e.Left != 1 {
		t.Fatalf("left %d, %v: %s", e.Left, err, e.Output)
	}
	for range 100 {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %d lives", pid)
}

func TestEnvironment(t *testing.T) {
	t.Setenv("ANTHROPIC_API_KEY", "a secret of the user's")
	b := newBox(t)
	env := strings.Split(b.play(t, "environment", limits{}).Output.String(), "\n")
	if !slices.Contains(env, "HOME="+b.Home) || !slices.Contains(env, "TMPDIR="+b.Tmp) {
		t.Errorf("environment %q", env)
	}
	for _, v := range env {
		if strings.Contains(v, "secret") {
			t.Errorf("the program got %q", v)
		}
	}
}

// TestNoWayOut runs the check in a network namespace: there is no way out of it.
func TestNoWayOut(t *testing.T) {
	out, err := inNamespace()
	if err != nil {
		t.Skip("the system does not allow namespaces:", err)
	}
	if !strings.HasPrefix(out, "outside: <nil>\n") { // with -cover it says more at its end
		t.Errorf("%s", out)
	}
}

func TestChanges(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("same", "x")
	write("larger", "x")
	write("gone", "x")
	write("home/mine", "x")
	write("deep/er/down", "x")
	places := []place{{Dir: dir, Depth: 2, But: []string{filepath.Join(dir, "home")}}}
	before := look(places)
	write("larger", "xx")
	write("home/mine", "xx")
	write("deep/new", "")
	write("deep/er/down", "xx")
	if err := os.Remove(filepath.Join(dir, "gone")); err != nil {
		t.Fatal(err)
	}
	want := []string{
		filepath.Join(dir, "deep", "new") + " was made",
		filepath.Join(dir, "gone") + " was removed",
		filepath.Join(dir, "larger") + " was changed",
	}
	if got := before.Changes(look(places)); !slices.Equal(got, want) {
		t.Errorf("changes %q, want %q", got, want)
	}
}

func TestKept(t *testing.T) {
	var k kept
	for i := range 100_000 {
		fmt.Fprintf(&k, "line %d\n", i)
	}
	s := k.String()
	if !strings.HasPrefix(s, "line 0\nline 1\n") || !strings.HasSuffix(s, "line 99998\nline 99999\n") || !strings.Contains(s, "bytes are left out") {
		t.Errorf("kept %.100q … %q", s, s[len(s)-100:])
	}
	if len(s) > 3*keptEnd {
		t.Errorf("%d bytes", len(s))
	}
}
