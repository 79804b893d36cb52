package contextfiles

import (
	"context"
	"encoding/json"
	"io/fs"
	"path/filepath"
	"strings"

	"eyeline/reader/internal/runtime/node"
)

// Setup gives a profile access to files of the user and the project, so that it adapts itself to their settings.
type Setup struct{ r *run }

// Cwd returns the working directory, Home the user's home, Top the top of the repository, "" outside of one. All are
// absolute.
func (s *Setup) Cwd() string  { return s.r.cwd }
func (s *Setup) Home() string { return s.r.env.HomeDir() }
func (s *Setup) Top() string  { return s.r.top }

// Path returns the absolute path for a name in a file of the folder dir; "~/" is the home.
func (s *Setup) Path(dir, name string) string { return s.r.pathIn(dir, name) }

// maxSettings is the size of the largest settings file that is read, in bytes.
const maxSettings = 4 << 20

// Read returns the text of a settings file without byte order mark; ok is false if it cannot be read.
func (s *Setup) Read(path string) (text []byte, ok bool) {
	if !s.r.mayExist(path) {
		return nil, false
	}
	f, err := s.r.read(path, maxSettings)
	if err != nil {
		return nil, false
	}
	return f.data[TextRules{}.start(f.data):], true
}

// JSON decodes a settings file of JSON, which may have comments, and commas before a closing bracket. It reports
// whether that succeeded.
func (s *Setup) JSON(path string, into any) bool {
	text, ok := s.Read(path)
	return ok && json.Unmarshal(plainJSON(text), into) == nil
}

// Exclude adds a rule, which returns why the file of an absolute path is not read, or "".
func (s *Setup) Exclude(rule func(path string) string) { s.r.exclude = append(s.r.exclude, rule) }

// Inside reports whether path is dir, or below it.
func (s *Setup) Inside(dir, path string) bool { return inside(dir, path) }

// Real returns the path without symbolic links; the path itself if it cannot be resolved.
func (s *Setup) Real(path string) string { return s.r.real(path) }

// Above returns the folders from the working directory up to the file system's root.
func (s *Setup) Above() []string { return s.r.upTo("") }

// UpToTop returns the folders from dir up to the top of its repository; outside of one dir alone.
func (s *Setup) UpToTop(dir string) []string {
	if dir == s.r.cwd {
		return s.r.upTo(s.r.topOrCwd())
	}
	return s.r.ownTop(dir)
}

// Leave notes that nothing is sent of a file.
func (s *Setup) Leave(path, why string) { s.r.leaveOut(path, why) }

// IsDir reports whether a path is a folder, IsFile whether it exists and is not a folder.
func (s *Setup) IsDir(path string) bool {
	fi, err := s.r.env.Files().Stat(path)
	return err == nil && fi.IsDir()
}

// IsFile reports whether a path is a regular file, after links.
func (s *Setup) IsFile(path string) bool { return s.r.isFile(path) }

// Rel returns the path relative to the working directory, as JavaScript does.
func (s *Setup) Rel(path string) string { return node.Path(s.r.env).Relative(s.r.cwd, path) }

// excluded returns why settings exclude a file; "" if they do not.
func (r *run) excluded(path string) string {
	for _, rule := range r.exclude {
		if why := rule(path); why != "" {
			return why
		}
	}
	return ""
}

// GitDir returns the absolute path that the ".git" file of a folder names; "" if there is no such file or name.
func (s *Setup) GitDir(dir string) string {
	text, ok := s.Read(filepath.Join(dir, ".git"))
	if !ok {
		return ""
	}

	line, _, _ := strings.Cut(string(text), "\n")
	named, ok := strings.CutPrefix(line, "gitdir:")
	named = strings.TrimSpace(named)
	if !ok || named == "" {
		return ""
	}

	return s.r.pathIn(dir, named)
}

// MainOf returns the top of the main repository of a linked work tree; "" if top is not that of one.
func (s *Setup) MainOf(top string) string {
	worktrees := filepath.Dir(s.GitDir(top))
	if filepath.Base(worktrees) != "worktrees" {
		return ""
	}
	return s.r.real(filepath.Dir(filepath.Dir(worktrees)))
}

// Has reports whether a path exists. A broken symbolic link does not.
func (s *Setup) Has(path string) bool { return s.r.mayExist(path) && s.r.exists(path) }

// IsLink reports whether the path is a symbolic link, even a broken one.
func (s *Setup) IsLink(path string) bool { return isLink(s.r.env, path) }

// Entries returns the entries of a folder, sorted by name.
func (s *Setup) Entries(dir string) []fs.DirEntry { return s.r.entries(dir, true) }

// Context is canceled when the request is given up.
func (s *Setup) Context() context.Context { return s.r.ctx }
