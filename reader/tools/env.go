package tools

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"eyeline/reader/access"
	"eyeline/reader/ospath"
	"eyeline/reader/source"
	"eyeline/reader/window"
)

// Env is what a tool may use besides its arguments.
type Env struct {
	// Tool is the tool that reads. Tool.Read sets it.
	Tool *Tool
	// Root is the agent's working directory: relative paths resolve against it, and tools that are confined are
	// confined to it. "" is the working directory of this process.
	Root string
	// System is the system that the agent runs on, whose paths it has: see package ospath. Root and Home may be paths
	// of that system or of this machine; every other path that a tool has is the agent's.
	System ospath.System
	// Home is the agent's home directory, for "~"; "" is the user's.
	Home string
	// Confine refuses every path outside Root, also to tools that read anything on the machine.
	Confine bool
	// Only, when set, is the one file that may be opened, whatever the arguments say.
	Only *access.Only
	// MaxBytes is the size of the largest file that is read, in bytes; 0: any. A file may say any size without having
	// it.
	MaxBytes int64
	// Settings are the values of the tool's Settings, by their flag.
	Settings map[string]int64
	// Explain asks for the reason of each line of a block.
	Explain bool
	// Index, when set, is asked for a line index of the opened file; it returns nil when it has none for it. fi is nil
	// when Stream is read.
	Index func(fi fs.FileInfo) window.Index
	// Bare leaves out what a read brings besides its file (Tool.Brings).
	Bare bool
	// Stream, when set, is read instead of any path: a spooled standard input. Path checks are skipped, the name
	// in messages is the one given in the arguments.
	Stream source.Bytes
	// Shared, when set, is a file that is already open, which reads of its path use instead of opening it again.
	Shared *Shared
	args   []byte // of the call; Tool.Read sets them
	sent   []byte // the same before they were mended
	held   *access.Held
	// unknown notes why it is not known what is at a path that the call asked about; nil where nothing can be so.
	unknown *error
	// Session is what the agent remembers of earlier calls; nil: each call is the first of a fresh run.
	Session *Session
}

// Caps are the limits of the tool that reads.
func (e Env) Caps() *Caps { return &e.Tool.Caps }

// Sent are the arguments of the call as they came, before they were mended.
func (e Env) Sent() []byte { return e.sent }

// Hold returns an Env whose Root stays open until release is called. Calls with it are confined to one directory, also
// when another one takes its name between them.
func (e Env) Hold() (held Env, release func(), err error) {
	if e.held, err = access.Hold(e.folder()); err != nil {
		return e, nil, err
	}
	return e, e.held.Close, nil
}

// RootOf returns the folder that a file at an absolute path is read in: root, unless that is empty. Then it is the
// working directory if the file is below it, and the file's own folder otherwise.
func RootOf(root, file string) string {
	if root != "" {
		if abs, err := filepath.Abs(root); err == nil {
			return abs
		}
	} else if wd, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(wd, file); err == nil && filepath.IsLocal(rel) {
			return wd
		}
	}
	return filepath.Dir(file)
}

// Named is how a file at an absolute path goes into the arguments of a tool that reads in a root: tools that are
// confined get a path relative to it, with "/".
func (t *Tool) Named(root, file string) string {
	if t.Paths == PathConfined {
		if rel, err := filepath.Rel(root, file); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel)
		}
	}
	return file
}

// Named is how a file at an absolute path of this machine goes into the arguments of a tool that reads in a root:
// t.Named of it, by the path that the agent has for it.
func (e Env) Named(t *Tool, root, file string) string {
	named := t.Named(root, file)
	if !e.System.Foreign() || !filepath.IsAbs(named) {
		return named
	}
	if shown, err := e.machine().Agent(named); err == nil {
		return shown
	}
	return named // which the read then refuses
}

