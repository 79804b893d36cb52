package reader_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"eyeline/reader/systemtest"
)

// starters start another program.
var starters = map[string][]string{
	"os/exec":                  {"Command", "CommandContext", "Cmd"},
	"os":                       {"StartProcess"},
	"syscall":                  {"Exec", "ForkExec", "StartProcess"},
	"golang.org/x/sys/unix":    {"Exec"},
	"golang.org/x/sys/windows": {"CreateProcess", "ShellExecute"},
}

// TestWhoStartsPrograms: what Eyeline reads through (git, and sqlite3 for the stores of transcripts) is started in one
// package, what the user asks for (an editor, a shell) in another, a server that is looked at in a third, and an
// agent that is listened to in a fourth. Nothing else starts a program.
func TestWhoStartsPrograms(t *testing.T) {
	systemtest.OfSources(t)
	checkUses(t, starters, map[string][]string{
		"reader/program": nil, "tui/file/export": nil, "reader/mcpserver": {"exec.CommandContext", "exec.Cmd"},
		"reader/transcript/tap": {"exec.Command", "exec.Cmd"},
	})
	checkUses(t, map[string][]string{"eyeline/reader/program": {"Start"}}, map[string][]string{"reader/git": nil, "reader/transcript/stores": nil})
}

// writers make, change or remove files. A file that is opened with flags that a constant does not give counts as
// written.
var writers = map[string][]string{
	"os": {
		"Create", "CreateTemp", "WriteFile", "Mkdir", "MkdirAll", "MkdirTemp", "Rename", "Link", "Symlink", "Remove", "RemoveAll",
		"Chmod", "Chown", "Lchown", "Chtimes", "Truncate", "CopyFS", "O_CREATE", "O_WRONLY", "O_RDWR", "O_TRUNC", "O_APPEND",
	},
	"syscall": {
		"Creat", "Mkdir", "Mknod", "Mkfifo", "Rename", "Link", "Symlink", "Unlink", "Rmdir", "Chmod", "Chown", "Truncate", "O_CREAT",
		"O_WRONLY", "O_RDWR", "MoveFile", "DeleteFile", "CreateFile",
	},
	"golang.org/x/sys/unix": {
		"Creat", "Mkdir", "Mkdirat", "Mknod", "Mkfifo", "Rename", "Renameat", "Renameat2", "Link", "Linkat", "Symlink", "Unlink", "Unlinkat",
		"Rmdir", "Chmod", "Chown", "Truncate", "O_CREAT", "O_WRONLY", "O_RDWR", "O_TRUNC",
	},
}

// TestWhoWritesFiles: what a person names is written by one package, settings by that too, temporary files by two.
// Nothing else makes, changes or removes a file.
func TestWhoWritesFiles(t *testing.T) {
	systemtest.OfSources(t)
	checkUses(t, writers, map[string][]string{
		"tui/kit/atomicfile": nil,                                              // named files, settings, records
		"tui/settingsfile":   {"os.MkdirAll", "os.O_RDWR", "os.O_CREATE"},      // the folder, and its lock on Windows
		"reader/source":      {"os.CreateTemp", "os.Remove", "os.O_RDWR"},      // what is piped, unpacked or given by a tool
		"reader/check":       {"os.MkdirTemp", "os.RemoveAll", "os.WriteFile"}, // the example of --explain
		"tui/terminal":       {"os.O_RDWR"},                                    // the terminal
		"reader/systemtest":  {"os.Symlink"},                                   // for tests

		"reader/transcript/tap": {"os.O_RDWR"}, // the terminal, whose foreground and mode are asked
	})
}

// TestWhoWritesNamedFiles: what a person asks for, and the settings, are all that is written under a name.
func TestWhoWritesNamedFiles(t *testing.T) {
	systemtest.OfSources(t)
	all := []string{"Write"}
	checkUses(t, map[string][]string{"eyeline/tui/kit/atomicfile": all}, map[string][]string{"tui/file/export": nil, "tui/settingsfile": nil})
	journals := map[string][]string{"eyeline/tui/kit/atomicfile": {"OpenJournal"}} // the record of what is served
	checkUses(t, journals, map[string][]string{"tui/launch/mcpcmd": nil, "tui/launch/tapcmd": nil})
}

// network are packages that connect to other machines.
var network = []string{"net", "net/http", "net/rpc", "net/smtp", "crypto/tls"}

