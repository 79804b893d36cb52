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

// Env is the environment of a read: where and what a tool may read.
type Env struct {
	// Tool is the tool that reads; Tool.Read sets it.
	Tool *Tool
	// Root is the agent's working directory. Relative paths resolve against it, and confined tools cannot leave it. ""
	// is the working directory of this process.
	Root string
	// System is the operating system that the agent runs on; see package ospath. Root and Home may be paths of that
	// system or of this machine; all other paths are the agent's.
	System ospath.System
	// Home is the agent's home directory; "" is the user's.
	Home string
	// Confine refuses paths outside Root for all tools.
	Confine bool
	// Only, if not nil, is the one file that may be opened, whatever the arguments say.
	Only *access.SingleFile
	// MaxBytes is the size of the largest file that is read, in bytes; 0 for no limit. A sparse file may be huge
	// without taking up space.
	MaxBytes int64
	// Settings are the values of Tool.Settings, by flag.
	Settings map[string]int64
	// Explain requests the reason for each line of a block.
	Explain bool
	// Index, if not nil, returns a line index for the opened file, nil if it has no index of it. fi is nil if Stream is
	// read.
	Index func(fi fs.FileInfo) window.Index
	// Bare omits what a read adds besides its file (Tool.AddedTexts).
	Bare bool
	// Stream, if not nil, is read instead of any path: a spooled standard input. Paths are not checked; messages use
	// the one in the arguments.
	Stream source.Bytes
	// Shared, if not nil, is an open file, which reads of its path use instead of opening it again.
	Shared *Shared
	args   []byte // arguments of the call, which Tool.Read sets
	sent   []byte // the same before they were repaired
	held   *access.HeldRoot
	// unknown records why it is not known what is at a path of the call; nil if every path is known.
	unknown *error
	// Session is what the agent remembers of earlier calls; nil if each call is the first of a run.
	Session *Session
}

// Caps returns the limits of the tool.
func (e Env) Caps() *Caps { return &e.Tool.Caps }

// OriginalArguments returns the arguments of the call as they came, before they were repaired.
func (e Env) OriginalArguments() []byte { return e.sent }

// Hold returns an Env that keeps Root open until release is called. Calls with it stay in the same directory, even if
// another one takes its name.
func (e Env) Hold() (held Env, release func(), err error) {
	if e.held, err = access.HoldRoot(e.folder()); err != nil {
		return e, nil, err
	}
	return e, e.held.Close, nil
}

// RootOf returns the root in which to read the file at an absolute path: root if it is not "", else the working
// directory if the file is below it, else the file's folder.
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

// Named returns a file's absolute path as an argument of the tool in a root: relative to it, with "/", if the
// tool is confined.
func (t *Tool) Named(root, file string) string {
	if t.Paths == PathConfined {
		if rel, err := filepath.Rel(root, file); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel)
		}
	}
	return file
}

// ArgumentPath is t.Named for an absolute path of this machine, translated to a path of the agent's system.
func (e Env) ArgumentPath(t *Tool, root, file string) string {
	named := t.Named(root, file)
	if !e.System.Foreign() || !filepath.IsAbs(named) {
		return named
	}
	if shown, err := e.machine().Agent(named); err == nil {
		return shown
	}
	return named // the read refuses it
}

// FileArgument returns the argument for a file that the user names. Most tools take the name unchanged, relative to
// Root; tools of PathAbsolute take the agent's absolute path. The error is that the working directory is not known.
func (e Env) FileArgument(t *Tool, file string) (string, error) {
	if t.Paths != PathAbsolute && !(e.System.Foreign() && filepath.IsAbs(file)) || e.IsAgents(file) {
		return file, nil
	}
	if !filepath.IsAbs(file) { // relative to Root, as for other tools
		file = filepath.Join(e.Root, file)
	}

	abs, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}

	return e.ArgumentPath(t, e.Root, abs), nil
}

// IsAgents reports whether the user names a file by a path that is valid on the agent's system alone.
func (e Env) IsAgents(file string) bool {
	return e.System.Foreign() && e.System.IsWindows() && e.System.IsFull(file)
}

