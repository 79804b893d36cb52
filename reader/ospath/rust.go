package ospath

import (
	"path"
	"strings"
)

// Rust is what Rust's std::path does, on Unix or on Windows.
type Rust struct{ windows bool }

// RustOn is what Rust does on a system.
func RustOn(s System) Rust { return Rust{s.IsWindows()} }

// rustPrefix is the prefix component of a path on Windows: a drive, a share, a device, or one of them verbatim.
type rustPrefix struct {
	text     string
	verbatim bool
	disk     bool
}

// Separator is std::path::MAIN_SEPARATOR.
func (r Rust) Separator() string { return Node(r).Separator() }

// IsAbs is Path::is_absolute: on Windows a path needs a prefix, and behind a drive a root.
func (r Rust) IsAbs(p string) bool {
	if !r.windows {
		return strings.HasPrefix(p, "/")
	}
	prefix, rest := rustSplit(p)
	return prefix.text != "" && (!prefix.disk || rest != "" && isSep(rest[0]))
}

// Join is Path::join: an absolute path takes the place of dir, one with a root alone keeps its prefix, and
// one with another prefix stands by itself.
func (r Rust) Join(dir, p string) string {
	if !r.windows {
		if strings.HasPrefix(p, "/") {
			return p
		}
		return strings.TrimSuffix(dir, "/") + "/" + p
	}

	onto, above := rustSplit(dir)
	prefix, rest := rustSplit(p)
	switch {
	case prefix.text != "":
		return p
	case onto.verbatim && p != "": // nothing looks at such a path again, so it is cleaned here
		names := append(parts(above), parts(rest)...)
		if rest != "" && isSep(rest[0]) {
			names = parts(rest)
		}
		return onto.text + `\` + strings.Join(squash(names, false), `\`)
	case rest != "" && isSep(rest[0]):
		return onto.text + rest
	case above == "" && (onto.disk || onto.text == ""), isSep(dir[len(dir)-1]):
		return dir + rest
	}

	return dir + `\` + rest
}

// Clean is a path without empty parts and dots, with the separators that are made. Rust has no such function: agents
// put a path together again from its components, and a component such as "a:b" is a path by itself.
func (r Rust) Clean(p string) string {
	if !r.windows {
		return path.Clean(p)
	}

	prefix, rest := rustSplit(p)
	rooted := prefix.text != "" && !prefix.disk && !prefix.verbatim || rest != "" && isSep(rest[0])
	text := prefix.text
	if rooted {
		text += `\`
	}

	for _, name := range squash(rustNames(prefix, rest), !rooted) {
		text = r.Join(text, name)
	}

	if text == "" {
		return "."
	}

	return text
}

// Resolve is Clean of what Join gives.
func (r Rust) Resolve(dir, p string) string { return r.Clean(r.Join(dir, p)) }

// Dir is Path::parent; of a root it is the root.
func (r Rust) Dir(p string) string {
	if !r.windows {
		return path.Dir(p)
	}

	prefix, rest := rustSplit(p)
	rest = prefix.trim(rest)
	root := 0
	if rest != "" && isSep(rest[0]) {
		root = 1
	}

	at := strings.LastIndexAny(rest[root:], prefix.separators())
	switch {
	case rest[root:] == "":
		return p
	case at < 0:
		return prefix.text + rest[:root]
	}

	return prefix.text + prefix.trim(rest[:root+at])
}

// separators are those of the names behind a prefix: behind a verbatim one a slash is a letter of a name.
func (p rustPrefix) separators() string {
	if p.verbatim {
		return `\`
	}
	return `/\`
}

// trim cuts off what is no component at the end of the names behind a prefix: separators, and dots if not verbatim.
func (p rustPrefix) trim(rest string) string {
	if rest == "." && p.disk && !p.verbatim {
		return ""
	}

	for len(rest) > 1 {
		at := strings.LastIndexAny(rest, p.separators())
		name := rest[at+1:]
		if at < 0 || name != "" && (name != "." || p.verbatim) {
			break
		}

		rest = rest[:max(at, 1)]
	}

	return rest
}

// Base is Path::file_name; "" for a root and for "..".
func (r Rust) Base(p string) string {
	if !r.windows {
		return path.Base(p)
	}

	prefix, rest := rustSplit(p)
	names := rustNames(prefix, rest)
	for len(names) > 0 && names[len(names)-1] == "." {
		names = names[:len(names)-1]
	}
	if len(names) == 0 || names[len(names)-1] == ".." {
		return ""
	}

	return names[len(names)-1]
}

// Ext is Path::extension with its dot; "" without one.
func (r Rust) Ext(p string) string {
	if !r.windows {
		return path.Ext(p)
	}
	return lastDot(r.Base(p))
}

// rustNames are the names of a path behind its prefix and its root.
func rustNames(prefix rustPrefix, rest string) []string {
	if rest != "" && isSep(rest[0]) {
		rest = rest[1:]
	}
	return strings.FieldsFunc(rest, func(r rune) bool { return strings.ContainsRune(prefix.separators(), r) })
}

// rustSplit cuts the prefix off a path of Windows.
func rustSplit(p string) (prefix rustPrefix, rest string) {
	switch {
	case strings.HasPrefix(p, `\\?\UNC\`):
		return shared(p, len(`\\?\UNC\`), true)
	case strings.HasPrefix(p, `\\?\`):
		end := len(p)
		if i := strings.IndexByte(p[4:], '\\'); i >= 0 {
			end = 4 + i
		}

		disk := isDrive(p[4:]) && (len(p) == 6 || isSep(p[6]))
		if disk {
			end = 6
		}

		return rustPrefix{text: p[:end], verbatim: true, disk: disk}, p[end:]
	case isDevicePath(p):
		end := len(p)
		if i := sepAt(p, 4); i >= 0 {
			end = i
		}
		return rustPrefix{text: p[:end]}, p[end:]
	case isShare(p):
		prefix, rest = shared(p, 2, false)
		if prefix.text != "" {
			return prefix, rest
		}
	case isDrive(p):
		return rustPrefix{text: p[:2], disk: true}, p[2:]
	}

	return rustPrefix{}, p
}

// shared cuts a host and a share off a path, from an index on.
func shared(p string, from int, verbatim bool) (prefix rustPrefix, rest string) {
	host := sepAt(p, from)
	if host <= from || host+1 == len(p) || isSep(p[host+1]) {
		if verbatim {
			return rustPrefix{text: p, verbatim: true}, ""
		}

		return rustPrefix{}, p
	}

	end := sepAt(p, host+1)
	if end < 0 {
		end = len(p)
	}

	return rustPrefix{text: p[:end], verbatim: verbatim}, p[end:]
}
