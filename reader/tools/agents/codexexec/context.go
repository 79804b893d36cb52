package codexexec

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"eyeline/reader/contextfiles"
)

const maxBytes = 32 << 10 // default limit for all files of the project together

// projectFiles returns the files of the folders from the top down.
func projectFiles(budget int64, fallbacks []string) contextfiles.Place {
	return contextfiles.Place{
		In: contextfiles.TopDown, Budget: budget, Before: "\n\n--- project-doc ---\n\n",
		Each: []contextfiles.Files{{
			Names: slices.Concat([]string{"AGENTS.override.md", "AGENTS.md"}, fallbacks), RepeatSent: true,
		}},
	}
}

// Context is what Codex gets of files before it reads (CONTEXT-codex_exec).
var Context = &contextfiles.Profile{
	Tool: Exec, Adapt: adapt, Tops: tops,
	Start: []contextfiles.Block{{
		Open:     "# AGENTS.md instructions for {cwd}\n\n<INSTRUCTIONS>\n",
		OpenHome: "# AGENTS.md instructions\n\n<INSTRUCTIONS>\n",
		Item:     "{text}", Join: "\n\n", Close: "\n</INSTRUCTIONS>",
		Form: contextfiles.TextRules{KeepBOM: true},
		From: []contextfiles.Place{
			{In: contextfiles.Home, Each: []contextfiles.Files{{
				Names: []string{".codex/AGENTS.override.md", ".codex/AGENTS.md"}, NotBlank: true,
				Form: &contextfiles.TextRules{KeepBOM: true, Trim: contextfiles.TrimEnds},
			}}},
			projectFiles(maxBytes, nil),
		},
	}},
	Aside: "the terminal interface was not tried: what @ does there is not known",
}

// config has the settings of config.toml for files of instructions.
type config struct {
	Most      *int64    `toml:"project_doc_max_bytes"`
	Fallbacks *[]string `toml:"project_doc_fallback_filenames"`
	Markers   *[]string `toml:"project_root_markers"`
	Projects  map[string]struct {
		Trust string `toml:"trust_level"`
	} `toml:"projects"`
}

// read sets what a config.toml has. A file that cannot be read or parsed has no effect.
func (c *config) read(s *contextfiles.Setup, path string) {
	var own config
	if text, ok := s.Read(path); !ok || toml.Unmarshal(text, &own) != nil {
		return
	}
	if own.Most != nil {
		c.Most = own.Most
	}
	if own.Fallbacks != nil {
		c.Fallbacks = own.Fallbacks
	}
	if own.Markers != nil {
		c.Markers = own.Markers
	}
	if c.Projects == nil {
		c.Projects = own.Projects
	}
}

// userConfig returns the settings of the user's config.toml.
func userConfig(s *contextfiles.Setup) *config {
	c := &config{}
	c.read(s, filepath.Join(s.Home(), ".codex", "config.toml"))
	return c
}

// tops uses the configured names of project roots; ".git" by default.
func tops(s *contextfiles.Setup) func(dir string) contextfiles.TopKind {
	markers := []string{".git"}
	if c := userConfig(s); c.Markers != nil {
		markers = *c.Markers
	}

	return func(dir string) contextfiles.TopKind {
		for _, name := range markers {
			if name != "" && s.Has(filepath.Join(dir, name)) {
				return contextfiles.IsTop
			}
		}

		return contextfiles.Below
	}
}

// adapt applies the settings: the user's, and the project's if the user trusts it.
func adapt(s *contextfiles.Setup, p *contextfiles.Profile) {
	c := userConfig(s)
	for _, dir := range []string{s.Top(), s.Cwd()} {
		if dir != "" && (c.Projects[s.Top()].Trust == "trusted" || c.Projects[s.Cwd()].Trust == "trusted") &&
			dir != s.Home() {
			c.read(s, filepath.Join(dir, ".codex", "config.toml"))
		}
	}

	most := int64(maxBytes)
	if c.Most != nil {
		most = *c.Most
	}

	var fallbacks []string
	if c.Fallbacks != nil {
		for _, name := range *c.Fallbacks {
			name = strings.TrimSpace(name)
			if name != "" && !strings.ContainsAny(name, `/\\`) {
				fallbacks = append(fallbacks, name)
			}
		}
	}

	start := p.Start[0]
	start.From = start.From[:1:1]
	if most > 0 {
		start.From = append(start.From, projectFiles(most, fallbacks))
	}

	p.Start = []contextfiles.Block{start}
}
