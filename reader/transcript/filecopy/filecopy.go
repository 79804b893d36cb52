// Package filecopy, which changes without notice, has the copies that some agents make of a file before they change it,
// so that a person can go back. The result of a write says nothing of what the file was before: a copy does.
package filecopy

import (
	"crypto/sha256"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/source"
	"eyeline/reader/transcript/record"
)

// Copy is a copy of a file that an agent made before it changed the file. Of an empty one none is kept: no line of it
// could be replaced.
type Copy struct {
	path string        // as recorded: from the working folder on, or the full path
	At   time.Time     // when it was made; zero where the order of the records tells before which call
	Text func() string // what it has; "" where that cannot be read any more
}

// IsOf reports whether the copy is of the file at a path, which is that of a call of the run.
func (c Copy) IsOf(run *record.Header, path string) bool {
	return c.path != "" && path != "" && run.Resolve(c.path) == run.Resolve(path)
}

// OfGrok are the copies that Grok Build made in a session, from rewind_points.jsonl in its folder: for each prompt the
// files as they were before it changed them first, without a content where there was no file.
func OfGrok(dir string) (copies []Copy) {
	for line := range strings.Lines(textOf(filepath.Join(dir, "rewind_points.jsonl"))) {
		for copied := range jsonskim.Parse([]byte(line)).Get("file_snapshots").Values() {
			content := copied.Get("content")
			if content.Kind != jsonskim.String || content.Is("") {
				continue
			}

			at, _ := time.Parse(time.RFC3339Nano, copied.Get("captured_at").Text(64))
			copies = append(copies, Copy{
				path: copied.Get("path").Text(8192),
				At:   at.UTC(),
				Text: func() string { return content.Text(record.TextLimit) },
			})
		}
	}
	return copies
}

// OfKimi is the copy of which a record of Kimi Code says that it was made, in the folder of the agent's record; false
// where there was no file, or an empty one. It counts only as long as it is what was copied: agents of a session may
// give the same name to copies.
func OfKimi(dir string, tracked jsonskim.Value) (Copy, bool) {
	entry := tracked.Get("entry")
	key := entry.Get("key").Text(200)
	if size, ok := entry.Get("size").Int(); key == "" || ok && size == 0 {
		return Copy{}, false
	}

	name := filepath.Join(dir, "file-history", filepath.Base(filepath.FromSlash(key)))
	sum := entry.Get("contentHash").Text(100)
	return Copy{path: tracked.Get("path").Text(8192), Text: func() string {
		text := textOf(name)
		if fmt.Sprintf("%x", sha256.Sum256([]byte(text))) != sum {
			return ""
		}
		return text
	}}, true
}

// textOf returns the text of a regular file, "" when it cannot be read or is longer than a text may be.
func textOf(path string) string {
	src, err := source.OpenFile(path)
	if err != nil {
		return ""
	}

	defer func() { _ = src.Close() }()
	size := src.Snapshot().Size
	if size > record.TextLimit {
		return ""
	}
	text, err := io.ReadAll(io.NewSectionReader(src, 0, size))
	if err != nil {
		return ""
	}
	return string(text)
}
