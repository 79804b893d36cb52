package agents

import (
	"strings"

	"eyeline/reader/tools"
)

// fileParam is the required argument that names the file.
func fileParam(name, help string) tools.Param {
	return tools.Param{Path: []string{name}, Type: tools.TypeString, Required: true, IsFile: true, Help: help}
}

// numberParam is a whole number that may be left out. Its flag is its name with "-" for "_".
func numberParam(name, help string) tools.Param {
	return tools.Param{Path: []string{name}, Flag: flagOf(name), Type: tools.TypeInteger, Help: help}
}

// defaultParam is a whole number that is n where it is left out.
func defaultParam(name string, n int64, help string) tools.Param {
	p := numberParam(name, help)
	p.Default = n
	return p
}

func flagOf(name string) string { return strings.ReplaceAll(name, "_", "-") }

// inModes is p for the modes in which alone it means something.
func inModes(p tools.Param, modes []tools.Mode) tools.Param {
	p.Modes = modes
	return p
}

var (
	sliceOnly = []tools.Mode{tools.ModeSlice}
	blockOnly = []tools.Mode{tools.ModeBlock}
	bytesOnly = []tools.Mode{tools.ModeBytes}
)

// indentationParams are the arguments of read_file's indentation mode, which Codex had and others took over.
var indentationParams = []tools.Param{
	indentation("anchor_line", tools.TypeInteger, nil, "number of the line that the block grows from, 1-based (default: offset)"),
	indentation("max_levels", tools.TypeInteger, int64(0), "levels of four columns to go out from the anchor's indent, 0 for no bound"),
	indentation("include_siblings", tools.TypeBoolean, false, "take all blocks at the outermost level"),
	indentation("include_header", tools.TypeBoolean, true, "take the comment lines above the block's first line"),
	indentation("max_lines", tools.TypeInteger, nil, "number of lines at most, besides limit (default: limit)"),
}

func indentation(name string, kind tools.ParamType, unset any, help string) tools.Param {
	return tools.Param{
		Path: []string{"indentation", name}, Flag: flagOf(name), Type: kind, Default: unset, Modes: blockOnly, Help: help,
	}
}

// modeParam chooses between a slice and the block of an indentation.
var modeParam = tools.Param{
	Path: []string{"mode"}, Flag: "mode", Type: tools.TypeChoice, Default: "slice",
	Choices: []string{"slice", "indentation"}, Help: "slice, or the indentation block around an anchor line",
}

// indentationPlaces are a slice by offset and limit, and the block around an anchor line.
func indentationPlaces(limit int64) []tools.Place {
	return []tools.Place{
		{Mode: tools.ModeSlice, At: "offset", Base: 1, Size: "limit", Size0: limit},
		{
			Mode: tools.ModeBlock, At: "anchor-line", Base: 1, Size: "max-levels",
			Fixed: tools.Values{"mode": "indentation"}, Needs: tools.Values{"anchor-line": int64(1)},
			Block: &tools.Block{Siblings: "include-siblings", Header: "include-header", Cap: "limit"},
		},
	}
}
