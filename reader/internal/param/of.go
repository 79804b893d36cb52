package param

import "eyeline/reader/tools"

// Of is an optional argument at a path in the arguments; without a path it is one that only Tool.Args writes.
func Of(kind tools.ParamType, flag, help string, path ...string) tools.Param {
	return tools.Param{Path: path, Flag: flag, Type: kind, Help: help}
}
