package python

import (
	"bufio"
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"
	"syscall"

	"eyeline/reader/access"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
)

// ExpandUser is pathlib's expanduser: "~" as the first part is the agent's home directory, "~name" that of a user.
func ExpandUser(ctx context.Context, env tools.Env, file string) (string, error) {
	file = Path(env, file)
	if !strings.HasPrefix(file, "~") {
		return file, nil
	}

	first, rest, _ := strings.Cut(file, PathsIn(env).Separator())
	home := env.HomeDir()
	switch {
	case first != "~" && env.System.IsWindows(): // homes are taken to lie beside each other
		home = PathsIn(env).Join(PathsIn(env).Dir(home), first[1:])
	case first != "~":
		var err error
		if home, err = userHome(ctx, env, first[1:]); err != nil {
			return "", err
		}
	}

	if home == "" {
		return "", tools.Refuse("Could not determine home directory.")
	}

	return Path(env, home+"/"+rest), nil
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
	if env.System.IsWindows() {
		return resolveOnWindows(env, PathsIn(env).Resolve(env.Dir(), file)), nil
	}

	view := env.Files()
	at := "/"
	rest := strings.Split(file, "/")
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

		hops++
		if hops > maxLinks {
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

// resolveOnWindows is the real path of as much of an absolute path as is there, and the rest of it.
func resolveOnWindows(env tools.Env, file string) string {
	for at, rest := file, ""; ; {
		if real, err := env.Files().RealPath(at); err == nil {
			return Path(env, real+`\`+rest)
		}

		above := PathsIn(env).Dir(at)
		if above == at {
			return file
		}

		at, rest = above, PathsIn(env).Base(at)+`\`+rest
	}
}

// Suffix is the extension of a name with its dot, as pathlib has it; "" for none.
func Suffix(name string) string {
	if i := strings.LastIndexByte(name, '.'); i > 0 && i < len(name)-1 {
		return name[i:]
	}
	return ""
}

// PathsIn is what Python does with paths on the agent's system.
func PathsIn(env tools.Env) ospath.Python { return ospath.PythonOn(env.System) }

// Path is a path as pathlib prints it: without empty parts, "." and a separator at the end.
func Path(env tools.Env, s string) string { return PathsIn(env).Pure(s) }
