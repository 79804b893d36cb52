package transcript

import (
	"time"

	"eyeline/reader/internal/skim"
)

// when reads a time: RFC 3339 text, or a number of seconds or milliseconds since 1970. Anything else is the zero time.
func when(v skim.Value) time.Time {
	switch v.Kind {
	case skim.String:
		if t, err := time.Parse(time.RFC3339Nano, v.Text(64)); err == nil {
			return t.UTC()
		}
	case skim.Number:
		n, ok := v.Float()
		switch {
		case !ok || n <= 0 || n > 1e15:
		case n > 1e11: // 1973 in milliseconds, the year 5138 in seconds
			return time.UnixMilli(int64(n)).UTC()
		default:
			return time.UnixMilli(int64(n * 1000)).UTC()
		}
	}
	return time.Time{}
}
