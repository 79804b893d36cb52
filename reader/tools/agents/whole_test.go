package agents

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/access"
	"eyeline/reader/longtest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// What a tool is said to give whole by its limits, its default call gives whole: of the sources of Go, of the corpora,
// of hostile files, and of plain ones of sizes around the limits of the tools and with beginnings that tell types.
func TestWhatIsGivenWholeByLimitsIs(t *testing.T) {
	t.Parallel()
	longtest.SkipUnlessLong(t)
	files := append(goSources(t), hostileFiles(t)...)
	files = append(files, plainFiles(t)...)
	room := tools.NewRoom(1<<20, 4<<20)
	said := map[string]int{}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil || len(text) > 4<<20 {
			continue
		}
		for _, tool := range tools.AllVersions() {
			if givenWhole(t, tool, path, text, room) {
				said[tool.Name]++
			}
		}
		if t.Failed() {
			return
		}
	}
	for _, tool := range tools.AllVersions() {
		if said[tool.Name] < 3 && !tool.Masks {
			t.Errorf("%s is said to give only %d of %d files whole", tool.Name, said[tool.Name], len(files))
		}
	}
}

// givenWhole compares what is said of a tool and a file with the tool's default call, and reports whether anything is.
func givenWhole(t *testing.T, tool *tools.Tool, path string, text []byte, room *tools.Room) bool {
	t.Helper()
	opened, err := access.Open(t.Context(), path)
	if err != nil {
		return false
	}
	shared, err := tools.Share(path, opened, room)
	if err != nil {
		t.Fatal(err)
	}
	defer shared.Close()
	root, file := filepath.Dir(path), path
	if tool.Paths != tools.PathAbsolute {
		file = filepath.Base(path)
	}
	p, whole := tool.GivesWhole(tools.Env{Root: root, Shared: shared})
	if !whole {
		return false
	}
	lines := int64(bytes.Count(text, []byte("\n")))
	if want := (tools.PlainText{Size: int64(len(text)), Lines: lines, Longest: p.Longest, Tabs: int64(bytes.Count(text, []byte("\t")))}); p != want {
		t.Errorf("%s: %+v, not %+v", path, p, want)
	}
	args := string(tools.BuildArgs(tool, file, nil))
	r, err := tool.Read(t.Context(), tools.Env{Root: root}, []byte(args))
	if err != nil {
		t.Errorf("%s is said to give all of %s (%+v): %v", tool.Name, path, p, err)
		return true
	}
	defer r.Close()
	stats, err := r.Render(t.Context(), new(bytes.Buffer))
	spans := r.Window.Spans()
	altered := stats.Altered
	if p.Tabs > 0 {
		altered[tools.ExpandedTab], altered[tools.DroppedControl] = 0, 0
	}
	switch {
	case err != nil, r.Kind != "", r.Silent, r.NextArgs != nil, r.Window.Renumbered != 0, stats.Cut > 0, stats.Replaced > 0,
		len(spans) != 1 || spans[0].Start != 0 || spans[0].End != p.Size,
		stats.Lines != p.Lines && stats.Lines != p.Lines+1, altered != tools.Altered{}:
		t.Errorf("%s is said to give all of %s (%+v): %v, %+v, %+v\n%.100q", tool.Name, path, p, err, r, stats, text)
	}
	return true
}

// plainFiles are plain texts of many sizes, some in folders with files by which tools leave out others.
func plainFiles(t *testing.T) (files []string) {
	t.Helper()
	random := rand.New(rand.NewPCG(11, 4))
	beginnings := []string{
		"BM", "%PDF-1.7", "%!PS", "GIF89a", "MZ", "PK", "ID3", "OggS", "RIFF", "<?xml", "<svg>", "<html>", "{", "[1]", "---", "#!/bin/sh", "!<arch>",
		"{\\rtf1", "Rar!", "wOFF", "II*", "MM", "FWS", "8BPS", "BEGIN:VCARD", "version https://git-lfs", "\"", "solid x", "true", "# ", "//", "moov", "riff",
	}
	names := strings.Fields("go c h cc cpp hpp s py js jsx tsx rs rb java kt swift cs php sh css sql proto mod txt lua pl hs scala md json svg pdf png ts")
	dir := toolstest.Tree(t, map[string]string{
		"plain/": "", "gemini/.geminiignore": "*\n", "qwen/.qwenignore": "*\n", "agent/.agentignore": "*\n", "ai/.aiignore": "*\n",
		"roo/.rooignore": "*\n", "git/.git/HEAD": "", "git/.gitignore": "*\n", "rules/AGENTS.md": "Hello\n", "rules/GEMINI.md": "Hello\n",
	})
	folders := []string{"plain", "plain", "plain", "gemini", "qwen", "agent", "ai", "roo", "git", "rules"}
	for n := range 360 {
		var text strings.Builder
		if n%3 == 0 {
			text.WriteString(beginnings[n/3%len(beginnings)])
		}
		text.WriteString("beginning\n")
		most := []int{20, 99, 101, 990, 1010, 1990, 2010, 9000}[random.IntN(8)]
		length := []int{1, 5, 15, 30, 60, 490, 510, 1990, 2010}[random.IntN(9)]
		for range most - random.IntN(10) {
			if random.IntN(3) == 0 {
				text.WriteByte('\t')
			}
			text.WriteString(strings.Repeat("\"a\\é日<&>_ x"[:random.IntN(2)*9+1], 1+random.IntN(length)/4))
			if n%7 == 0 {
				text.WriteString(strings.Repeat("\tx", length/40))
			}
			text.WriteByte('\n')
			if text.Len() > 110_000 {
				break
			}
		}
		path := filepath.Join(dir, folders[random.IntN(len(folders))], fmt.Sprintf("f%d.%s", n, names[n%len(names)]))
		if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		files = append(files, path)
	}
	return files
}
