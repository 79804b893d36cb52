package overlay

import (
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/lists"
	"eyeline/tui/kit/list"
)

// noKeys are things that people look for and no key does: what does them, or comes nearest.
var noKeys = []struct {
	text  string
	words string // that it is found by, the best first
}{
	{
		"folding: there is none; + and - read more or less of a block, & shows matching lines only",
		"fold unfold folding code-folding fold-all unfold-all collapse-all hide-block",
	},
	{
		"the size of letters is the terminal's; + and - read more or less",
		"zoom text-size font-size font bigger-text smaller-text bigger-font larger-text letters",
	},
	{
		"tab stops: the setting tab-width, or --tab-width N at the start",
		"tab-width tab-size tab-stops tabstop tabstops indent-size",
	},
	{
		"the language of the colours goes by the file's name; --language NAME at the start sets it",
		"language languages syntax lang filetype highlighter lexer set-language syntax-highlighting",
	},
	{
		"letter case: a pattern in small letters finds both; --case match or --case ignore at the start sets it",
		"case-sensitive ignore-case match-case case smart-case case-insensitive insensitive",
	},
	{
		"pictures, PDFs and notebooks are not drawn; p shows what the tool makes of them",
		"image pdf picture photo png jpeg gif svg notebook ipynb video audio preview",
	},
	{
		"the path alone is not copied; x copies the command, which has it",
		"copy-path path file-path copy-file-name copy-name filename full-path relative-path absolute-path",
	},
	{
		"Eyeline changes no file; v opens it in your editor",
		"delete insert replace rename remove append type cut indent sort-lines spell spelling " +
			"multi-cursor autocomplete completion refactor lint-fix",
	},
	{
		"columns: the arrows go half a screen to the side, $ to the end of a line; there is no ruler",
		"columns ruler go-to-column column-number",
	},
	{
		"several files at once: :n and :p go to the next and the previous one; there are no tabs or windows",
		"tabs windows new-tab next-tab previous-tab close-tab split-window open-files multiple-files last-file " +
			"next-file previous-file prev-file first-file alternate-file",
	},
	{
		"no plugin, macro or script runs in it; eyeline emit gives the same bytes to scripts",
		"plugin plugins extension extensions macro macros script scripting addon lua",
	},
	{
		"there is no print key; E prints the output when it leaves, e writes it to a file",
		"printer print-file print-page paper",
	},
}

// noKeyItems are noKeys as items of the palette: choosing one says it.
func noKeyItems() []list.Item {
	return lists.Map(noKeys, func(n struct{ text, words string }) list.Item {
		return list.Item{
			Text: n.text, Words: n.words, Dim: true, Uncounted: true,
			Take: func() (tea.Cmd, error) { return nil, errors.New(n.text) },
		}
	})
}
