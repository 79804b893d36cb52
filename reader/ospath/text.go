package ospath

import "strings"

// isSep reports whether a byte separates the parts of a path on Windows.
func isSep(c byte) bool { return c == '/' || c == '\\' }

// isDrive reports whether a path begins with a drive, "C:".
func isDrive(p string) bool {
	return len(p) >= 2 && p[1] == ':' && (p[0]|0x20) >= 'a' && (p[0]|0x20) <= 'z'
}

// IsOnDrive reports whether a path begins with a drive and a separator, "C:/" or "C:\".
func IsOnDrive(p string) bool { return len(p) > 2 && isDrive(p) && isSep(p[2]) }

// isShare reports whether a path begins with two separators, as those of shares and devices do.
func isShare(p string) bool { return len(p) > 2 && isSep(p[0]) && isSep(p[1]) }

// OnDrive returns a name with slashes if it, or the working directory dir, begins with a drive, and whether the name
// does.
func OnDrive(dir, name string) (slashed string, is bool) {
	is = IsOnDrive(name)
	if is || IsOnDrive(dir) {
		name = strings.ReplaceAll(name, `\`, "/")
	}
	return name, is
}

// IsPlainName reports whether Windows takes a name in a folder as it stands: it is no device, has no character that
// Windows refuses, and no dot or blank at its end.
func IsPlainName(name string) bool {
	base, _, _ := strings.Cut(name, ".")
	possible := name != "" && impossible(name) == "" && !strings.Contains(name, "/")
	return possible && strings.TrimRight(name, ". ") == name && !isDevice(strings.TrimRight(base, " "))
}

// isDevicePath reports whether a path is one of the names of devices, "\\.\NUL".
func isDevicePath(p string) bool { return isShare(p) && len(p) > 3 && p[2] == '.' && isSep(p[3]) }

// sepAt is the index of the first separator of Windows from an index on; -1 without one.
func sepAt(p string, from int) int {
	if i := strings.IndexAny(p[from:], `/\`); i >= 0 {
		return from + i
	}
	return -1
}

// parts are the names between the separators of Windows.
func parts(p string) []string {
	return strings.FieldsFunc(p, func(r rune) bool { return r == '/' || r == '\\' })
}

// squash is a path below a root without empty parts and dots. Where above is true, what leads out of it stays.
func squash(names []string, above bool) []string {
	kept := names[:0:0]
	for _, name := range names {
		switch {
		case name == "" || name == ".": // it stays in the same folder
		case name != "..":
			kept = append(kept, name)
		case len(kept) > 0 && kept[len(kept)-1] != "..":
			kept = kept[:len(kept)-1]
		case above:
			kept = append(kept, name)
		}
	}

	return kept
}

// lastDot is the end of a name from its last dot on; "" without one, where the name begins with it, and for "..".
func lastDot(name string) string {
	if i := strings.LastIndexByte(name, '.'); i > 0 && name != ".." {
		return name[i:]
	}
	return ""
}
