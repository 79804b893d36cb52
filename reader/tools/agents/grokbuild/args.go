package grokbuild

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/serdejson"
	"eyeline/reader/tools"
)

const reminderStart = "\n\n<system-reminder>\nIMPORTANT: Your tool call contained "

// reminder returns what follows the answer of a call whose arguments were several JSON objects: only the first one was
// used.
func reminder(objects int) string {
	ignored := objects - 1
	return fmt.Sprintf("%s%d concatenated JSON objects, but only the best-matching one was executed. The remaining "+
		"%d were ignored. You MUST use separate tool calls (one per operation) instead of concatenating multiple "+
		"JSON objects in a single call's arguments. Make %d individual tool call%s for the remaining "+
		"operations.\n</system-reminder>", reminderStart, objects, ignored, ignored, tools.Plural(int64(ignored)))
}

// Args parses the arguments of a tool of Grok Build (CONTRACT-grok_build, Arguments): set receives the value that is
// used, input is the name of its struct. tail is what follows every answer of the call. The error is a refusal.
func Args(
	tool, input string, policy tools.Policy, raw []byte, set func(v serdejson.Value) error,
) (tail string, err error) {
	text := strings.ToValidUTF8(string(raw), "\uFFFD")
	empty := serdejson.Value{Kind: serdejson.Object}
	v := empty
	if trimmed := strings.TrimSpace(text); trimmed != "" {
		if v, err = serdejson.ParseValue([]byte(text)); err != nil {
			v = empty
			if objects := serdejson.ParseObjects([]byte(trimmed)); len(objects) > 1 {
				v = objects[0]
				tail = reminder(len(objects))
			}
		}
	}

	if v.Kind == serdejson.Array && !policy.Array {
		err = v.Invalid("struct " + input)
	} else {
		err = set(v)
	}

	if err != nil {
		return "", tools.Refuse(parseError(tool, err, text))
	}

	return tail, nil
}

// maxShownArgs is how many bytes of the arguments a refusal repeats.
const maxShownArgs = 2000

func parseError(tool string, reason error, raw string) string {
	text := "Failed to parse arguments for tool `" + tool + "`: " + reason.Error()
	if raw == "" {
		return text
	}

	shown, _ := tools.Bytes.Fit([]byte(raw), maxShownArgs)
	text += "\n\nYour original arguments:\n" + raw[:shown]
	if shown < len(raw) {
		text += "\n... (truncated)"
	}
	if err := serdejson.CheckSyntax([]byte(raw)); err != nil {
		text += "\n\nNote: the arguments above contain invalid JSON — " + err.Error() +
			"\nPlease fix the syntax and retry."
	}

	return text
}

// maxWhole is the largest float that counts as an integer: 2^53.
const maxWhole = 1 << 53

// integer converts an integer that may also be a float. given is false for null.
func integer(v serdejson.Value, policy tools.Policy) (n int64, given bool, err error) {
	var f float64
	switch v.Kind {
	case serdejson.Null:
		return 0, false, nil
	case serdejson.Number:
		if n, ok := v.Int(); ok {
			return n, true, nil
		}
		f = v.Float()
	case serdejson.String:
		var ok bool
		f, ok = rustFloat(v.Text)
		if !ok || !policy.NumbersAsText {
			return 0, false, errors.New("expected number, got string \"" + v.Text + "\"")
		}
	default:
		return 0, false, errors.New("expected number, got " + v.String())
	}

	digits := strconv.FormatFloat(f, 'f', -1, 64)
	switch {
	case math.IsInf(f, 0) || math.IsNaN(f):
		return 0, false, errors.New("expected finite number")
	case f != math.Trunc(f):
		return 0, false, errors.New("expected whole number, got " + digits)
	case math.Abs(f) > maxWhole:
		return 0, false, errors.New("number " + digits + " exceeds f64 integer precision (whole floats above " +
			"9007199254740992 may be inaccurate)")
	}

	return int64(f), true, nil
}

// rustFloat parses a number like Rust's str::parse::<f64>: without spaces, hexadecimal digits and underscores.
func rustFloat(s string) (float64, bool) {
	f, err := strconv.ParseFloat(s, 64)
	return f, floatForm().MatchString(s) && (err == nil || errors.Is(err, strconv.ErrRange))
}

var floatForm = lazy.Regexp(`^[+-]?(?i:inf|infinity|nan|[0-9.e+-]+)$`)

// Boolean converts a boolean that may also be a word, a number or null.
func Boolean(v serdejson.Value) (bool, error) {
	switch v.Kind {
	case serdejson.Null:
		return false, nil
	case serdejson.Bool:
		return v.Bool, nil
	case serdejson.Number:
		n, ok := v.Int()
		if ok && (n == 0 || n == 1) {
			return n == 1, nil
		}
	case serdejson.String:
		switch strings.ToLower(strings.TrimSpace(v.Text)) {
		case "true", "yes", "1":
			return true, nil
		case "false", "no", "0":
			return false, nil
		}
	}

	return false, errors.New(
		`expected a boolean (true/false, "true"/"false", "yes"/"no", "1"/"0", 1/0), got ` + v.String(),
	)
}

// Optional converts an optional value: set is not called for null.
func Optional(v serdejson.Value, set func() error) error {
	if v.Kind == serdejson.Null {
		return nil
	}
	return set()
}
