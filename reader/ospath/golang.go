package ospath

import (
	"path"
	"strings"
)

// Go is what Go's path/filepath does, on Unix or on Windows.
type Go struct{ windows bool }

// GoOn is what Go does on a system.
func GoOn(s System) Go { return Go{s.IsWindows()} }

// Separator is filepath.Separator.
func (g Go) Separator() string { return Node(g).Separator() }

// IsAbs is filepath.IsAbs: on Windows a path needs a drive and a root, or a share.
func (g Go) IsAbs(p string) bool {
	if !g.windows {
		return strings.HasPrefix(p, "/")
	}
	volume, rest := goVolume(p)
	return volume != "" && (beginsShare(p) || rest != "" && isSep(rest[0]))
}

// Clean is filepath.Clean.
func (g Go) Clean(p string) string {
	if !g.windows {
		return path.Clean(p)
	}

	volume, rest := goVolume(p)
	switch {
	case rest == "" && beginsShare(p):
		return backslashed(p)
	case rest == "":
		return p + "."
	}

	clean := backslashed(path.Clean(strings.ReplaceAll(rest, `\`, "/")))
	if volume == "" && !strings.HasPrefix(rest, clean) {
		clean = kept(clean)
	}

	return backslashed(volume) + clean
}

// kept is a clean path that names no drive and no device which it did not name before.
func kept(clean string) string {
	first := clean
	if at := strings.IndexByte(clean, '\\'); at >= 0 {
		first = clean[:at]
	}

	switch {
	case strings.Contains(first, ":"):
		return `.\` + clean
	case strings.HasPrefix(clean, `\??`):
		return `\.` + clean
	}

	return clean
}

func backslashed(p string) string { return strings.ReplaceAll(p, "/", `\`) }

// beginsShare reports whether a path begins with two separators.
func beginsShare(p string) bool { return len(p) > 1 && isSep(p[0]) && isSep(p[1]) }

// Join is filepath.Join of a directory and a path.
func (g Go) Join(dir, p string) string {
	switch {
	case !g.windows:
		return path.Join(dir, p)
	case dir == "" || p == "":
		return g.Clean(dir + p)
	case isSep(dir[len(dir)-1]):
		return g.Clean(dir + strings.TrimLeft(p, `/\`))
	case dir[len(dir)-1] == ':':
		return g.Clean(dir + p)
	}

	return g.Clean(dir + `\` + p)
}

// Resolve is a path as it is when it is absolute, else Join.
func (g Go) Resolve(dir, p string) string {
	if g.IsAbs(p) {
		return g.Clean(p)
	}
	return g.Join(dir, p)
}

// Dir is filepath.Dir.
func (g Go) Dir(p string) string {
	if !g.windows {
		return path.Dir(p)
	}
	volume, rest := goVolume(p)
	dir := g.Clean(rest[:strings.LastIndexAny(rest, `/\`)+1])
	if dir == "." && len(volume) > 2 {
		return backslashed(volume)
	}
	return backslashed(volume) + dir
}

// Base is filepath.Base.
func (g Go) Base(p string) string {
	if !g.windows {
		return path.Base(p)
	}
	if p == "" {
		return "."
	}

	_, rest := goVolume(strings.TrimRight(p, `/\`))
	rest = rest[strings.LastIndexAny(rest, `/\`)+1:]
	if rest == "" {
		return `\`
	}

	return rest
}

// Ext is filepath.Ext.
func (g Go) Ext(p string) string {
	if g.windows {
		p = p[strings.LastIndexAny(p, `/\`)+1:]
	}
	return path.Ext(p)
}

// goVolume cuts a path behind its volume name: "C:" with any character, a share, or a device.
func goVolume(p string) (volume, rest string) {
	n := 0
	switch {
	case len(p) >= 2 && p[1] == ':':
		n = 2
	case p == "" || !isSep(p[0]): // a relative path has no volume
	case hasNames(p, `\\.\UNC`):
		n = shareEnd(p, len(`\\.\UNC\`))
	case hasNames(p, `\\.`), hasNames(p, `\\?`), hasNames(p, `\??`):
		n = len(p)
		if len(p) > 3 {
			if at := sepAt(p, 4); at >= 0 {
				n = at
			}
		}
	case beginsShare(p):
		n = shareEnd(p, 2)
	}

	return p[:n], p[n:]
}

// hasNames reports whether a path begins with the names of another, in any case and with any separators.
func hasNames(p, names string) bool {
	n := len(names)
	return len(p) >= n && strings.EqualFold(backslashed(p[:n]), names) && (len(p) == n || isSep(p[n]))
}

// shareEnd is where the second separator from a place on is, or the end.
func shareEnd(p string, from int) int {
	if from >= len(p) {
		return len(p)
	}

	host := sepAt(p, from)
	if host < 0 {
		return len(p)
	}
	if share := sepAt(p, host+1); share >= 0 {
		return share
	}

	return len(p)
}
