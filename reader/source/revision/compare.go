package revision

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"eyeline/reader/access"
	"eyeline/reader/git"
)

// Difference is a file of a work tree that is not as a tree has it.
type Difference struct {
	Name   string // from the top of the work tree, with "/" between its elements
	Before int64  // its size in the tree, in bytes; -1 where it is no file there, or not known
	Now    int64  // its size, in bytes
	Gone   bool   // it is not in the work tree
	Why    string // why nothing is known of its lines, such as that it is a symbolic link; "" for a file that can be read
	CRLF   bool   // git is told to give its lines other ends in the work tree: CR LF
	// Converted: it is what git makes of it, and has CR LF at the end of each line that ends with LF in the tree.
	Converted bool
}

// entry is a file in a tree or in the index.
type entry struct {
	name, mode, id string
	size           int64
}

const (
	modeLink   = "120000"
	modeModule = "160000"
)

// Compare lists the files of a work tree that are not as a tree, or a commit, has them, and those that the index has
// besides. It goes by their bytes: what git keeps of a file's time, and how it is told to change files before it compares
// them, hide nothing. The error is git's, that of the work tree's folder, or ctx's.
func Compare(ctx context.Context, top, tree string) ([]Difference, error) {
	entries, err := entriesOf(ctx, top, tree)
	if err != nil {
		return nil, err
	}
	folder, err := access.OpenFolder(top)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	looked := make([]*Difference, len(entries))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(entries)) && ctx.Err() == nil; i = next.Add(1) - 1 {
				looked[i] = entries[i].differs(ctx, folder)
			}
		})
	}
	workers.Wait()
	var all []Difference
	for _, d := range looked {
		if d != nil {
			all = append(all, *d)
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return all, lineEnds(ctx, top, all)
}

// entriesOf are the files of a tree, and those that only the index has.
func entriesOf(ctx context.Context, top, tree string) (all []entry, err error) {
	modes := map[string]string{}
	err = eachLine(ctx, top, func(facts []string, name string) bool {
		e := entry{name: name, size: -1}
		if len(facts) == 4 {
			e.mode, e.id = facts[0], facts[2]
			if n, err := strconv.ParseInt(facts[3], 10, 64); err == nil {
				e.size = n
			}
		}
		modes[name] = e.mode
		all = append(all, e)
		return len(facts) == 4
	}, "ls-tree", "-r", "-z", "-l", "--full-tree", tree)
	if err != nil {
		return nil, err
	}
	err = eachLine(ctx, top, func(facts []string, name string) bool {
		if len(facts) != 3 {
			return false
		}
		was, known := modes[name]
		if !known || facts[0] == modeModule && was != modeModule {
			modes[name] = facts[0]
			all = append(all, entry{name: name, mode: facts[0], size: -1})
		}
		return true
	}, "ls-files", "--stage", "-z")
	return all, err
}

// eachLine hands the lines "FACT FACT...\tNAME", ended by NUL, that a command of git writes to take, until it returns
// false.
func eachLine(ctx context.Context, dir string, take func(facts []string, name string) bool, args ...string) error {
	p, err := git.Start(ctx, dir, nil, args...)
	if err != nil {
		return err
	}
	defer p.Close()
	for in := bufio.NewReader(p); ; {
		line, err := in.ReadString(0)
		if err == io.EOF {
			return p.Wait()
		}
		if err != nil {
			return err
		}
		if facts, name, _ := strings.Cut(strings.TrimSuffix(line, "\x00"), "\t"); !take(strings.Fields(facts), name) {
			return errors.New("git answers " + strconv.Quote(line))
		}
	}
}

// differs is how the file on the disk differs from the entry; nil where it does not.
func (e entry) differs(ctx context.Context, folder *access.Folder) *Difference {
	d := &Difference{Name: e.name, Before: e.size}
	fi, err := folder.Lstat(e.name)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		d.Gone = true
	case err != nil:
		d.Why = access.Text(err)
	case e.mode == modeModule:
		if within, err := folder.ReadDir(e.name); fi.IsDir() && err == nil && len(within) == 0 {
			return nil
		}
		d.Why = "a submodule, of which git compares the commit alone"
	case fi.IsDir():
		d.Gone = true
	case fi.Mode()&fs.ModeSymlink != 0:
		target, err := folder.Readlink(e.name)
		if err == nil && e.mode == modeLink && idOf(e.id, int64(len(target)), strings.NewReader(target)) == e.id {
			return nil
		}
		d.Why = "a symbolic link that leads elsewhere, or is new"
	case !fi.Mode().IsRegular():
		d.Why = "not a regular file"
	default:
		d.Now = fi.Size()
		if e.mode == modeLink {
			d.Before = -1
		} else if e.id != "" && e.isIn(ctx, folder, d) {
			return nil
		}
	}
	return d
}

