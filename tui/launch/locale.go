package launch

import "strings"

// utf8Locale reports whether a terminal shows UTF-8, as the variables of the locale say. Where none is set it is taken to: so
// do nearly all, and containers often set none.
func utf8Locale(env func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToLower(env(name)); v != "" {
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return true
}
