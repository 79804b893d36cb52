//go:build unix

package tapcmd

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"eyeline/reader/longtest"
	"eyeline/reader/wait"
)

// inTerminal is a tap with an agent, started in the foreground of a terminal of its own, and the file of its record.
func inTerminal(t *testing.T, mode, model string) (cmd *exec.Cmd, terminal *os.File, record string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	claude := filepath.Join(t.TempDir(), "claude")
	record = filepath.Join(t.TempDir(), "run.jsonl")
	if err := os.Symlink(self, claude); err != nil {
		t.Fatal(err)
	}
	cmd = exec.CommandContext(t.Context(), self, "--record", record, "--upstream", model, "--", claude)
	cmd.Env = append(os.Environ(), agentMode+"="+mode, "EYELINE_TEST_MODEL="+model)
	if terminal, err = pty.Start(cmd); err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { _ = terminal.Close() })
	return cmd, terminal, record
}

// answering is a model that answers.
func answering() *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "ok")
	}))
}

// exitOf is the exit status of a command that was waited for; -1 where a signal ended it.
func exitOf(err error) int {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	return 0
}

// TestTerminalHangsUp: when the terminal goes away, an agent that ends of it gives its status on, one that goes on is
// waited for, and the record is whole in both cases.
func TestTerminalHangsUp(t *testing.T) {
	for mode, want := range map[string]struct{ status, lines int }{"ask": {129, 3}, "outlive": {7, 7}} {
		asked, goOn := make(chan struct{}, 3), make(chan struct{})
		model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			asked <- struct{}{}
			<-goOn
			_, _ = io.WriteString(w, "ok")
		}))
		cmd, terminal, record := inTerminal(t, mode, model.URL)
		<-asked
		_ = terminal.Close()
		if mode == "outlive" {
			close(goOn)
		}
		err := cmd.Wait()
		if mode != "outlive" {
			close(goOn)
		}
		text, _ := os.ReadFile(record)
		isWhole := bytes.HasSuffix(text, []byte("}\n"))
		if exitOf(err) != want.status || bytes.Count(text, []byte("\n")) != want.lines || !isWhole {
			t.Errorf("%s: %v\n%s", mode, err, text)
		}
		model.Close()
	}
}

// TestTerminalIsTheAgents: the agent has the terminal itself: for its input, its output and its errors.
func TestTerminalIsTheAgents(t *testing.T) {
	cmd, terminal, _ := inTerminal(t, "terminal", "http://127.0.0.1:1")
	go func() { _, _ = io.Copy(io.Discard, terminal) }() // else it may wait to write
	if err := cmd.Wait(); exitOf(err) != 7 {
		t.Error(err)
	}
}

// TestStopped: an agent that stops gives the terminal back to the shell, and goes on when the shell lets it.
func TestStopped(t *testing.T) {
	model := answering()
	defer model.Close()
	cmd, terminal, record := inTerminal(t, "stop", model.URL)
	go func() { _, _ = io.Copy(io.Discard, terminal) }() // else it may wait to write
	var state syscall.WaitStatus
	if _, err := syscall.Wait4(cmd.Process.Pid, &state, syscall.WUNTRACED, nil); err != nil || !state.Stopped() {
		t.Fatal(err, state)
	}
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGCONT) // as fg does it
	err := cmd.Wait()
	if text, _ := os.ReadFile(record); exitOf(err) != 7 || bytes.Count(text, []byte("\n")) != 7 {
		t.Errorf("%v\n%s", err, text)
	}
}

// shell starts the tap in the foreground of this process's terminal, and lets it go on whenever it stops. It returns
// how often that was.
func shell() (stops int) {
	self, err := os.Executable()
	if err != nil {
		return 94
	}
	cmd := exec.Command(self, os.Args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Foreground: true, Ctty: 0}
	if err := cmd.Start(); err != nil {
		return 93
	}
	for {
		var state syscall.WaitStatus
		_, err := syscall.Wait4(cmd.Process.Pid, &state, syscall.WUNTRACED, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
		case err != nil || state.Signaled() || state.Exited() && state.ExitStatus() != 7:
			return 92
		case state.Exited():
			return stops
		case state.Stopped():
			stops++
			_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGCONT)
		}
	}
}

// TestStoppedTogether: where Ctrl-Z stops the agent, the tap stops with it once, and not again when both go on.
func TestStoppedTogether(t *testing.T) {
	longtest.SkipUnlessLong(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"shell", "claude"} {
		if err := os.Symlink(self, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for range 20 {
		record, claude := filepath.Join(dir, "run.jsonl"), filepath.Join(dir, "claude")
		cmd := exec.CommandContext(t.Context(), filepath.Join(dir, "shell"),
			"--record", record, "--upstream", "http://127.0.0.1:1", "--", claude)
		cmd.Env = append(os.Environ(), agentMode+"=stop together")
		terminal, err := pty.Start(cmd)
		if err != nil {
			t.Skip(err)
		}
		shown, _ := io.ReadAll(terminal) // it ends with an error: nobody has the terminal any more
		_ = terminal.Close()
		if err := cmd.Wait(); exitOf(err) != 1 {
			t.Fatalf("%v\n%s", err, shown)
		}
	}
}

// TestTheAgentsScreen: while the agent has the screen nothing is said on it; it is said once the agent has ended.
func TestTheAgentsScreen(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("this system does not tell")
	}
	model := answering()
	defer model.Close()
	cmd, terminal, record := inTerminal(t, "screen", model.URL)
	for text := []byte(nil); !bytes.Contains(text, []byte(`"type":"elsewhere"`)); {
		if err := wait.For(t.Context(), 10*time.Millisecond); err != nil {
			t.Fatal(err)
		}
		text, _ = os.ReadFile(record) // the tap may not have made it yet
	}
	_, _ = terminal.WriteString("k")
	shown, _ := io.ReadAll(terminal) // it ends with an error: nobody has the terminal any more
	_ = cmd.Wait()
	before, after, given := bytes.Cut(shown, []byte("the screen is given back"))
	said := []byte("the agent was connected to an address of the model")
	if !given || bytes.Contains(before, []byte("connected to")) || !bytes.Contains(after, said) {
		t.Errorf("%s", shown)
	}
}

// TestIgnoredSignals: what nohup has the tap ignore the agent ignores, too.
func TestIgnoredSignals(t *testing.T) {
	model := answering()
	defer model.Close()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	claude := filepath.Join(t.TempDir(), "claude")
	if err := os.Symlink(self, claude); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-c", `trap "" HUP; exec "$0" "$@"`, self,
		"--record", filepath.Join(t.TempDir(), "run.jsonl"), "--upstream", model.URL, "--", claude)
	cmd.Env = append(os.Environ(), agentMode+"=ignoring")
	if out, err := cmd.CombinedOutput(); exitOf(err) != 7 {
		t.Errorf("%v\n%s", err, out)
	}
}
