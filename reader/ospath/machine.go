package ospath

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Machine says where the files of an agent's paths are on this machine.
//
// Where a person on a POSIX system asks for Windows, the top of this machine's files is the top of drive C: and there
// is no other drive: /home/a/b.txt is C:\home\a\b.txt. Where a person on Windows asks for a POSIX system, the top of
// the drive that the working directory is on is /.
type Machine struct {
	System System
	// Literal: the agent's language gives names to Windows as they are: what ends with dots is a name of its own, and
	// "NUL" is no device. Node.js and Bun do so.
	Literal bool
	// Dir is the agent's working directory, which completes paths that are not full; "" where none is asked about.
	Dir string
}

// NotKnownError says that what an agent would get for a path is not known. Its text is one sentence.
type NotKnownError struct{ Text string }

func (e *NotKnownError) Error() string { return e.Text }

// IsNotKnown reports whether an error is a *NotKnownError.
func IsNotKnown(err error) bool {
	_, ok := errors.AsType[*NotKnownError](err)
	return ok
}

func notKnown(format string, args ...any) error { return &NotKnownError{fmt.Sprintf(format, args...)} }

// Agent is the agent's path for an absolute path of this machine. The error says that it can have none.
func (m Machine) Agent(file string) (string, error) {
	switch {
	case !m.System.Foreign():
		return file, nil
	case m.System.IsWindows():
		for name := range strings.SplitSeq(file, "/") {
			if problem := impossible(name); problem != "" {
				return "", notKnown("%s cannot be on Windows: %s", file, problem)
			}
		}
		return `C:` + strings.ReplaceAll(file, "/", `\`), nil
	}

	volume := filepath.VolumeName(file)
	if !strings.EqualFold(volume, drive()) {
		return "", notKnown(
			"%s is on another drive than the working directory, and has no path on a POSIX system", file,
		)
	}

	return filepath.ToSlash(file[len(volume):]), nil
}

// Link is what the agent sees as the target of a link.
func (m Machine) Link(target string) string {
	switch {
	case !m.System.Foreign(): // the agent's system is this one
	case filepath.IsAbs(target):
		if shown, err := m.Agent(target); err == nil {
			return shown
		}
	case m.System.IsWindows():
		return strings.ReplaceAll(target, "/", `\`)
	}

	return target
}

// impossible says why a name cannot be one on Windows; "" where it can.
func impossible(name string) string {
	for _, c := range name {
		if c < ' ' || strings.ContainsRune(`<>:"|?*\`, c) {
			return fmt.Sprintf("its name has the character %q", c)
		}
	}
	return ""
}

// drive is the drive of the working directory.
func drive() string {
	dir, _ := os.Getwd() // without one no drive is taken for it
	return filepath.VolumeName(dir)
}

// File is the path by which this machine opens the file at a path of the agent's. The error is a
// *NotKnownError, or a *SystemError where the system has no such path.
func (m Machine) File(p string) (string, error) {
	switch {
	case m.System.IsWindows() && m.Dir != "":
		return m.windowsFile(FullPath(m.Dir, p))
	case m.System.IsWindows():
		return m.windowsFile(p)
	case here:
		return drive() + filepath.FromSlash(p), nil
	}
	return p, nil
}

// windowsFile follows the steps by which Windows takes a path: a prefix that says to take it as it is, the drive,
// names without dots and blanks at their ends, the stream, the devices.
func (m Machine) windowsFile(p string) (string, error) {
	plain, literal := unprefixed(p)
	m.Literal = m.Literal || literal
	if device, ok := deviceOf(plain); ok && plain == p {
		return m.device(device)
	}

	top, rooted, rest := win32Split(plain)
	switch {
	case strings.HasPrefix(top, `\\`) && here: // this is Windows, which opens the share itself
	case strings.HasPrefix(top, `\\`):
		return "", notKnown("what is at %s is not known: other machines are not asked", p)
	case !rooted || !isDrive(top):
		return "", invalidName()
	case !here && !strings.EqualFold(top, "C:"):
		return "", pathNotFound() // there is one drive alone
	}

	file, err := m.below(top, squash(parts(rest), false))
	if err != nil || !isSep(plain[len(plain)-1]) {
		return file, err
	}
	if fi, err := os.Stat(file); err == nil && !fi.IsDir() {
		return "", invalidName() // only a folder can be named so
	}

	return file, nil
}

