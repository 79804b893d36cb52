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

// Path is what the language that the agent is written in does with paths on the agent's system.
func (e Env) Path() ospath.Path {
	language := ospath.NodeJS
	if e.Tool != nil {
		language = e.Tool.Language
	}
	return ospath.Of(e.System, language)
}

// machine says where the files of the agent's paths are.
func (e Env) machine() ospath.Machine {
	return ospath.Machine{System: e.System, Literal: e.Tool != nil && e.Tool.Language == ospath.NodeJS, Dir: e.Dir()}
}

// names is the machine as a call asks it. It notes the first path of which it is not known what is there.
type names struct {
	ospath.Machine
	unknown *error
}

// File is that of Machine.
func (n names) File(path string) (string, error) {
	file, err := n.Machine.File(path)
	if n.unknown != nil && *n.unknown == nil && ospath.IsNotKnown(err) {
		*n.unknown = err
	}
	return file, err
}

// translates reports whether a path of the agent's is not the one by which its file is opened.
func (e Env) translates() bool { return e.System.IsWindows() || e.System.Foreign() }

// foreign is a folder as an absolute, clean path of the agent's, where its system is not this machine's. A folder that
// can have none there keeps its own: Tool.Read refuses it.
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

// folder is Root as a path of this machine.
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

// foreignFault says why nothing can be read in Root on the agent's system; nil where it can.
func (e Env) foreignFault() error {
	if !e.System.Foreign() || e.Stream != nil || e.System.IsFull(e.Root) {
		return nil
	}
	abs, err := filepath.Abs(e.Root)
	if err != nil {
		return nil // said when it is used
	}
	if _, err = e.machine().Agent(abs); err != nil {
		return RefuseOwn("eyeline: " + err.Error())
	}
	return nil
}

// DirectoryError is what the system says where a program opens a folder as a file and reads it.
func (e Env) DirectoryError() error {
	if e.System.IsWindows() {
		return ospath.AccessDenied()
	}
	return syscall.EISDIR
}

// openTranslated opens the file at a path of the agent's.
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
	return f, machine.Error(err, file)
}

// asked is the Env of a call that notes the paths of which it is not known what is there, and what to do with the
// refusal of such a call: the tool itself may have refused otherwise.
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

// notOnWindows says of an answer on Windows what it is worth.
func (e Env) notOnWindows() string {
	if !e.System.IsWindows() || e.Tool.Since.How == ByContract {
		return ""
	}
	return "how " + e.Tool.Since.Agent + " takes paths on Windows is modelled: it was not run there"
}