// isIn reports whether the bytes of a file are those of the entry, and puts into d what else is found out about them.
func (e entry) isIn(ctx context.Context, folder *access.Folder, d *Difference) bool {
	if e.size >= 0 && d.Now < e.size {
		return false
	}
	f, err := folder.Open(ctx, e.name)
	if err != nil {
		d.Why = access.Text(err)
		return false
	}
	defer f.Close()
	d.Now = f.Size()
	all := func() io.Reader { return whileGoing{ctx, io.NewSectionReader(f, 0, f.Size())} }
	if e.size < 0 || d.Now == e.size {
		return idOf(e.id, d.Now, all()) == e.id
	}
	if d.Now <= 2*e.size {
		d.Converted = idOf(e.id, e.size, &unixLines{in: bufio.NewReaderSize(all(), 64<<10)}) == e.id
	}
	return false
}

// newHash is the hash of a repository in which an object has this id, with what goes before the bytes of a file.
func newHash(id string, size int64) hash.Hash {
	h := sha1.New()
	if len(id) == hex.EncodedLen(sha256.Size) {
		h = sha256.New()
	}
	fmt.Fprintf(h, "blob %d\x00", size)
	return h
}

// idOf is the id that git gives bytes in a repository in which another object is called like; "" where they cannot be
// read.
func idOf(like string, size int64, from io.Reader) string {
	h := newHash(like, size)
	if n, err := io.Copy(h, from); err != nil || n != size {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}

// whileGoing reads until ctx is done.
type whileGoing struct {
	ctx context.Context
	io.Reader
}

func (r whileGoing) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

// unixLines reads lines that all end with CR LF as if they ended with LF. Others, and very long ones, are an error.
type unixLines struct {
	in   *bufio.Reader
	rest []byte
}

func (u *unixLines) Read(p []byte) (int, error) {
	if len(u.rest) == 0 {
		line, err := u.in.ReadSlice('\n')
		switch ended := bytes.HasSuffix(line, []byte("\r\n")); {
		case err == io.EOF:
			u.rest = line
			if len(line) == 0 {
				return 0, io.EOF
			}
		case err != nil || !ended:
			return 0, errors.New("a line that does not end with CR LF")
		default:
			line[len(line)-2] = '\n'
			u.rest = line[:len(line)-1]
		}
	}
	n := copy(p, u.rest)
	u.rest = u.rest[n:]
	return n, nil
}

// lineEnds finds out which of the files git is told to give lines that end with CR LF: by the attribute eol, or by
// core.autocrlf where it is set outside of the repository.
func lineEnds(ctx context.Context, top string, all []Difference) error {
	var names strings.Builder
	for _, d := range all {
		names.WriteString(d.Name + "\x00")
	}
	if len(all) == 0 {
		return nil
	}
	set, _ := git.Output(ctx, top, "config", "--show-scope", "--get", "core.autocrlf") // an error where it is not set
	auto := set == "global\ttrue\n" || set == "system\ttrue\n"
	i := 0
	take := func(_ string, values []string) error {
		d := &all[i]
		d.CRLF = values[0] == "crlf" || auto && values[0] == "unspecified" && values[1] != "unset"
		d.Converted = d.Converted && d.CRLF
		i++
		return nil
	}
	return git.Attributes(ctx, top, strings.NewReader(names.String()), []string{"eol", "text"}, take)
}

// Each hands files of a tree to take, one after the other: the index of the name that was asked for, such as REV:PATH,
// and the bytes, nil where there is no such file. The error is git's, take's, or that an object is not what its id says.
func Each(ctx context.Context, dir string, names []string, take func(i int, r io.Reader) error) error {
	if len(names) == 0 {
		return nil
	}
	p, err := git.Start(ctx, dir, strings.NewReader(strings.Join(names, "\n")+"\n"), "cat-file", "--batch")
	if err != nil {
		return err
	}
	defer p.Close()
	in := bufio.NewReaderSize(p, 64<<10)
	for i := range names {
		line, err := in.ReadString('\n')
		if err != nil {
			return errors.Join(p.Wait(), err)
		}
		fields := strings.Fields(line)
		if len(fields) != 3 || fields[1] != "blob" {
			if strings.HasSuffix(line, " missing\n") {
				err = take(i, nil)
			} else {
				err = errors.New("git answers " + strconv.Quote(line))
			}
			if err != nil {
				return err
			}
			continue
		}
		size, err := strconv.ParseInt(fields[2], 10, 64)
		if err != nil {
			return err
		}
		h := newHash(fields[0], size)
		bytes := io.TeeReader(io.LimitReader(in, size), h)
		if err := take(i, bytes); err != nil {
			return err
		}
		if _, err := io.Copy(io.Discard, bytes); err != nil {
			return err
		}
		if hex.EncodeToString(h.Sum(nil)) != fields[0] {
			return fmt.Errorf("the object %s of the repository is not what its id says", fields[0])
		}
		_, _ = in.Discard(1) // the line end; an error comes again
	}
	return nil
}
