package desktopcommander

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/tools"
)

// list returns a listing of a directory and those below it, with the name of the tool that is meant for that.
func list(env tools.Env, a readArguments, dir string) (*tools.Result, error) {
	lines := listDirectory(env, dir, "", true)
	text := "This is a directory, not a file. Use the list_directory tool instead of read_file for directories.\n\n" +
		strings.Join(lines, "\n")
	return a.notice(&tools.Result{}, nil, text), nil
}

// maxNested is how many entries of a nested directory are listed.
const maxNested = 100

func listDirectory(env tools.Env, dir, below string, top bool) (lines []string) {
	entries, err := env.Files().ReadDir(dir, 0)
	shown := path.Base(dir)
	if below != "" {
		shown = below
	}
	if err != nil {
		return []string{unlisted(shown, err)}
	}

	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	hidden := 0
	if !top && len(entries) > maxNested {
		hidden = len(entries) - maxNested
		entries = entries[:maxNested]
	}

	for _, e := range entries {
		name := path.Join(below, strings.ToValidUTF8(e.Name(), "\uFFFD"))
		if !e.IsDir() {
			lines = append(lines, "[FILE] "+name)
			continue
		}

		lines = append(lines, "[DIR] "+name)
		if top {
			lines = append(lines, listDirectory(env, path.Join(dir, e.Name()), name, false)...)
		}
	}

	if hidden > 0 {
		lines = append(lines, fmt.Sprintf("[WARNING] %s: %d items hidden (showing first %d of %d total)",
			shown, hidden, maxNested, hidden+maxNested))
	}

	return lines
}

// unlisted returns the line for an unreadable directory.
func unlisted(shown string, err error) string {
	name, _ := node.Errno(err)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "[NOT_FOUND] " + shown + " — path does not exist"
	case name == "EPERM", name == "EACCES", name == "ETIMEDOUT":
		return "[DENIED] " + shown +
			" — not accessible (permission denied, cloud-only file, or Full Disk Access not granted)"
	}
	return "[DENIED] " + shown
}
