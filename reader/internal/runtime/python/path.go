package python

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"syscall"

	"eyeline/reader/access"
	"eyeline/reader/tools"
)

// ExpandUser is pathlib's expanduser: "~" as the first part is the agent's home directory, "~name" that of a user.
func ExpandUser(ctx context.Context, env tools.Env, file string) (string, error) {
	file = Path(file)
	if !strings.HasPrefix(file, "~") {
		return file, nil
	}
	first, rest, _ := strings.Cut(file, "/")
	home := env.HomeDir()
	if first != "~" {
		var err error
		if home, err = userHome(ctx, env, first[1:]); err != nil {
			return "", err
		}
	}
	if home == "" {
		return "", tools.Refuse("Could not determine home directory.")
	}
	return Path(home + "/" + rest), nil
}

// userHome is the home directory of a user of the system; "" when there is no such user.
func userHome(ctx context.Context, env tools.Env, name string) (string, error) {
	o, err := tools.Open(ctx, env, tools.PathAny, "/etc/passwd")
	if err != nil {
		return "", nil // then no user is known
	}
	defer o.Close()
	lines := bufio.NewScanner(io.NewSectionReader(o, 0, o.Size()))
	for lines.Scan() {
		if fields := strings.Split(lines.Text(), ":"); len(fields) == 7 && fields[0] == name {
			return fields[5], nil
		}
	}
	return "", lines.Err()
}

// maxLinks bounds the symbolic links followed on one path.
const maxLinks = 100

// Resolve is pathlib's resolve: an absolute path without links and dots, where what does not exist stays as it is. The
// error is a loop of links.
func Resolve(env tools.Env, file string) (string, error) {
	view := env.Files()
	at, rest := "/", strings.Split(file, "/")
	if !strings.HasPrefix(file, "/") {
		rest = append(strings.Split(env.Dir(), "/"), rest...)
	}
	for hops := 0; len(rest) > 0; {
		name := rest[0]
		rest = rest[1:]
		if name == "" || name == "." {
			continue
		}
		next := path.Join(at, name) // which goes up where the name is ".."
		target := ""
		if name != ".." {
			if fi, err := view.Lstat(next); err == nil && fi.Mode()&fs.ModeSymlink != 0 {
				target, _ = view.Readlink(next) // where that fails it is taken for no link
			}
		}
		if target == "" {
			at = next
			continue
		}
		if hops++; hops > maxLinks {
			return "", tools.Refuse("Symlink loop from " + Quote(file))
		}
		if strings.HasPrefix(target, "/") {
			at = "/"
		}
		rest = append(strings.Split(target, "/"), rest...)
	}
	if _, err := view.Stat(at); errors.Is(err, syscall.ELOOP) && !errors.Is(err, access.ErrOutside) {
		return "", tools.Refuse("Symlink loop from " + Quote(file))
	}
	return at, nil
}

// Suffix is the extension of a path with its dot, as pathlib has it; "" for none.
func Suffix(p string) string {
	name := path.Base(p)
	if i := strings.LastIndexByte(name, '.'); i > 0 && i < len(name)-1 {
		return name[i:]
	}
	return ""
}

// Path is a path as Python's pathlib prints it: without empty parts, "." and a slash at the end. Two slashes in front
// stay.
func Path(s string) string {
	root := ""
	if strings.HasPrefix(s, "/") {
		root = "/"
		if strings.HasPrefix(s, "//") && !strings.HasPrefix(s, "///") {
			root = "//"
		}
	}
	parts := slices.DeleteFunc(strings.Split(s, "/"), func(part string) bool { return part == "" || part == "." })
	return cmp.Or(root+strings.Join(parts, "/"), ".")
}
