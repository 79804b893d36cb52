//go:build unix

package agents

import (
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"eyeline/reader/access"
	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/codex"
	"eyeline/reader/tools/agents/openfile"
	"eyeline/reader/tools/agents/sage"
	"eyeline/reader/tools/toolstest"
)

func TestSpecialFilesAreRefusedAndNeverWaitedFor(t *testing.T) {
	t.Parallel()
	dir := toolstest.Tree(t, map[string]string{"d": ""})
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Skip(err)
	}
	socket := filepath.Join(dir, "s")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Skip(err)
	}
	defer l.Close()
	for _, c := range []struct{ tool, args, want string }{
		{"codex", `{"file_path":"` + pipe + `"}`, "failed to read file: " + pipe + " is a named pipe, not a file"},
		{"codex", `{"file_path":"` + socket + `"}`, "failed to read file: " + socket + " is a socket, not a file"},
		{"codex", `{"file_path":"/dev/zero"}`, "failed to read file: /dev/zero is a device, not a file"},
		{"codex", `{"file_path":"` + dir + `/d"}`, "failed to read file: Is a directory (os error 21)"},
		{"codex", `{"file_path":"/dev/null"}`, "offset exceeds file length"},
		{"codex", `{"file_path":"/dev/null","mode":"indentation"}`, "anchor_line exceeds file length"},
		{"sage", `{"file_path":"pipe"}`, "Error: Path is a named pipe, not a file: pipe"},
		{"sage", `{"file_path":"s"}`, "Error: Path is a socket, not a file: s"},
		{"open_file", `{"file_path":"pipe"}`, "file not found: pipe is a named pipe, not a file"},
		{"byte_window", `{"path":"pipe"}`, "file not found: pipe is a named pipe, not a file"},
	} {
		if got, ok := call(t, c.tool, tools.Env{Root: dir}, c.args); ok || got != c.want {
			t.Errorf("%s %s: %q, want %q", c.tool, c.args, got, c.want)
		}
	}
	// The null device is an empty file also where it is inside the root.
	if got, ok := call(t, "sage", tools.Env{Root: "/dev"}, `{"file_path":"null"}`); !ok || got != "" {
		t.Errorf("sage reads the null device as %q", got)
	}
}

// Files of a process file system have no size, or one that is not theirs.
func TestFilesWithoutASize(t *testing.T) {
	for _, path := range []string{"/proc/self/status", "/proc/cpuinfo", "/sys/kernel/mm/transparent_hugepage/enabled"} {
		want, err := os.ReadFile(path)
		if err != nil || len(want) == 0 {
			continue // another system
		}
		first, _, _ := strings.Cut(string(want), "\n")
		if got, ok := call(t, "codex", tools.Env{}, `{"file_path":`+strconv.Quote(path)+`,"limit":1}`); !ok || got != "L1: "+first {
			t.Errorf("%s: codex gives %q, want %q", path, got, "L1: "+first)
		}
		if got, ok := call(t, "open_file", tools.Env{Root: "/"}, `{"file_path":`+strconv.Quote(path)+`}`); !ok || !strings.HasPrefix(got, first) {
			t.Errorf("%s: open_file gives %q", path, got)
		}
	}
}

func TestUnreadableFiles(t *testing.T) {
	t.Parallel()
	denied := &access.OpenError{Err: syscall.EACCES, Size: sage.Tool.Caps.File.Most + 1}
	if got := sage.Tool.Words(tools.Env{Tool: sage.Tool}, "x", denied); !strings.HasPrefix(got, "Error: File too large to read: 104857601 bytes.") {
		t.Errorf("a large file that cannot be opened: %q", got)
	}
	denied.Size = 1
	if got := sage.Tool.Words(tools.Env{Tool: sage.Tool}, "x", denied); got != "Error: Permission denied (os error 13)" {
		t.Errorf("sage: %q", got)
	}
	if got := openfile.Tool.Words(tools.Env{}, "x", denied); got != "permission denied: x" {
		t.Errorf("open_file: %q", got)
	}
	if got := codex.Tool.Words(tools.Env{}, "/x", denied); got != "failed to read file: Permission denied (os error 13)" {
		t.Errorf("codex: %q", got)
	}
	if os.Geteuid() == 0 {
		return // everything is readable
	}
	dir := toolstest.Tree(t, map[string]string{"closed.txt": "x\n"})
	path := filepath.Join(dir, "closed.txt")
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ tool, args, want string }{
		{"codex", `{"file_path":"` + path + `"}`, "failed to read file: Permission denied (os error 13)"},
		{"sage", `{"file_path":"closed.txt"}`, "Error: Permission denied (os error 13)"},
		{"open_file", `{"file_path":"closed.txt"}`, "permission denied: closed.txt"},
		{"byte_window", `{"path":"closed.txt"}`, "permission denied: closed.txt"},
	} {
		if got, ok := call(t, c.tool, tools.Env{Root: dir}, c.args); ok || got != c.want {
			t.Errorf("%s: %q, want %q", c.tool, got, c.want)
		}
	}
}
