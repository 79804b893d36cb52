package revision

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"syscall"

	"eyeline/reader/access"
	"eyeline/reader/git"
	"eyeline/reader/git/attributes"
	"eyeline/reader/wait"
)

// Difference is a file of a work tree that differs from a tree.
type Difference struct {
	Name   string // relative to the top of the work tree, with "/"
	Before int64  // size in the tree, in bytes; -1 if it is no file there, or not known
	Now    int64  // size in bytes
	Gone   bool   // it is not in the work tree
	Why    string // why its lines are not known, such as that it is a symbolic link; else ""
	CRLF   bool   // git is configured to convert its line ends to CR LF in the work tree
	// Converted: it has CR LF where the tree has LF, and no other difference.
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

// Compare returns the files of a work tree that differ from a tree or commit, and those that only the index has. It
// compares bytes, so that neither git's cached times nor its filters hide a difference. The error is git's, that of the
// work tree's folder, or ctx's.
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
	var all []Difference
	for _, e := range entries {
		if d := e.differs(ctx, folder); d != nil {
			all = append(all, *d)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}

	return all, lineEnds(ctx, top, all)
}

// entriesOf returns the files of a tree, and those that only the index has, or has as submodules.
func entriesOf(ctx context.Context, top, tree string) (all []entry, err error) {
	modes := map[string]string{}
	for _, args := range [][]string{{"ls-tree", "-r", "-z", "-l", "--full-tree", tree}, {"ls-files", "--stage", "-z"}} {
		p, err := git.Start(ctx, top, nil, args...)
		if err != nil {
			return nil, err
		}

		defer p.Close()
		in := bufio.NewReader(p)
		line, err := in.ReadString(0)
		for ; err == nil; line, err = in.ReadString(0) {
			text, name, _ := strings.Cut(strings.TrimSuffix(line, "\x00"), "\t")
			facts := append(strings.Fields(text), "", "", "", "")
			e := entry{name: name, mode: facts[0], size: -1}
			was, known := modes[name]
			if known && (e.mode != modeModule || was == modeModule) {
				continue
			}

			if args[0] == "ls-tree" { // MODE TYPE ID SIZE
				e.id = facts[2]
				if n, err := strconv.ParseInt(facts[3], 10, 64); err == nil {
					e.size = n
				}
			}

			modes[name] = e.mode
			all = append(all, e)
		}

		if ended := p.Wait(); err != io.EOF || ended != nil {
			return nil, cmp.Or(ended, err)
		}
	}

	return all, nil
}

// differs returns how the file on disk differs from the entry; nil if it does not.
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
		if e.isIn(ctx, folder, d) {
			return nil
		}
	}

	return d
}

// maxConverted is the size of the largest file whose line ends are compared, in bytes.
const maxConverted = 16 << 20

// isIn reports whether the bytes of a file are those of the entry, and sets fields of d.
func (e entry) isIn(ctx context.Context, folder *access.Folder, d *Difference) bool {
	if e.mode == modeLink || e.id == "" {
		d.Before = -1
		return false
	}

	f, err := folder.Open(ctx, e.name)
	if err != nil {
		d.Why = access.Text(err)
		return false
	}

	defer f.Close()
	d.Now = f.Size()
	if e.size < 0 || d.Now == e.size {
		return idOf(e.id, d.Now, wait.Reader(ctx, io.NewSectionReader(f, 0, d.Now))) == e.id
	}

	if d.Now > e.size && d.Now <= min(2*e.size, maxConverted) {
		all, err := io.ReadAll(io.NewSectionReader(f, 0, d.Now))
		unix := bytes.ReplaceAll(all, []byte("\r\n"), []byte("\n"))
		d.Converted = err == nil && len(all)-len(unix) == bytes.Count(all, []byte("\n")) &&
			idOf(e.id, e.size, bytes.NewReader(unix)) == e.id
	}

	return false
}

// newHash returns the hash function of a repository whose object ids look like id, after the header of a blob of that
// size.
func newHash(id string, size int64) hash.Hash {
	h := sha1.New()
	if len(id) == hex.EncodedLen(sha256.Size) {
		h = sha256.New()
	}
	fmt.Fprintf(h, "blob %d\x00", size)
	return h
}

// idOf returns the object id of bytes in a repository whose ids look like like; "" if they cannot be read.
func idOf(like string, size int64, from io.Reader) string {
	h := newHash(like, size)
	if n, err := io.Copy(h, from); err != nil || n != size {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}

// lineEnds sets CRLF for the files that git is configured to check out with CR LF: by the attribute eol, or by
// core.autocrlf outside of the repository's own configuration.
func lineEnds(ctx context.Context, top string, all []Difference) error {
	if len(all) == 0 {
		return nil
	}

	set, _ := git.Output(ctx, top, "config", "--show-scope", "--get", "core.autocrlf") // fails if it is not set
	auto := set == "global\ttrue\n" || set == "system\ttrue\n"
	tree, err := OpenAttributes(ctx, top, false)
	if err != nil {
		return err
	}

	defer tree.Close()
	for i := range all {
		d := &all[i]
		values, err := tree.Of(ctx, d.Name, "eol", "text")
		if err != nil {
			return err
		}

		d.CRLF = values[0] == "crlf" || auto && values[0] == attributes.Unspecified && values[1] != attributes.Unset
		d.Converted = d.Converted && d.CRLF
	}

	return nil
}
