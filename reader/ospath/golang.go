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
	return len(volume) > 2 || volume != "" && rest != "" && isSep(rest[0])
}

// Clean is filepath.Clean.
func (g Go) Clean(p string) string {
	if !g.windows {
		return path.Clean(p)
	}
	volume, rest := goVolume(p)
	volume = strings.ReplaceAll(volume, "/", `\`)
	switch {
	case rest == "" && len(volume) > 2:
		return volume
	case volume == "":
		if mayStart := strings.Join(squash(parts(rest), true), `\`); !isSep(firstByte(rest)) && isDrive(mayStart) {
			return `.\` + mayStart // else it would name a drive
		}
	}
	return volume + strings.ReplaceAll(path.Clean(strings.ReplaceAll(rest, `\`, "/")), "/", `\`)
}

func firstByte(s string) byte {
	if s == "" {
		return 0
	}
	return s[0]
}

// Join is filepath.Join of a directory and a path.
func (g Go) Join(dir, p string) string {
	switch {
	case !g.windows:
		return path.Join(dir, p)
	case dir == "" || p == "":
		return g.Clean(dir + p)
	case isSep(dir[len(dir)-1]), len(dir) == 2 && isDrive(dir):
		return g.Clean(dir + strings.TrimLeft(p, `/\`))
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
		return volume
	}
	return volume + dir
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

// goVolume cuts a path behind its volume name.
func goVolume(p string) (volume, rest string) {
	switch {
	case isDrive(p):
		return p[:2], p[2:]
	case len(p) < 2 || !isSep(p[0]) || !isSep(p[1]):
		return "", p
	}
	host := sepAt(p, 2)
	if host < 0 {
		return p, ""
	}
	share := sepAt(p, host+1)
	if share < 0 {
		return p, ""
	}
	return p[:share], p[share:]
}
