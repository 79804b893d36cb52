//go:build unix

package tapcmd

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/term"

	"eyeline/tui/launch/cmdkit"
)

// agentMode names in the environment what the program of this test does in place of the tests, as an agent.
const agentMode = "EYELINE_TEST_AGENT"

// TestMain lets the program of this test be an agent, a shell that starts the tap, or the tap itself.
func TestMain(m *testing.M) {
	switch mode := os.Getenv(agentMode); {
	case mode == "":
		os.Exit(m.Run())
	case filepath.Base(os.Args[0]) == "claude":
		os.Exit(agent(mode))
	case filepath.Base(os.Args[0]) == "shell":
		os.Exit(shell())
	default:
		cmd := Command()
		cmd.SetOut(&cmdkit.Output{W: os.Stdout}) // as the program does it
		cmd.SetArgs(os.Args[1:])
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		os.Exit(statusOf(cmd.Execute()))
	}
}

func statusOf(err error) int {
	var exit cmdkit.Status
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.Code
	}
	return 1
}

// key is the agent's.
const key = "sk-test-0123456789abcdef"

// agent is what the agent does; it returns its exit status.
func agent(mode string) int {
	address := os.Getenv("ANTHROPIC_BASE_URL")
	body := `{"model":"m","messages":[{"role":"user","content":"my key is ` + key + `"}]}`
	switch mode {
	case "signal":
		_ = syscall.Kill(os.Getpid(), syscall.SIGTERM)
		time.Sleep(time.Minute)
	case "elsewhere":
		address = os.Getenv("EYELINE_TEST_MODEL")
		defer awaitWord()
	case "proxied":
		proxy, err := net.Dial("tcp", strings.TrimPrefix(os.Getenv("HTTPS_PROXY"), "http://"))
		if err != nil {
			return 96
		}
		defer proxy.Close()
		awaitWord()
		return 7
	case "screen":
		before, err := term.MakeRaw(0)
		if err != nil {
			return 95
		}
		address = os.Getenv("EYELINE_TEST_MODEL")
		defer func() {
			awaitWord()
			_, _ = os.Stdout.WriteString("the screen is given back")
			_ = term.Restore(0, before)
		}()
	case "stop together":
		goesOn := make(chan os.Signal, 1)
		signal.Notify(goesOn, syscall.SIGCONT)
		_ = syscall.Kill(0, syscall.SIGTSTP) // as Ctrl-Z does it: the tap is in its group
		<-goesOn
		return 7
	case "stop":
		_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
	case "outlive":
		signal.Ignore(syscall.SIGHUP)
	case "ignoring":
		if !signal.Ignored(syscall.SIGHUP) {
			return 97
		}
	case "nothing":
		return 3
	case "terminal":
		for fd := range 3 {
			if !term.IsTerminal(fd) {
				return 90 + fd
			}
		}
		return 7
	case "leaves":
		return leave()
	case "left":
		return left(address, body)
	}
	for i := range 3 {
		r, err := http.NewRequest(http.MethodPost, address+"/v1/messages?beta=true", strings.NewReader(body))
		if err != nil {
			return 99
		}
		if i > 0 || mode == "refused" { // the body may have it before
			r.Header.Set("X-Api-Key", key)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			return 98
		}
		_, _ = io.Copy(os.Stdout, resp.Body)
		_ = resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			return resp.StatusCode - 400
		}
	}
	return 7
}

// leave leaves a program behind, once that is connected.
func leave() int {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), agentMode+"=left")
	cmd.Stdin, cmd.Stderr = os.Stdin, os.Stderr
	connected, err := cmd.StdoutPipe()
	if err != nil || cmd.Start() != nil {
		return 89
	}
	_, _ = connected.Read(make([]byte, 1))
	return 3
}

// left is a program that is left behind: it waits for an answer, holds a connection that it does not use, and what it
// was started with.
func left(address, body string) int {
	unused, err := net.Dial("tcp", strings.Split(address, "/")[2])
	if err != nil {
		return 88
	}
	defer func() { _ = unused.Close() }()
	resp, err := http.Post(address+"/v1/messages", "application/json", strings.NewReader(body))
	if err != nil {
		return 87
	}
	defer func() { _ = resp.Body.Close() }()
	_, _ = resp.Body.Read(make([]byte, 1))
	_, _ = os.Stdout.WriteString("c")
	awaitWord()
	return 0
}

