package settingsfile

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

	"eyeline/tui/kit/atomicfile"
)

// SavePreset writes a preset into the settings file at path, in the place of one of the same name. Everything else
// stays as it is: other settings, comments, the preset's own values that do not change, a symbolic link, the file's
// mode. A file that cannot be read as settings, or that has the preset in a form that cannot be changed so, is left
// alone, and the error says why.
func SavePreset(path, name string, values map[string]any) error {
	return save(path, func(text string) (string, error) { return edited(text, []string{presetsTable, name}, values) })
}

// ChangeText writes a setting outside the tables whose value is text into the settings file at path: change gets the
// value that the file has now, "" without one, so that what others have written since the program started is
// kept. Everything else stays as it is, as with SavePreset; the errors are of the same kinds.
func ChangeText(path, name string, change func(now string) string) error {
	return save(path, func(text string) (string, error) {
		values, err := valuesOf(text)
		if err != nil {
			return "", err
		}
		now, _ := values[name].(string)
		return edited(text, nil, map[string]any{name: change(now)})
	})
}

// saving lets the changes of this process come one after the other: none of them writes what it read before another
// wrote.
var saving sync.Mutex

// errNoFolder says that there is no settings file.
var errNoFolder = errors.New("there is no folder for settings: neither HOME nor XDG_CONFIG_HOME is set")

// save changes a settings file, or makes one. It may be called from several goroutines. Another viewer that does so at
// the same moment, by this path or by another link to the file, is waited for where the file system has locks, and
// after a while nothing is saved; an editor is not waited for.
func save(path string, change func(text string) (string, error)) error {
	saving.Lock()
	defer saving.Unlock()
	if path == "" {
		return errNoFolder
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}

	target, err := atomicfile.Target(path)
	if err != nil {
		return err
	}

	unlock, err := lockFolder(filepath.Dir(target))
	if err != nil {
		return err
	}

	defer unlock()
	old, err := readRegular(target) // which may be a named pipe by now, or without an end
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
	if len(text) > maxBytes {
		return &Error{Path: path, Text: errTooLarge.Error()}
	}
	if _, err := parse(path, []byte(text)); err != nil { // no save makes a file that is then refused
		return err
	}

	_, err = atomicfile.Write(target, atomicfile.Options{Mode: 0o644, Replace: true}, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
	return err
}

// edited is a settings file's text in which a table has these values and no others. Without a table they are changed or
// added among the settings outside the tables.
func edited(text string, table []string, values map[string]any) (string, error) {
	written := map[string]string{}
	for k, v := range values {
		s, err := Value(v)
		if err != nil {
			return "", fmt.Errorf("%s: %w", k, err)
		}
		written[k] = s
	}

	eol := "\n"
	if strings.Contains(text, "\r\n") {
		eol = "\r\n"
	}

	t := find(text, table)
	out := t.change(text, values, written)
	added := ""
	for _, k := range slices.Sorted(maps.Keys(written)) {
		if !slices.ContainsFunc(t.pairs, func(p pair) bool { return p.key == k }) {
			added += Key(k) + " = " + written[k] + eol
		}
	}

	if !t.found {
		if text != "" && !strings.HasSuffix(text, "\n") {
			out += eol
		}
		if text != "" {
			out += eol
		}

		out += "[" + Keys(table) + "]" + eol + added
	} else if added != "" {
		out = t.insert(text, out, added, eol)
	}

	return out, checkEdit(text, out, table, values)
}

// tableText is where a table is in a text.
type tableText struct {
	found bool
	end   int // of its header; 0 for what is outside the tables
	pairs []pair
}

// pair is a line "key = value", with its places in the text. Only a key of one part has a name.
type pair struct {
	key               string
	start, value, end int
	old               any
}

// find locates a table in the text of a settings file; a nil name is what stands before the first table.
func find(text string, name []string) tableText {
	var p unstable.Parser
	p.Reset([]byte(text))
	t := tableText{found: name == nil}
	inside := t.found
	for p.NextExpression() {
		e := p.Expression()
		key, _, last := keyOf(e)
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			inside = e.Kind == unstable.Table && slices.Equal(key, name)
			if inside {
				t = tableText{found: true, end: last + strings.Index(text[last:], "]") + 1}
			}
		case unstable.KeyValue:
			if !inside {
				continue
			}

			found := pair{
				start: int(e.Raw.Offset),
				value: valueAfter(text, last),
				end:   int(e.Raw.Offset + e.Raw.Length),
			}
			if len(key) == 1 {
				old, _ := valuesOf("v = " + text[found.value:found.end]) // it was read before
				found.key = key[0]
				found.old = old["v"]
			}

			t.pairs = append(t.pairs, found)
		}
	}

	return t
}

