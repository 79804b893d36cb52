package tools

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"eyeline/reader/access"
	"eyeline/reader/ospath"
	"eyeline/reader/source"
)

// Path returns the path functions of the agent's language on the agent's system.
func (e Env) Path() ospath.Path {
	language := ospath.NodeJS
	if e.Tool != nil {
		language = e.Tool.Language
	}
	return ospath.Of(e.System, language)
}

// machine returns the mapping from the agent's paths to this machine's files.
func (e Env) machine() ospath.Machine {
	return ospath.Machine{System: e.System, Literal: e.Tool != nil && e.Tool.Language == ospath.NodeJS, Dir: e.Dir()}
}

// OnMachine returns the path by which this machine opens the file at a path of the agent's system, which may be
// relative to Root. The error says why there is no such file, or that it is not known.
func (e Env) OnMachine(path string) (string, error) { return e.machine().File(e.Abs(path)) }

// names is a machine that records the first path about which it is not known what is there.
type names struct {
	ospath.Machine
	unknown *error
}

func (n names) File(path string) (string, error) {
	file, err := n.Machine.File(path)
	if n.unknown != nil && *n.unknown == nil && ospath.IsNotKnown(err) {
		*n.unknown = err
	}
	return file, err
}

// translates reports whether paths of the agent must be translated to open files.
func (e Env) translates() bool { return e.System.IsWindows() || e.System.Foreign() }

// foreign returns a folder as an absolute, clean path of an agent's system that is not this machine's. A folder that
// has no such path is returned unchanged, and Tool.Read refuses it.
func (e Env) foreign(dir string) string {
	if e.System.IsFull(dir) {
		return ospath.NodeOn(e.System).Resolve(dir, "")
	}

	abs, err := filepath.Abs(dir)
	if err != nil {
		return dir
	}

	shown, err := ospath.Machine{System: e.System}.Agent(abs)
	if err != nil {
		return abs
	}

	return shown
}

// folder returns Root as a path of this machine.
func (e Env) folder() string {
	if !e.System.Foreign() {
		return e.Root
	}
	file, err := e.machine().File(e.Dir())
	if err != nil {
		return e.Root
	}
	return file
}

// foreignFault returns the refusal if Root has no path on the agent's system; else nil.
func (e Env) foreignFault() error {
	if !e.System.Foreign() || e.Stream != nil || e.System.IsFull(e.Root) {
		return nil
	}

	abs, err := filepath.Abs(e.Root)
	if err != nil {
		return nil // the error is reported when Root is used
	}
	if _, err = e.machine().Agent(abs); err != nil {
		return RefuseOwn("eyeline: " + err.Error())
	}

	return nil
}

// DirectoryError returns the system's error for reading a folder as a file.
func (e Env) DirectoryError() error {
	if e.System.IsWindows() {
		return ospath.AccessDenied()
	}
	return syscall.EISDIR
}

// openTranslated opens the file at a path of the agent's system.
func openTranslated(ctx context.Context, env Env, paths Paths, path string) (*access.File, error) {
	if strings.IndexByte(path, 0) >= 0 {
		return nil, access.ErrNUL
	}

	machine := names{env.machine(), env.unknown}
	file, err := machine.File(path)
	if paths == PathConfined && errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %w", access.ErrNowhere, err)
	}
	if err != nil {
		return nil, err
	}
	if file == os.DevNull && !env.Confine && paths != PathConfined && env.Only == nil {
		return access.Stream(source.View(strings.NewReader(""), 0)), nil
	}

	env.Root = env.folder()
	f, err := openFile(ctx, env, paths, file)
	words := machine.Error(err, file)
	if errors.Is(err, access.ErrNowhere) && !errors.Is(words, access.ErrNowhere) {
		words = fmt.Errorf("%w: %w", access.ErrNowhere, words)
	}
	return f, words
}

// asked returns an Env for one call that records paths about which it is not known what is there, and a function that
// replaces the call's error accordingly: the tool itself may have refused for another reason.
func (e Env) asked() (Env, func(err error) error) {
	if !e.translates() {
		return e, func(err error) error { return err }
	}

	e.unknown = new(error)
	return e, func(err error) error {
		if err != nil && *e.unknown != nil {
			return RefuseOwn("eyeline: " + (*e.unknown).Error())
		}

		return err
	}
}

// notOnWindows returns the remark that an answer for Windows was not verified; "" if it was.
func (e Env) notOnWindows() string {
	if !e.System.IsWindows() || e.Tool.Origin.How == ByContract {
		return ""
	}
	return "how " + e.Tool.Origin.Agent + " takes paths on Windows is modelled: it was not run there"
}
