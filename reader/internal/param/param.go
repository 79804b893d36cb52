// Package param has the arguments of tools that occur in several of them.
package param

import (
	"strings"

	"eyeline/reader/tools"
)

// File is the required argument that names the file.
func File(name, help string) tools.Param {
	return tools.Param{Path: []string{name}, Type: tools.TypeString, Required: true, IsFile: true, Help: help}
}

// Text is a text that must be given. Its flag is its name.
func Text(name, help string) tools.Param {
	return tools.Param{Path: []string{name}, Flag: name, Type: tools.TypeString, Required: true, Help: help}
}

// Number is a whole number that may be left out. Its flag is its name with "-" for "_".
func Number(name, help string) tools.Param {
	return tools.Param{Path: []string{name}, Flag: flagOf(name), Type: tools.TypeInteger, Help: help}
}

// Default is a whole number that is n where it is left out.
func Default(name string, n int64, help string) tools.Param {
	p := Number(name, help)
	p.Default = n
	return p
}

func flagOf(name string) string { return strings.ReplaceAll(name, "_", "-") }

// InModes is p for the modes in which alone it means something.
func InModes(p tools.Param, modes []tools.Mode) tools.Param {
	p.Modes = modes
	return p
}

var (
	SliceOnly = []tools.Mode{tools.ModeSlice}
	blockOnly = []tools.Mode{tools.ModeBlock}
	BytesOnly = []tools.Mode{tools.ModeBytes}
)

// Indentation are the arguments of read_file's indentation mode, which Codex had and others took over.
var Indentation = []tools.Param{
	indented("anchor_line", tools.TypeInteger, nil, "number of the line that the block grows from, 1-based (default: "+
		"offset)"),
	indented("max_levels", tools.TypeInteger, int64(0), "levels of four columns to go out from the anchor's indent, "+
		"0 for no bound"),
	indented("include_siblings", tools.TypeBoolean, false, "take all blocks at the outermost level"),
	indented("include_header", tools.TypeBoolean, true, "take the comment lines above the block's first line"),
	indented("max_lines", tools.TypeInteger, nil, "number of lines at most, besides limit (default: limit)"),
}

func indented(name string, kind tools.ParamType, unset any, help string) tools.Param {
	return tools.Param{
		Path: []string{"indentation", name}, Flag: flagOf(name), Type: kind, Default: unset, Modes: blockOnly,
		Help: help,
	}
}

// Mode chooses between a slice and the block of an indentation.
var Mode = tools.Param{
	Path: []string{"mode"}, Flag: "mode", Type: tools.TypeChoice, Default: "slice",
	Choices: []string{"slice", "indentation"}, Help: "slice, or the indentation block around an anchor line",
}

// IndentationPlaces are a slice by offset and limit, and the block around an anchor line.
func IndentationPlaces(limit int64) []tools.WindowParams {
	return []tools.WindowParams{
		{Mode: tools.ModeSlice, At: "offset", Base: 1, Size: "limit", Size0: limit},
		{
			Mode: tools.ModeBlock, At: "anchor-line", Base: 1, Size: "max-levels",
			Fixed: tools.Values{"mode": "indentation"}, Needs: tools.Values{"anchor-line": int64(1)},
			Block: tools.Block{Siblings: "include-siblings", Header: "include-header", Cap: "limit"},
		},
	}
}
