package export

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// TypedPath is a path as a person types it: "~" at its beginning is the home directory, as in a shell. The name of a
// user after it is not looked up, and part of the name.
func TypedPath(s string) (string, error) {
	rest, ok := strings.CutPrefix(s, "~")
	if !ok || rest != "" && !os.IsPathSeparator(rest[0]) {
		return s, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("~ is not known: %w", err)
	}
	return filepath.Join(home, rest), nil
}
