package settings

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/pelletier/go-toml/v2"
)

// Text writes a string as TOML, with escapes for everything that is not printable.
func Text(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r <= 0xFFFF:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			fmt.Fprintf(&b, `\U%08X`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// Key writes a part of a key: bare where TOML allows it.
func Key(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == "" {
		return s
	}
	return Text(s)
}

// Keys writes a key of several parts.
func Keys(parts []string) string {
	written := make([]string, len(parts))
	for i, part := range parts {
		written[i] = Key(part)
	}
	return strings.Join(written, ".")
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
