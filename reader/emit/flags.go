package emit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/source/revision"
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

// flagValues converts the flags of a request to arguments, and those of settings to env.Settings. A flag may have
// underscores, as on the command line. The error is a *UsageError.
func (req *Request) flagValues(t *tools.Tool, env *tools.Env) (tools.Values, error) {
	values := tools.Values{}
	settings := maps.Clone(env.Settings)
	if settings == nil {
		settings = map[string]int64{}
	}

	set := map[string]string{} // the flags as given, by their names
	for _, given := range slices.Sorted(maps.Keys(req.Flags)) {
		name := strings.ReplaceAll(given, "_", "-")
		if other := set[name]; other != "" {
			return nil, &UsageError{fmt.Sprintf("%q and %q are one flag", other, given)}
		}

		set[name] = given
		if isSetting(t, name) {
			value, _ := flagValue(tools.Param{Type: tools.TypeInteger}, req.Flags[given])
			if n, ok := value.(int64); ok && n > 0 {
				settings[name] = n
				continue
			}
			return nil, &UsageError{fmt.Sprintf("%q takes a whole number above 0", given)}
		}

		p, ok := t.Param(name)
		if !ok || p.IsFile {
			return nil, &UsageError{noArgument(t, given)}
		}

		value, ok := flagValue(p, req.Flags[given])
		if !ok {
			return nil, &UsageError{fmt.Sprintf("%q takes %s", given, valueOf(p))}
		}

		values[name] = value
	}

	env.Settings = settings
	return values, nil
}

// isSetting reports whether a flag is one of a tool's settings.
func isSetting(t *tools.Tool, flag string) bool {
	return slices.ContainsFunc(t.Settings, func(p tools.Param) bool { return p.Flag == flag })
}

// commandFlags are the flags of eyeline emit that are no argument of a tool, each with what a request has instead.
var commandFlags = map[string]string{
	"tool": "`tool` is a field of the request", "args": "`arguments` is a field of the request",
	"root": "`root` is a field of the request", "json": "`details` is a field of the request",
	"name": "only what is piped needs it", "walk": "each request is one call",
	"cover": "eyeline emit --cover answers for one file", "batch": "this is one", "raw": "an answer is JSON",
	"confine": "it goes beside --batch", "system": "it goes beside --batch",
	"files-from": "each request names its file",
}

// noArgument is the error for a flag that is neither an argument nor a setting of a tool. It suggests which one was
// meant, or lists all.
func noArgument(t *tools.Tool, name string) string {
	if instead := commandFlags[strings.ReplaceAll(name, "_", "-")]; instead != "" {
		return fmt.Sprintf("%q is a flag of eyeline emit, not of %s: %s", name, t.Name, instead)
	}

	var known []string
	for _, p := range slices.Concat(t.Params, t.Settings) {
		if !p.IsFile {
			known = append(known, p.Flag)
		}
	}

	return fmt.Sprintf("%s has no argument %q%s", t.Name, name, tools.Suggestion(tools.Similar(name, known), known))
}

// noRevision refuses a file of a git revision, which is outside the folder that confines a request: the repository may
// have more than that.
func noRevision(env tools.Env, file string) error {
	name, ok := revision.Parse(file)
	if !ok || len(name.Rev) < 2 { // a letter is a drive
		return nil
	}
	if _, err := os.Lstat(filepath.Join(env.Dir(), file)); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	text := "%s is not there; a file of a git revision is for eyeline emit FILE, and not for a request"
	return &UsageError{fmt.Sprintf(text, file)}
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