// FileArgument returns the path that the arguments of a call have for a file that a person names. Most tools take the
// name as it is, relative to Root. For a tool that takes absolute paths alone it is the agent's absolute path of the
// file. The error says that the working directory is not known.
func (e Env) FileArgument(t *Tool, file string) (string, error) {
	if t.Paths != PathAbsolute && !(e.System.Foreign() && filepath.IsAbs(file)) || e.IsAgents(file) {
		return file, nil
	}
	if !filepath.IsAbs(file) { // as the other tools find it
		file = filepath.Join(e.Root, file)
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	return e.Named(t, e.Root, abs), nil
}

// IsAgents reports whether a person names a file by a path of the agent's system that cannot be one of this machine.
func (e Env) IsAgents(file string) bool {
	return e.System.Foreign() && e.System.IsWindows() && e.System.IsFull(file)
}

// Around is the Env in which a tool reads a file that a person names, and the file's name in it: where there is no
// root, nothing is confined and the file is not below the working directory, the file's own folder is the root.
func (e Env) Around(t *Tool, file string) (Env, string) {
	abs, err := filepath.Abs(file)
	if e.Confine || e.Root != "" || err != nil || e.IsAgents(file) {
		return e, file
	}
	root := RootOf("", abs)
	if root == (Env{}).Dir() {
		return e, file
	}
	e.Root = root
	return e, e.Named(t, root, abs)
}

// Dir is Root as an absolute, lexically clean path, the agent's.
func (e Env) Dir() string {
	if e.System.Foreign() {
		return e.foreign(e.Root)
	}
	dir, err := filepath.Abs(e.Root)
	if err != nil {
		return e.Root
	}
	return dir
}

// HomeDir is the agent's home directory; "" without one.
func (e Env) HomeDir() string {
	if e.Home != "" {
		return Env{Root: e.Home, System: e.System}.Dir()
	}
	home, _ := os.UserHomeDir() // with an error it is ""
	if e.System.Foreign() && home != "" {
		return e.foreign(home)
	}
	return home
}

// ConfigDir is the folder in which programs keep settings of the agent's user: $XDG_CONFIG_HOME where the agent's home
// directory is the one of this process, and .config in the home directory otherwise.
func (e Env) ConfigDir() string {
	if dir := os.Getenv("XDG_CONFIG_HOME"); e.Home == "" && dir != "" {
		return Env{Root: dir, System: e.System}.Dir()
	}
	return e.HomeDir() + "/.config"
}

// Setting is the value of one of the tool's Settings, or what stands for it when it is not set or not above 0.
func (e Env) Setting(flag string, otherwise int64) int64 {
	if v := e.Settings[flag]; v > 0 {
		return v
	}
	return otherwise
}

// Session is the memory of one run of an agent. Its methods may be called from several goroutines.
type Session struct{ known sync.Map }

// Get returns what a tool remembered under a key.
func (s *Session) Get(key string) (any, bool) {
	if s == nil {
		return nil, false
	}
	return s.known.Load(key)
}

// Put remembers a value under a key. On a nil Session it does nothing.
func (s *Session) Put(key string, value any) {
	if s != nil {
		s.known.Store(key, value)
	}
}

// Abs is a path of the agent's as an absolute one: relative paths resolve against Root. It is not cleaned: ".." after a
// symbolic link leads where the system says.
// On Windows, where names alone say where ".." leads, it is cleaned.
func (e Env) Abs(path string) string {
	switch {
	case e.System.IsWindows():
		return ospath.FullPath(e.Dir(), path)
	case strings.HasPrefix(path, "/"):
		return path
	}
	return strings.TrimSuffix(e.Dir(), "/") + "/" + path
}

// Files is the file system as the tool may look at it: with Confine, nothing outside Root, with Only, nothing but it.
func (e Env) Files() access.View {
	view := access.View{Only: e.Only}
	if e.Confine {
		view.Root = e.folder()
		view.Held = e.held
	}
	if e.translates() {
		view.Names = names{e.machine(), e.unknown}
	}
	return view
}

// Outside refuses a path that Files does not show. errors.Is says that it is ErrConfined.
func (e Env) Outside() error {
	if e.Only != nil {
		return refuseFor(errOnly)
	}
	return refuseFor(ErrConfined)
}

// IsDir reports whether a path is a directory. Errors are access.ErrNUL, ErrConfined and those of Stat.
func (e Env) IsDir(file string) (bool, error) {
	if strings.ContainsRune(file, 0) {
		return false, access.ErrNUL
	}
	fi, err := e.Files().Stat(file)
	switch {
	case errors.Is(err, access.ErrOutside):
		return false, e.Outside()
	case err != nil:
		return false, err
	}
	return fi.IsDir(), nil
}

// Opening is the error of opening a file, where err is that it is a directory: that it may not be opened, if that is
// so.
func (e Env) Opening(path string, err error) error {
	if errors.Is(err, access.ErrDirectory) {
		if _, unread := e.Files().ReadDir(path, 1); errors.Is(unread, fs.ErrPermission) {
			return syscall.EACCES
		}
	}
	return err
}

// Hidden reports whether a file cannot even be looked at: a folder above it may not be searched, or it is not there.
func (e Env) Hidden(file string) bool {
	_, err := e.Files().Stat(file)
	return err != nil
}

// Locate is the file that a call names by a path, as find finds it; the error of find is a refusal. A stream is read
// under the path itself: nothing is looked for.
func (e Env) Locate(path string, find func(e Env, path string) (string, error)) (string, error) {
	if e.Stream != nil {
		return path, nil
	}
	return find(e, path)
}

// Wording is the text of the tool for the reasons why the file path cannot be opened or read.
func (e Env) Wording(path string) Wording {
	return func(err error) string { return e.Tool.Words(e, path, err) }
}
