package record

import (
	"net/url"
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
func (h *Header) Resolve(p string) string { return h.ResolveFrom(h.Folder(), p) }

// ResolveFrom is Resolve of a path that begins in another folder, which has slashes.
func (h *Header) ResolveFrom(dir, p string) string {
	p = h.plain(p)
	if p == "" {
		return ""
	}
	if IsWindows(h.Dir) || IsWindows(p) {
		p = strings.ReplaceAll(p, `\`, "/")
	}
	return h.alike(ResolvePath(dir, p))
}

// plain is a path without the forms that are only another way to write it: a URI, whose escapes are decoded, and the
// one of Windows that asks for no changes to the path.
func (h *Header) plain(p string) string {
	if rest, isURI := strings.CutPrefix(p, "file://"); isURI {
		if decoded, err := url.PathUnescape(rest); err == nil {
			rest = decoded
		}

		rest = strings.TrimPrefix(rest, "localhost")
		_, _, isDrive := drive(strings.TrimPrefix(rest, "/"))
		switch {
		case isDrive && len(rest) > 2 && rest[2] == ':':
			rest = rest[1:]
		case strings.HasPrefix(h.Dir, `\\`) && !strings.HasPrefix(rest, "/"): // it begins with the machine
			rest = "//" + rest
		}

		return rest
	}

	if rest, isShare := strings.CutPrefix(p, `\\?\UNC\`); isShare {
		return `\\` + rest
	}

	return strings.TrimPrefix(p, `\\?\`)
}

// alike spells an absolute path as the working folder is spelt, where systems have several names for one place: c:\ and
// C:\, /c/, /mnt/c/ and /cygdrive/c/, /private/tmp and /tmp, and the folder in other letters on Windows.
func (h *Header) alike(p string) string {
	dir := h.Folder()
	if head, rest, ok := drive(p); ok {
		own, _, is := drive(dir)
		if is && strings.Contains(own+head, ":") && strings.EqualFold(letter(own), letter(head)) {
			p = own + rest
		}
	}

	if IsWindows(h.Dir) {
		dir = path.Clean(dir)
		if rest, ok := cutFolder(p, dir); ok {
			return dir + rest
		}
	}

	for _, place := range []string{"/tmp/", "/var/", "/etc/"} {
		private := "/private" + place
		switch {
		case strings.HasPrefix(p, private) && !strings.HasPrefix(dir+"/", private):
			return strings.TrimPrefix(p, "/private")
		case strings.HasPrefix(p, place) && strings.HasPrefix(dir+"/", private):
			return "/private" + p
		}
	}

	return p
}

// cutFolder is what comes after a folder in the path of something in it, or of itself, in upper or lower case.
func cutFolder(p, dir string) (rest string, ok bool) {
	n := len(dir)
	if len(p) < n || !strings.EqualFold(p[:n], dir) || len(p) > n && p[n] != '/' {
		return p, false
	}
	return p[n:], true
}

// drive is what of a path names a drive, in any of the ways that shells on Windows have, and the rest.
func drive(p string) (head, rest string, ok bool) {
	for _, before := range []string{"", "/mnt/", "/cygdrive/", "/"} {
		after, has := strings.CutPrefix(p, before)
		if !has || after == "" || !isLetter(after[0]) {
			continue
		}

		n := len(before) + 1
		if before == "" {
			n++
		}
		if len(p) >= n && (before != "" || p[1] == ':') && (len(p) == n || p[n] == '/') {
			return p[:n], p[n:], true
		}
	}

	return "", p, false
}

func isLetter(b byte) bool { return b|' ' >= 'a' && b|' ' <= 'z' }

// letter is that of a drive.
func letter(head string) string {
	head = strings.TrimSuffix(head, ":")
	return head[len(head)-1:]
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
