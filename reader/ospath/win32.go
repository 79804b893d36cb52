package ospath

import "strings"

// win32Split cuts a path as Node.js does on Windows: the drive "C:" or the share "\\host\share", whether what follows
// begins at its top, and that.
func win32Split(p string) (device string, rooted bool, rest string) {
	switch {
	case p == "":
		return "", false, ""
	case isDrive(p):
		return p[:2], len(p) > 2 && isSep(p[2]), p[2:]
	case !isSep(p[0]):
		return "", false, p
	case len(p) == 1 || !isSep(p[1]):
		return "", true, p[1:]
	}

	host, share, end := uncRoot(p)
	switch {
	case share != "" && (host == "." || host == "?"):
		return `\\` + host, true, p[3:]
	case share != "":
		return `\\` + host + `\` + share, true, p[end:]
	}

	return "", true, p
}

// uncRoot finds host and share in a path that begins with two separators, and where they end; both are "" where one
// lacks.
func uncRoot(p string) (host, share string, end int) {
	i := sepAt(p, 2)
	if i <= 2 {
		return "", "", 0
	}

	host = p[2:i]
	for i < len(p) && isSep(p[i]) {
		i++
	}

	if i == len(p) {
		return "", "", 0
	}

	end = sepAt(p, i)
	if end < 0 {
		end = len(p)
	}

	return host, p[i:end], end
}

func win32Absolute(p string) bool {
	return p != "" && isSep(p[0]) || len(p) > 2 && isDrive(p) && isSep(p[2])
}

func win32Normalize(p string) string {
	switch {
	case p == "":
		return "."
	case len(p) == 1 && p != "/":
		return p
	}

	device, rooted, rest := win32Split(p)
	reserved := isReserved(p)
	if reserved {
		end := strings.IndexByte(p, ':') + 1
		device = p[:end]
		rooted = false
		rest = p[end:]
	}

	tail := strings.Join(squash(parts(rest), !rooted), `\`)
	if tail == "" && !rooted {
		tail = "."
	}
	if tail != "" && isSep(p[len(p)-1]) {
		tail += `\`
	}
	if rooted {
		return device + `\` + tail
	}
	if device == "" && mayBeDrive(p, tail) || reserved {
		return `.\` + device + tail
	}

	return device + tail
}

// mayBeDrive reports whether a relative path could be taken for a drive or a stream when it is clean: Node.js writes
// ".\" in front of such a one.
func mayBeDrive(p, tail string) bool {
	if isDrive(tail) {
		return true
	}
	for i := range len(p) {
		if p[i] == ':' && (i == len(p)-1 || isSep(p[i+1])) {
			return true
		}
	}
	return false
}

// isReserved reports whether a path begins with the name of a device and a colon, "CON:".
func isReserved(p string) bool {
	name, _, found := strings.Cut(p, ":")
	return found && isDevice(name)
}

// isDeviceFile reports whether a name is that of a device and an extension, such as NUL.txt. Windows takes it for the
// device until Windows 10, and for a file from Windows 11 on.
func isDeviceFile(name string) bool {
	device, _, found := strings.Cut(name, ".")
	return found && isDevice(strings.TrimRight(device, " "))
}

// isDevice reports whether a name is that of a device in every folder of Windows.
func isDevice(name string) bool {
	switch upper := strings.ToUpper(name); upper {
	case "CON", "PRN", "AUX", "NUL":
		return true
	default:
		port, ok := strings.CutPrefix(upper, "COM")
		if !ok {
			port, ok = strings.CutPrefix(upper, "LPT")
		}

		return ok && (len(port) == 1 && port[0] >= '1' && port[0] <= '9' ||
			port == "\u00b9" || port == "\u00b2" || port == "\u00b3")
	}
}

func win32Join(dir, p string) string {
	joined := dir + `\` + p
	first := dir
	switch {
	case dir == "" && p == "":
		return "."
	case dir == "":
		joined = p
		first = p
	case p == "":
		joined = dir
	}

	// Only what is a share by itself may begin with two separators.
	share := len(first) > 2 && isSep(first[0]) && isSep(first[1]) && !isSep(first[2])
	if trimmed := strings.TrimLeft(joined, `/\`); !share && len(joined)-len(trimmed) >= 2 {
		joined = `\` + trimmed
	}

	return win32Normalize(joined)
}

// win32Resolve resolves a path against an absolute one. Of another drive than that one no working directory is known:
// it is its top.
func win32Resolve(dir, p string) string {
	device, rooted, rest := win32Split(p)
	names := parts(rest)
	if !rooted || device == "" {
		onto, _, above := win32Split(dir)
		switch {
		case device == "" || strings.EqualFold(device, onto):
			if device == "" {
				device = onto
			}
			if !rooted {
				names = append(parts(above), names...)
			}
		}
	}

	return device + `\` + strings.Join(squash(names, false), `\`)
}

func win32Relative(from, to string) string {
	from = win32Resolve(from, "")
	to = win32Resolve(to, "")
	if strings.EqualFold(from, to) {
		return ""
	}

	a := parts(from)
	b := parts(to)
	if len(a) == 0 || len(b) == 0 || !strings.EqualFold(a[0], b[0]) {
		return to
	}

	return relative(a, b, `\`, func(a, b string) int {
		return strings.Compare(strings.ToLower(a), strings.ToLower(b))
	})
}

// win32Path is a path as path.win32.parse cuts it, without the parts of its base.
type win32Path struct{ root, dir, base string }

func win32Parse(p string) win32Path {
	root := win32Root(p)
	end := len(p)
	for end > root && isSep(p[end-1]) {
		end--
	}

	start := root + strings.LastIndexAny(p[root:end], `/\`) + 1
	at := win32Path{root: p[:root], base: p[start:end]}
	at.dir = p[:root]

	if start > root {
		at.dir = p[:start-1]
	}

	return at
}

// win32Root is how many bytes of a path are its root, with the separator after it.
func win32Root(p string) int {
	switch {
	case p == "":
		return 0
	case isDrive(p):
		if len(p) > 2 && isSep(p[2]) {
			return 3
		}
		return 2
	case !isSep(p[0]):
		return 0
	case len(p) == 1 || !isSep(p[1]):
		return 1
	}

	_, share, end := uncRoot(p)
	switch {
	case share == "":
		return 1
	case end < len(p):
		return end + 1
	}

	return end
}

// win32Base is path.win32.basename, which knows drives and no shares.
func win32Base(p string) string {
	if isDrive(p) {
		p = p[2:]
	}
	p = strings.TrimRight(p, `/\`)
	return p[strings.LastIndexAny(p, `/\`)+1:]
}

// dirname is path.win32.dirname.
func (w win32Path) dirname() string {
	if w.dir == "" {
		return "."
	}
	return w.dir
}
