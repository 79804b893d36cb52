package openhands

import (
	"fmt"
	"math/big"
	"strings"

	"eyeline/reader/internal/runtime/python"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
)

// viewArguments are valid arguments.
type viewArguments struct {
	command, path string
	lines         []*big.Int // view_range; empty for the whole file
}

// fieldNames are the fields in order of their checks.
var fieldNames = []string{"command", "path", "file_text", "old_str", "new_str", "insert_line", "view_range"}

// parseArgs repairs and checks arguments as the agent does (CONTRACT-openhands, Arguments).
func parseArgs(env tools.Env, data []byte) (a viewArguments, err error) {
	v, ok := python.Parse(data)
	if !ok {
		return a, tools.RefuseOwn("eyeline: the arguments are not JSON")
	}
	if v.Kind != python.Dict {
		v = python.Value{Kind: python.Dict}
	}

	v.Delete("security_risk")
	v.Delete("summary")
	repair(&v)
	c := &python.Model{Version: "2.12", NumbersAsText: env.Tool.Policy.NumbersAsText}
	for _, name := range fieldNames {
		field, given := v.Lookup(name)
		switch {
		case !given && (name == "command" || name == "path"):
			c.Fault(name, "missing", "Field required", v)
		case !given: // optional
		case name == "command":
			if !lists.HasWord("view create str_replace insert undo_edit", field.Text) {
				c.Fault(name, "literal_error", "Input should be 'view', 'create', 'str_replace', 'insert' or "+
					"'undo_edit'", field)
			}
			a.command = field.Text
		case field.Kind == python.None && name != "path": // counts as absent
		case name == "view_range":
			a.lines = wholeNumbers(c, name, field)
		case name == "insert_line":
			if n, ok := c.Integer(name, field); ok && n.Sign() < 0 {
				c.Fault(name, "greater_than_equal", "Input should be greater than or equal to 0", field)
			}
		case field.Kind != python.Str:
			c.Fault(name, "string_type", "Input should be a valid string", field)
		case name == "path":
			a.path = field.Text
		}
	}

	for i, name := range v.Keys {
		if env.Tool.Policy.Unknown && !lists.HasWord(strings.Join(fieldNames, " "), name) {
			c.Fault(name, "extra_forbidden", "Extra inputs are not permitted", v.Values[i])
		}
	}

	if c.Faults == 0 {
		return a, nil
	}

	return a, tools.Refuse(
		"Error validating tool 'file_editor': " + c.Errors("FileEditorAction") + ". Parameters provided: " +
			python.Quotes(v.Keys),
	)
}

// repair parses a list that is written as a string, and joins a string that is written as a list of strings.
func repair(v *python.Value) {
	if field, ok := v.Lookup("view_range"); ok && field.Kind == python.Str {
		v.Set("view_range", repairedList(field))
	}

	for _, name := range fieldNames[1:5] {
		field, ok := v.Lookup(name)
		if !ok || field.Kind != python.List {
			continue
		}

		joined := python.Value{Kind: python.Str}
		for _, item := range field.Items {
			ok = ok && item.Kind == python.Str
			joined.Text += item.Text
		}

		if ok {
			v.Set(name, joined)
		}
	}
}

// repairedList returns the list or dict in a string, even if text follows it; without one, the string itself.
func repairedList(s python.Value) python.Value {
	v, ok := python.Parse([]byte(s.Text))
	if ok && (v.Kind == python.List || v.Kind == python.Dict) {
		return v
	}

	for _, end := range []string{"}", "]"} {
		if ok {
			break
		}

		if i := strings.LastIndex(s.Text, end); i >= 0 {
			if v, ok := python.Parse([]byte(s.Text[:i+1])); ok && (v.Kind == python.List || v.Kind == python.Dict) {
				return v
			}
		}
	}

	return s
}

// wholeNumbers checks a list of whole numbers.
func wholeNumbers(c *python.Model, name string, v python.Value) (list []*big.Int) {
	if v.Kind != python.List {
		c.Fault(name, "list_type", "Input should be a valid list", v)
		return nil
	}
	for i, item := range v.Items {
		n, _ := c.Integer(fmt.Sprintf("%s.%d", name, i), item)
		list = append(list, n)
	}
	return list
}
