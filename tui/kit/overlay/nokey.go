package overlay

import (
	"errors"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/lists"
	"eyeline/tui/kit/list"
)

// noKey is a thing that people look for and no key does.
type noKey struct {
	text  string          // what does it, or comes nearest: a format with %s for the name of each key
	words string          // that it is found by, the best first
	keys  []keymap.Action // whose keys the text names, in turn
}

// noKeys are all such things.
var noKeys = []noKey{
	{
		"folding: there is none; %s and %s read more or less of a block, %s shows matching lines only",
		"fold unfold folding code-folding fold-all unfold-all collapse-all hide-block",
		[]keymap.Action{keymap.Larger, keymap.Smaller, keymap.Filter},
	},
	{
		"the size of letters is the terminal's; %s and %s read more or less",
		"zoom text-size font-size font bigger-text smaller-text bigger-font larger-text letters",
		[]keymap.Action{keymap.Larger, keymap.Smaller},
	},
	{
		"tab stops: the setting tab-width, or --tab-width N at the start",
		"tab-width tab-size tab-stops tabstop tabstops indent-size",
		nil,
	},
	{
		"the language of the colours goes by the file's name; --language NAME at the start sets it",
		"language languages syntax lang filetype highlighter lexer set-language syntax-highlighting",
		nil,
	},
	{
		"letter case: a pattern in small letters finds both; --case match or --case ignore at the start sets it",
		"case-sensitive ignore-case match-case case smart-case case-insensitive insensitive",
		nil,
	},
	{
		"pictures, PDFs and notebooks are not drawn; %s shows what the tool makes of them",
		"image pdf picture photo png jpeg gif svg notebook ipynb video audio preview",
		[]keymap.Action{keymap.NextPane},
	},
	{
		"the path alone is not copied; %s copies the command, which has it",
		"copy-path path file-path copy-file-name copy-name filename full-path relative-path absolute-path",
		[]keymap.Action{keymap.CopyCommand},
	},
	{
		"Eyeline changes no file; %s opens it in your editor",
		"delete insert replace rename remove append type cut indent sort-lines spell spelling " +
			"multi-cursor autocomplete completion refactor lint-fix",
		[]keymap.Action{keymap.Edit},
	},
	{
		"columns: %s and %s go half a screen to the side, %s to the end of a line; there is no ruler",
		"columns ruler go-to-column column-number",
		[]keymap.Action{keymap.Left, keymap.Right, keymap.LineEnd},
	},
	{
		"several files at once: :n and :p go to the next and the previous one; there are no tabs or windows",
		"tabs windows new-tab next-tab previous-tab close-tab split-window open-files multiple-files last-file " +
			"next-file previous-file prev-file first-file alternate-file",
		nil,
	},
	{
		"no plugin, macro or script runs in it; eyeline emit gives the same bytes to scripts",
		"plugin plugins extension extensions macro macros script scripting addon lua",
		nil,
	},
	{
		"there is no print key; %s prints the output when it leaves, %s writes it to a file",
		"printer print-file print-page paper",
		[]keymap.Action{keymap.LeavePrint, keymap.Write},
	},
}

// noKeyItems are noKeys as items of the palette: choosing one says it. keyName is how an action's key is called.
func noKeyItems(keyName func(keymap.Action) string) []list.Item {
	return lists.Map(noKeys, func(n noKey) list.Item {
		names := lists.Map(n.keys, func(a keymap.Action) any { return keyName(a) })
		text := fmt.Sprintf(n.text, names...)
		return list.Item{
			Text: text, Words: n.words, Dim: true, Uncounted: true,
			Take: func() (tea.Cmd, error) { return nil, errors.New(text) },
		}
	})
}
