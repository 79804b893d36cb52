package coreutils

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"time"

	"eyeline/reader/access"
)

// halfYear is how old a file is at least of which a long listing has the year and not the time of the day.
const halfYear = 31556952 * time.Second / 2

// listing is a run of ls.
type listing struct {
	call   *Call
	hidden string // "a": hidden files too, the directory and the one above it; "A": without these
	self   bool   // a directory is listed itself
	mark   string // "F" and "p": what follows names
	long   bool   // what is known of a file precedes its name
	human  bool   // sizes have units
}

// listed is a file in a listing.
type listed struct {
	name string
	at   string // its path, an absolute one
	info fs.FileInfo
}

// ls is ls, as it writes into a pipe: one name a line, in the order of their bytes.
func ls(c *Call, o options) (status int) {
	l := &listing{
		call: c, hidden: o.last("aA"), self: o.has("d"), mark: o.last("Fp"), long: o.has("l"), human: o.has("h"),
	}
	names := o.operands
	if len(names) == 0 {
		names = []string{"."}
	}
	var files, folders []listed
	for _, name := range names {
		info, err := l.look(c.Abs(name))
		switch {
		case err != nil:
			l.complain("cannot access", name, err)
			status = 2
		case info.IsDir() && !l.self:
			folders = append(folders, listed{name, c.Abs(name), info})
		default:
			files = append(files, listed{name, c.Abs(name), info})
		}
	}
	l.write(files, false)
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

// complain says why a file cannot be listed.
func (l *listing) complain(what, name string, err error) {
	if text, ok := l.call.Message(err); ok {
		l.call.Complain("ls: " + what + " " + quoteName(name, true) + ": " + text)
	}
}

// look looks at an operand. A link is followed to a folder.
func (l *listing) look(at string) (fs.FileInfo, error) {
	view := l.call.Env.Files()
	info, err := view.Lstat(at)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 && !l.self && !l.long && l.mark != "F" {
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

// folder lists a folder; false where that cannot be read, which is said.
func (l *listing) folder(of listed) bool {
	view, dir := l.call.Env.Files(), l.call.Abs(of.name)
	entries, err := view.ReadDir(dir, -1)
	if err != nil {
		l.complain("cannot open directory", of.name, err)
		return false
	}
	var files []listed
	if l.hidden == "a" {
		files = []listed{{".", dir, of.info}, {"..", dir, of.info}}
		if above, err := view.Lstat(path.Join(dir, "..")); err == nil { // what is above the root is not looked at
			files[1].info = above
		}
	}
	for _, e := range entries {
		at := path.Join(dir, e.Name())
		if info, err := view.Lstat(at); err == nil && (l.hidden != "" || e.Name()[0] != '.') {
			files = append(files, listed{e.Name(), at, info})
		}
	}
	l.write(files, true)
	return true
}

// write writes files, in their order; with what they take in all: they are those of a folder.
func (l *listing) write(files []listed, inAll bool) {
	files = sorted(files)
	about := make([]string, len(files))
	if l.long {
		about = l.about(files, inAll)
	}
	for i, f := range files {
		name := f.name + l.suffix(f.info.Mode())
		if l.long && f.info.Mode()&fs.ModeSymlink != 0 {
			target, err := l.call.Env.Files().Readlink(f.at)
			if err != nil || l.mark != "" {
				l.call.Unknown("-l of the link " + f.name)
			}
			name += " -> " + target
		}
		if !l.call.Out(Literal(about[i] + name + "\n")) {
			return
		}
	}
}

// about is what precedes the names in a long listing: modes, numbers of links, owners, sizes and times, in columns.
func (l *listing) about(files []listed, inAll bool) []string {
	rows, all, blocks := make([]string, len(files)), make([][6]string, len(files)), int64(0)
	widths, now := [6]int{}, time.Now()
	for i, f := range files {
		o, known := access.OwnerOf(f.info)
		if !known || f.info.Mode()&fs.ModeDevice != 0 {
			l.call.Unknown("-l of " + f.name)
		}
		blocks += o.Blocks
		form, at := "Jan _2 15:04", f.info.ModTime()
		if now.Sub(at) >= halfYear || at.After(now) {
			form = "Jan _2  2006"
		}
		all[i] = [6]string{
			modeText(f.info.Mode()), strconv.FormatInt(o.Links, 10), o.User, o.Group,
			l.size(f.info.Size()), at.Format(form),
		}
		for k, text := range all[i] {
			widths[k] = max(widths[k], len(text))
		}
	}
	for i, a := range all {
		rows[i] = fmt.Sprintf("%s %*s %-*s %-*s %*s %s ",
			a[0], widths[1], a[1], widths[2], a[2], widths[3], a[3], widths[4], a[4], a[5])
	}
	switch {
	case inAll && l.human:
		l.call.Out(Literal("total " + l.size(blocks*512) + "\n"))
	case inAll:
		l.call.Out(Literal("total " + l.size((blocks+1)/2) + "\n"))
	}
	return rows
}

// modeText is a file's kind and who may do what with it.
func modeText(mode fs.FileMode) string {
	text := []byte(mode.Perm().String())
	text[0] = map[fs.FileMode]byte{
		0: '-', fs.ModeDir: 'd', fs.ModeSymlink: 'l', fs.ModeNamedPipe: 'p', fs.ModeSocket: 's',
	}[mode.Type()]
	for at, bit := range map[int]fs.FileMode{3: fs.ModeSetuid, 6: fs.ModeSetgid, 9: fs.ModeSticky} {
		if letter := "  s  s  t"[at-1]; mode&bit != 0 && text[at] == 'x' {
			text[at] = letter
		} else if mode&bit != 0 {
			text[at] = letter - 'a' + 'A'
		}
	}
	return string(text)
}

// size is a size, or with -h three digits of it with their unit, rounded up.
func (l *listing) size(n int64) string {
	unit, tenths := 0, n*10
	for ; l.human && (tenths+9)/10 >= 1<<10; unit++ {
		tenths = (tenths + 1<<10 - 1) >> 10
	}
	switch {
	case unit == 0:
		return strconv.FormatInt(n, 10)
	case tenths < 100:
		return fmt.Sprintf("%d.%d%c", tenths/10, tenths%10, "KMGTPE"[unit-1])
	}
	return fmt.Sprintf("%d%c", (tenths+9)/10, "KMGTPE"[unit-1])
}

// suffix is what follows a name.
func (l *listing) suffix(mode fs.FileMode) string {
	switch {
	case l.mark == "":
	case mode.IsDir():
		return "/"
	case l.mark == "p":
	case mode.IsRegular() && mode.Perm()&0o111 != 0:
		return "*"
	default:
		return map[fs.FileMode]string{fs.ModeSymlink: "@", fs.ModeNamedPipe: "|", fs.ModeSocket: "="}[mode.Type()]
	}
	return ""
}
