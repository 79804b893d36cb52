package emit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"eyeline/reader/tools"
)

// setFlags sets the file and flags of a request, which replace its arguments.
func (req *Request) setFlags(arguments, file, flags json.RawMessage) error {
	switch {
	case arguments != nil && (file != nil || flags != nil):
		return errors.New("bad request: give `arguments`, or `file` and `flags`, not both")
	case arguments != nil:
		return nil
	case file == nil:
		return errors.New("bad request: missing field `arguments` or `file`")
	}

	if file[0] != '"' || json.Unmarshal(file, &req.File) != nil || req.File == "" {
		return errors.New("bad request: `file` must be a string that is not empty")
	}
	if flags == nil {
		return nil
	}

	d := json.NewDecoder(bytes.NewReader(flags))
	d.UseNumber()
	if flags[0] != '{' || d.Decode(&req.Flags) != nil {
		return errors.New("bad request: `flags` must be an object")
	}
	if twice := tools.DoubledName(flags); twice != "" {
		return fmt.Errorf("bad request: %.60q in `flags` is given twice", twice)
	}

	return nil
}

// flagValues converts the flags of a request to arguments. The error is a *UsageError.
func (req *Request) flagValues(t *tools.Tool) (tools.Values, error) {
	values := tools.Values{}
	for _, name := range slices.Sorted(maps.Keys(req.Flags)) {
		p, ok := t.Param(name)
		if !ok || p.IsFile {
			return nil, &UsageError{fmt.Sprintf("%s has no argument %q%s", t.Name, name, otherArgument(t, name))}
		}

		value, ok := flagValue(p, req.Flags[name])
		if !ok {
			return nil, &UsageError{fmt.Sprintf("%q takes %s", name, valueOf(p))}
		}

		values[name] = value
	}

	return values, nil
}

// otherArgument suggests which flag was meant by an unknown one, or lists all.
func otherArgument(t *tools.Tool, name string) string {
	var known []string
	for _, p := range t.Params {
		if !p.IsFile {
			known = append(known, p.Flag)
		}
	}
	return tools.Suggestion(tools.Similar(name, known), known)
}

// flagValue converts a JSON value to that of an argument.
func flagValue(p tools.Param, v any) (any, bool) {
	switch p.Type {
	case tools.TypeInteger:
		number, ok := v.(json.Number)
		n, err := number.Int64()
		return n, ok && err == nil
	case tools.TypeBoolean:
		b, ok := v.(bool)
		return b, ok
	case tools.TypeChoice:
		s, ok := v.(string)
		return s, ok && slices.Contains(p.Choices, s)
	}

	s, ok := v.(string)
	return s, ok
}

// valueOf describes in words which values an argument has.
func valueOf(p tools.Param) string {
	switch p.Type {
	case tools.TypeInteger:
		return "a whole number"
	case tools.TypeBoolean:
		return "true or false"
	case tools.TypeChoice:
		return "one of " + strings.Join(p.Choices, ", ")
	}
	return "a text"
}
