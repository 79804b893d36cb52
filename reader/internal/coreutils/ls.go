package coreutils

import (
	"cmp"
	"io/fs"
	"path"
	"slices"

	"eyeline/reader/internal/gnuname"
)

// listing is a run of ls.
type listing struct {
	call        *Call
	hidden      string // "a" lists hidden files with "." and "..", "A" without these
	directories bool   // -d: a directory itself is listed
	mark        string // "F" or "p": which suffixes follow names
}

// listed is a file in a listing.
type listed struct {
	name string
	info fs.FileInfo
}

// ls imitates ls in a pipeline: one name a line, sorted by bytes.
func ls(c *Call, o options) (status int) {
	l := &listing{call: c, hidden: o.last("aA"), directories: o.has("d"), mark: o.last("Fp")}
	names := o.operands
	if len(names) == 0 {
		names = []string{"."}
	}

	var files, folders []listed
	for _, name := range names {
		info, err := l.stat(c.Abs(name))
		switch {
		case err != nil:
			l.complain("cannot access", name, err)
			status = 2
		case isUnknown(info) && c.System != nil:
			return c.Unknown("a folder that is not known")
		case info.IsDir() && !l.directories:
			folders = append(folders, listed{name, info})
		default:
			files = append(files, listed{name, info})
		}
	}

	l.write(files)
	for i, f := range sorted(folders) {
		head := f.name + ":\n"
		if i > 0 || len(files) > 0 {
			head = "\n" + head
		}
		if len(names) > 1 {
			c.Out(Literal(head))
		}
		if !l.folder(f) {
			status = 2
		}
	}

	return status
}

// complain writes why a file cannot be listed.
func (l *listing) complain(what, name string, err error) {
	if text, ok := l.call.Message(err); ok {
		l.call.Complain("ls: " + what + " " + gnuname.Quoted(name, true) + ": " + text)
	}
}

// stat returns the file of an operand. Like ls, it follows a link to a folder, but not with -d or -F.
func (l *listing) stat(at string) (fs.FileInfo, error) {
	view := l.call.FileView()
	info, err := view.Lstat(at)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 && !l.directories && l.mark != "F" {
		if followed, err := view.Stat(at); err == nil && followed.IsDir() {
			return followed, nil
		}
	}
	return info, err
}

func sorted(files []listed) []listed {
	slices.SortFunc(files, func(a, b listed) int { return cmp.Compare(a.name, b.name) })
	return files
}

// folder lists a folder; it returns false if that cannot be read, after it has complained.
func (l *listing) folder(of listed) bool {
	view := l.call.FileView()
	dir := l.call.Abs(of.name)
	entries, err := view.ReadDir(dir, -1)
	if err != nil {
		l.complain("cannot open directory", of.name, err)
		return false
	}

	var files []listed
	if l.hidden == "a" {
		files = []listed{{".", of.info}, {"..", of.info}}
		if above, err := view.Lstat(path.Join(dir, "..")); err == nil { // "/.." stays the root
			files[1].info = above
		}
	}

	for _, e := range entries {
		if info, err := view.Lstat(path.Join(dir, e.Name())); err == nil && (l.hidden != "" || e.Name()[0] != '.') {
			files = append(files, listed{e.Name(), info})
		}
	}

	l.write(files)
	return true
}

// write prints names of files, sorted, each on a line with its suffix.
func (l *listing) write(files []listed) {
	for _, f := range sorted(files) {
		if !l.call.Out(Literal(f.name + l.suffix(f.info.Mode()) + "\n")) {
			return
		}
	}
}

// suffix returns what follows the name of a file.
func (l *listing) suffix(mode fs.FileMode) string {
	switch {
	case l.mark == "": // no suffixes
	case mode.IsDir():
		return "/"
	case l.mark == "p": // -p is for folders alone
	case mode.IsRegular() && mode.Perm()&0o111 != 0:
		return "*"
	default:
		return map[fs.FileMode]string{fs.ModeSymlink: "@", fs.ModeNamedPipe: "|", fs.ModeSocket: "="}[mode.Type()]
	}

	return ""
}
