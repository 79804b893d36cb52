package ospath

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// Python is what Python does with paths: its posixpath, or its ntpath, and pathlib.
type Python struct{ windows bool }

// PythonOn is what Python does on a system.
func PythonOn(s System) Python { return Python{s.IsWindows()} }

// Separator is os.sep.
func (y Python) Separator() string { return Node(y).Separator() }

// IsAbs is os.path.isabs of Python 3.11: on Windows, a path that begins with a separator is absolute, too.
func (y Python) IsAbs(p string) bool {
	if !y.windows {
		return strings.HasPrefix(p, "/")
	}
	colon := colonAt(p)
	return p != "" && isSep(p[0]) || colon > 0 && colon+1 < len(p) && isSep(p[colon+1])
}

// IsAbsolute is pathlib's is_absolute: on Windows a path needs a drive and a root.
func (y Python) IsAbsolute(p string) bool {
	if !y.windows {
		return strings.HasPrefix(p, "/")
	}
	drive, root, _ := pureWindows(p)
	return drive != "" && root != ""
}

// Clean is os.path.normpath.
func (y Python) Clean(p string) string {
	if y.windows {
		return ntNormPath(p)
	}
	return path.Clean(p)
}

// Resolve is os.path.normpath of what Join gives.
func (y Python) Resolve(dir, p string) string { return y.Clean(y.Join(dir, p)) }

// Join is os.path.join.
func (y Python) Join(dir, p string) string {
	switch {
	case y.windows:
		return ntJoin(dir, p)
	case strings.HasPrefix(p, "/"):
		return p
	}
	return strings.TrimSuffix(dir, "/") + "/" + p
}

// Dir is os.path.dirname.
func (y Python) Dir(p string) string {
	if !y.windows {
		return path.Dir(p)
	}
	drive, rest := ntSplitDrive(p)
	head := rest[:strings.LastIndexAny(rest, `/\`)+1]
	return drive + cmp.Or(strings.TrimRight(head, `/\`), head)
}

// Base is os.path.basename.
func (y Python) Base(p string) string {
	if !y.windows {
		return path.Base(p)
	}
	_, rest := ntSplitDrive(p)
	return rest[strings.LastIndexAny(rest, `/\`)+1:]
}

// Ext is the second part of os.path.splitext.
func (y Python) Ext(p string) string {
	if !y.windows {
		return lastDot(path.Base(p))
	}
	name := p[strings.LastIndexAny(p, `/\`)+1:]
	if i := strings.LastIndexByte(name, '.'); i > 0 && strings.Trim(name[:i], ".") != "" {
		return name[i:]
	}
	return ""
}

// Pure is a path as pathlib prints it: without empty parts, "." and a separator at the end.
func (y Python) Pure(p string) string {
	if y.windows {
		drive, root, names := pureWindows(p)
		return cmp.Or(drive+root+strings.Join(names, `\`), ".")
	}

	root := ""
	if strings.HasPrefix(p, "/") {
		root = "/"
		if strings.HasPrefix(p, "//") && !strings.HasPrefix(p, "///") { // two slashes in front stay
			root = "//"
		}
	}

	names := slices.DeleteFunc(strings.Split(p, "/"), func(part string) bool { return part == "" || part == "." })
	return cmp.Or(root+strings.Join(names, "/"), ".")
}

// colonAt is the index of a colon that is the second character, whatever the first is; 0 where it is not.
func colonAt(p string) int {
	_, n := utf8.DecodeRuneInString(p)
	if n < len(p) && p[n] == ':' {
		return n
	}
	return 0
}

// ntSplitDrive is ntpath.splitdrive of Python 3.11: the drive "C:" or the share "\\host\share", and what follows.
func ntSplitDrive(p string) (drive, rest string) {
	switch {
	case len(p) >= 2 && isSep(p[0]) && isSep(p[1]):
		from := 2
		if len(p) >= 8 && strings.EqualFold(strings.ReplaceAll(p[:8], "/", `\`), `\\?\UNC\`) {
			from = 8
		}

		host := sepAt(p, from)
		if host < 0 {
			return p, ""
		}

		share := sepAt(p, host+1)
		if share < 0 {
			return p, ""
		}

		return p[:share], p[share:]
	case colonAt(p) > 0:
		return p[:colonAt(p)+1], p[colonAt(p)+1:]
	}

	return "", p
}

// ntJoin is ntpath.join.
func ntJoin(dir, p string) string {
	drive, at := ntSplitDrive(dir)
	other, rest := ntSplitDrive(p)
	switch {
	case rest != "" && isSep(rest[0]):
		if other != "" || drive == "" {
			drive = other
		}
		at = rest
	case other != "" && !strings.EqualFold(other, drive):
		drive = other
		at = rest
	default:
		drive = cmp.Or(other, drive)
		if at != "" && !isSep(at[len(at)-1]) {
			at += `\`
		}
		at += rest
	}

	if at != "" && !isSep(at[0]) && drive != "" && drive[len(drive)-1] != ':' {
		return drive + `\` + at
	}

	return drive + at
}

// ntNormPath is ntpath.normpath.
func ntNormPath(p string) string {
	p = strings.ReplaceAll(p, "/", `\`)
	drive, rest := ntSplitDrive(p)
	rooted := strings.HasPrefix(rest, `\`)
	if rooted {
		drive += `\`
	}
	rest = strings.Join(squash(parts(rest), !rooted && !strings.HasSuffix(drive, `\`)), `\`)
	return cmp.Or(drive+rest, ".")
}

// pureWindows cuts a path as PureWindowsPath of Python 3.11 does: drive, root and the names below it.
func pureWindows(p string) (drive, root string, names []string) {
	p = strings.ReplaceAll(p, "/", `\`)
	drive = ""
	rest := p
	switch {
	case strings.HasPrefix(p, `\\`) && !strings.HasPrefix(p, `\\\`):
		host := sepAt(p, 2)
		if host < 0 || host+1 < len(p) && isSep(p[host+1]) {
			break
		}

		share := sepAt(p, host+1)
		if share < 0 {
			share = len(p)
		}

		drive = p[:share]
		root = `\`
		rest = p[share:]
	case isDrive(p):
		drive = p[:2]
		rest = p[2:]
	}

	if strings.HasPrefix(rest, `\`) {
		root = `\`
	}

	names = slices.DeleteFunc(parts(rest), func(name string) bool { return name == "." })
	return drive, root, names
}
