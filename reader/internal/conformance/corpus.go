package conformance

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// corpus is the folder in which the files of a set are created. Names are slash-separated paths relative to it.
type corpus struct {
	dir string
	// wants reports whether a file of a set is created; nil where all are.
	wants func(name string) bool
	// lacking are the files that this system cannot have.
	lacking []string
	// spelled maps names in lower case to their spelling on disk. Only Windows uses it.
	spelled map[string]string
}

func (c *corpus) path(name string) string { return filepath.Join(c.dir, filepath.FromSlash(name)) }

func (c *corpus) lacks(name string) bool { return slices.Contains(c.lacking, name) }

// admits reports whether this system can have a file of this name, and records the name in lacking if not.
func (c *corpus) admits(name string) bool {
	if onWindows && !(canBeOnWindows(name) && c.spellsAlone(name)) {
		c.lacking = append(c.lacking, name)
		return false
	}
	return true
}

// lackFolders notes the folders that are not there since all that would be in them is lacking.
func (c *corpus) lackFolders() {
	for _, name := range c.lacking {
		for above := path.Dir(name); above != "." && !c.lacks(above); above = path.Dir(above) {
			if _, err := os.Lstat(c.path(above)); err != nil {
				c.lacking = append(c.lacking, above)
			}
		}
	}
}

func (c *corpus) folder(name string) error {
	if !c.admits(name) {
		return nil
	}
	return os.MkdirAll(c.path(name), 0o755)
}

func (c *corpus) file(name string, data []byte) error {
	if !c.admits(name) {
		return nil
	}
	return c.write(name, data)
}

func (c *corpus) write(name string, data []byte) error {
	err := os.MkdirAll(filepath.Dir(c.path(name)), 0o755)
	if err != nil {
		return err
	}
	return os.WriteFile(c.path(name), data, 0o644)
}

// link creates a symbolic link. On Windows none is created, since that needs a privilege.
func (c *corpus) link(name, target string) error {
	if onWindows {
		c.lacking = append(c.lacking, name)
		return nil
	}
	err := os.MkdirAll(filepath.Dir(c.path(name)), 0o755)
	if err != nil {
		return err
	}
	return os.Symlink(target, c.path(name))
}

// copyOf copies a folder of this machine into the corpus.
func (c *corpus) copyOf(dir string) error {
	return filepath.WalkDir(dir, func(at string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}

		rel, err := filepath.Rel(dir, at)
		if err != nil {
			return err
		}

		name := filepath.ToSlash(rel)
		if d.Type()&fs.ModeSymlink != 0 {
			target, err := os.Readlink(at)
			if err != nil {
				return err
			}
			return c.link(name, target)
		}

		if !c.admits(name) {
			return nil
		}

		data, err := os.ReadFile(at)
		if err != nil {
			return err
		}

		return c.write(name, data)
	})
}

// spellsAlone reports whether no other name exists that differs only in upper and lower case.
func (c *corpus) spellsAlone(name string) bool {
	if c.spelled == nil {
		c.spelled = map[string]string{}
	}

	for at := name; at != "."; at = path.Dir(at) {
		lower := strings.ToLower(at)
		if c.spelled[lower] == "" {
			c.spelled[lower] = at
		}
		if c.spelled[lower] != at {
			return false
		}
	}

	return true
}
