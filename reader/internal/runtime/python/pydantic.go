package python

import (
	"fmt"
	"math/big"
	"strings"
	"unicode/utf8"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/tools"
)

// maxDigits is how many digits a whole number in a string may have.
const maxDigits = 4300

// Model gathers the faults that Pydantic finds in the fields of a model.
type Model struct {
	Version string // of Pydantic, as its addresses have it: "2.12"
	// NumbersAsText: a string may stand for a whole number.
	NumbersAsText bool
	Faults        int
	text          strings.Builder
}

// Fault notes what is wrong with a field; field is "" for the value as a whole.
func (c *Model) Fault(field, kind, message string, v Value) {
	c.Faults++
	if field != "" {
		c.text.WriteString("\n" + field)
	}
	fmt.Fprintf(&c.text, "\n  %s [type=%s, input_value=%s, input_type=%s]\n"+
		"    For further information visit https://errors.pydantic.dev/%s/v/%s",
		message, kind, shortInput(v.String()), v.Kind, c.Version, kind)
}

// Errors is the text of a ValidationError with all faults; model is the name of the class.
func (c *Model) Errors(model string) string {
	return fmt.Sprintf(
		"%d validation error%s for %s%s", c.Faults, tools.Plural(int64(c.Faults)), model, c.text.String(),
	)
}

// Object checks that a value is a dict.
func (c *Model) Object(model string, v Value) bool {
	if v.Kind != Dict {
		c.Fault("", "model_type", "Input should be a valid dictionary or instance of "+model, v)
	}
	return v.Kind == Dict
}

// Required checks a string that must be given, in the dict v.
func (c *Model) Required(name string, v Value) string {
	field, given := v.Lookup(name)
	switch {
	case !given:
		c.Fault(name, "missing", "Field required", v)
	case field.Kind != Str:
		c.Fault(name, "string_type", "Input should be a valid string", field)
	}
	return field.Text
}

// shortInput leaves out the middle of a text of more than 50 bytes.
func shortInput(s string) string {
	const head, tail = 25, 24
	if len(s) <= 50 {
		return s
	}

	i := head
	j := len(s) - tail
	for !utf8.RuneStart(s[i]) {
		i--
	}
	for j < len(s) && !utf8.RuneStart(s[j]) {
		j++
	}

	return s[:i] + "..." + s[j:]
}

// Integer checks a whole number, which may be written as a boolean, a string or a float.
func (c *Model) Integer(name string, v Value) (n *big.Int, ok bool) {
	const message = "Input should be a valid integer"
	switch v.Kind {
	case intKind, boolKind:
		return v.Int()
	case floatKind:
		switch {
		case v.num-v.num != 0:
			c.Fault(name, "finite_number", "Input should be a finite number", v)
		case v.num != float64(int64(v.num)) && v.num > -1<<63 && v.num < 1<<63:
			c.Fault(name, "int_from_float", message+", got a number with a fractional part", v)
		case v.num <= -1<<63 || v.num >= 1<<63:
			c.Fault(name, "int_parsing_size", "Unable to parse input string as an integer, exceeded maximum size", v)
		default:
			return big.NewInt(int64(v.num)), true
		}
	case Str:
		if !c.NumbersAsText {
			c.Fault(name, "int_type", message, v)
			return nil, false
		}

		n, ok := pydanticInt(v.Text)
		switch {
		case ok && len(n.Text(10)) > maxDigits:
			c.Fault(name, "int_parsing_size", "Unable to parse input string as an integer, exceeded maximum size", v)
			return nil, false
		case ok:
			return n, true
		}

		c.Fault(name, "int_parsing", message+", unable to parse string as an integer", v)
	default:
		c.Fault(name, "int_type", message, v)
	}

	return nil, false
}

var pydanticIntForm = lazy.Regexp(`^[+-]?[0-9]+(_[0-9]+)*(\.0+)?$`)

// pydanticInt is the whole number that Pydantic reads in a string.
func pydanticInt(s string) (*big.Int, bool) {
	s = strings.TrimSpace(s)
	if !pydanticIntForm().MatchString(s) {
		return nil, false
	}
	s, _, _ = strings.Cut(s, ".")
	return new(big.Int).SetString(strings.ReplaceAll(s, "_", ""), 10)
}
