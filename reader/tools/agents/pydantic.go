package agents

import (
	"fmt"
	"math/big"
	"strings"
	"unicode/utf8"

	"eyeline/reader/internal/later"
)

// pyMostDigits is how many digits a whole number in a string may have.
const pyMostDigits = 4300

// pyModel gathers the faults that Pydantic finds in the fields of a model.
type pyModel struct {
	version string // of Pydantic, as its addresses have it: "2.12"
	faults  int
	text    strings.Builder
}

// fault notes what is wrong with a field; field is "" for the value as a whole.
func (c *pyModel) fault(field, kind, message string, v pyValue) {
	c.faults++
	if field != "" {
		c.text.WriteString("\n" + field)
	}
	fmt.Fprintf(&c.text, "\n  %s [type=%s, input_value=%s, input_type=%s]\n    For further information visit https://errors.pydantic.dev/%s/v/%s",
		message, kind, shortInput(v.String()), v.kind, c.version, kind)
}

// errors is the text of a ValidationError with all faults; model is the name of the class.
func (c *pyModel) errors(model string) string {
	plural := "s"
	if c.faults == 1 {
		plural = ""
	}
	return fmt.Sprintf("%d validation error%s for %s%s", c.faults, plural, model, c.text.String())
}

// object checks that a value is a dict.
func (c *pyModel) object(model string, v pyValue) bool {
	if v.kind != pyDict {
		c.fault("", "model_type", "Input should be a valid dictionary or instance of "+model, v)
	}
	return v.kind == pyDict
}

// required checks a string that must be given, in the dict v.
func (c *pyModel) required(name string, v pyValue) string {
	field, given := v.fields[name]
	switch {
	case !given:
		c.fault(name, "missing", "Field required", v)
	case field.kind != pyStr:
		c.fault(name, "string_type", "Input should be a valid string", field)
	}
	return field.text
}

// shortInput leaves out the middle of a text of more than 50 bytes.
func shortInput(s string) string {
	const head, tail = 25, 24
	if len(s) <= 50 {
		return s
	}
	i, j := head, len(s)-tail
	for !utf8.RuneStart(s[i]) {
		i--
	}
	for j < len(s) && !utf8.RuneStart(s[j]) {
		j++
	}
	return s[:i] + "..." + s[j:]
}

// integer checks a whole number, which may be written as a boolean, a string or a float.
func (c *pyModel) integer(name string, v pyValue) (n *big.Int, ok bool) {
	const message = "Input should be a valid integer"
	switch v.kind {
	case pyInteger:
		return v.whole, true
	case pyBool:
		if v.yes {
			return big.NewInt(1), true
		}
		return new(big.Int), true
	case pyFloat:
		switch {
		case v.num-v.num != 0:
			c.fault(name, "finite_number", "Input should be a finite number", v)
		case v.num != float64(int64(v.num)) && v.num > -1<<63 && v.num < 1<<63:
			c.fault(name, "int_from_float", message+", got a number with a fractional part", v)
		case v.num <= -1<<63 || v.num >= 1<<63:
			c.fault(name, "int_parsing_size", "Unable to parse input string as an integer, exceeded maximum size", v)
		default:
			return big.NewInt(int64(v.num)), true
		}
	case pyStr:
		switch n, ok := pydanticInt(v.text); {
		case ok && len(n.Text(10)) > pyMostDigits:
			c.fault(name, "int_parsing_size", "Unable to parse input string as an integer, exceeded maximum size", v)
			return nil, false
		case ok:
			return n, true
		}
		c.fault(name, "int_parsing", message+", unable to parse string as an integer", v)
	default:
		c.fault(name, "int_type", message, v)
	}
	return nil, false
}

var pydanticIntForm = later.Regexp(`^[+-]?[0-9]+(_[0-9]+)*(\.0+)?$`)

// pydanticInt is the whole number that Pydantic reads in a string.
func pydanticInt(s string) (*big.Int, bool) {
	if s = strings.TrimSpace(s); !pydanticIntForm().MatchString(s) {
		return nil, false
	}
	s, _, _ = strings.Cut(s, ".")
	return new(big.Int).SetString(strings.ReplaceAll(s, "_", ""), 10)
}
