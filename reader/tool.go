package reader

import (
	"encoding/json"
	"errors"
	"slices"

	"eyeline/reader/lists"
	"eyeline/reader/tools"
)

// Argument is an argument of a tool, or what its host sets, by its name in Options.
type Argument struct {
	Name, Help string
	Type       string // "text", "number", "true or false", or "choice"
	Choices    []string
	Default    any  // nil where the tool has no default, or it depends
	Required   bool // the tool refuses a call without it
}

// ToolInfo describes a tool: whose it is, its arguments and its limits.
type ToolInfo struct {
	Name, Title string
	// Agent is whose tool it is, in Version; Checked is the day on which that was found, and How says how: "ran",
	// "source", "modelled" or "by contract".
	Agent, Version, Checked, How string
	// Arguments are the tool's arguments besides the file. The first call of a read gives none of them.
	Arguments []Argument
	// Settings are what the agent's host sets apart from the arguments.
	Settings []Argument
	// Modes are the tool's ways to choose a window: "slice", "block", "bytes". Empty for a tool with one way only.
	Modes []string
	// Limits says in words how much an answer gives; "" for a tool without limits.
	Limits string
	// Schema is the JSON Schema of the arguments as the model is given it.
	Schema json.RawMessage
}

// Tool says what is known of a tool of Tools, or of another version of one as NAME@VERSION. The error is an
// *UnknownToolError.
func Tool(name string) (ToolInfo, error) {
	t, err := lookup(name)
	if err != nil {
		return ToolInfo{}, err
	}

	params := slices.DeleteFunc(slices.Clone(t.Params), func(p tools.Param) bool { return p.IsFile })
	return ToolInfo{
		Name: t.Name, Title: t.Title,
		Agent: t.Origin.Agent, Version: t.Origin.Newest(), Checked: t.Origin.Date, How: string(t.Origin.How),
		Arguments: lists.Map(params, argumentOf), Settings: lists.Map(t.Settings, argumentOf),
		Modes:  lists.Map(t.Modes(), tools.Mode.String),
		Limits: t.Limits(), Schema: t.Schema(),
	}, nil
}

// lookup finds a tool.
func lookup(name string) (*tools.Tool, error) {
	t, ok := tools.Lookup(name)
	if !ok {
		return nil, &UnknownToolError{Unknown{Name: name, Near: tools.NearNames(name), Known: Tools()}}
	}
	return t, nil
}

// typeNames say what an argument takes.
var typeNames = map[tools.ParamType]string{
	tools.TypeString: "text", tools.TypeInteger: "number",
	tools.TypeBoolean: "true or false", tools.TypeChoice: "choice",
}

func argumentOf(p tools.Param) Argument {
	return Argument{
		Name: p.Flag, Help: p.Help, Type: typeNames[p.Type], Choices: p.Choices, Default: p.Default,
		Required: p.Required,
	}
}

// flags are the names of arguments or settings.
func flags(params []tools.Param) (names []string) {
	for _, p := range params {
		if !p.IsFile {
			names = append(names, p.Flag)
		}
	}
	return names
}

// ErrConfined says that a path leads out of the root of a read, and that no other may be read. errors.Is finds it.
var ErrConfined = tools.ErrConfined

// Refusal is the text that the model gets in place of an answer where a tool refuses; false for other errors.
func Refusal(err error) (text string, ok bool) {
	refused, ok := errors.AsType[*tools.Error](err)
	if !ok {
		return "", false
	}
	return refused.Text, true
}
