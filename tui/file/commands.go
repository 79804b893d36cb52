package file

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/decode"
	"eyeline/reader/lists"
	"eyeline/tui/file/export"
	"eyeline/tui/file/filelist"
	"eyeline/tui/file/textview"
	"eyeline/tui/file/toolargument"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/overlay"
)

// commands are what a person can type behind ":".
type commands struct {
	*base
	export *export.Exporter
	modes  *modes
	moves  *moves
	files  *filelist.Files
}

var _ overlay.Commands = commands{}

// command is a command with a name.
type command struct {
	names []string // how it is called; three letters of a name are enough
	takes string   // what is typed behind it; "" for nothing
	help  string
	do    func(argument string) (tea.Cmd, error)
	// candidates returns what the argument may be. Where it takes long to find, it calls known later. nil for no
	// suggestions.
	candidates func(argument string, known func(arguments []string)) (arguments []string, find tea.Cmd)
}

// rows returns the table of commands.
func (c commands) rows() []command {
	f := c.files
	quit := func(string) (tea.Cmd, error) { return c.host.Quit(), nil }
	other := func(step int) func(string) (tea.Cmd, error) {
		return func(string) (tea.Cmd, error) { return f.OtherFile(step), nil }
	}

	header := c.Text.KeepHeader
	return append([]command{
		{[]string{"e", "examine", "edit", "E"}, "FILE", "open another file", c.open, c.paths},
		{[]string{"n"}, "", "next file of the command line", other(1), nil},
		{[]string{"p"}, "", "previous file of the command line", other(-1), nil},
		{[]string{"header"}, "N,M", "keep the first N lines and M columns in place", header, textview.Headers},
		{[]string{"encoding"}, "NAME", "show the file in another encoding", c.encode, encodings},
		{[]string{"q", "quit", "Q"}, "", "quit", quit, nil},
	}, c.arguments()...)
}

// named returns the command that a text begins with and what follows the name; false where the text begins with no
// command.
func (c commands) named(text string) (row command, argument string, ok bool) {
	const least = 3 // letters of a name
	name, argument, _ := strings.Cut(text, " ")
	rows := c.rows()
	i := slices.IndexFunc(rows, func(r command) bool {
		return slices.ContainsFunc(r.names, func(n string) bool {
			return n == name || len(name) >= least && strings.HasPrefix(n, name)
		})
	})
	if i < 0 || rows[i].takes == "" && argument != "" {
		return row, "", false
	}

	return rows[i], strings.TrimSpace(argument), true
}

const letters = "abcdefghijklmnopqrstuvwxyz"

// ask opens the prompt behind ":". From the first letter on it lists what that may become.
func (c commands) ask() tea.Cmd {
	p := overlay.Prompt{
		Kind: overlay.PromptCommand, Sign: ":", Enter: c.Command,
		Hint: "a line, N% or @BYTE; e FILE opens another file; letters list commands",
	}

	p.Changed = func(text string) tea.Cmd {
		if text == "" || !strings.ContainsRune(letters, rune(text[0]|0x20)) {
			return nil
		}
		c.overlays.Drop(c.overlays.Top())
		at := overlay.Place{Base: c.modes.KeyContext(), Over: c.over(), Commands: c.export.Programs()}
		return c.overlays.OpenCommand(at, c, text)
	}

	c.overlays.Open(p, "")
	return nil
}

// Command implements [overlay.Commands]: it does what was typed, a command or a place to go to.
func (c commands) Command(text string) (tea.Cmd, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, nil
	}
	if row, ok := c.assigning(text); ok {
		return row.do("")
	}
	if row, argument, ok := c.named(text); ok {
		return row.do(argument)
	}

	cmd, err := c.moves.travel(text)
	if err != nil && c.takesArguments() {
		err = cmp.Or(toolargument.OfOthers(c.Preview.Request.Tool(), text), err)
	}

	return cmd, err
}

// Candidates implements [overlay.Commands].
func (c commands) Candidates(text string, known func([]list.Item)) (items []list.Item, whole bool, find tea.Cmd) {
	if row, ok := c.assigning(strings.TrimSpace(text)); ok {
		set := row.names[0]
		take := func() (tea.Cmd, error) { return row.do("") }
		return []list.Item{{Name: set, Text: row.help, Fill: set, Take: take}}, true, nil
	}
	if row, argument, ok := c.named(text); ok && row.takes != "" && strings.Contains(text, " ") {
		name, _, _ := strings.Cut(text, " ")
		item := func(argument string) list.Item {
			full := name + " " + argument
			take := func() (tea.Cmd, error) { return row.do(argument) }
			return list.Item{Name: full, Text: row.help, Fill: full, Take: take}
		}

		arguments, find := row.candidates(argument, func(arguments []string) { known(lists.Map(arguments, item)) })
		if len(arguments) == 0 && find == nil && argument != "" {
			arguments = []string{argument}
		}

		return lists.Map(arguments, item), true, find
	}

	return lists.Map(c.rows(), command.item), false, nil
}

// item returns the command as an item of a list.
func (r command) item() list.Item {
	i := list.Item{
		Name: ":" + r.names[0], Text: r.help, Words: strings.ToLower(strings.Join(r.names, " ")), Fill: r.names[0],
		Take: func() (tea.Cmd, error) { return r.do("") },
	}
	if r.takes != "" {
		i.Name += " " + r.takes
		i.Fill += " "
	}
	return i
}

// open executes ":e FILE".
func (c commands) open(path string) (tea.Cmd, error) {
	if path == "" {
		return nil, errors.New("type :e and the name of a file")
	}
	return c.files.OpenPath(path), nil
}

// encode shows the document in another encoding.
func (c commands) encode(name string) (tea.Cmd, error) {
	e, err := textview.ParseForm(name)
	if err != nil || c.Text.Doc == nil {
		return nil, err
	}
	return c.Text.Form.ShowEncoding(e), nil
}

// encodings are the names of all encodings.
func encodings(string, func([]string)) ([]string, tea.Cmd) {
	return lists.Map(decode.Encodings(), decode.Encoding.String), nil
}

// paths finds the files and folders in the folder of a path, in the background.
func (c commands) paths(path string, known func([]string)) ([]string, tea.Cmd) {
	if c.opts.Secure {
		return nil, nil
	}

	folder := path[:strings.LastIndex(path, "/")+1]
	hidden := strings.HasPrefix(path[len(folder):], ".")
	at, under, err := c.files.Resolve(folder + ".")
	if err != nil {
		return nil, nil
	}

	return nil, jobs.Ask(c.jobs, jobs.Complete, func(context.Context) []string {
		return filelist.Names(filepath.Join(under, at), folder, hidden)
	}, func(names []string) tea.Cmd {
		known(names)
		return nil
	})
}