// change gives the pairs of the table other values; comments stay, also that of a line whose value goes.
func (t tableText) change(text string, values map[string]any, written map[string]string) string {
	out := ""
	at := 0
	for _, p := range t.pairs {
		value, given := written[p.key]
		switch {
		case given && reflect.DeepEqual(p.old, values[p.key]), p.key == "", !given && t.end == 0:
			// it stays as it is written
		case given:
			out += text[at:p.value] + value
			at = p.end
		default:
			out += text[at:p.start]
			at = p.end
			rest, _, _ := strings.Cut(text[at:], "\n")
			indent := out[strings.LastIndex(out, "\n")+1:]
			if strings.TrimSpace(rest) == "" && strings.TrimSpace(indent) == "" { // the whole line goes
				out = strings.TrimSuffix(out, indent)
				at = min(at+len(rest)+1, len(text))
			} else {
				at += len(text[at:]) - len(strings.TrimLeft(text[at:], " \t"))
			}
		}
	}

	return out + text[at:]
}

// insert puts lines after the last line of the table, or after its header, in what became of the text.
func (t tableText) insert(text, out, added, eol string) string {
	end := t.end
	if n := len(t.pairs); n > 0 {
		end = t.pairs[n-1].end
	}
	if end == 0 {
		return added + out
	}
	if _, after, more := strings.Cut(text[end:], "\n"); more {
		return strings.TrimSuffix(out, after) + added + after
	}

	return out + eol + added
}

// checkEdit checks that a changed text says the same as before, with the new values and nothing else.
func checkEdit(before, after string, table []string, values map[string]any) error {
	want, err := valuesOf(before)
	if err != nil {
		return err
	}

	if table == nil {
		maps.Copy(want, values)
	} else {
		tables, _ := want[table[0]].(map[string]any)
		if tables == nil {
			tables = map[string]any{}
			want[table[0]] = tables
		}
		tables[table[1]] = maps.Clone(values)
	}

	got, err := valuesOf(after)
	switch {
	case err == nil && reflect.DeepEqual(got, want):
		return nil
	case table == nil:
		return fmt.Errorf("the file does not have %s as a setting on a line of its own; change it by hand",
			Keys(slices.Collect(maps.Keys(values))))
	}

	return fmt.Errorf("the file does not have it as a table [%s]; change it by hand", Keys(table))
}

// valuesOf reads a text of settings; an empty one has no values.
func valuesOf(text string) (map[string]any, error) {
	values := map[string]any{}
	err := toml.Unmarshal([]byte(text), &values)
	return values, err
}

// keyOf is the key of an expression, with where its first part is and the offset at which its last one ends.
func keyOf(e *unstable.Node) (key []string, first unstable.Range, end int) {
	for it := e.Key(); it.Next(); {
		r := it.Node().Raw
		if len(key) == 0 {
			first = r
		}
		key = append(key, string(it.Node().Data))
		end = int(r.Offset + r.Length)
	}
	return key, first, end
}

// valueAfter is the offset of the value of a key that ends at an offset.
func valueAfter(text string, key int) int {
	value := key + strings.Index(text[key:], "=") + 1
	return value + len(text[value:]) - len(strings.TrimLeft(text[value:], " \t"))
}
