package access

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
)

// ErrOutside is the reason why a path that leads out of the root is refused.
var ErrOutside = errors.New("the path leads out of the root")

// ErrNowhere is the reason why a path inside the root that names nothing is refused.
var ErrNowhere = errors.New("the path leads nowhere")

// maxLinks bounds the symbolic links followed on one path, as the kernel does.
const maxLinks = 40

// maxPath bounds a path with its root, in bytes, as the kernel does: a longer one leads nowhere.
const maxPath = 4096

// OpenIn opens the file that path names, relative to the directory root or absolute inside it (CONTRACTS.md, Common
// ground: Root). root "" is the working directory. The errors are ErrOutside, ErrDirectory, one that wraps ErrNowhere,
// a *SpecialError, ErrChanged, or an *OpenError that wraps the system's for what is there and cannot be opened.
func OpenIn(ctx context.Context, root, path string) (*File, error) {
	return (*HeldRoot)(nil).OpenIn(ctx, root, path)
}

// raceTries is how often a path is followed while it keeps changing.
const raceTries = 16

// again follows a path until it does not change meanwhile. One that never comes to rest is refused.
func again[T any](follow func() (T, error)) (T, error) {
	for try := 1; ; try++ {
		v, err := follow()
		if !errors.Is(err, errRaced) {
			return v, err
		}
		if try == raceTries {
			return v, ErrOutside
		}
	}
}

// confinement is the root of the workspace tools (CONTRACTS.md, Common ground: Root).
//
// A path is resolved here, one component after the other, so that absolute symbolic links that stay inside and paths
// that leave the root and come back work, and so that a refusal can say whether the path left the root. Outside the
// root a path is followed by its text alone: nothing there is looked at, so an answer reveals nothing about what exists
// there. What the walk finds out is only advice: every look and every open goes through rootDir, which follows no link
// out of the root, so a link that is swapped between the two leads to another try and never outside.
type confinement struct {
	// path is the root's absolute path: free of symbolic links when isDir, lexically clean otherwise. alias is its
	// absolute path as it was given.
	path, alias string
	isDir       bool
	root        rootDir // nil when not isDir
	held        bool    // root stays open: see [HeldRoot]
}

// HeldRoot is a root directory that is held open: what is confined to it is confined to the directory that had the name
// at first, whatever takes it. A nil *HeldRoot holds nothing open. Any number of goroutines may use it.
type HeldRoot struct{ root *confinement }

// HoldRoot holds a root directory open until Close; "" is the working directory.
func HoldRoot(dir string) (*HeldRoot, error) {
	c, err := confine(dir)
	if err != nil {
		return nil, err
	}
	c.held = true
	return &HeldRoot{c}, nil
}

// Close lets the directory go, when nothing reads below it any more.
func (h *HeldRoot) Close() {
	h.root.held = false
	h.root.close()
}

// confine is the root that is held, where it is that of dir, or else dir.
func (h *HeldRoot) confine(dir string) (*confinement, error) {
	abs, err := filepath.Abs(dir)
	if h != nil && err == nil && abs == h.root.alias {
		return h.root, nil
	}
	return confine(dir)
}

// OpenIn is the function of that name, below the root that is held where root names that.
func (h *HeldRoot) OpenIn(ctx context.Context, root, path string) (*File, error) {
	c, err := h.confine(root)
	if err != nil {
		return nil, err
	}
	defer c.close()
	return again(func() (*File, error) { return c.open(ctx, path) })
}

// confine prepares the root directory dir; "" is the working directory. A root that does not exist, or is not a
// directory, is no error here: every path inside it leads nowhere.
func confine(dir string) (*confinement, error) {
	abs, err := filepath.Abs(cmp.Or(dir, "."))
	if err != nil {
		return nil, err
	}

	// Not abs: that is lexically clean already, and "link/.." is not the link's directory.
	canonical, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return &confinement{path: abs, alias: abs}, nil
	}
	if canonical, err = filepath.Abs(canonical); err != nil {
		return nil, err
	}

	root, err := openRootDir(canonical)
	if err != nil {
		return &confinement{path: canonical, alias: abs}, nil
	}

	return &confinement{path: canonical, alias: abs, isDir: true, root: root}, nil
}

func (c *confinement) close() {
	if c.root != nil && !c.held {
		_ = c.root.close() // read only: nothing is lost
	}
}

const onWindows = runtime.GOOS == "windows"

