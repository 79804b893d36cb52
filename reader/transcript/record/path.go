package record

import (
	"path"
	"strings"
)

// IsWindows reports whether a path begins with a drive or a share.
func IsWindows(p string) bool {
	return len(p) > 2 && p[1] == ':' && (p[2] == '\\' || p[2] == '/') || strings.HasPrefix(p, `\\`)
}

// Folder is the working folder with slashes.
func (h *Header) Folder() string {
	if IsWindows(h.Dir) {
		return strings.ReplaceAll(h.Dir, `\`, "/")
	}
	return h.Dir
}

// Resolve makes a recorded path absolute, with slashes also where the agent's system has backslashes.
func (h *Header) Resolve(p string) string {
	p = strings.TrimPrefix(p, "file://")
	if p == "" {
		return ""
	}
	if IsWindows(h.Dir) || IsWindows(p) {
		p = strings.ReplaceAll(p, `\`, "/")
	}
	return ResolvePath(h.Folder(), p)
}

// ResolvePath makes a path of a command absolute that is run in the folder dir, with the slashes of the agent's system.
func ResolvePath(dir, p string) string {
	if path.IsAbs(p) || len(p) > 2 && p[1] == ':' || dir == "" {
		return path.Clean(p)
	}
	return path.Join(dir, p)
}

// Shorten makes a path relative to a folder that it lies in.
func Shorten(dir, p string) string {
	rest, _ := Inside(dir, p)
	return rest
}

// Inside is a path relative to the folder dir, when it lies there.
func Inside(dir, p string) (string, bool) {
	switch {
	case dir == "":
		return p, false
	case !path.IsAbs(p) && !IsWindows(p):
		return p, true
	}
	rest, ok := strings.CutPrefix(path.Clean(p), strings.TrimSuffix(path.Clean(dir), "/")+"/")
	return rest, ok
}

// PathBase is the last part of a path of any system.
func PathBase(p string) string { return path.Base(strings.ReplaceAll(p, `\`, "/")) }
