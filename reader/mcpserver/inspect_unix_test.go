//go:build unix

package mcpserver_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"eyeline/reader/longtest"
	"eyeline/reader/mcpserver"
)

// hello is the handshake of a server that is a script of a shell, up to the question for its tools, which has the ID 3.
const hello = `
read discover
printf '%s\n' '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}'
read initialize
printf '{"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-06-18",'
printf '%s\n' '"capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}}'
read initialized
read tools
`

// pages are tools without end.
const pages = `
i=3
while :; do
	printf '{"jsonrpc":"2.0","id":%s,"result":{"tools":[],"nextCursor":"x"}}\n' $i
	i=$((i+1))
	read line
done
`

// inspectedScript looks at a server that is a script of a shell, which ends in any case.
func inspectedScript(t *testing.T, script string, patience time.Duration) error {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	var said bytes.Buffer
	ended := make(chan error, 1)
	go func() {
		s, err := mcpserver.Inspect(ctx, []string{"sh", "-c", script}, &said, "1")
		if err == nil {
			s.Close()
		}
		ended <- err
	}()
	select {
	case err := <-ended:
		return err
	case <-time.After(patience + 20*time.Second):
		t.Fatalf("%.100s: it goes on", script)
		return nil
	}
}

// yes is a command that says a message for ever.
func yes(members string) string { return `yes '{"jsonrpc":"2.0",` + members + `}'` }

// TestInspectEnds: whatever a server does, looking at it ends, with the reason.
func TestInspectEnds(t *testing.T) {
	t.Parallel()
	for script, says := range map[string]string{
		"sleep 1000": "in time",
		"sleep 1000 & sleep 1000 < /dev/null > /dev/null":   "in time",
		"trap '' TERM PIPE HUP; while :; do sleep 1; done":  "in time",
		"exec >&-; sleep 1000":                              "",
		"exit 3":                                            "",
		"echo garbage; sleep 1000":                          "no message of the protocol",
		"printf '\\033[31m\\n'; sleep 1000":                 "no message of the protocol",
		"head -c 300000000 /dev/zero":                       "more than 8 MiB",
		"head -c 3000000 /dev/zero; echo; sleep 1000":       "a message of 3000000 bytes",
		yes(`"method":"notifications/message","params":{}`): "more than 10000 messages",
		yes(`"id":9,"method":"ping"`):                       "more than",
		yes(`"id":9,"result":{}`):                           "more than 10000 messages",
		hello + pages:                                       "",
		hello + "sleep 1000":                                "in time",
	} {
		t.Run(fmt.Sprintf("%.40s", script), func(t *testing.T) {
			t.Parallel()
			patience := 2 * time.Second
			if strings.HasPrefix(says, "more than") {
				patience = time.Minute // it is the bound that ends it
			}
			err := inspectedScript(t, script, patience)
			if err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%v, want %q", err, says)
			}
			if says == "in time" && !errors.Is(err, context.DeadlineExceeded) {
				t.Error(err)
			}
		})
	}
}

// TestInspectLeavesNoProcess: what a server has started ends with it, also where looking at it succeeds.
func TestInspectLeavesNoProcess(t *testing.T) {
	longtest.SkipUnlessLong(t)
	tools := `printf '%s\n' '{"jsonrpc":"2.0","id":3,"result":{"tools":[]}}'; read line`
	for what, rest := range map[string]string{
		"success": hello + tools, "time": "sleep 1000", "garbage": "echo garbage; sleep 1000", "end": "exit",
	} {
		file := filepath.Join(t.TempDir(), "pid")
		script := fmt.Sprintf("sleep 1000 < /dev/null > /dev/null 2>&1 & echo $! > %s; %s", file, rest)
		if err := inspectedScript(t, script, 2*time.Second); (err == nil) != (what == "success") {
			t.Errorf("%s: %v", what, err)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		for end := time.Now().Add(10 * time.Second); alive(pid); time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				_ = syscall.Kill(pid, syscall.SIGKILL)
				t.Errorf("%s: a process is left", what)
				break
			}
		}
	}
}

// alive reports whether a process runs. One that has ended and is not waited for does not.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || !strings.Contains(string(stat), ") Z ")
}

// inspectedBy is the environment variable by which this program looks at a server that is a script.
const inspectedBy = "EYELINE_TEST_INSPECT"

// TestInspectOfAChild looks at the server that another test names, and says how much memory that took.
func TestInspectOfAChild(t *testing.T) {
	script := os.Getenv(inspectedBy)
	if script == "" {
		t.Skip("no other test has started it")
	}
	err := inspectedScript(t, script, time.Minute)
	status, _ := os.ReadFile("/proc/self/status")
	_, peak, _ := strings.Cut(string(status), "VmHWM:")
	peak, _, _ = strings.Cut(strings.TrimSpace(peak), " ")
	fmt.Printf("peak %s error %v\n", peak, err)
}

// TestInspectMemory: a server that says as much as it may, in values as small as there are, takes little memory, and
// one that says more is ended.
func TestInspectMemory(t *testing.T) {
	longtest.SkipMemoryUnderRace(t)
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip(err)
	}
	list := func(value string, n int) string {
		const form = `
printf '{"jsonrpc":"2.0","id":3,"result":{"tools":['
yes '%s,' | head -n %d | tr -d '\n'
printf '%%s\n' '{"name":"x","inputSchema":{"type":"object"}}]}}'
read line
`
		return hello + fmt.Sprintf(form, value, n)
	}
	schema := func(value string, n int) string {
		const form = `
printf '{"jsonrpc":"2.0","id":3,"result":{"tools":[{"name":"x","inputSchema":{"type":"object","x":['
yes '%s,' | head -n %d | tr -d '\n'
printf '%%s\n' '0]}}]}}'
read line
`
		return hello + fmt.Sprintf(form, value, n)
	}
	const tool, deep = `{"name":"","inputSchema":{"type":"object"}}`, `{"":{"":{"":{"":0}}}}`
	for script, wrong := range map[string]bool{
		list(tool, 22_000): false, list(tool, 46_000): true, schema(deep, 19_000): false, schema(deep, 90_000): true,
		schema("0", 95_000): false, schema("0", 900_000): true,
		schema("{}", 45_000): false, schema("{}", 600_000): true,
	} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestInspectOfAChild$")
		cmd.Env = append(os.Environ(), inspectedBy+"="+script, "GOMEMLIMIT=40MiB", "GOGC=100")
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		var peak int
		if _, err := fmt.Sscanf(string(out), "peak %d", &peak); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if says := strings.Contains(string(out), "more than 100000 values"); says != wrong || peak > 64<<10 {
			t.Errorf("%.150s: %d KiB, %s", strings.TrimPrefix(script, hello), peak, out)
		}
	}
}
