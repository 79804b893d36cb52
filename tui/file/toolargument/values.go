package toolargument

import (
	"fmt"
	"strings"

	"eyeline/reader/tools"
)

// DefaultText says what the tool assumes for an argument that the call lacks.
func DefaultText(p tools.Param) string {
	if p.Default == nil {
		return "not set"
	}
	return fmt.Sprintf("%v by default", p.Default)
}

// SettingName is the name of what the environment of a tool sets, written as the names of arguments are.
func SettingName(p tools.Param) string { return strings.ReplaceAll(p.Flag, "-", "_") }