// ForFile returns the Env in which to read a file that the user names, and the file's name in it. Without Root and
// Confine, a file that is not below the working directory is read in its own folder.
func (e Env) ForFile(t *Tool, file string) (Env, string) {
	abs, err := filepath.Abs(file)
	if e.Confine || e.Root != "" || err != nil || e.IsAgents(file) {
		return e, file
	}

	root := RootOf("", abs)
	if root == (Env{}).Dir() {
		return e, file
	}

	e.Root = root
	return e, e.ArgumentPath(t, root, abs)
}

// Dir returns Root as an absolute, lexically clean path of the agent's system.
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

// HomeDir returns the agent's home directory; "" if it has no home.
func (e Env) HomeDir() string {
	if e.Home != "" {
		return Env{Root: e.Home, System: e.System}.Dir()
	}
	home, _ := os.UserHomeDir() // "" with an error
	if e.System.Foreign() && home != "" {
		return e.foreign(home)
	}
	return home
}

// ConfigDir returns the folder for settings of the agent's user: $XDG_CONFIG_HOME if Home is "" and it is set, else
// .config in the home directory.
func (e Env) ConfigDir() string {
	if dir := os.Getenv("XDG_CONFIG_HOME"); e.Home == "" && dir != "" {
		return Env{Root: dir, System: e.System}.Dir()
	}
	return e.HomeDir() + "/.config"
}

// Setting returns the value of one of Tool.Settings, or otherwise if it is not set or not above 0.
func (e Env) Setting(flag string, otherwise int64) int64 {
	if v := e.Settings[flag]; v > 0 {
		return v
	}
	return otherwise
}

// Session is the memory of one run of an agent. Several goroutines may use it.
type Session struct{ known sync.Map }

// Get returns the value for a key. A nil Session has no values.
func (s *Session) Get(key string) (any, bool) {
	if s == nil {
		return nil, false
	}
	return s.known.Load(key)
}

// Put stores a value for a key. On a nil Session it does nothing.
func (s *Session) Put(key string, value any) {
	if s != nil {
		s.known.Store(key, value)
	}
}

// Fork returns a session that begins with the same values. What is put into one of the two does not reach the other. A
// value with a method Fork is copied by it. That of a nil Session is nil.
func (s *Session) Fork() *Session {
	if s == nil {
		return nil
	}

	fork := &Session{}
	s.known.Range(func(key, value any) bool {
		if of, ok := value.(interface{ Fork() any }); ok {
			value = of.Fork()
		}

		fork.known.Store(key, value)
		return true
	})
	return fork
}

// Abs returns a path of the agent's system as an absolute one, relative to Root. It is not cleaned, since ".." after a
// symbolic link depends on the link. On Windows ".." depends on names alone, and the path is cleaned.
func (e Env) Abs(path string) string {
	switch {
	case e.System.IsWindows():
		return ospath.FullPath(e.Dir(), path)
	case strings.HasPrefix(path, "/"):
		return path
	}
	return strings.TrimSuffix(e.Dir(), "/") + "/" + path
}

// Files returns the file system that the tool may access: with Confine only Root, with Only only that file.
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

// RefuseOutside returns the refusal of a path that Files does not show. errors.Is with ErrConfined is true.
func (e Env) RefuseOutside() error {
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
		return false, e.RefuseOutside()
	case err != nil:
		return false, err
	}

	return fi.IsDir(), nil
}

// Opening returns the error of opening a path: err, or EACCES if err is that it is a directory and this may not be
// read.
func (e Env) Opening(path string, err error) error {
	if errors.Is(err, access.ErrDirectory) {
		if _, unread := e.Files().ReadDir(path, 1); errors.Is(unread, fs.ErrPermission) {
			return syscall.EACCES
		}
	}
	return err
}

// Hidden reports whether Stat of a file fails: it does not exist, or a parent may not be searched.
func (e Env) Hidden(file string) bool {
	_, err := e.Files().Stat(file)
	return err != nil
}

// Locate returns the path of the file that a call names, which find determines; an error of find is a refusal. With
// Stream it returns the path unchanged.
func (e Env) Locate(path string, find func(e Env, path string) (string, error)) (string, error) {
	if e.Stream != nil {
		return path, nil
	}
	return find(e, path)
}

// Wording returns the tool's text for errors of opening or reading the file at a path.
func (e Env) Wording(path string) Wording {
	return func(err error) string { return e.Tool.Words(e, path, err) }
}
