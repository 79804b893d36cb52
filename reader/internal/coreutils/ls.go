package coreutils

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
)

// listing is a run of ls.
type listing struct {
	call *Call
	all  bool // hidden files, too
	dots bool // and the directory and the one above it
	self bool // a directory is listed itself
	mark byte // 'F' and 'p': what follows names
}

// listed is a file in a listing.
type listed struct {
	name string
	info fs.FileInfo
}

// ls is ls, as it writes into a pipe: one name a line, in the order of their bytes.
func ls(c *Call, o options) int {
	l := &listing{call: c}
	for _, f := range o.flags {
		switch f.name {
		case "a":
			l.all, l.dots = true, true
		case "A":
			l.all, l.dots = true, false
		case "d":
			l.self = true
		case "F", "p":
			l.mark = f.name[0]
		}
	}
	operands := o.operands
	if len(operands) == 0 {
		operands = []string{"."}
	}
	files, folders, status := l.operands(operands)
	l.write(files)
	for i, f := range sorted(folders) {
		if len(operands) > 1 {
			head := f.name + ":\n"
			if i > 0 || len(files) > 0 {
				head = "\n" + head
			}
			c.Out(Literal(head))
		}
		if !l.folder(f) {
			status = 2
		}
	}
	return status
}

// operands looks at what is to be listed.
func (l *listing) operands(names []string) (files, folders []listed, status int) {
	c := l.call
	for _, name := range names {
		f, err := l.look(name, c.Abs(name))
		text, ok := "", true
		if err != nil {
			text, ok = c.Message(err)
		}
		switch {
		case !ok:
			return nil, nil, 0
		case err != nil:
			c.Complain("ls: cannot access " + quoteName(name, true) + ": " + text)
			status = 2
		case f.info.IsDir() && !l.self:
			folders = append(folders, f)
		default:
			files = append(files, f)
		}
	}
	return files, folders, status
}

// look looks at a file. A link that is an operand is followed to a folder.
func (l *listing) look(name, at string) (f listed, err error) {
	view := l.call.Env.Files()
	f.name = name
	if f.info, err = view.Lstat(at); err != nil || f.info.Mode()&fs.ModeSymlink == 0 {
		return f, err
	}
	if l.self || l.mark == 'F' {
		return f, nil
	}
	if followed, err := view.Stat(at); err == nil && followed.IsDir() {
		f.info = followed
	}
	return f, nil
}

func sorted(files []listed) []listed {
	slices.SortFunc(files, func(a, b listed) int { return cmp.Compare(a.name, b.name) })
	return files
}

// folder lists a folder; false where that cannot be read, which is said.
func (l *listing) folder(of listed) bool {
	c := l.call
	entries, err := c.Env.Files().ReadDir(c.Abs(of.name), -1)
	if err != nil {
		if text, ok := c.Message(err); ok {
			c.Complain("ls: cannot open directory " + quoteName(of.name, true) + ": " + text)
		}
		return false
	}
	names := []string{}
	if l.dots {
		names = append(names, ".", "..")
	}
	for _, e := range entries {
		if l.all || e.Name()[0] != '.' {
			names = append(names, e.Name())
		}
	}
	var files []listed
	for _, name := range names {
		info, err := c.Env.Files().Lstat(path.Join(c.Abs(of.name), name))
		switch {
		case err == nil:
			files = append(files, listed{name, info})
		case name == "..": // what is above the root is not looked at
			files = append(files, listed{name, of.info})
		}
	}
	l.write(files)
	return true
}

// write writes files, in their order.
func (l *listing) write(files []listed) {
	for _, f := range sorted(files) {
		if !l.call.Out(Literal(f.name + l.suffix(f.info) + "\n")) {
			return
		}
	}
}

// suffix is what follows a name.
func (l *listing) suffix(info fs.FileInfo) string {
	switch mode := info.Mode(); {
	case l.mark == 0:
		return ""
	case mode.IsDir():
		return "/"
	case l.mark == 'p':
		return ""
	case mode&fs.ModeSymlink != 0:
		return "@"
	case mode&fs.ModeNamedPipe != 0:
		return "|"
	case mode&fs.ModeSocket != 0:
		return "="
	case mode.IsRegular() && mode.Perm()&0o111 != 0:
		return "*"
	}
	return ""
}
