package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"eyeline/reader/access"
	"eyeline/reader/ospath"
	"eyeline/reader/wait"
	"eyeline/reader/window"
)

// File is a file opened for one read.
type File struct {
	*access.File
	// Tool is the tool that reads it.
	Tool *Tool
	// Args are the arguments of the call as they came.
	Args json.RawMessage
	// Index finds lines without reading from the start; it may be nil.
	Index window.Index

	system ospath.System
	words  Wording // for errors of reading
	guess  string  // the guessed character set if it is not UTF-8
	ctx    context.Context
	failed error // the first error of reading
}

// Caps returns the limits of the tool.
func (o *File) Caps() *Caps { return &o.Tool.Caps }

// System returns the system of the agent's paths.
func (o *File) System() ospath.System { return o.system }

// Open opens a file for a tool. PathConfined restricts it to the root; other kinds may open any file. A relative path
// resolves against the root. The error is one of package access, ErrConfined, or a refusal of a file of more than
// Env.MaxBytes.
func Open(ctx context.Context, env Env, paths Paths, path string) (*File, error) {
	f, err := open(ctx, env, paths, path)
	if err != nil {
		return nil, err
	}
	if env.MaxBytes > 0 && f.Size() > env.MaxBytes {
		_ = f.Close() // read only: nothing is lost
		return nil, RefuseOwn(fmt.Sprintf("%s bytes, more than %s", Thousands(f.Size()), Thousands(env.MaxBytes)))
	}

	o := &File{File: f, Tool: env.Tool, Args: env.args, system: env.System, ctx: ctx}
	fi := f.Info()
	if env.Index != nil && (env.Stream != nil || fi != nil) {
		o.Index = env.Index(fi)
	}
	return o, nil
}

func open(ctx context.Context, env Env, paths Paths, path string) (*access.File, error) {
	switch {
	case env.Stream != nil:
		return access.Stream(env.Stream), nil
	case env.translates():
		return openTranslated(ctx, env, paths, path)
	}
	return openFile(ctx, env, paths, path)
}

// openFile opens a file by a path of this machine.
func openFile(ctx context.Context, env Env, paths Paths, path string) (*access.File, error) {
	env.System = ospath.Native
	switch {
	case env.Only != nil:
		return openOnly(ctx, env, paths, path)
	case env.Shared != nil && env.Abs(path) == env.Shared.path:
		return env.Shared.file.Borrow(env.Shared.memory), nil
	case paths == PathConfined:
		return env.held.OpenIn(ctx, env.Root, path)
	case env.Confine:
		f, err := env.held.OpenIn(ctx, env.Root, path)
		if errors.Is(err, access.ErrOutside) {
			return nil, ErrConfined
		}
		return f, access.System(err)
	}

	return access.Open(ctx, env.Abs(path))
}

// openOnly opens Env.Only if the path names it. It compares the opened file again, because the path may lead elsewhere
// by then.
func openOnly(ctx context.Context, env Env, paths Paths, path string) (*access.File, error) {
	only := env.Only
	if !only.Names(env.Abs(path)) {
		return nil, errOnly
	}

	env.Only = nil
	f, err := openFile(ctx, env, paths, path)
	if err == nil && !only.Is(f.Info()) {
		_ = f.Close() // read only: nothing is lost
		return nil, errOnly
	}

	return f, err
}

// readTries is how often a read is tried while its file keeps changing.
const readTries = 4

// retryPause is the pause before the second try, in which a writer may finish; it doubles with each try.
const retryPause = time.Millisecond

// ReadFile opens a file and makes a result of it. If the file changes meanwhile it starts again with opening, up to
// readTries times. Errors of opening or reading become refusals in words.
func ReadFile(
	ctx context.Context, words Wording, open func() (*File, error), read func(*File) (*Result, error),
) (*Result, error) {
	for try := 1; ; try++ {
		r, err := readOnce(words, open, read)
		switch {
		case err == nil || !access.IsChanged(err):
			return r, words.Of(err)
		case try == readTries:
			return nil, words.Of(access.ErrChanged)
		}

		if err := wait.For(ctx, retryPause<<(try-1)); err != nil {
			return nil, err
		}
	}
}

// ReadPath is ReadFile for a path that Open opens.
func ReadPath(
	ctx context.Context, env Env, paths Paths, path string, words Wording, read func(*File) (*Result, error),
) (*Result, error) {
	return ReadFile(ctx, words, func() (*File, error) { return Open(ctx, env, paths, path) }, read)
}

func readOnce(words Wording, open func() (*File, error), read func(*File) (*Result, error)) (*Result, error) {
	o, err := open()
	if err != nil {
		return nil, err
	}

	o.words = words
	r, err := read(o)
	if o.failed != nil {
		err = o.failed
	}

	// The file must not have changed even for a refusal.
	if changed := o.Unchanged(); changed != nil {
		err = changed
	}

	if err != nil {
		_ = o.Close() // read only: nothing is lost
		return nil, err
	}

	r.file = o
	r.close = o.Close
	if r.FileBytes == 0 {
		r.FileBytes = o.Size()
	}

	switch {
	case o.guess != "":
		r.Aside = "the file is not UTF-8: " + o.Tool.Origin.Agent + " guesses its character set, " + o.guess + " here"
	case o.Tool != nil && o.Tool.Guesses && r.Window.Kind != window.Notice && o.isLegacy():
		r.Aside = "the file is not UTF-8: " + o.Tool.Origin.Agent + " guesses its character set and may give other " +
			"characters than these"
	}

	return r, nil
}
