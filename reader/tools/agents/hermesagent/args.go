package hermesagent

import (
	"strings"

	"eyeline/reader/internal/runtime/python"
	"eyeline/reader/tools"
)

// readArguments are the arguments after the agent has repaired them.
type readArguments struct {
	path          string
	offset, limit int64
	limited       bool // the call has a limit
}

const (
	maxLines   = 2000 // lines of an answer
	givenLines = 500  // lines of an answer without a limit in the call
)

func parseArgs(env tools.Env, data []byte) (a readArguments, err error) {
	v, ok := python.Parse(data)
	if !ok || v.Kind != python.Dict {
		return a, tools.RefuseOwn("eyeline: what the agent makes of arguments that are no object is not known")
	}

	path, _ := v.Lookup("path")
	a.path = path.Text
	if path.Kind != python.Str || a.path == "" || strings.IndexByte(a.path, 0) >= 0 {
		return a, tools.RefuseOwn("eyeline: what the agent makes of such a path is not imitated")
	}

	texts := env.Tool.Policy.NumbersAsText
	if a.offset, err = number(v, "offset", texts, 1); err != nil {
		return a, err
	}

	a.limit, err = number(v, "limit", texts, maxLines)
	a.limited = v.Has("limit")
	if !a.limited {
		a.limit = env.Caps().Lines.Most
	}

	a.offset = max(a.offset, 1)
	a.limit = min(max(a.limit, 1), maxLines)
	return a, err
}

// number returns an integer, which may be a string if texts is set; otherwise is for null and absence.
func number(v python.Value, name string, texts bool, otherwise int64) (int64, error) {
	field, given := v.Lookup(name)
	whole, ok := field.Int()
	switch {
	case !given, field.Kind == python.None:
		return otherwise, nil
	case field.Kind == python.Str && texts:
		whole, ok = python.IntText(field.Text)
	}

	if !ok || !whole.IsInt64() {
		return 0, tools.RefuseOwn("eyeline: what the agent makes of such a value of " + name + " is not imitated")
	}

	return whole.Int64(), nil
}