// relative is the clean absolute path abs relative to the root, and whether it is inside; "." is the root itself.
func (c *confinement) relative(abs string) (rel string, inside bool) {
	if abs == c.path || onWindows && strings.EqualFold(abs, c.path) {
		return ".", true
	}
	prefix := c.path
	if !os.IsPathSeparator(prefix[len(prefix)-1]) {
		prefix += string(filepath.Separator)
	}
	rel, inside = cutFolder(abs, prefix)
	return rel, inside && rel != ""
}

// cutFolder is strings.CutPrefix of a folder with a separator at its end; Windows does not tell cases apart.
func cutFolder(path, prefix string) (rel string, below bool) {
	n := len(prefix)
	if onWindows && len(path) >= n && strings.EqualFold(path[:n], prefix) {
		return path[n:], true
	}
	return strings.CutPrefix(path, prefix)
}

// open opens the file that path names, relative to the root or absolute. The errors are ErrOutside, ErrDirectory,
// one that wraps ErrNowhere, a SpecialError, or the system's own for what is there and cannot be read.
func (c *confinement) open(ctx context.Context, path string) (*File, error) {
	rel, fi, err := c.resolve(path)
	if err != nil {
		return nil, err
	}

	switch {
	case fi.IsDir():
		return nil, ErrDirectory
	case !fi.Mode().IsRegular() && !IsNullDevice(fi):
		return nil, &SpecialError{fi.Mode()}
	}

	f, err := c.root.open(rel)
	if errors.Is(err, errRaced) {
		return nil, err
	}
	if err != nil {
		return nil, &OpenError{rootError(err), fi.Size()}
	}

	return openRegular(ctx, f)
}

// OpenError says that a file is there and cannot be opened.
type OpenError struct {
	Err  error
	Size int64 // the file's, in bytes
}

func (e *OpenError) Error() string { return e.Err.Error() }
func (e *OpenError) Unwrap() error { return e.Err }

// rootError sorts an error of an os.Root method. Its refusal of an escape has no number and no exported value.
func rootError(err error) error {
	_, ok := errors.AsType[syscall.Errno](err)
	switch {
	case errors.Is(err, errRaced):
		return err
	case !ok && !errors.Is(err, fs.ErrNotExist):
		return ErrOutside
	case IsNowhere(err):
		return fmt.Errorf("%w: %w", ErrNowhere, err)
	}

	return err
}

// IsNowhere reports whether an error of the system says that a path names nothing, as opposed to what is there and
// cannot be looked at.
func IsNowhere(err error) bool {
	return slices.ContainsFunc(leadsNowhere, func(target error) bool { return errors.Is(err, target) })
}

// resolve walks path and returns where it leads, relative to the root and free of symbolic links, and what is there.
func (c *confinement) resolve(path string) (rel string, fi fs.FileInfo, err error) {
	if joined := c.join(path); len(joined) >= maxPath || strings.IndexByte(path, 0) >= 0 {
		return "", nil, c.blame(joined, ErrNowhere)
	}
	rel, fi, err = c.resolvePlain(path)
	if !errors.Is(err, errRaced) {
		return rel, fi, err
	}

	w := walk{confinement: c}
	w.begin(path)
	if err := w.run(); err != nil {
		return "", nil, err
	}

	rel, inside := c.relative(w.at)
	if !inside {
		return "", nil, ErrOutside
	}

	if w.info == nil { // the walk ended on a directory that it never looked at: the root, or one reached by ".."
		if c.root == nil {
			return "", nil, c.blame(c.path, syscall.ENOTDIR)
		}
		if w.info, err = c.root.lstat(rel); err != nil {
			return "", nil, rootError(err)
		}
	}

	return rel, w.info, nil
}

// resolvePlain resolves a path without links and dots in one step: a walk along it asks the system about each of its
// folders by a path of its own, which takes the square of the depth. The error is errRaced where only a walk can tell.
func (c *confinement) resolvePlain(path string) (rel string, fi fs.FileInfo, err error) {
	rel, inside := c.below(path)
	if !inside {
		return "", nil, errRaced
	}

	fi, err = c.root.lstat(rel)
	switch {
	case errors.Is(err, errRaced), err == nil && fi.Mode()&fs.ModeSymlink != 0: // a link is in the way
		return "", nil, errRaced
	case err != nil:
		return "", nil, c.blame(c.join(rel), err)
	}

	return rel, fi, nil
}

