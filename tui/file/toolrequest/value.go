package toolrequest

import (
	"encoding/json"
	"strings"

	"eyeline/reader/tools"
)

// ParseValue reads an argument's value as a person types it: numbers and booleans become JSON's, "null" null. A text
// that is no value of the argument's type is passed on as a string, so that the tool itself refuses it.
func ParseValue(p tools.Param, s string) any {
	if p.Type == tools.TypeString {
		return s
	}

	if p.Type == tools.TypeChoice {
		if mode, ok := ParseMode(s); ok { // a tool may have its own name for a mode
			for _, c := range p.Choices {
				if m, ok := ParseMode(c); ok && m == mode {
					return c
				}
			}
		}

		return s
	}

	var v any
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	if err := d.Decode(&v); err != nil || d.More() {
		return s
	}

	switch v := v.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n
		}
		return v
	case bool, nil, string:
		return v
	}

	return s
}
