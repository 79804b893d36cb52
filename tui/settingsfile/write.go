package settingsfile

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"eyeline/reader/lists"
)

// Text writes a string as TOML, with escapes for everything that is not printable.
func Text(s string) string {
	return escapes.Replace(strconv.Quote(strings.ToValidUTF8(s, "\uFFFD")))
}

// escapes makes those of TOML of Go's.
var escapes = strings.NewReplacer(`\\`, `\\`, `\a`, `\u0007`, `\v`, `\u000B`, `\x`, `\u00`)

// Key writes a part of a key: bare where TOML allows it.
func Key(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == "" {
		return s
	}
	return Text(s)
}

// Keys writes a key of several parts.
func Keys(parts []string) string {
	return strings.Join(lists.Map(parts, Key), ".")
}

// Value writes a string, bool, int64, float64 or list of those on one line. The error names a value of another kind.
func Value(v any) (string, error) {
	switch v := v.(type) {
	case string:
		return Text(v), nil
	case []any:
		parts := make([]string, len(v))
		for i, e := range v {
			s, err := Value(e)
			if err != nil {
				return "", err
			}
			parts[i] = s
		}

		return "[" + strings.Join(parts, ", ") + "]", nil
	case bool, int64, float64:
		out, err := toml.Marshal(map[string]any{"v": v})
		return strings.TrimPrefix(strings.TrimSpace(string(out)), "v = "), err
	}

	return "", fmt.Errorf("the settings have no place for the value %v", v)
}