// below is a clean path relative to the root, where its text tells that it is inside and the system tells of links.
func (c *confinement) below(path string) (rel string, ok bool) {
	if c.root == nil || !c.root.refusesLinks() || path == "" || path != filepath.Clean(path) {
		return "", false
	}
	if !filepath.IsAbs(path) {
		return path, filepath.IsLocal(path)
	}

	rel, ok = c.relative(path)
	if ok {
		return rel, true
	}

	rel, ok = cutFolder(path, c.alias+string(filepath.Separator))
	return rel, ok && rel != ""
}

// join is path below the root, or itself when it is absolute.
func (c *confinement) join(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return c.path + string(filepath.Separator) + path
}

// blame turns a failure to go on at the path lexically given by rest into a reason: ErrOutside when that is outside
// the root, so that nothing is said about what exists there.
func (c *confinement) blame(rest string, err error) error {
	if _, inside := c.relative(filepath.Clean(rest)); !inside {
		return ErrOutside
	}
	if IsNowhere(err) {
		return fmt.Errorf("%w: %w", ErrNowhere, err)
	}
	return err
}

// walk is a path being resolved.
type walk struct {
	*confinement
	at      string      // absolute, without symbolic links as far as the walk saw
	isDir   bool        // at is a directory
	info    fs.FileInfo // of at; nil when the walk did not look at it
	pending []string    // components to come, the next one last
	links   int
}

// begin puts the walk at the root or, for an absolute path, at the top of the file system.
func (w *walk) begin(path string) {
	w.at = w.path
	w.isDir = w.confinement.isDir
	w.info = nil
	w.follow(path)
}

// follow puts a path, or a link's target, in front of the components to come.
func (w *walk) follow(path string) {
	volume := filepath.VolumeName(path)
	rooted := len(path) > len(volume) && os.IsPathSeparator(path[len(volume)])
	if rooted {
		volume = cmp.Or(volume, filepath.VolumeName(w.at))
		w.at = volume + string(filepath.Separator)
		w.isDir = true
		w.info = nil
		path = path[len(filepath.VolumeName(path)):]
	}

	parts := splitPath(path)
	for i := len(parts) - 1; i >= 0; i-- {
		w.pending = append(w.pending, parts[i])
	}
}

// splitPath cuts a path at its separators and keeps empty components: one at the end asks for a directory.
func splitPath(path string) []string {
	if runtime.GOOS == "windows" {
		path = filepath.ToSlash(path)
	}
	return strings.Split(path, "/")
}

func (w *walk) run() error {
	for len(w.pending) > 0 {
		name := w.pending[len(w.pending)-1]
		w.pending = w.pending[:len(w.pending)-1]
		if !w.isDir {
			return w.fail(name, syscall.ENOTDIR)
		}

		switch name {
		case "", ".": // stays where it is
		case "..":
			w.at = filepath.Dir(w.at)
			w.info = nil
		default:
			if err := w.step(name); err != nil {
				return err
			}
		}
	}

	return nil
}

// step goes to name in the directory at.
func (w *walk) step(name string) error {
	next := filepath.Join(w.at, name)
	rel, inside := w.relative(next)
	if inside && rel == "." || next == w.alias { // back at the root from outside
		w.at = w.path
		w.isDir = w.confinement.isDir
		w.info = nil
		if !w.isDir {
			return w.fail("", syscall.ENOTDIR)
		}
		return nil
	}

	if !inside { // by its text alone
		w.at = next
		w.isDir = true
		w.info = nil
		return nil
	}

	if w.root == nil {
		return w.fail(name, syscall.ENOENT)
	}

	fi, err := w.root.lstat(rel)
	if err != nil {
		return w.fail(name, err)
	}

	if fi.Mode()&fs.ModeSymlink == 0 {
		w.at = next
		w.isDir = fi.IsDir()
		w.info = fi
		return nil
	}

	w.links++
	if w.links > maxLinks {
		return w.fail(name, syscall.ELOOP)
	}

	target, err := w.root.readlink(rel)
	if err != nil {
		return w.fail(name, err)
	}

	w.follow(target)
	return nil
}

// fail gives up at name in the directory at.
func (w *walk) fail(name string, err error) error {
	if sorted := rootError(err); sorted == ErrOutside || errors.Is(sorted, errRaced) {
		return sorted // os.Root refused: a parent became a link out of the root
	}
	rest := []string{w.at, name}
	for i := len(w.pending) - 1; i >= 0; i-- {
		rest = append(rest, w.pending[i])
	}
	return w.blame(filepath.Join(rest...), err)
}

// System is the system's own error inside one of OpenIn's; other errors are returned as they are.
func System(err error) error {
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		return number
	}
	return err
}
