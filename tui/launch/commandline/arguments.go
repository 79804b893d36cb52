package commandline

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/tools"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/launch/toolflags"
	"eyeline/tui/settingsfile"
)

// CheckPresets refuses presets that cannot be applied, which would only be noticed when they are. The error is a
// *settingsfile.Error.
func CheckPresets(file *settingsfile.File) error {
	for _, name := range file.PresetNames() {
		key := []string{"presets", name}
		preset := maps.Clone(file.Presets[name])
		t, err := toolOf(preset)
		if err != nil {
			return file.Errorf(append(key, "tool"), "%w", err)
		}

		// A preset's mode is that of the viewer, also where the tool has an argument of that name.
		if text, is := preset["mode"].(string); preset["mode"] != nil && (!is || !hasMode(t, text)) {
			return file.Errorf(append(key, "mode"), "%s has no mode %s; it has %s",
				t.Name, written(preset["mode"]), modesOf(t))
		}

		for _, flag := range slices.Sorted(maps.Keys(preset)) {
			if flag == "tool" || flag == "mode" {
				continue
			}
			if err := checkArgument(t, flag, preset[flag]); err != nil {
				return file.Errorf(append(key, flag), "%w", err)
			}
		}
	}

	return nil
}

// toolOf is the tool of a preset.
func toolOf(preset map[string]any) (*tools.Tool, error) {
	given, is := preset["tool"].(string)
	if t, ok := tools.Lookup(given); ok {
		return t, nil
	}

	switch {
	case preset["tool"] == nil:
		return nil, errors.New("the preset names no tool")
	case !is:
		return nil, fmt.Errorf("tool takes the name of a tool, not %s", written(preset["tool"]))
	}
	return nil, fmt.Errorf("no tool is called %q%s", given, cmdkit.SuggestTool(given))
}

// hasMode reports whether a text names a mode of a tool.
func hasMode(t *tools.Tool, text string) bool {
	m, ok := toolrequest.ParseMode(text)
	return ok && toolrequest.HasMode(t, m)
}

// checkArgument refuses an argument that a tool does not have, and a value of another type than it takes. Whether a
// number is of use depends on the file: the tool itself says so.
func checkArgument(t *tools.Tool, flag string, v any) error {
	p, ok := toolflags.Param(t, flag)
	if !ok {
		return fmt.Errorf("%s has no argument %q", t.Name, flag)
	}
	if !isOfType(t, p, v) {
		return fmt.Errorf("%s of %s takes %s, not %s", flag, t.Name, takes(p), written(v))
	}
	return nil
}

// isOfType reports whether a value of the settings file is one of an argument's type.
func isOfType(t *tools.Tool, p tools.Param, v any) bool {
	text, isText := v.(string)
	switch p.Type {
	case tools.TypeInteger:
		_, isNumber := v.(int64)
		_, err := strconv.ParseInt(text, 10, 64)
		return isNumber || isText && t.Policy.NumbersAsText && err == nil
	case tools.TypeBoolean:
		_, is := v.(bool)
		return is
	case tools.TypeChoice:
		return isText && slices.Contains(p.Choices, text)
	}
	return isText
}

// takes says what an argument takes.
func takes(p tools.Param) string {
	switch p.Type {
	case tools.TypeInteger:
		return "a whole number"
	case tools.TypeBoolean:
		return "true or false"
	case tools.TypeChoice:
		return strings.Join(p.Choices, " or ")
	}
	return "a text"
}
