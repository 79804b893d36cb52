package agents

import (
	"errors"
	"io/fs"
	"path"
	"strings"
	"syscall"
	"unicode/utf8"

	"eyeline/reader/access"
	"eyeline/reader/tools"
	"eyeline/reader/tools/runtime/node"
)

// nodePathError is an error of the system with the call and the path that it came from, as Node.js says them.
type nodePathError struct {
	err        error
	call, path string
}

func (e *nodePathError) Error() string { return node.Error(e.err, e.call, e.path) }
func (e *nodePathError) Unwrap() error { return e.err }

// maxHops bounds the symbolic links followed on one path.
const maxHops = 100

// realOrLexical is an absolute path without symbolic links, as fs.realpathSync of Node.js finds it, where what does not
// exist stays as it is: a link that leads nowhere becomes its target. Nothing outside the root is looked at with
// Env.Confine. The errors are those that are not "there is no such file", with the call and the path that failed.
func realOrLexical(env tools.Env, root, file string) (string, error) {
	type resolved struct {
		path string
		err  error
	}
	r := env.Once("node real path\x00"+root+"\x00"+file, func() any {
		path, err := followReal(env, root, file)
		return resolved{path, err}
	}).(resolved)
	return r.path, r.err
}

func followReal(env tools.Env, root, file string) (string, error) {
	view := env.Files()
	at, rest := startAt(root, path.Clean(file))
	for hops := 0; len(rest) > 0; {
		next := at + "/" + rest[0]
		if at == "/" {
			next = "/" + rest[0]
		}
		fi, err := view.Lstat(next)
		if err != nil {
			if !leadsNowhere(err) {
				return "", &nodePathError{err, "lstat", next}
			}
			return path.Join(append([]string{next}, rest[1:]...)...), nil
		}
		if fi.Mode()&fs.ModeSymlink == 0 {
			at, rest = next, rest[1:]
			continue
		}
		if _, err := view.Stat(next); err != nil && !leadsNowhere(err) {
			return "", &nodePathError{err, "stat", next}
		}
		target, err := view.Readlink(next)
		if err != nil {
			return "", &nodePathError{err, "readlink", next}
		}
		if hops++; hops > maxHops {
			return "", &nodePathError{syscall.ELOOP, "stat", next}
		}
		at, rest = startAt(root, node.Resolve(path.Dir(next), target+"/"+strings.Join(rest[1:], "/")))
	}
	return at, nil
}

// startAt cuts a clean absolute path into a directory without links, from which to look on, and what is below it.
func startAt(root, file string) (at string, rest []string) {
	if root != "/" {
		if below, inside := strings.CutPrefix(file+"/", root+"/"); inside {
			return root, splitParts(below)
		}
	}
	return "/", splitParts(file)
}

func splitParts(s string) []string {
	if s = strings.Trim(s, "/"); s == "" {
		return nil
	}
	return strings.Split(s, "/")
}

// leadsNowhere reports whether an error says that a path names nothing, or that it may not be looked at.
func leadsNowhere(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ENAMETOOLONG) ||
		errors.Is(err, access.ErrNowhere) || errors.Is(err, access.ErrOutside)
}

// realRoot is the agent's working directory without symbolic links.
func realRoot(env tools.Env) string {
	root, err := env.Files().RealPath(env.Dir())
	if err != nil {
		return env.Dir()
	}
	return root
}

// isBelow reports whether a clean absolute path is dir or below it.
func isBelow(dir, file string) bool {
	return file == dir || dir == "/" || strings.HasPrefix(file, dir+"/")
}

// decodePercent is JavaScript's decodeURIComponent; s itself where that fails.
func decodePercent(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			out = append(out, s[i])
			continue
		}
		if i+2 >= len(s) {
			return s
		}
		high, low := hexDigit(s[i+1]), hexDigit(s[i+2])
		if high < 0 || low < 0 {
			return s
		}
		out = append(out, byte(high<<4|low))
		i += 2
	}
	if !utf8.Valid(out) {
		return s
	}
	return string(out)
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// nodeNULPath is what Node.js says of a path with a NUL character in it.
func nodeNULPath(file string) string {
	return "The argument 'path' must be a string, Uint8Array, or URL without null bytes. Received " + nodeInspect(file)
}

// nodeInspect is a string as util.inspect of Node.js prints it.
func nodeInspect(s string) string {
	quote := byte('\'')
	if strings.IndexByte(s, '\'') >= 0 {
		switch {
		case strings.IndexByte(s, '"') < 0:
			quote = '"'
		case strings.IndexByte(s, '`') < 0 && !strings.Contains(s, "${"):
			quote = '`'
		}
	}
	const hex = "0123456789ABCDEF"
	out := []byte{quote}
	for i := range len(s) {
		c := s[i]
		if j := strings.IndexByte("\b\t\n\f\r", c); j >= 0 {
			out = append(out, '\\', "btnfr"[j])
			continue
		}
		switch {
		case c == '\\' || c == quote && quote == '\'':
			out = append(out, '\\', c)
		case c < 0x20 || c == 0x7F:
			out = append(out, '\\', 'x', hex[c>>4], hex[c&15])
		default:
			out = append(out, c)
		}
	}
	return string(append(out, quote))
}

// nodeRelative is Node's path.relative for clean absolute paths.
func nodeRelative(from, to string) string {
	if from == to {
		return ""
	}
	a, b := splitParts(from), splitParts(to)
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return strings.TrimSuffix(strings.Repeat("../", len(a)-n)+strings.Join(b[n:], "/"), "/")
}
