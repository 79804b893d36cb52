package coreutils

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"eyeline/reader/tools"
)

// listing is a run of ls.
type listing struct {
	call *Call
	all  bool // hidden files, too
	dots bool // and the directory and the one above it
	long bool
	self bool // a directory is listed itself
	mark byte // 'F' and 'p': what follows names
}

// listed is a file in a listing.
type listed struct {
	name, target string
	info         fs.FileInfo
}

// ls is ls, as it writes into a pipe: one name a line, in the order of their bytes.
func ls(c *Call) (status int) {
	o, ok := c.getopt("1aAldFp", "", map[string]byte{"all": 'a', "almost-all": 'A', "directory": 'd', "classify": 'F'})
	if !ok {
		return 0
	}
	l := &listing{call: c}
	for _, f := range o.flags {
		switch f.name {
		case "a":
			l.all, l.dots = true, true
		case "A":
			l.all, l.dots = true, false
		case "l":
			l.long = true
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
	var files, folders []listed
	for _, name := range operands {
		f, err := l.look(name, c.Abs(name))
		text, ok := "", true
		if err != nil {
			text, ok = c.Message(err)
		}
		switch {
		case !ok:
			return 0
		case err != nil:
			c.Complain("ls: cannot access " + quoteName(name, true) + ": " + text)
			status = 2
		case f.info.IsDir() && !l.self:
			folders = append(folders, f)
		default:
			files = append(files, f)
		}
	}
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
			status = max(status, 2)
		}
	}
	return status
}

// look looks at a file. A link that is an operand is followed to a folder, unless the listing is long.
func (l *listing) look(name, at string) (f listed, err error) {
	view := l.call.Env.Files()
	f.name = name
	if f.info, err = view.Lstat(at); err != nil || f.info.Mode()&fs.ModeSymlink == 0 {
		return f, err
	}
	if f.target, err = view.Readlink(at); l.long || l.self || err != nil {
		return f, err
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
	blocks := int64(0)
	for _, name := range names {
		at := path.Join(c.Abs(of.name), name)
		info, err := c.Env.Files().Lstat(at)
		if err != nil {
			if name != ".." {
				continue // it is gone
			}
			info = of.info // what is above the root is not looked at
		}
		f := listed{name: name, info: info}
		if info.Mode()&fs.ModeSymlink != 0 {
			if f.target, err = c.Env.Files().Readlink(at); errors.Is(err, tools.ErrConfined) {
				return c.Fail(err)
			}
		}
		blocks += systemOf(info).blocks
		files = append(files, f)
	}
	if l.long {
		c.Out(Literal("total " + strconv.FormatInt(blocks/2, 10) + "\n"))
	}
	l.write(files)
	return true
}

// write writes files, in their order.
func (l *listing) write(files []listed) {
	if sorted(files); !l.long {
		for _, f := range files {
			if !l.call.Out(Literal(f.name + l.suffix(f.info) + "\n")) {
				return
			}
		}
		return
	}
	rows, widths := make([][]string, len(files)), [4]int{}
	for i, f := range files {
		of := systemOf(f.info)
		rows[i] = []string{strconv.FormatUint(of.links, 10), of.owner, of.group, strconv.FormatInt(f.info.Size(), 10)}
		for k, text := range rows[i] {
			widths[k] = max(widths[k], len(text))
		}
	}
	for i, f := range files {
		row := []byte(modeText(f.info.Mode()))
		for k, text := range rows[i] {
			pad := strings.Repeat(" ", widths[k]-len(text))
			if row = append(row, ' '); k == 1 || k == 2 {
				row = append(append(row, text...), pad...)
			} else {
				row = append(append(row, pad...), text...)
			}
		}
		row = append(row, " "+timeText(f.info.ModTime(), time.Now())+" "+f.name...)
		if f.target != "" {
			row = append(row, " -> "+f.target...)
		} else {
			row = append(row, l.suffix(f.info)...)
		}
		if !l.call.Out(Piece{Text: append(row, '\n')}) {
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

// modeText is a mode as "-rw-r--r--".
func modeText(mode fs.FileMode) string {
	text := []byte("-rwxrwxrwx")
	for i := range 9 {
		if mode&(1<<(8-i)) == 0 {
			text[1+i] = '-'
		}
	}
	for bit, c := range map[fs.FileMode]byte{
		fs.ModeDir: 'd', fs.ModeSymlink: 'l', fs.ModeNamedPipe: 'p', fs.ModeSocket: 's', fs.ModeDevice: 'b',
	} {
		if mode&bit != 0 {
			text[0] = c
		}
	}
	if mode&fs.ModeCharDevice != 0 {
		text[0] = 'c'
	}
	for i, bit := range []fs.FileMode{fs.ModeSetuid, fs.ModeSetgid, fs.ModeSticky} {
		if mode&bit == 0 {
			continue
		}
		at, c := 3+3*i, "sst"[i]
		if text[at] == '-' {
			c -= 'a' - 'A'
		}
		text[at] = c
	}
	return string(text)
}

// timeText is a time with its hour, or with its year where it is not of the last half year.
func timeText(t, now time.Time) string {
	const halfYear = 31556952 / 2 * time.Second
	if t.After(now) || now.Sub(t) >= halfYear {
		return t.Format("Jan _2  2006")
	}
	return t.Format("Jan _2 15:04")
}
