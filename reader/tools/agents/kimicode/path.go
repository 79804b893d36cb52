package kimicode

import (
	"errors"
	"io/fs"
	"path"
	"strings"
	"syscall"

	"eyeline/reader/access"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/paths"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/tools"
)

// isMissing reports whether an error says that a path does not exist.
func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, access.ErrNowhere)
}

// find resolves a path and checks it, and that it names a regular file.
func find(env tools.Env, asked string) (string, error) {
	if strings.HasPrefix(asked, "kimi-file://") {
		return "", refuse(
			`Tool "Read" failed to resolve execution: Attachment ` + js.Quote(asked) +
				" is not available in the current session.",
		)
	}

	root := env.Dir()
	expanded := node.Home(env, asked)
	if expanded == "" {
		return "", refuse("Path cannot be empty")
	}

	slashed := strings.ReplaceAll(fromShell(env, expanded), `\`, "/")
	absolute := strings.HasPrefix(slashed, "/") || isDrive(slashed)
	file := resolve(env, root, slashed)
	inside := paths.IsBelow(env, root, strings.TrimSuffix(file, "/"))

	if isSensitive(paths.Slashed(env, file)) {
		return "", refuse(
			`"` + asked + `" matches a sensitive-file pattern (env / credential / SSH key). Access is blocked to ` +
				`protect secrets.`,
		)
	}

	if !inside && !absolute || isDriveRelative(env, slashed) {
		return "", refuse(
			`"` + asked + `" is not an absolute path. You must provide an absolute path to read a file outside the ` +
				`working directory.`,
		)
	}

	if isDrive(file) && !env.System.IsWindows() {
		return "", refuse(`"` + asked + `" does not exist.`)
	}
	if err := checkLinks(env, file, inside); err != nil {
		return "", err
	}

	fi, err := env.Files().Stat(file)
	switch {
	case errors.Is(err, access.ErrOutside):
		return "", env.RefuseOutside()
	case err != nil && errors.Is(err, fs.ErrPermission):
		return "", refuse("stat failed: permission denied")
	case err != nil && !isMissing(err):
		return "", refuse("stat failed: unrecognized filesystem error")
	case err != nil:
		return "", refuse(`"` + asked + `" does not exist.`).Because(err)
	case !fi.Mode().IsRegular():
		return "", refuse(`"` + asked + `" is not a file.`)
	}

	return file, nil
}

// isDrive reports whether a path begins with a drive of Windows, which counts as absolute.
func isDrive(file string) bool {
	return len(file) > 2 && file[1] == ':' && file[2] == '/' && (file[0]|0x20) >= 'a' && (file[0]|0x20) <= 'z'
}

// resolve returns the absolute path for a path with slashes.
func resolve(env tools.Env, root, slashed string) string {
	file := node.Path(env).Resolve(root, slashed)
	switch {
	case env.System.IsWindows(): // Windows has its own rules, which are followed already
	case isDrive(slashed):
		return path.Clean(slashed)
	case strings.HasPrefix(slashed, "/") && strings.HasSuffix(slashed, "/") && file != "/":
		return file + "/" // relative paths lose it
	}
	return file
}

// isDriveRelative reports whether a path of Windows has a drive without a root, "C:a".
func isDriveRelative(env tools.Env, slashed string) bool {
	isNamed := len(slashed) > 1 && slashed[1] == ':' && isDrive(slashed[:2]+"/")
	return env.System.IsWindows() && isNamed && !isDrive(slashed)
}

// fromShell converts a path of a shell on Windows: /c/a and /cygdrive/c/a are C:\a.
func fromShell(env tools.Env, file string) string {
	m := shellPath().FindStringSubmatch(file)
	if m == nil || !env.System.IsWindows() {
		return file
	}
	return strings.ToUpper(m[1]) + ":/" + m[2]
}

var shellPath = lazy.Regexp(`^(?:/cygdrive)?/([A-Za-z])(?:/(.*))?$`)

// checkLinks resolves the links of a path as far as it exists, and checks their targets.
func checkLinks(env tools.Env, file string, inside bool) error {
	real, err := realPath(env, file)
	if err != nil {
		return err
	}

	if isSensitive(paths.Slashed(env, real)) {
		return refuse(
			`"` + file + `" resolves to "` + real +
				`" through a symbolic link, which matches a sensitive-file pattern (env / credential / SSH key). ` +
				`Access is blocked to protect secrets.`,
		)
	}

	// A path without links is in a directory without links.
	if inside && real != file && !paths.IsBelow(env, paths.RealRoot(env), real) {
		return refuse(
			`"` + file + `" resolves to "` + real +
				`" through a symbolic link that points outside the working directory. Access is blocked; use the ` +
				`real path directly or add the target directory to the workspace.`,
		)
	}

	return nil
}

// realPath returns the real path of the existing part of a path, with the rest unchanged.
func realPath(env tools.Env, file string) (string, error) {
	view := env.Files()
	if strings.IndexByte(file, 0) >= 0 {
		return "", refuse(`Tool "Read" failed: realpath failed: unrecognized filesystem error`)
	}

	p := node.Path(env)
	current := file
	tail := ""
	sep := p.Separator()
	for range 256 {
		_, err := view.Stat(current)
		switch {
		case errors.Is(err, access.ErrOutside):
			return "", env.RefuseOutside()
		case errors.Is(err, syscall.ENAMETOOLONG) && len(current) >= 4096 && !longPart(view, current):
			return "", refuse(`Tool "Read" failed: lstat failed: unrecognized filesystem error`)
		case errors.Is(err, fs.ErrPermission):
			return "", refuse(`Tool "Read" failed: realpath failed: permission denied`)
		case err != nil && !isMissing(err):
			return "", refuse(`Tool "Read" failed: realpath failed: unrecognized filesystem error`)
		case err == nil:
			return p.Resolve(paths.Real(env, current), tail), nil
		}

		if _, err := view.Lstat(strings.TrimSuffix(current, sep)); err == nil && !strings.HasSuffix(current, sep) {
			return "", refuse(`"` + current + `" is a symbolic link whose target does not exist. Access is blocked.`)
		}

		clean := strings.TrimSuffix(current, sep)
		parent := p.Dir(clean)
		if parent == current {
			return file, nil
		}

		current = parent
		tail = strings.TrimSuffix(p.Join(p.Base(clean), tail), sep)
	}

	return "", refuse(`"` + file + `" is too deep to resolve to a real path. Access is blocked.`)
}

// longPart reports whether a path cannot be resolved because of its first name's length, and not its own.
func longPart(view access.View, file string) bool {
	at := ""
	for _, part := range paths.Split(file) {
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

// Paths, in lower case, that Kimi Code takes for secrets, and exceptions.
var (
	secretForm = lazy.Regexp(`(?:^|/)\.env(?:\.[^/]*)?$|` +
		`(?:^|/)(?:id_rsa|id_ed25519|id_ecdsa|credentials)(?:[-_][^/]*|\.(?:bak|backup|copy|disabled|key|old|orig|` +
		`pem|save|tmp))?$|` +
		`/\.(?:aws|gcp)/credentials(?:/|$)`)
	exemptForm = lazy.Regexp(`(?:^|/)(?:\.env\.(?:example|sample|template)|(?:id_rsa|id_ed25519|id_ecdsa)\.pub)$`)
)

// isSensitive reports whether a path names what may be a secret.
func isSensitive(file string) bool {
	file = strings.TrimRight(strings.ToLower(file), "/")
	return secretForm().MatchString(file) && !exemptForm().MatchString(file)
}
