package launch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestServerIsRefused: what cannot be served is said in one sentence, before anything is served.
func TestServerIsRefused(t *testing.T) {
	withSettings(t, "[presets.odd]\ntool = \"none\"\n")
	for args, says := range map[string]string{
		"mcp --root /nowhere/at/all":   "there is no folder /nowhere/at/all",
		"mcp --tools none":             "no tool is called \"none\"",
		"mcp --preset none":            "the settings have no preset \"none\"; there are odd",
		"mcp --preset odd":             "preset odd: the preset's tool is \"none\"",
		"mcp --page 3":                 "--page has room for 1000 bytes at least",
		"mcp --record /nowhere/at/all": "eyeline: --record /nowhere/at/all: ",
		"mcp --listen nowhere":         "listen tcp",
		"mcp file.txt":                 "takes nothing but flags",
		"mcp --record=":                "--record wants a value, and is given an empty one",
		"mcp check --timeout 0 -- x":   "--timeout is one second at least",
		"mcp check --timeout 9223372037 -- /nowhere/at/all": "--timeout is 604800 seconds at most",
		"mcp check --call=x{ --call=y -- /nowhere/at/all":   "/nowhere/at/all",
		"mcp check":                    "which server?",
		"mcp check --show none -- x":   "no client is called \"none\"; there are Claude Code, Codex",
		"mcp check -- /nowhere/at/all": "/nowhere/at/all",
	} {
		if r := run(t, strings.Fields(args)...); r.err == nil || r.status == 0 || !strings.Contains(r.err.Error(), says) {
			t.Errorf("%s: %+v", args, r)
		}
	}
}

// TestWrongCallsOfCheck: arguments that are no JSON are refused before the server is started.
func TestWrongCallsOfCheck(t *testing.T) {
	for _, call := range []string{"x {", "x {} {}", "x [", "x nothing"} {
		r := run(t, "mcp", "check", "--call", "y {}", "--call", call, "--", "/nowhere/at/all")
		if r.err == nil || !strings.Contains(r.err.Error(), "--call x: the arguments are no JSON") {
			t.Errorf("%s: %+v", call, r)
		}
	}
}

// TestContextOfNoFolder: a folder that is missing, or none, is named in one sentence, and a missing home is none.
func TestContextOfNoFolder(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for args, says := range map[string]string{
		dir + "/none":                            "eyeline: there is no folder " + dir + "/none",
		file:                                     file + " is not a directory",
		"--home " + file + " " + dir:             "--home " + file + " is not a directory",
		"--root " + file + " " + dir:             "--root " + file + " is not a directory",
		"--root " + dir + "/none " + dir:         "there is no folder " + dir + "/none, which --root names",
		"--home " + dir + "/none --json " + dir:  "",
		"--home " + dir + "/none " + dir + "/no": "there is no folder",
	} {
		r := run(t, append([]string{"context"}, strings.Fields(args)...)...)
		if (r.err == nil) != (says == "") || r.err != nil && !strings.Contains(r.err.Error(), says) {
			t.Errorf("%s: %+v", args, r)
		}
	}
	if r := run(t, "emit", "--root", dir+"/none", "a.txt"); r.err == nil ||
		!strings.Contains(r.err.Error(), "eyeline: there is no folder "+dir+"/none, which --root names") {
		t.Errorf("emit: %+v", r)
	}
	if os.Getuid() <= 0 {
		return // who may do anything
	}
	if err := os.Chmod(dir, 0o600); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.Chmod(dir, 0o700) }()
	if r := run(t, "context", dir); r.err == nil || !strings.Contains(r.err.Error(), "cannot be searched: permission denied") {
		t.Errorf("%+v", r)
	}
}
