package filelist

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/decode"
	"eyeline/reader/lists"
	"eyeline/reader/source"
	"eyeline/themes"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/jobs"
)

// peek is what the selected file of a folder begins with, or the names in a selected folder; it is shown in the place
// of the file on the screen, if there is one.
type peek struct {
	Title string   // what the lines are; "" where nothing has been read
	Lines []string // safe to draw
}

// Rows draw it on a canvas, in height rows; without anything read it has no rows.
func (p peek) Rows(c draw.Canvas, height int) []string {
	if p.Title == "" || height < 1 {
		return nil
	}
	rows := []string{c.PanelTitle(p.Title, "")}
	for _, line := range p.Lines[:min(len(p.Lines), height-1)] {
		rows = append(rows, c.Line(themes.Text, " "+line))
	}
	return draw.Fill(rows, height, c.Width)
}

const (
	// peekSize is how many bytes of a text are looked at, and peekLines how many of its lines, or of the names in a
	// folder, are shown.
	peekSize  = 16 << 10
	peekLines = 100
)

// peekInto has the first lines of what is selected in a list read in the background, of a folder on the disk. A row
// that stands for no file, whose path is "", has none.
func (fs *Files) peekInto(path string) tea.Cmd {
	if path == "" {
		fs.forgetPeek()
		return nil
	}
	return jobs.Ask(fs.jobs, jobs.Peek, func(context.Context) peek { return peekAt(path) }, func(p peek) tea.Cmd {
		fs.Peeked = p
		return nil
	})
}

// forgetPeek shows the lines of no file, and not those that are still read.
func (fs *Files) forgetPeek() {
	fs.jobs.End(jobs.Peek)
	fs.Peeked = peek{}
}

// peekAt are the first lines of a file, or the names in a folder, those without a point at their beginning first; a
// sentence in brackets says why nothing is there.
func peekAt(path string) peek {
	base := cells.Sanitize(filepath.Base(path))
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return peek{Title: "names in " + base + "/", Lines: namesIn(path)}
	}
	return peek{Title: "first lines of " + base, Lines: firstLines(path)}
}

// namesIn are the names in a folder.
func namesIn(folder string) []string {
	entries, err := os.ReadDir(folder)
	switch {
	case err != nil:
		return inBrackets(err.Error())
	case len(entries) == 0:
		return inBrackets("the folder is empty")
	}

	hidden := func(e os.DirEntry) int {
		if strings.HasPrefix(e.Name(), ".") {
			return 1
		}
		return 0
	}

	slices.SortStableFunc(entries, func(a, b os.DirEntry) int { return cmp.Compare(hidden(a), hidden(b)) })
	return lists.Map(entries[:min(len(entries), peekLines)], func(e os.DirEntry) string {
		if e.IsDir() {
			return cells.Sanitize(e.Name()) + "/"
		}
		return cells.Sanitize(e.Name())
	})
}

// firstLines are the first lines of a file as the viewer shows them: unpacked, and in UTF-8.
func firstLines(path string) []string {
	f, _, err := source.OpenRegular(path)
	if err != nil {
		return inBrackets(err.Error())
	}

	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, decode.HeadSize))
	if err != nil {
		return inBrackets(err.Error())
	}

	form := decode.Detect(head, len(head) < decode.HeadSize)
	in := decode.NewReader(io.MultiReader(bytes.NewReader(head), f), form)
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, peekSize))
	switch {
	case len(text) == 0 && err != nil && !errors.Is(err, io.EOF):
		return inBrackets(err.Error())
	case len(text) == 0:
		return inBrackets("the file is empty")
	case form.Binary || bytes.IndexByte(text, 0) >= 0:
		return inBrackets("not text")
	}

	lines := strings.SplitN(strings.TrimSuffix(string(text), "\n"), "\n", peekLines+1)
	return lists.Map(lines[:min(len(lines), peekLines)], func(line string) string {
		return cells.Sanitize(strings.ReplaceAll(strings.TrimSuffix(line, "\r"), "\t", "    "))
	})
}

// inBrackets is a sentence in the place of lines.
func inBrackets(why string) []string { return []string{"(" + cells.Sanitize(why) + ")"} }
