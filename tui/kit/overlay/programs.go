package overlay

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/lists"
	"eyeline/tui/kit/list"
)

// program is a command of eyeline that a person types in the shell.
type program struct {
	command, does string
	words         string // that it is found by, the best first
}

// programs are the commands that show what no action of a file does.
var programs = []program{
	{
		"eyeline context", "what an agent gets before it reads: AGENTS.md, CLAUDE.md, rules, memory, skills",
		"context context-files memory memories agents.md claude.md gemini.md rules rule skills skill instructions " +
			"context-window system-prompt system prompt before first startup cursorrules",
	},
	{
		"eyeline transcript", "what a recorded run of an agent was sent of its files, call by call, and its costs",
		"transcript transcripts session sessions conversation conversations chat chats run runs replay record " +
			"recorded who-read who-read-this who-read-it who-saw who-saw-this history log logs rollout trajectory " +
			"was-sent compaction edits blind sub-agent html export",
	},
	{
		"eyeline check", "a folder under every tool: files of which an agent is not sent everything",
		"check lint report mute ignore exclude baseline suppress html audit " +
			"ci sarif findings validate verify scan repository folder tree repo all-files " +
			"pre-commit secrets secret errors ignored-files all-errors whole-folder",
	},
	{
		"eyeline tap", "stand between an agent and its model, and record the requests",
		"tap proxy intercept record-requests record capture traffic sniff api network requests",
	},
	{
		"eyeline mcp", "the read tools as a server for an agent, byte for byte",
		"mcp server serve protocol stdio http",
	},
	{
		"eyeline config", "the settings file: keys, theme, favourites, and where it is",
		"config config-file dotfile keybindings keybinding rebind remap key-config settings-file rc toml",
	},
	{
		"eyeline emit", "the bytes that a tool returns, for scripts",
		"emit scripting bytes pipe batch cli exact-bytes",
	},
}

// Programs are the commands of eyeline as items of the palette. Choosing one has ask open the prompt of the shell with
// it, by the name that the running program has. off says why no program may be run; "" where one may.
func Programs(ask func(command string) tea.Cmd, name, off string) []list.Item {
	return lists.Map(programs, func(p program) list.Item {
		return list.Item{
			Text: p.command + " – " + p.does, Group: "in the shell", Off: off, Words: p.words, Fill: p.command,
			Take: func() (tea.Cmd, error) {
				return ask(name + strings.TrimPrefix(p.command, "eyeline")), nil
			},
		}
	})
}
