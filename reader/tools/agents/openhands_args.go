package agents

import (
	"fmt"
	"math/big"
	"strings"

	"eyeline/reader/tools"
)

// openHandsArgs are arguments that the agent takes.
type openHandsArgs struct {
	command, path string
	lines         []*big.Int // view_range; empty: the whole file
}

// openHandsFields lists the fields in the order in which they are checked.
var openHandsFields = []string{"command", "path", "file_text", "old_str", "new_str", "insert_line", "view_range"}

// parseOpenHands repairs and checks arguments as the agent does (CONTRACT-openhands, Arguments).
func parseOpenHands(data []byte) (a openHandsArgs, err error) {
	v, ok := pyParse(data)
	if !ok {
		return a, tools.RefuseOwn("eyeline: the arguments are not JSON")
	}
	if v.kind != pyDict {
		v = pyValue{kind: pyDict}
	}
	v.drop("security_risk")
	v.drop("summary")
	repairOpenHands(v)
	c := &pyModel{version: "2.12"}
	for _, name := range openHandsFields {
		field, given := v.fields[name]
		switch {
		case !given && (name == "command" || name == "path"):
			c.fault(name, "missing", "Field required", v)
		case !given:
		case name == "command":
			if !hasWord("view create str_replace insert undo_edit", field.text) {
				c.fault(name, "literal_error", "Input should be 'view', 'create', 'str_replace', 'insert' or 'undo_edit'", field)
			}
			a.command = field.text
		case field.kind == pyNone && name != "path":
		case name == "view_range":
			a.lines = c.whole(name, field)
		case name == "insert_line":
			if n, ok := c.integer(name, field); ok && n.Sign() < 0 {
				c.fault(name, "greater_than_equal", "Input should be greater than or equal to 0", field)
			}
		case field.kind != pyStr:
			c.fault(name, "string_type", "Input should be a valid string", field)
		case name == "path":
			a.path = field.text
		}
	}
	for _, name := range v.keys {
		if !hasWord(strings.Join(openHandsFields, " "), name) {
			c.fault(name, "extra_forbidden", "Extra inputs are not permitted", v.fields[name])
		}
	}
	if c.faults == 0 {
		return a, nil
	}
	return a, tools.Refuse("Error validating tool 'file_editor': " + c.errors("FileEditorAction") + ". Parameters provided: " + pyQuotes(v.keys))
}

// repairOpenHands puts in place of a list that is written as a string the list itself, and joins a string that is written
// as a list of strings.
func repairOpenHands(v pyValue) {
	if field, ok := v.fields["view_range"]; ok && field.kind == pyStr {
		v.fields["view_range"] = repairedList(field)
	}
	for _, name := range openHandsFields[1:5] {
		field, ok := v.fields[name]
		if !ok || field.kind != pyList {
			continue
		}
		joined := pyValue{kind: pyStr}
		for _, item := range field.items {
			ok = ok && item.kind == pyStr
			joined.text += item.text
		}
		if ok {
			v.fields[name] = joined
		}
	}
}

// repairedList is the list or dict that a string has, also with other text after it; without one, it is the string itself.
func repairedList(s pyValue) pyValue {
	v, ok := pyParse([]byte(s.text))
	if ok && (v.kind == pyList || v.kind == pyDict) {
		return v
	}
	for _, end := range []string{"}", "]"} {
		if ok {
			break
		}
		if i := strings.LastIndex(s.text, end); i >= 0 {
			if v, ok := pyParse([]byte(s.text[:i+1])); ok && (v.kind == pyList || v.kind == pyDict) {
				return v
			}
		}
	}
	return s
}

// whole checks a list of whole numbers.
func (c *pyModel) whole(name string, v pyValue) (list []*big.Int) {
	if v.kind != pyList {
		c.fault(name, "list_type", "Input should be a valid list", v)
		return nil
	}
	for i, item := range v.items {
		n, _ := c.integer(fmt.Sprintf("%s.%d", name, i), item)
		list = append(list, n)
	}
	return list
}
