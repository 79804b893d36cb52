package revision

import (
	"bufio"
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"eyeline/reader/git"
	"eyeline/reader/program"
)

// Objects reads objects of a repository with one git process. One goroutine may use it.
type Objects struct {
	git *program.Process
	ask *os.File
	in  *bufio.Reader
}

// OpenObjects starts a git for the repository that dir lies in. The error is that of starting it.
func OpenObjects(ctx context.Context, dir string) (*Objects, error) {
	asked, ask, err := os.Pipe()
	if err != nil {
		return nil, err
	}

	p, err := git.Start(ctx, dir, asked, "cat-file", "--batch")
	_ = asked.Close() // git has its own copy
	if err != nil {
		_ = ask.Close() // nothing was written
		return nil, err
	}

	return &Objects{p, ask, bufio.NewReaderSize(p, 64<<10)}, nil
}

// Close ends git.
func (o *Objects) Close() error {
	_ = o.ask.Close() // no more requests
	return o.git.Close()
}

// Take passes the object of a name, such as an id or REV:PATH, to take: its size in bytes, and a reader; -1 and nil if
// it does not exist. The name must not contain a line end. The error is git's, take's, or that the object does not have
// its id; Objects cannot be used afterwards.
func (o *Objects) Take(name string, take func(size int64, r io.Reader) error) error {
	_, failed := o.ask.WriteString(name + "\n")
	line, err := o.in.ReadString('\n')
	if err != nil {
		return cmp.Or(o.git.Wait(), failed, err)
	}

	fields := append(strings.Fields(line), "", "") // ID KIND SIZE
	size, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil { // "NAME missing"
		return take(-1, nil)
	}

	h := newHash(fields[0], size)
	all := io.TeeReader(io.LimitReader(o.in, size), h)
	if err := take(size, all); errors.Is(err, io.ErrUnexpectedEOF) {
		return cmp.Or(o.git.Wait(), err) // git has exited
	} else if err != nil {
		return err
	}

	if _, err := io.Copy(io.Discard, all); err != nil || hex.EncodeToString(h.Sum(nil)) != fields[0] {
		return fmt.Errorf("the object %s of the repository is not what its id says", fields[0])
	}

	_, _ = o.in.Discard(1) // the line end; an error will recur
	return nil
}

// Each passes files of a tree to take: the index of the name, such as REV:PATH, and a reader, nil if the file does not
// exist. The error is git's, take's, or that an object does not have its id.
func Each(ctx context.Context, dir string, names []string, take func(i int, r io.Reader) error) error {
	if len(names) == 0 {
		return nil
	}

	o, err := OpenObjects(ctx, dir)
	if err != nil {
		return err
	}

	defer o.Close()
	for i, name := range names {
		if name == "" {
			err = take(i, strings.NewReader(""))
		} else {
			err = o.Take(name, func(_ int64, r io.Reader) error { return take(i, r) })
		}

		if err != nil {
			return err
		}
	}

	return nil
}
