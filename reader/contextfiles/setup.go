package contextfiles

import (
	"context"
	"encoding/json"
	"io/fs"
	"path/filepath"
	"strings"

	"eyeline/reader/internal/runtime/node"
)

// Setup is what a profile sees of the user's and the project's files when it adapts itself to their settings.
type Setup struct{ r *run }

// Cwd is the working directory, Home the user's, Top the top of the repository; "" without one. They are absolute.
func (s *Setup) Cwd() string  { return s.r.cwd }
func (s *Setup) Home() string { return s.r.env.HomeDir() }
func (s *Setup) Top() string  { return s.r.top }

// Path is a path that a file in a folder names as an absolute one; "~/" stands for the home.
func (s *Setup) Path(dir, name string) string { return s.r.pathIn(dir, name) }

// mostSettings is the size of the largest file of settings that is read, in bytes.
const mostSettings = 4 << 20

// Read is the text of a file of settings; ok is false where it cannot be read.
func (s *Setup) Read(path string) (text []byte, ok bool) {
	if !s.r.mayBe(path) {
		return nil, false
	}
	f, err := s.r.read(path, mostSettings)
	if err != nil {
		return nil, false
	}
	return f.data[Form{}.start(f.data):], true
}

// JSON reads a file of settings in JSON, in which comments and commas before a closing bracket may stand; false: it is
// not there, or no JSON.
func (s *Setup) JSON(path string, into any) bool {
	text, ok := s.Read(path)
	return ok && json.Unmarshal(plainJSON(text), into) == nil
}

// Exclude adds a rule that says why a file is not taken, by its absolute path; "": it is.
func (s *Setup) Exclude(rule func(path string) string) { s.r.exclude = append(s.r.exclude, rule) }

// Inside reports whether a path is a folder, or below it.
func (s *Setup) Inside(dir, path string) bool { return inside(dir, path) }

// Real is a path without links, as far as it is known.
func (s *Setup) Real(path string) string { return s.r.real(path) }

// Above are the folders from the working directory up to the file system's root.
func (s *Setup) Above() []string { return s.r.upTo("") }

// UpToTop are the folders from one up to the top of its repository; without one that folder alone.
func (s *Setup) UpToTop(dir string) []string {
	if dir == s.r.cwd {
		return s.r.upTo(s.r.topOrCwd())
	}
	return s.r.ownTop(dir)
}

// Leave notes that nothing is sent of a file.
func (s *Setup) Leave(path, why string) { s.r.leave(path, why) }

// IsDir reports whether a path is a folder, IsFile whether it is something else that is there.
func (s *Setup) IsDir(path string) bool {
	fi, err := s.r.env.Files().Stat(path)
	return err == nil && fi.IsDir()
}
func (s *Setup) IsFile(path string) bool { return s.r.isFile(path) }

// Rel is a path from the working directory as JavaScript writes it.
func (s *Setup) Rel(path string) string { return node.Path(s.r.env).Relative(s.r.cwd, path) }

// excluded says why a file is not taken; "": it is.
func (r *run) excluded(path string) string {
	for _, rule := range r.exclude {
		if why := rule(path); why != "" {
			return why
		}
	}
	return ""
}

// GitDir is the folder that the ".git" file of a folder names, as an absolute path; "" where there is no such file, or
// it names none.
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

// MainOf is the folder of the repository that a worktree belongs to; "" where a folder is not the top of a worktree.
func (s *Setup) MainOf(top string) string {
	worktrees := filepath.Dir(s.GitDir(top))
	if filepath.Base(worktrees) != "worktrees" {
		return ""
	}
	return s.r.real(filepath.Dir(filepath.Dir(worktrees)))
}

// Has reports whether something is at a path; a link that leads nowhere is nothing.
func (s *Setup) Has(path string) bool { return s.r.mayBe(path) && s.r.there(path) }

// IsLink reports whether a path is a link itself, wherever it leads.
func (s *Setup) IsLink(path string) bool { return s.r.isLink(path) }

// Entries lists a folder, by names.
func (s *Setup) Entries(dir string) []fs.DirEntry { return s.r.entries(dir, true) }

// Context ends the work where the request is given up.
func (s *Setup) Context() context.Context { return s.r.ctx }
