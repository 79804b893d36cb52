package agents

import (
	"errors"
	"io/fs"
	"path"
	"strings"
	"syscall"

	"eyeline/reader/access"
	"eyeline/reader/internal/wordlist"
	"eyeline/reader/tools"
	"eyeline/reader/tools/runtime/js"
	"eyeline/reader/tools/runtime/node"
)

// kimiMissing reports whether an error says that a path names nothing.
func kimiMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, access.ErrNowhere)
}

// findKimi resolves a path and checks it, and that it names a regular file.
func findKimi(env tools.Env, asked string) (string, error) {
	if strings.HasPrefix(asked, "kimi-file://") {
		return "", kimiRefuse(`Tool "Read" failed to resolve execution: Attachment ` + js.Quote(asked) + " is not available in the current session.")
	}
	root := env.Dir()
	expanded := node.Home(env, asked)
	if expanded == "" {
		return "", kimiRefuse("Path cannot be empty")
	}
	slashed := strings.ReplaceAll(expanded, `\`, "/")
	absolute := strings.HasPrefix(slashed, "/") || isDrive(slashed)
	file := node.Resolve(root, slashed)
	switch {
	case isDrive(slashed):
		file = path.Clean(slashed)
	case absolute && strings.HasSuffix(slashed, "/") && file != "/":
		file += "/" // only what is relative loses it
	}
	inside := isBelow(root, strings.TrimSuffix(file, "/"))
	if kimiSensitive(file) {
		return "", kimiRefuse(`"` + asked + `" matches a sensitive-file pattern (env / credential / SSH key). Access is blocked to protect secrets.`)
	}
	if !inside && !absolute {
		return "", kimiRefuse(`"` + asked + `" is not an absolute path. You must provide an absolute path to read a file outside the working directory.`)
	}
	if isDrive(file) {
		return "", kimiRefuse(`"` + asked + `" does not exist.`)
	}
	if err := kimiResolve(env, file, inside); err != nil {
		return "", err
	}
	fi, err := env.Files().Stat(file)
	switch {
	case errors.Is(err, access.ErrOutside):
		return "", tools.RefuseOwn(tools.ErrConfined.Error())
	case err != nil && errors.Is(err, fs.ErrPermission):
		return "", kimiRefuse("stat failed: permission denied")
	case err != nil && !kimiMissing(err):
		return "", kimiRefuse("stat failed: unrecognized filesystem error")
	case err != nil:
		return "", kimiRefuse(`"` + asked + `" does not exist.`)
	case !fi.Mode().IsRegular():
		return "", kimiRefuse(`"` + asked + `" is not a file.`)
	}
	return file, nil
}

// isDrive reports whether a path begins like one of Windows, which counts as absolute.
func isDrive(file string) bool {
	return len(file) > 2 && file[1] == ':' && file[2] == '/' && (file[0]|0x20) >= 'a' && (file[0]|0x20) <= 'z'
}

// kimiResolve follows the links of a path as far as it exists, and checks where they lead.
func kimiResolve(env tools.Env, file string, inside bool) error {
	real, err := kimiReal(env, file)
	if err != nil {
		return err
	}
	if kimiSensitive(real) {
		return kimiRefuse(`"` + file + `" resolves to "` + real + `" through a symbolic link, which matches a sensitive-file pattern (env / credential / SSH key). Access is blocked to protect secrets.`)
	}
	if inside && real != file && !isBelow(realRoot(env), real) { // a path without links has none in that of the directory
		return kimiRefuse(`"` + file + `" resolves to "` + real + `" through a symbolic link that points outside the working directory. Access is blocked; use the real path directly or add the target directory to the workspace.`)
	}
	return nil
}

// kimiReal is the real path of the part of a path that exists, and the rest of it as it is.
func kimiReal(env tools.Env, file string) (string, error) {
	view := env.Files()
	if strings.IndexByte(file, 0) >= 0 {
		return "", kimiRefuse(`Tool "Read" failed: realpath failed: unrecognized filesystem error`)
	}
	current, tail := file, ""
	for range 256 {
		_, err := view.Stat(current)
		switch {
		case errors.Is(err, access.ErrOutside):
			return "", tools.RefuseOwn(tools.ErrConfined.Error())
		case errors.Is(err, syscall.ENAMETOOLONG) && len(current) >= 4096 && !longPart(view, current):
			return "", kimiRefuse(`Tool "Read" failed: lstat failed: unrecognized filesystem error`)
		case errors.Is(err, fs.ErrPermission):
			return "", kimiRefuse(`Tool "Read" failed: realpath failed: permission denied`)
		case err != nil && !kimiMissing(err):
			return "", kimiRefuse(`Tool "Read" failed: realpath failed: unrecognized filesystem error`)
		case err == nil:
			real, err := view.RealPath(current)
			if err != nil {
				real = current
			}
			return path.Join(real, tail), nil
		}
		if _, err := view.Lstat(strings.TrimSuffix(current, "/")); err == nil && !strings.HasSuffix(current, "/") {
			return "", kimiRefuse(`"` + current + `" is a symbolic link whose target does not exist. Access is blocked.`)
		}
		clean := strings.TrimSuffix(current, "/")
		parent := path.Dir(clean)
		if parent == current {
			return file, nil
		}
		current, tail = parent, path.Join(path.Base(clean), tail)
	}
	return "", kimiRefuse(`"` + file + `" is too deep to resolve to a real path. Access is blocked.`)
}

// longPart reports whether the first name of a path that cannot be looked up is too long by itself, and not the path.
func longPart(view access.View, file string) bool {
	at := ""
	for _, part := range splitPath(file) {
		at += "/" + part
		if len(at) >= 4096 {
			return false
		}
		if _, err := view.Stat(at); err != nil {
			return errors.Is(err, syscall.ENAMETOOLONG)
		}
	}
	return false
}

// The names that Kimi Code takes for secrets.
const (
	kimiSecrets  = ".env id_rsa id_ed25519 id_ecdsa credentials"
	kimiExempt   = ".env.example .env.sample .env.template id_rsa.pub id_ed25519.pub id_ecdsa.pub"
	kimiPrefixes = "id_rsa id_ed25519 id_ecdsa credentials"
	kimiVariants = ".bak .backup .copy .disabled .key .old .orig .pem .save .tmp"
)

// kimiSensitive reports whether a path names what may be a secret.
func kimiSensitive(file string) bool {
	file = strings.ToLower(file)
	name := path.Base(file)
	switch {
	case wordlist.Has(kimiExempt, name):
		return false
	case wordlist.Has(kimiSecrets, name), strings.HasPrefix(name, ".env."):
		return true
	}
	for _, prefix := range strings.Fields(kimiPrefixes) {
		if rest, ok := strings.CutPrefix(name, prefix); ok && rest != "" {
			if rest[0] == '-' || rest[0] == '_' || wordlist.Has(kimiVariants, rest) {
				return true
			}
		}
	}
	for _, below := range []string{"/.aws/credentials", "/.gcp/credentials"} {
		if strings.HasSuffix(file, below) || strings.Contains(file, below+"/") {
			return true
		}
	}
	return false
}
