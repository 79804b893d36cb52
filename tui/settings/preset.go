package settings

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"eyeline/tui/atomicfile"
)

// SavePreset writes a preset into the settings file at path, in the place of one of the same name. Everything else
// stays as it is: other settings, comments, the preset's own values that do not change, a symbolic link, the file's
// mode. A file that cannot be read as settings, or that has the preset in a form that cannot be changed so, is left
// alone, and the error says why.
func SavePreset(path, name string, values map[string]any) error {
	return save(path, func(text string) (string, error) { return withPreset(text, name, values) })
}

// saving lets the changes of this process come one after the other: none of them writes what it read before another
// wrote.
var saving sync.Mutex

// save changes a settings file, or makes one. It may be called from several goroutines. Another viewer that does so at
// the same moment is waited for where the file system has locks; an editor is not.
func save(path string, change func(text string) (string, error)) error {
	saving.Lock()
	defer saving.Unlock()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	defer lockFolder(filepath.Dir(path))()
	old, err := readRegular(path) // which may be a named pipe by now, or without an end
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return &Error{Path: path, Text: reason(err)}
	}
	if _, err := parse(path, old); err != nil {
		return err
	}
	text, err := change(string(old))
	if err != nil {
		return err
	}
	return atomicfile.Write(path, atomicfile.Options{Mode: 0o644, Replace: true}, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// endOfLine is how the lines of a text end.
func endOfLine(text string) string {
	if strings.Contains(text, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// withPreset is a settings file's text with a preset changed or added.
func withPreset(text, name string, values map[string]any) (string, error) {
	written := map[string]string{}
	for k, v := range values {
		s, err := Value(v)
		if err != nil {
			return "", fmt.Errorf("%s: %w", k, err)
		}
		written[k] = s
	}
	eol := endOfLine(text)
	out := ""
	if t := findPreset(text, name); t != nil {
		out = t.change(text, values, written, eol)
	} else {
		out = appendPreset(text, name, written, eol)
	}
	if err := checkChange(text, out, name, values); err != nil {
		return "", err
	}
	return out, nil
}

// presetText is where a preset's table is in a text, as half-open ranges of bytes.
type presetText struct {
	header int // end of the header
	pairs  []pair
}

// pair is a line "key = value".
type pair struct {
	key               string
	start, value, end int
	old               any
}

// findPreset finds the table of a preset, nil when there is none.
func findPreset(text, name string) *presetText {
	var p unstable.Parser
	p.Reset([]byte(text))
	var found *presetText
	inside := false
	for p.NextExpression() {
		e := p.Expression()
		var key []string
		var last int // end of the key
		for it := e.Key(); it.Next(); {
			r := it.Node().Raw
			key, last = append(key, string(it.Node().Data)), int(r.Offset+r.Length)
		}
		switch e.Kind {
		case unstable.Table:
			inside = slices.Equal(key, []string{presetsTable, name})
			if inside {
				found = &presetText{header: last + strings.Index(text[last:], "]") + 1}
			}
		case unstable.ArrayTable:
			inside = false
		case unstable.KeyValue:
			if !inside || len(key) != 1 {
				continue
			}
			start, end := int(e.Raw.Offset), int(e.Raw.Offset+e.Raw.Length)
			value := last + strings.Index(text[last:], "=") + 1
			value += len(text[value:end]) - len(strings.TrimLeft(text[value:end], " \t"))
			var old map[string]any
			_ = toml.Unmarshal([]byte("v = "+text[value:end]), &old) // it was read before
			found.pairs = append(found.pairs, pair{key[0], start, value, end, old["v"]})
		}
	}
	return found
}

// change gives the table other values; comments stay, also that of a line whose value goes.
func (t *presetText) change(text string, values map[string]any, written map[string]string, eol string) string {
	var b strings.Builder
	at, have := 0, map[string]bool{}
	for _, p := range t.pairs {
		have[p.key] = true
		value, keep := written[p.key]
		switch {
		case keep && reflect.DeepEqual(p.old, values[p.key]):
		case keep:
			b.WriteString(text[at:p.value] + value)
			at = p.end
		default:
			b.WriteString(text[at:p.start])
			at = p.end
			rest, _, _ := strings.Cut(text[at:], "\n")
			indent := b.String()[strings.LastIndex(b.String(), "\n")+1:]
			if strings.TrimSpace(rest) == "" && strings.TrimSpace(indent) == "" { // the whole line goes
				head := strings.TrimSuffix(b.String(), indent)
				b.Reset()
				b.WriteString(head)
				at = min(at+len(rest)+1, len(text))
			} else {
				at += len(text[at:]) - len(strings.TrimLeft(text[at:], " \t"))
			}
		}
	}
	out := b.String() + text[at:]
	// The new ones come after the last line of the table, or after its header.
	var added strings.Builder
	for _, k := range slices.Sorted(maps.Keys(written)) {
		if !have[k] {
			added.WriteString(Key(k) + " = " + written[k] + eol)
		}
	}
	if added.Len() == 0 {
		return out
	}
	tail := text[t.header:]
	if n := len(t.pairs); n > 0 {
		tail = text[t.pairs[n-1].end:]
	}
	if _, after, more := strings.Cut(tail, "\n"); more {
		return strings.TrimSuffix(out, after) + added.String() + after
	}
	return out + eol + added.String()
}

// appendPreset adds a table at the end of a text.
func appendPreset(text, name string, written map[string]string, eol string) string {
	var b strings.Builder
	b.WriteString(text)
	if text != "" {
		if !strings.HasSuffix(text, "\n") {
			b.WriteString(eol)
		}
		b.WriteString(eol)
	}
	b.WriteString("[" + presetsTable + "." + Key(name) + "]" + eol)
	for _, k := range slices.Sorted(maps.Keys(written)) {
		b.WriteString(Key(k) + " = " + written[k] + eol)
	}
	return b.String()
}

// checkChange checks that a changed text says the same as before, with the preset's new values and nothing else.
func checkChange(before, after, name string, values map[string]any) error {
	var want, got map[string]any
	if err := toml.Unmarshal([]byte(before), &want); err != nil {
		return err
	}
	if want == nil {
		want = map[string]any{}
	}
	presets, _ := want[presetsTable].(map[string]any)
	if presets == nil {
		presets = map[string]any{}
		want[presetsTable] = presets
	}
	now := map[string]any{}
	for k, v := range values {
		now[k] = v
	}
	presets[name] = now
	if err := toml.Unmarshal([]byte(after), &got); err != nil || !reflect.DeepEqual(got, want) {
		return fmt.Errorf("the file does not have it as a table [%s.%s]; change it by hand", presetsTable, Key(name))
	}
	return nil
}
