package settings

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// ChangeText writes a setting outside the tables whose value is text into the settings file at path: change gets the
// value that the file has now, "" where there is none, so that what others have written since the program started is
// kept. Everything else stays as it is, as with SavePreset; the errors are of the same kinds.
func ChangeText(path, name string, change func(now string) string) error {
	return save(path, func(text string) (string, error) {
		var values map[string]any
		if err := toml.Unmarshal([]byte(text), &values); err != nil {
			return "", err
		}
		now, _ := values[name].(string)
		return withValue(text, name, change(now))
	})
}

// withValue is a settings file's text with a setting changed or added.
func withValue(text, name string, value any) (string, error) {
	written, err := Value(value)
	if err != nil {
		return "", err
	}
	eol := endOfLine(text)
	start, end, last := findValue(text, name)
	out := ""
	switch {
	case end > 0:
		out = text[:start] + written + text[end:]
	case last > 0: // after the last one outside the tables
		head, tail, more := strings.Cut(text[last:], "\n")
		out = text[:last] + strings.TrimSuffix(head, "\r") + eol + Key(name) + " = " + written + eol
		if more {
			out += tail
		}
	default:
		out = Key(name) + " = " + written + eol + text
	}
	var want, got map[string]any
	if err := toml.Unmarshal([]byte(text), &want); err != nil {
		return "", err
	}
	if want == nil {
		want = map[string]any{}
	}
	want[name] = value
	if err := toml.Unmarshal([]byte(out), &got); err != nil || !reflect.DeepEqual(got, want) {
		return "", fmt.Errorf("the file does not have %s as a setting on a line of its own; change it by hand", Key(name))
	}
	return out, nil
}

// findValue finds the value of a setting outside the tables, as a half-open range of bytes; end is 0 when there is
// none. last is where the last of the settings outside the tables ends.
func findValue(text, name string) (start, end, last int) {
	var p unstable.Parser
	p.Reset([]byte(text))
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind == unstable.Table || e.Kind == unstable.ArrayTable {
			break
		}
		if e.Kind != unstable.KeyValue {
			continue
		}
		var key []string
		var after int // end of the key
		for it := e.Key(); it.Next(); {
			r := it.Node().Raw
			key, after = append(key, string(it.Node().Data)), int(r.Offset+r.Length)
		}
		last = int(e.Raw.Offset + e.Raw.Length)
		if len(key) == 1 && key[0] == name {
			start = after + strings.Index(text[after:], "=") + 1
			start += len(text[start:last]) - len(strings.TrimLeft(text[start:last], " \t"))
			end = last
		}
	}
	return start, end, last
}
