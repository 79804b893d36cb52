package formats

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/record"
)

// Some agents copy a file before they change it, so that a person can go back. The result of a write says nothing of what
// the file was before: a copy does.

// fileCopy is a copy of a file that an agent made before it changed the file.
type fileCopy struct {
	path string        // as recorded: from the working folder on, or the full path
	at   time.Time     // when it was made; zero where the order of the records tells before which call
	text func() string // what it has; "" where that cannot be read any more
}

// isOf reports whether the copy is of the file at a path, which is that of a call.
func (c fileCopy) isOf(path string) bool {
	path = filepath.ToSlash(path)
	own := filepath.ToSlash(c.path)
	return own != "" && (path == own || strings.HasSuffix(path, "/"+own))
}

// grokCopies are the copies that Grok Build made in a session, from rewind_points.jsonl in its folder: for each prompt
// the files as they were before it changed them first, without a content where there was no file.
func grokCopies(dir string) (copies []fileCopy) {
	for line := range strings.Lines(wholeFile(filepath.Join(dir, "rewind_points.jsonl"))) {
		for copied := range jsonskim.Parse([]byte(line)).Get("file_snapshots").Values() {
			if content := copied.Get("content"); content.Kind == jsonskim.String {
				copies = append(copies, fileCopy{
					path: copied.Get("path").Text(8192),
					at:   when(copied.Get("captured_at")),
					text: func() string { return content.Text(record.TextLimit) },
				})
			}
		}
	}
	return copies
}

// copyOf is the copy of the file at a path that was made from one moment to another, the last one included as far as
// milliseconds tell; false for none.
func copyOf(copies []fileCopy, path string, from, to time.Time) (fileCopy, bool) {
	i := slices.IndexFunc(copies, func(c fileCopy) bool {
		return c.isOf(path) && !c.at.Before(from) && c.at.Before(to.Add(time.Millisecond))
	})
	if i < 0 {
		return fileCopy{}, false
	}
	return copies[i], true
}
