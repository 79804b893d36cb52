package ospath

import (
	"path"
	"strings"
)

// Node is what Node.js does with paths: its path.posix, or its path.win32.
type Node struct{ windows bool }

// NodeOn is what Node.js does on a system.
func NodeOn(s System) Node { return Node{s.IsWindows()} }

// Separator is path.sep.
func (n Node) Separator() string {
	if n.windows {
		return `\`
	}
	return "/"
}

// IsAbs is path.isAbsolute: on Windows, a path that begins with a separator is absolute, too, and "C:a" is not.
func (n Node) IsAbs(p string) bool {
	if n.windows {
		return win32Absolute(p)
	}
	return strings.HasPrefix(p, "/")
}

// Clean is path.normalize, which keeps a separator at the end.
func (n Node) Clean(p string) string {
	if n.windows {
		return win32Normalize(p)
	}
	return cleanKeeping(p)
}

// cleanKeeping is a clean path that keeps a slash at its end.
func cleanKeeping(p string) string {
	clean := path.Clean(p)
	if strings.HasSuffix(p, "/") && clean != "/" {
		clean += "/"
	}
	return clean
}

// Resolve is path.resolve: an absolute, lexically clean path without a separator at its end.
func (n Node) Resolve(dir, p string) string {
	switch {
	case n.windows:
		return win32Resolve(dir, p)
	case strings.HasPrefix(p, "/"):
		return path.Clean(p)
	}
	return path.Clean(dir + "/" + p)
}

// Join is path.join, which keeps a separator at the end.
func (n Node) Join(dir, p string) string {
	if n.windows {
		return win32Join(dir, p)
	}
	return cleanKeeping(dir + "/" + p)
}

// Relative is path.relative for absolute paths.
func (n Node) Relative(from, to string) string {
	if n.windows {
		return win32Relative(from, to)
	}
	if from == to {
		return ""
	}
	return relative(strings.FieldsFunc(from, isSlash), strings.FieldsFunc(to, isSlash), "/", strings.Compare)
}

func isSlash(r rune) bool { return r == '/' }

// relative is how to go from the folder of some parts to another.
func relative(from, to []string, sep string, compare func(a, b string) int) string {
	same := 0
	for same < len(from) && same < len(to) && compare(from[same], to[same]) == 0 {
		same++
	}
	way := strings.TrimSuffix(strings.Repeat(".."+sep, len(from)-same), sep)
	if rest := strings.Join(to[same:], sep); rest != "" {
		way = strings.TrimPrefix(way+sep+rest, sep)
	}
	return way
}

// Dir is path.dirname.
func (n Node) Dir(p string) string {
	if n.windows {
		return win32Parse(p).dirname()
	}
	return path.Dir(p)
}

// Base is path.basename.
func (n Node) Base(p string) string {
	if n.windows {
		return win32Base(p)
	}
	return path.Base(p)
}

// Ext is path.extname.
func (n Node) Ext(p string) string {
	if n.windows {
		return lastDot(win32Base(p))
	}
	return lastDot(path.Base(p))
}

// Names cuts an absolute path into its root, with its separator, and the names below it.
func (n Node) Names(p string) (root string, names []string) {
	if !n.windows {
		return "/", strings.FieldsFunc(p, isSlash)
	}
	end := win32Root(p)
	return p[:end], parts(p[end:])
}

// Below is the path of names below a folder, which may be a root. It is not cleaned.
func (n Node) Below(dir string, names ...string) string {
	sep := n.Separator()
	for _, name := range names {
		dir = strings.TrimSuffix(dir, sep) + sep + name
	}
	return dir
}
