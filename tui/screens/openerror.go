package screens

import (
	"os"
	"strings"

	"eyeline/tui/cells"
)

// OpenError is one sentence about a file that cannot be opened.
func OpenError(path string, err error) string {
	switch {
	case os.IsNotExist(err):
		return cells.Sanitize(path) + ": no such file"
	case os.IsPermission(err):
		return cells.Sanitize(path) + ": permission denied"
	}
	text := cells.Sanitize(err.Error())
	if !strings.Contains(text, cells.Sanitize(path)) {
		text = cells.Sanitize(path) + ": " + text
	}
	return text
}
