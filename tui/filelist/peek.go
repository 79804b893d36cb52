package filelist

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/each"
	"eyeline/reader/source"
	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/draw"
	"eyeline/tui/jobs"
	"eyeline/tui/list"
	"eyeline/tui/overlay"
)

// peek is what the selected file of a folder begins with; it is shown where no file is on the screen yet.
type peek struct {
	Name  string
	Lines []string // safe to draw
}

// Rows draw it on a canvas; without anything read it has no rows.
func (p peek) Rows(c draw.Canvas) []string {
	if p.Name == "" {
		return nil
	}
	rows := []string{c.PanelTitle("first lines of "+p.Name, "")}
	for _, line := range p.Lines {
		rows = append(rows, c.Line(themes.Text, " "+line))
	}
	return rows
}

const (
	// peekSize is how many bytes of a file are looked at, and peekLines how many of its lines are shown.
	peekSize  = 16 << 10
	peekLines = 100
)

// peekInto has the first lines of what is selected in a list read in the background, of a folder on the disk.
func (fs *Files) peekInto(l *overlay.ListPanel, folder string) {
	l.Selects = func(i list.Item) tea.Cmd {
		path := filepath.Join(folder, filepath.FromSlash(i.Name))
		if i.Name == checkItem || i.Name == aboveItem {
			fs.Peeked = peek{}
			return nil
		}
		return jobs.Ask(fs.jobs, jobs.Peek, func(context.Context) peek {
			return peek{Name: cells.Sanitize(i.Name), Lines: firstLines(path)}
		}, func(p peek) tea.Cmd {
			fs.Peeked = p
			return nil
		})
	}
}

// firstLines are the first lines of a file, or the names in a folder; a file without any has the reason in brackets.
func firstLines(path string) []string {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return each.Of(append(Names(path, "", false), Names(path, "", true)...), cells.Sanitize)
	}
	f, _, err := source.OpenRegular(path)
	if err != nil {
		return []string{"(" + cells.Sanitize(err.Error()) + ")"}
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, peekSize))
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return []string{"(" + cells.Sanitize(err.Error()) + ")"}
	case bytes.IndexByte(head, 0) >= 0:
		return []string{"(not text)"}
	case len(head) == 0:
		return []string{"(the file is empty)"}
	}
	lines := strings.SplitN(strings.TrimSuffix(string(head), "\n"), "\n", peekLines+1)
	return each.Of(lines[:min(len(lines), peekLines)], func(line string) string {
		return cells.Sanitize(strings.ReplaceAll(strings.TrimSuffix(line, "\r"), "\t", "    "))
	})
}