// awaitWord returns when the test lets the agent go on: it closes the agent's input, or types a key.
func awaitWord() { _, _ = os.Stdin.Read(make([]byte, 1)) }

// shared is written by the tap and the agent.
type shared struct {
	mu      sync.Mutex
	text    []byte
	awaited string // what reached is called for, once; "" for nothing
	reached func()
}

func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text = append(s.text, p...)
	if s.awaited != "" && bytes.Contains(s.text, []byte(s.awaited)) {
		s.awaited = ""
		s.reached()
	}
	return len(p), nil
}

// tapped runs the agent through a tap before a model, with a record, and returns the status and what was said. The
// agent's input ends when the tap has said where the agent is connected to.
func tapped(t *testing.T, mode, model, record string) (status int, out, say string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	claude := filepath.Join(t.TempDir(), "claude")
	if err := os.Symlink(self, claude); err != nil {
		t.Fatal(err)
	}
	t.Setenv(agentMode, mode)
	t.Setenv("EYELINE_TEST_MODEL", model)
	input, end, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = input.Close(), end.Close() }()
	cmd := Command()
	var printed shared
	said := shared{awaited: "the agent is connected to", reached: func() { _ = end.Close() }}
	cmd.SetIn(input)
	cmd.SetOut(&printed)
	cmd.SetErr(&said)
	cmd.SetArgs([]string{"--record", record, "--upstream", model, "--", claude})
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	err = cmd.ExecuteContext(t.Context())
	return statusOf(err), string(printed.text), fmt.Sprint(string(said.text), err)
}

// TestAgents: the agent's status is given on, also that of a signal; what it got from the model is unchanged; no byte
// of its key is in the record; and it is said where it asked nobody, or asked the model itself.
func TestAgents(t *testing.T) {
	status := http.StatusOK
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, "answer\n")
	}))
	defer model.Close()
	for mode, c := range map[string]struct {
		status, model int
		out, say      string
	}{
		"ask":     {7, 200, "answer\nanswer\nanswer\n", "3 requests recorded"},
		"refused": {29, 429, "answer\n", "1 request recorded"},
		"signal":  {143, 200, "", "no request came"},
		"nothing": {3, 200, "", "no request came"},
		"elsewhere": {
			7, 200, "answer\nanswer\nanswer\n",
			"no request has come, and the agent is connected to an address of the model, 127.0.0.1:",
		},
	} {
		if mode == "elsewhere" && runtime.GOOS != "linux" {
			continue
		}
		status = c.model
		record := filepath.Join(t.TempDir(), "run.jsonl")
		got, out, say := tapped(t, mode, model.URL, record)
		if got != c.status || out != c.out || !strings.Contains(say, c.say) {
			t.Errorf("%s: %d %q\n%s", mode, got, out, say)
		}
		text, err := os.ReadFile(record)
		if nothing := c.out == ""; os.IsNotExist(err) != nothing || bytes.Contains(text, []byte(key)) {
			t.Errorf("%s: %v %s", mode, err, text)
		}
		if mode == "elsewhere" && !bytes.Contains(text, []byte(`"type":"elsewhere"`)) {
			t.Errorf("%s", text)
		}
		if c.model == http.StatusTooManyRequests && !bytes.Contains(text, []byte(`"status":429`)) {
			t.Errorf("%s", text)
		}
	}
}

// TestLeftBehind: a program that the agent leaves behind, and that goes on to hold its output and to wait for an answer,
// is not waited for; what came of that answer is in the record.
func TestLeftBehind(t *testing.T) {
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "begun")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}))
	defer model.Close()
	record := filepath.Join(t.TempDir(), "run.jsonl")
	status, _, say := tapped(t, "leaves", model.URL, record) // whose return ends what is left
	text, err := os.ReadFile(record)
	answered := bytes.Contains(text, []byte(`"bytes":5,"error":"`)) && bytes.HasSuffix(text, []byte("}\n"))
	if status != 3 || !answered || bytes.Count(text, []byte("\n")) != 3 {
		t.Errorf("%d %v\n%s\n%s", status, err, text, say)
	}
}

