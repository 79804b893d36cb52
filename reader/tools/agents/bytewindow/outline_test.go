package bytewindow

import (
	"strconv"
	"strings"
	"testing"

	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"

	"eyeline/reader/window"
)

func TestOutlineWithoutSymbols(t *testing.T) {
	const hint = "\n\nRead a part with start_line and end_line, or page with start_byte and max_bytes."
	// The 1024th byte is inside the character that begins at byte 1023.
	text := strings.Repeat("x", 1023) + "é\n" + strings.Repeat("y\n", 10000)
	got, _, refused := toolstest.Ask(t, Tool, tools.Env{Stream: toolstest.View(text)}, `{"path":"notes.txt"}`)
	want := "[outline file_bytes=21026 total_lines=10001 symbols=0]\n" + strings.Repeat("x", 1023) + hint
	if refused || got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
	// Bytes that are not UTF-8 are shown as in any content.
	text = "\xff" + strings.Repeat("z", 20000)
	got, _, _ = toolstest.Ask(t, Tool, tools.Env{Stream: toolstest.View(text)}, `{"path":"notes.txt"}`)
	want = "[outline file_bytes=20001 total_lines=1 symbols=0]\n\uFFFD" + strings.Repeat("z", 1023) + hint
	if got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
	for size, outlined := range map[int]bool{16384: false, 16385: true} {
		got, _, _ := toolstest.Ask(t, Tool, tools.Env{Stream: toolstest.View(strings.Repeat("w", size))}, `{"path":"notes.txt"}`)
		if strings.HasPrefix(got, "[outline ") != outlined {
			t.Errorf("%d bytes give %.60q", size, got)
		}
	}
}

func TestOutlineListsSymbols(t *testing.T) {
	filler := strings.Repeat("// filler\n", 2000)
	text := "package p\n\ntype T struct{}\n\nfunc (T) M() {\n\tprintln()\n}\n" + filler
	got, _, refused := toolstest.Ask(t, Tool, tools.Env{Stream: toolstest.View(text)}, `{"path":"p.go"}`)
	want := "[outline file_bytes=" + strconv.Itoa(len(text)) + " total_lines=2007 symbols=2]\n" +
		"type T struct{} [L3]\nfunc (T) M() { [L5-7]" +
		"\n\nRead a part with start_line and end_line, or page with start_byte and max_bytes."
	if refused || got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}

	// Nesting is one space a level.
	text = "class A:\n    def b(self):\n        return 1\n\ndef c():\n    return 2\n" + strings.Repeat("# filler\n", 2000)
	got, _, _ = toolstest.Ask(t, Tool, tools.Env{Stream: toolstest.View(text)}, `{"path":"p.py"}`)
	lines := strings.Split(got, "\n")
	if len(lines) < 4 || !strings.HasPrefix(lines[1], "class A: [L1-") || !strings.HasPrefix(lines[2], " def b(self): [L2-") ||
		!strings.HasPrefix(lines[3], "def c(): [L5-") {
		t.Errorf("got %q", got)
	}
}

func TestOutlineCountsTheSymbolsBeyondTheCap(t *testing.T) {
	var text strings.Builder
	text.WriteString("package p\n")
	for i := range 1003 {
		text.WriteString("\nfunc f" + strconv.Itoa(i) + "() {\n}\n")
	}
	r, err := Tool.Read(t.Context(), tools.Env{Stream: toolstest.View(text.String())}, []byte(`{"path":"p.go"}`))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	stats, err := r.Render(t.Context(), &b)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(b.String(), "\n")
	// The header, 1000 symbols, how many more, an empty line, the hint.
	if len(got) != 1004 || !strings.HasSuffix(got[0], " total_lines=3010 symbols=1003]") || got[1000] != "func f999() { [L3000-3001]" ||
		got[1001] != "… 3 more symbols" || got[1002] != "" {
		t.Errorf("%d lines: %q … %q", len(got), got[0], got[len(got)-4:])
	}
	if r.Window.Kind != window.Outline || r.Window.TotalLines != 3010 || stats.Runs != nil || stats.Lines != 0 {
		t.Errorf("%+v, %+v", r.Window, stats)
	}
}
