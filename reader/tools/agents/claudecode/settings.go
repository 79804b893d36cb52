package claudecode

import (
	"context"
	"path/filepath"
	"strings"

	"eyeline/reader/contextfiles"
	"eyeline/reader/internal/ignore"
)

// settings are the settings that affect files of instructions.
type settings struct {
	Excludes []string `json:"claudeMdExcludes"`
	Memory   string   `json:"autoMemoryDirectory"`
}

const localName = "CLAUDE.local.md"

// adapt applies the settings, and omits what a linked work tree shares with its main repository.
func adapt(s *contextfiles.Setup, p *contextfiles.Profile) {
	read := func(dir, name string) (set settings) {
		s.JSON(filepath.Join(dir, ".claude", name), &set)
		return set
	}

	user := read(s.Home(), "settings.json")
	excludes := append(user.Excludes, read(s.Cwd(), "settings.json").Excludes...)
	excludes = append(excludes, read(s.Cwd(), "settings.local.json").Excludes...)
	if s.Top() != "" && s.Top() != s.Cwd() {
		excludes = append(excludes, read(s.Top(), "settings.local.json").Excludes...)
	}

	for _, pattern := range excludes {
		s.Exclude(func(path string) string {
			if excludes, err := matches(pattern, path); err != nil {
				return "whether claudeMdExcludes is for it is not known: " + err.Error()
			} else if excludes {
				return "claudeMdExcludes of the settings has " + pattern
			}
			return ""
		})
	}

	if main := s.MainOf(s.Top()); main != "" && s.Inside(main, s.Top()) {
		s.Exclude(func(path string) string {
			if !s.Inside(main, path) || s.Inside(s.Top(), path) || !instructionsIn(path) {
				return ""
			}
			return "of the repository that a worktree below it belongs to, only " + localName + " is taken"
		})
	}

	if user.Memory != "" {
		start := p.Start[0]
		start.From = append(append([]contextfiles.Place{}, start.From...), contextfiles.Place{
			Dirs: []string{s.Path(s.Home(), user.Memory)},
			Each: []contextfiles.Files{{
				Names: []string{"MEMORY.md"}, Note: "user's auto-memory, persists across conversations",
			}},
		})
		p.Start = []contextfiles.Block{start}
	}
}

// instructionsIn reports whether a path is a project's own file of instructions.
func instructionsIn(path string) bool {
	name := filepath.Base(path)
	return name == "CLAUDE.md" || name == "AGENTS.md" || strings.Contains(filepath.ToSlash(path), "/.claude/rules/")
}

// matches reports whether a glob matches an absolute path.
func matches(glob, path string) (bool, error) {
	glob = filepath.ToSlash(glob)
	path = filepath.ToSlash(path)
	if strings.HasPrefix(glob, "/") {
		glob = glob[1:]
	} else if !strings.HasPrefix(glob, "**") {
		return false, nil
	}

	rules := ignore.New(ignore.Glob)
	if err := rules.Add(glob); err != nil {
		return false, err
	}

	v, err := rules.Last(context.Background(), strings.TrimPrefix(path, "/"), false)
	return v == ignore.Ignored, err
}
