package agents

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"os"
	"strings"
	"testing"

	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
	"eyeline/reader/window"
)

// whatIsGiven is what a tool gives for a file of dir whose path alone is given, in the terms of tools.Kinds.
func whatIsGiven(t *testing.T, tool *tools.Tool, dir, name string) tools.AnswerKind {
	t.Helper()
	r, err := tool.Read(t.Context(), tools.Env{Root: dir, Home: dir}, tools.BuildArgs(tool, dir+"/"+name, nil))
	var refusal *tools.Error
	switch {
	case errors.As(err, &refusal):
		return tools.GivesRefusal
	case err != nil:
		t.Fatal(err)
	}
	defer r.Close()
	var content bytes.Buffer
	stats, err := r.Render(t.Context(), &content)
	switch {
	case err != nil:
		t.Fatal(err)
	case r.Kind != "":
		return tools.GivesMedia
	case content.Len() == 0:
		return tools.GivesNothing
	case r.FileBytes == 0: // what is said of an empty file is the tool's own
		return tools.GivesNotice
	case strings.Contains(content.String(), " 7f 45 4c 46 "), strings.Contains(content.String(), " 25 50 44 46 "):
		return tools.GivesHex
	case r.Window.Kind == window.Notice, stats.Lines == 0 && stats.NoticeLines > 0:
		return tools.GivesNotice
	}
	return tools.GivesText
}

// What a tool says of empty files, pictures, PDFs and binaries is what it gives for them.
func TestKindsAreWhatIsGiven(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "shells are not imitated, and one tool takes no absolute path")
	dir := toolstest.Tree(t, map[string]string{
		"picture.png": pngOf(t, 32, 32),
		"paper.pdf":   "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< >>\nendobj\n" + strings.Repeat("\x00\x01\x02", 40) + "\n%%EOF\n",
		"program":     "\x7fELF\x02\x01\x01" + strings.Repeat("\x00", 9) + "\x03\x00\x3e\x00\x01\x00\x00\x00" + strings.Repeat("\x00\x01\x02\x80\xff", 60),
	})
	if err := os.WriteFile(dir+"/empty.txt", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools.AllVersions() {
		got := tools.Kinds{
			Empty: whatIsGiven(t, tool, dir, "empty.txt"), Image: whatIsGiven(t, tool, dir, "picture.png"),
			PDF: whatIsGiven(t, tool, dir, "paper.pdf"), Binary: whatIsGiven(t, tool, dir, "program"),
		}
		if got != tool.Kinds {
			t.Errorf("%s gives %#v, and says %+v", tool.Name, got, tool.Kinds)
		}
	}
}

// pngOf is a picture in PNG of a size.
func pngOf(t *testing.T, width, height int) string {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