// TestModelThatSaysMore: a model that sends more than its answer has nothing written over the agent's screen.
func TestModelThatSaysMore(t *testing.T) {
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nanswer\nand more")
	}))
	defer model.Close()
	before := log.Writer()
	defer log.SetOutput(before)
	var logged shared
	log.SetOutput(&logged)

	status, out, say := tapped(t, "ask", model.URL, filepath.Join(t.TempDir(), "run.jsonl"))
	if status != 7 || out != "answer\nanswer\nanswer\n" || len(logged.text) > 0 {
		t.Errorf("%d %q\n%s\n%s", status, out, say, logged.text)
	}
}

// TestProxies: a connection to the proxy that the environment names may be one to the model, or to anything else.
func TestProxies(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("this system does not tell")
	}
	proxy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer proxy.Close()
	t.Setenv("HTTPS_PROXY", "http://"+proxy.Addr().String())
	record := filepath.Join(t.TempDir(), "run.jsonl")
	status, _, say := tapped(t, "proxied", "http://127.0.0.1:1", record)
	want := "the agent is connected to the proxy " + proxy.Addr().String() + ": it may have asked the model there"
	text, err := os.ReadFile(record)
	isProxy := bytes.Contains(text, []byte(`"proxy":true`)) && !bytes.Contains(text, []byte(`"model":true`))
	if status != 7 || !strings.Contains(say, want) || !isProxy {
		t.Error(status, say, string(text), err)
	}
}

// TestNoRecordIsLeft: where the tap does not come to start an agent, and where nothing is recorded, no record is left,
// and a record that was there before stays as it was.
func TestNoRecordIsLeft(t *testing.T) {
	dir := t.TempDir()
	was := "{\"type\":\"eyeline-tap\",\"version\":1}\n"
	old, broken := filepath.Join(dir, "old"), filepath.Join(dir, "claude")
	if err := os.WriteFile(old, []byte(was), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(broken, []byte("no program"), 0o700); err != nil {
		t.Fatal(err)
	}
	record := filepath.Join(dir, "new")
	if status, _, say := tapped(t, "ask", "ftp://127.0.0.1", record); status != 2 {
		t.Error(status, say)
	}
	if status, _, say := tapped(t, "nothing", "http://127.0.0.1:1", old); status != 3 {
		t.Error(status, say)
	}
	cmd := Command()
	cmd.SetArgs([]string{"--record", record, "--", broken})
	cmd.SetErr(io.Discard)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	if status := statusOf(cmd.Execute()); status == 0 {
		t.Error("a file that is no program was started")
	}
	if text, err := os.ReadFile(old); err != nil || string(text) != was {
		t.Errorf("%s %v", text, err)
	}
	if _, err := os.Lstat(record); !os.IsNotExist(err) {
		t.Error("a record is left", err)
	}
}

// TestTwoTapsOneRecord: a record that another tap writes is refused, and the agent is not started.
func TestTwoTapsOneRecord(t *testing.T) {
	record := filepath.Join(t.TempDir(), "run.jsonl")
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if status, out, say := tapped(t, "ask", "http://127.0.0.1:1", record); status != 1 || out != "" ||
			!strings.Contains(say, "another program records to it") {
			t.Error(status, out, say)
		}
		_, _ = io.WriteString(w, "ok")
	}))
	defer model.Close()
	if status, _, say := tapped(t, "ask", model.URL, record); status != 7 {
		t.Error(status, say)
	}
}

// TestTerminalGone: where nobody reads what is said any more, and when the terminal hangs up, the agent's status is
// still given on and the record is whole.
func TestTerminalGone(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	asked := make(chan struct{}, 3)
	goOn := make(chan struct{})
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked <- struct{}{}
		<-goOn
		_, _ = io.WriteString(w, "ok")
	}))
	defer model.Close()
	claude, record := filepath.Join(t.TempDir(), "claude"), filepath.Join(t.TempDir(), "run.jsonl")
	if err := os.Symlink(self, claude); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "--record", record, "--upstream", model.URL, "--", claude)
	cmd.Env = append(os.Environ(), agentMode+"=ask")
	out, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-asked
	_ = out.Close()
	_ = cmd.Process.Signal(syscall.SIGINT) // which the terminal sends to the agent itself
	close(goOn)
	err = cmd.Wait()
	var exit *exec.ExitError
	text, _ := os.ReadFile(record)
	if !errors.As(err, &exit) || exit.ExitCode() != 7 || bytes.Count(text, []byte("\n")) != 7 {
		t.Errorf("%v\n%s", err, text)
	}
}