// below is the file at names below the top of a drive or a share.
func (m Machine) below(top string, names []string) (string, error) {
	if n := len(names) - 1; n >= 0 {
		name := withoutStream(names[n])
		name = m.trimEnd(name, true)
		if isDevice(name) && !m.Literal {
			return m.device(name)
		}
		if !here && !m.Literal && isDeviceFile(name) {
			return "", notKnown(
				"what is at %s is not known: Windows 10 takes the name for a device, Windows 11 for a file", name,
			)
		}
		if strings.Contains(name, ":") {
			return "", notKnown("what is in the stream %s is not known: of a file its bytes alone are read", name)
		}

		names[n] = name
	}

	for i := range names {
		names[i] = m.trimEnd(names[i], false)
		if names[i] == "" || impossible(names[i]) != "" {
			return "", invalidName()
		}
	}

	if here {
		return m.asItIs(top+`\`+strings.Join(names, `\`), names), nil
	}

	return sameCase(names), nil
}

// asItIs is a full path by which Windows takes names that it would otherwise change: those with dots or blanks at their
// ends, those of devices, and, of a literal path, those that only some versions take for a device.
func (m Machine) asItIs(file string, names []string) string {
	changed := func(name string) bool {
		return strings.TrimRight(name, ". ") != name || isDevice(name) || m.Literal && isDeviceFile(name)
	}
	if !slices.ContainsFunc(names, changed) {
		return file
	}
	if share, ok := strings.CutPrefix(file, `\\`); ok {
		return `\\?\UNC\` + share
	}

	return `\\?\` + file
}

// unprefixed is a path without the prefix that says to take it as it is, and whether it had that.
func unprefixed(p string) (plain string, literal bool) {
	rest, literal := strings.CutPrefix(p, `\\?\`)
	if share, ok := strings.CutPrefix(rest, `UNC\`); literal && ok {
		return `\\` + share, true
	}
	return rest, literal
}

// deviceOf is the name of a device in a path of its namespace, "\\.\NUL", or of a device alone.
func deviceOf(p string) (string, bool) {
	if isDevicePath(p) {
		return p[4:], true
	}
	return p, isDevice(p)
}

// device is the file of a device: of the null device alone it is known what it gives.
func (m Machine) device(name string) (string, error) {
	if strings.EqualFold(name, "NUL") {
		return os.DevNull, nil
	}
	return "", notKnown("what an agent gets from the device %s is not known", name)
}

// withoutStream is a name without the name of the stream that has a file's bytes.
func withoutStream(name string) string {
	const bytesStream = "::$DATA"
	if n := len(name) - len(bytesStream); n > 0 && strings.EqualFold(name[n:], bytesStream) {
		return name[:n]
	}
	return name
}

// trimEnd is a name without what Windows drops at its end: one dot, and of the last name all dots and blanks.
func (m Machine) trimEnd(name string, last bool) string {
	switch {
	case m.Literal:
		return name
	case last:
		return strings.TrimRight(name, ". ")
	}
	return strings.TrimSuffix(name, ".")
}

// sameCase is the file of this machine at the names below the top, whatever their case. What is not there keeps it.
func sameCase(names []string) string {
	at := "/" + path.Join(names...)
	if _, err := os.Lstat(at); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return at
	}

	at = "/"
	for i, name := range names {
		next := path.Join(at, name)
		if _, err := os.Lstat(next); err != nil {
			found := alike(at, name)
			if found == "" {
				return path.Join(at, path.Join(names[i:]...))
			}
			next = path.Join(at, found)
		}

		at = next
	}

	return at
}

// alike is the first entry of a folder, by name, that differs from a name in its case alone.
func alike(dir, name string) string {
	entries, _ := os.ReadDir(dir) // what cannot be listed has no such entry
	for _, e := range entries {
		if strings.EqualFold(e.Name(), name) {
			return e.Name()
		}
	}
	return ""
}
