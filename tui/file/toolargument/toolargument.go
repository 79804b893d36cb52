// Package toolargument, which changes without notice, offers the arguments of a tool as words that a person types: each
// by its own name, as in the tool's schema ("max_levels 2").
package toolargument

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/lists"
	"eyeline/reader/tools"
	"eyeline/tui/file/toolrequest"
)

// Argument is an argument that can be set.
type Argument struct {
	Names       []string // by any of which it is typed
	Takes, Help string
	Choices     []string // all values that it has; nil where these cannot be listed
	// Set is the request with a value that was typed.
	Set func(r toolrequest.Request, text string) (toolrequest.Request, error)
}

// Of lists the arguments of the tool of a request, and by the names "offset" and "limit" its place and its size where
// the tool calls these otherwise.
func Of(r toolrequest.Request) []Argument {
	var all []Argument
	for _, p := range r.Tool().Params {
		if !p.IsFile {
			all = append(all, argument(p))
		}
	}

	has := func(name string) bool {
		return slices.ContainsFunc(r.Tool().Params, func(p tools.Param) bool { return p.Flag == name })
	}

	place, _ := r.Tool().WindowParams(r.Mode())
	if !has("offset") && place.Movable() {
		all = append(all, number("offset", "where the read begins, as "+written(place.At), toolrequest.Request.At))
	}
	if !has("limit") && place.Sizable() {
		all = append(all, number("limit", "how much is read", toolrequest.Request.Sized))
	}

	return all
}

// written is the name of an argument as tools write it.
func written(flag string) string { return strings.ReplaceAll(flag, "-", "_") }

// argument is one of the tool's own.
func argument(p tools.Param) Argument {
	takes := map[tools.ParamType]string{tools.TypeInteger: "N", tools.TypeBoolean: "true|false"}[p.Type]
	if takes == "" {
		takes = "VALUE"
	}

	choices := p.Choices
	if p.Type == tools.TypeBoolean {
		choices = []string{"true", "false"}
	}

	set := func(r toolrequest.Request, text string) (toolrequest.Request, error) {
		if text == "" {
			return r, fmt.Errorf("type a value behind %s", written(p.Flag))
		}

		value := toolrequest.ParseValue(p, text)
		if err := notOfType(p, text, value); err != nil {
			return r, err
		}

		if len(p.Modes) > 0 && !slices.Contains(p.Modes, r.Mode()) {
			r = r.WithModeTool(p.Modes[0], r.ToolName())
		}

		return r.With(p.Flag, value), nil
	}

	return Argument{Names: []string{written(p.Flag), p.Flag}, Takes: takes, Help: p.Help, Choices: choices, Set: set}
}

// notOfType says that a bare text is no number or no truth value where an argument takes one: it is a slip. A text in
// quotation marks is meant as one, to see how the tool refuses it.
func notOfType(p tools.Param, text string, value any) error {
	takes := map[tools.ParamType]string{tools.TypeInteger: "a number", tools.TypeBoolean: "true or false"}[p.Type]
	if _, isText := value.(string); !isText || takes == "" || strings.HasPrefix(text, `"`) {
		return nil
	}
	return fmt.Errorf("%s takes %s, not %q", written(p.Flag), takes, text)
}

// number is an argument that changes the request by a number.
func number(name, help string, change func(toolrequest.Request, int64) toolrequest.Request) Argument {
	set := func(r toolrequest.Request, text string) (toolrequest.Request, error) {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 {
			return r, fmt.Errorf("%s takes a number, not %q", name, text)
		}
		return change(r, n), nil
	}
	return Argument{Names: []string{name}, Takes: "N", Help: help, Set: set}
}

// OfOthers says which tools have the argument that a text begins with, which the tool has not, or that the tool's
// environment sets it; nil where neither is so.
func OfOthers(tool *tools.Tool, text string) error {
	name := strings.TrimSpace(text)
	if end := strings.IndexAny(name, " ="); end >= 0 {
		name = name[:end]
	}

	flag := strings.ReplaceAll(name, "_", "-")
	if slices.ContainsFunc(tool.Settings, func(p tools.Param) bool { return p.Flag == flag }) {
		return fmt.Errorf("the environment sets it: --%s N", flag)
	}

	having := slices.DeleteFunc(tools.All(), func(t *tools.Tool) bool {
		return !slices.ContainsFunc(t.Params, func(p tools.Param) bool { return p.Flag == flag && !p.IsFile })
	})
	if len(having) == 0 {
		return nil
	}

	const most = 2 // names
	names := lists.Map(having[:min(len(having), most)], func(t *tools.Tool) string { return t.Name })
	said := strings.Join(names, ", ")
	if more := len(having) - len(names); more > 0 {
		said += fmt.Sprintf(" and %d more", more)
	}

	// What is typed has the name of the argument. The tools come first: the end may be cut.
	have := "have"
	if len(having) == 1 {
		have = "has"
	}

	return fmt.Errorf("%s %s it, not %s", said, have, tool.Name)
}

// Example is how an argument of the tool of a request is typed, before other words; "" where it has none of
// those that are compared as a rule.
func Example(r toolrequest.Request) string {
	for _, a := range Of(r) {
		switch name := a.Names[0]; {
		case r.Mode() == tools.ModeBlock && name == "max_levels":
			return name + " 2, "
		case r.Mode() == tools.ModeSlice && name == "limit":
			return name + " 50, "
		}
	}
	return ""
}
