package opencode

import (
	"errors"
	"io/fs"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/tools"
)

// Words returns the tool's text for an error of reading a path (check 4).
func (c Version) Words(env tools.Env, file string, err error) string {
	abs := c.absolute(env, file)
	name, _ := node.Errno(err)
	switch name {
	case "ENOENT":
		if c.Kilo {
			return "File not found: " + abs
		}
		return "File not found: " + abs + suggestions(env, abs)
	case "ENOTDIR", "ELOOP":
		return "BadResource: FileSystem.stat (" + abs + ")"
	case "ENAMETOOLONG":
		return "Unknown: FileSystem.stat (" + abs + ")"
	case "EACCES", "EPERM":
		if _, err := env.Files().Stat(abs); err == nil {
			return "PermissionDenied: FileSystem.open (" + abs + ")"
		}
		return "PermissionDenied: FileSystem.stat (" + abs + ")"
	case "":
		return abs + ": " + access.Text(err)
	}

	return "Unknown: FileSystem.open (" + abs + ")"
}

// confined refuses a path that may not be accessed.
func confined(env tools.Env, err error) error {
	if errors.Is(err, access.ErrOutside) {
		return env.RefuseOutside()
	}
	return err
}

// absolute returns a path as it is shown: an absolute one as given, a relative one joined to the working directory.
func (c Version) absolute(env tools.Env, file string) string {
	if node.Path(env).IsAbs(file) {
		return file
	}
	return node.Path(env).Resolve(env.Dir(), file)
}

// suggestions returns at most three entries of a missing file's directory whose names contain its name, or are
// contained in it, ignoring case.
func suggestions(env tools.Env, file string) string {
	p := node.Path(env)
	file = strings.TrimRight(file, "/"+p.Separator())
	dir := p.Dir(file)
	name := strings.ToLower(p.Base(file))
	var found []string
	_ = env.Files().EachEntry(dir, func(e fs.DirEntry) bool {
		entry := strings.ToLower(e.Name())
		if strings.Contains(entry, name) || strings.Contains(name, entry) {
			found = append(found, p.Join(dir, e.Name()))
		}
		return len(found) < 3
	})
	if found == nil {
		return ""
	}

	return "\n\nDid you mean one of these?\n" + strings.Join(found, "\n")
}
