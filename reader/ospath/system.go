package ospath

import (
	"fmt"
	"runtime"
	"strings"
)

// System is the kind of system whose rules paths follow.
type System string

const (
	// Native is the system that this program runs on.
	Native System = ""
	// POSIX is Linux, macOS and the like.
	POSIX System = "posix"
	// Windows is Windows.
	Windows System = "windows"
)

// ParseSystem is a system by the name that a person gives it: posix, windows, or "" for this machine's.
func ParseSystem(name string) (System, error) {
	switch s := System(name); s {
	case Native, POSIX, Windows:
		return s, nil
	}
	return Native, fmt.Errorf("there is no system %q: posix or windows", name)
}

// SystemNames are the names of the systems that a person may ask for.
func SystemNames() []string { return []string{string(POSIX), string(Windows)} }

// here reports whether this program runs on Windows.
const here = runtime.GOOS == "windows"

// IsWindows reports whether the rules are those of Windows.
func (s System) IsWindows() bool { return s == Windows || s == Native && here }

// Foreign reports whether the rules are not those of this machine.
func (s System) Foreign() bool { return s.IsWindows() != Native.IsWindows() }

// IsFull reports whether a path of the system is absolute and says all: on Windows with its drive or its share.
func (s System) IsFull(p string) bool {
	if !s.IsWindows() {
		return len(p) > 0 && p[0] == '/'
	}
	device, rooted, _ := win32Split(p)
	return device != "" && rooted
}

// IsBelow reports whether a clean absolute path is dir or below it, by their text. Windows does not tell cases apart.
func (s System) IsBelow(dir, p string) bool {
	if !s.IsWindows() {
		return p == dir || dir == "/" || strings.HasPrefix(p, dir+"/")
	}
	dir = strings.TrimRight(dir, `/\`)
	n := len(dir)
	return len(p) >= n && strings.EqualFold(p[:n], dir) && (len(p) == n || isSep(p[n]))
}

// FullPath is a path as Windows completes it by the working directory dir, an absolute path. A separator at its end
// stays, and "\\?\" in front says to leave it as it is.
func FullPath(dir, p string) string {
	if strings.HasPrefix(p, `\\?\`) {
		return p
	}
	full := win32Resolve(dir, p)
	if p != "" && isSep(p[len(p)-1]) && !isSep(full[len(full)-1]) {
		full += `\`
	}
	return full
}

// Runtime is the language whose library an agent takes paths by.
type Runtime uint8

const (
	// NodeJS is Node.js, and Bun, which has the same functions.
	NodeJS Runtime = iota
	// CPython is Python.
	CPython
	// RustStd is Rust's std::path.
	RustStd
	// Golang is Go's path/filepath.
	Golang
)

// Path is what a language does with the text of a path on a system. No method looks at the file system.
type Path interface {
	// IsAbs reports whether a path is absolute.
	IsAbs(p string) bool
	// Clean is a path without empty parts, "." and, where it can be told, "..".
	Clean(p string) string
	// Resolve is a path as a clean one that begins at dir, an absolute path, unless it is absolute itself.
	Resolve(dir, p string) string
	// Join puts a path below another, as the language does it.
	Join(dir, p string) string
	// Dir is all but the last part of a path.
	Dir(p string) string
	// Base is the last part of a path.
	Base(p string) string
	// Ext is the end of a path's last part from its last dot on, "" without one.
	Ext(p string) string
	// Separator is what stands between the parts of the paths that are made.
	Separator() string
}

// Of is what a language does with paths on a system.
func Of(s System, r Runtime) Path {
	windows := s.IsWindows()
	switch r {
	case CPython:
		return Python{windows}
	case RustStd:
		return Rust{windows}
	case Golang:
		return Go{windows}
	}

	return Node{windows}
}
