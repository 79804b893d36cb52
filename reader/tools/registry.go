package tools

import (
	"bytes"
	"embed"
	"encoding/json"
	"slices"
)

//go:embed schema/*.json
var schemas embed.FS

// definition is what describes a tool besides how it reads.
type definition struct {
	name   string
	title  string
	schema json.RawMessage
	params []Param
	modes  []Mode
}

func (d *definition) Name() string            { return d.name }
func (d *definition) Title() string           { return d.title }
func (d *definition) Schema() json.RawMessage { return slices.Clone(d.schema) }
func (d *definition) Params() []Param         { return slices.Clone(d.params) }
func (d *definition) Modes() []Mode           { return slices.Clone(d.modes) }

// define reads the tool's schema, a file of this package that a test holds against params.
func define(name, title string, modes []Mode, params []Param) *definition {
	schema, err := schemas.ReadFile("schema/" + name + ".json")
	if err != nil {
		panic(err) // the files are part of the program
	}
	return &definition{name: name, title: title, schema: bytes.TrimSpace(schema), params: params, modes: modes}
}

// all holds the tools in the order in which they are listed and cycled.
var all = []Tool{newCodex(), newSage(), newOpenFile(), newByteWindow()}

// All returns the tools in the order in which they are listed and cycled.
func All() []Tool { return slices.Clone(all) }

// Lookup finds a tool by its name, exactly as emit --tool and batch requests give it.
func Lookup(name string) (Tool, bool) {
	for _, t := range all {
		if t.Name() == name {
			return t, true
		}
	}
	return nil, false
}

// ByMode returns the tools that have a mode, in the order of All.
func ByMode(mode Mode) []Tool {
	var found []Tool
	for _, t := range all {
		if slices.Contains(t.Modes(), mode) {
			found = append(found, t)
		}
	}
	return found
}

// BuildArgs writes a tool's arguments as JSON, in the order of its parameters and with only those that are set: file,
// unless it is empty, and values by their flag ("max-levels"), as anything that encoding/json writes. A
// json.RawMessage goes in as it is, so that the tool can refuse bad input in its own words; a value that cannot be
// written, or whose flag the tool does not have, is left out.
func BuildArgs(t Tool, file string, values map[string]any) json.RawMessage {
	args := []byte("{}")
	for _, p := range t.Params() {
		var text []byte
		if p.IsFile {
			if file != "" {
				text = []byte(quote(file))
			}
		} else if v, ok := values[p.Flag]; ok {
			text = encode(v)
		}
		if text == nil {
			continue
		}
		if with := withArg(args, p.Path, string(text)); with != nil && json.Valid(with) {
			args = with
		}
	}
	return args
}

// encode writes v as JSON without the escapes that only HTML needs; nil when it cannot be written.
func encode(v any) []byte {
	if raw, ok := v.(json.RawMessage); ok {
		return raw
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}