// serving are all that is used of those packages, and where: by a server that a person starts at an address.
var serving = map[string][]string{
	"reader/mcpserver": {
		"http.Handler", "http.Request", "http.ResponseWriter", "http.NewResponseController",
		"http.MaxBytesReader", "http.MaxBytesError", "http.Error", "http.StatusText", "http.MethodPost",
		"http.MethodDelete", "http.StatusForbidden", "http.StatusNoContent",
		"http.StatusServiceUnavailable", "http.StatusRequestEntityTooLarge", "http.StatusRequestTimeout",
		"http.StatusBadRequest", "http.Server", "http.ErrServerClosed", "http.ConnState", "http.StateNew",
		"http.StateClosed", "http.StateHijacked", "net.Listener", "net.Conn", "net.SplitHostPort",
		"net.ParseIP",
	},
	"tui/launch/mcpcmd": {"net.Listen", "net.SplitHostPort"},
	// Passes on what an agent sends to its model.
	"reader/transcript/tap": {
		"http.Handler", "http.HandlerFunc", "http.Request", "http.Response", "http.ResponseWriter", "http.Server", "http.Error",
		"http.Transport", "http.DefaultTransport", "http.MethodPost", "http.StatusNotFound", "http.StatusBadGateway",
		"http.StatusSwitchingProtocols", "http.CanonicalHeaderKey", "net.Listen", "net.Listener", "net.OpError",
		"net.DefaultResolver", "net.Conn",
	},
}

// TestNoNetwork: nothing here opens a connection, and but for a server nothing accepts one. git, which could, is told
// to know no protocol.
func TestNoNetwork(t *testing.T) {
	systemtest.OfSources(t)
	eachSource(t, func(rel string, file *ast.File) {
		for _, imported := range file.Imports {
			is := strings.Trim(imported.Path.Value, `"`)
			if slices.Contains(network, is) && !onlyServes(path.Dir(rel), is, file) {
				t.Errorf("%s imports %s", rel, is)
			}
		}
		sockets := map[string][]string{"syscall": {"Socket", "Connect", "Dial"}, "golang.org/x/sys/unix": {"Socket", "Connect"}}
		for _, what := range uses(file, sockets) {
			t.Errorf("%s uses %s", rel, what)
		}
	})
}

// onlyServes reports whether a file uses nothing of a package but what serving has for its folder.
func onlyServes(dir, imported string, file *ast.File) (only bool) {
	only = serving[dir] != nil
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			x, named := s.X.(*ast.Ident)
			only = only && (!named || x.Name != path.Base(imported) || slices.Contains(serving[dir], x.Name+"."+s.Sel.Name))
		}
		return true
	})
	return only
}

// checkUses checks that names are used only where a table has the folder, and of them only those that it has; nil is
// all.
func checkUses(t *testing.T, of, allowed map[string][]string) {
	t.Helper()
	found := map[string]bool{}
	eachSource(t, func(rel string, file *ast.File) {
		dir := path.Dir(rel)
		only, ok := allowed[dir]
		for _, what := range uses(file, of) {
			found[dir] = true
			if !ok || only != nil && !slices.Contains(only, what) {
				t.Errorf("%s uses %s, which is not to be done there", rel, what)
			}
		}
	})
	for dir := range allowed {
		if !found[dir] {
			t.Errorf("%s is expected to use what is looked for", dir)
		}
	}
}

// eachSource goes through the files of the program, without those of tests and of programs for developers.
func eachSource(t *testing.T, do func(rel string, file *ast.File)) {
	t.Helper()
	files, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	for _, rel := range slices.Sorted(maps.Keys(files)) {
		for _, imported := range files[rel].Imports {
			if is := strings.Trim(imported.Path.Value, `"`); isForDevelopers(strings.TrimPrefix(is, "eyeline/")) {
				t.Errorf("%s imports %s, which is for developers", rel, is)
			}
		}
		do(rel, files[rel])
	}
}

// sources are the parsed files of the program, by their paths below the module's folder.
var sources = sync.OnceValues(func() (map[string]*ast.File, error) {
	files := map[string]*ast.File{}
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel := filepath.ToSlash(strings.TrimPrefix(name, ".."+string(filepath.Separator)))
		hidden := strings.HasPrefix(d.Name(), ".") && d.Name() != ".."
		if d.IsDir() && (d.Name() == "testdata" || hidden || isForDevelopers(rel)) {
			return fs.SkipDir
		}
		if path.Ext(rel) != ".go" || strings.HasSuffix(rel, "_test.go") {
			return nil
		}
		files[rel], err = parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		return err
	})
	return files, err
})

// isForDevelopers reports whether a folder has programs, or helpers of tests, that are no part of Eyeline.
func isForDevelopers(dir string) bool {
	return slices.ContainsFunc([]string{
		"reader/internal/conformance", "reader/tools/toolstest", "reader/transcript/transcripttest", "reader/source/sourcetest",
		"reader/internal/dev", "tui/internal/dev", "tui/internal/stage",
	}, func(p string) bool { return dir == p || strings.HasPrefix(dir, p+"/") })
}

// uses are the names of some that a file uses, also under another name of their package.
func uses(file *ast.File, of map[string][]string) (names []string) {
	packages := map[string]string{}
	for _, imported := range file.Imports {
		is := strings.Trim(imported.Path.Value, `"`)
		called := path.Base(is)
		if imported.Name != nil {
			called = imported.Name.Name
		}
		packages[called] = is
		if called == "." && of[is] != nil {
			names = append(names, "all of "+is)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if from, ok := s.X.(*ast.Ident); ok && slices.Contains(of[packages[from.Name]], s.Sel.Name) {
				names = append(names, path.Base(packages[from.Name])+"."+s.Sel.Name)
			}
		}
		return true
	})
	return names
}
