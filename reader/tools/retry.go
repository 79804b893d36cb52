package tools

import (
	"context"
	"time"

	"eyeline/reader/access"
	"eyeline/reader/wait"
	"eyeline/reader/window"
)

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
