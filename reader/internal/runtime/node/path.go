package node

import (
	"path"
	"strings"

	"eyeline/reader/internal/paths"
	"eyeline/reader/tools"
)

// Relative is Node's path.relative for clean absolute paths.
func Relative(from, to string) string {
	if from == to {
		return ""
	}
	a, b := paths.Split(from), paths.Split(to)
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return strings.TrimSuffix(strings.Repeat("../", len(a)-n)+strings.Join(b[n:], "/"), "/")
}

// Resolve is Node's path.resolve: path as an absolute, lexically clean one, without a slash at its end.
func Resolve(dir, file string) string {
	if strings.HasPrefix(file, "/") {
		return path.Clean(file)
	}
	return path.Clean(dir + "/" + file)
}

// Join is Node's path.join, which keeps a slash at the end.
func Join(parts ...string) string {
	joined := strings.Join(parts, "/")
	clean := path.Clean(joined)
	if strings.HasSuffix(joined, "/") && clean != "/" {
		clean += "/"
	}
	return clean
}

// Extname is Node's path.extname: the last dot of the base name and what follows it; "" for a name that begins with
// its only dot, and "." for one that ends with a dot.
func Extname(file string) string {
	base := path.Base(file)
	if i := strings.LastIndexByte(base, '.'); i > 0 && base != ".." {
		return base[i:]
	}
	return ""
}

// Extension is Extname in lower case and without its dot.
func Extension(file string) string { return strings.ToLower(strings.TrimPrefix(Extname(file), ".")) }

// Home replaces a "~" that is alone or before a slash by the home directory.
func Home(env tools.Env, file string) string {
	if file == "~" || strings.HasPrefix(file, "~/") {
		if home := env.HomeDir(); home != "" {
			return home + file[1:]
		}
	}
	return file
}
