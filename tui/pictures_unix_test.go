//go:build linux || darwin

package tui_test

import (
	"flag"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"eyeline/reader/longtest"
	"eyeline/reader/transcript/transcripttest"
	"eyeline/tui/internal/vt"
)

// picture is a real screen of the program: some are in the README and the topics, the others show how files look at
// rest.
type picture struct {
	name          string
	width, height int
	keys          []string
	args          []string
	sees          string
	// transcript: a recorded run is shown, beside the folder as it was before, instead of a file.
	transcript bool
}

var pictures = []picture{
	{"first-screen", 84, 22, nil, []string{"--limit", "11"}, "tokens", false},
	{"block", 110, 26, nil, []string{"--mode", "block", "--max-levels", "2", "--why", "--anchor-line", "47"}, "func Server.Handle: whole", false},
	{"compare", 110, 26, []string{"C", "gemini", "\r"}, []string{"--limit", "20"}, "send the same", false},
	{"options", 110, 26, []string{"C", "other", "\r", "-"}, []string{"--mode", "block", "--anchor-line", "47"}, "+ L38: func (s *Server)", false},
	{"file-80x24", 80, 24, nil, nil, "tokens", false},
	{"file-120x40", 120, 40, nil, nil, "tokens", false},
	{"file-40x10", 40, 10, nil, nil, "tokens", false},
	{"transcript-files", 100, 17, []string{"\x18"}, nil, "crlf.txt", true},
	{"transcript-file", 120, 20, []string{"README", "\r", "sees:· not sent", "}"}, nil, "call 14", true},
}

// TestPictures checks that the pictures are what the program draws; -update draws them again.
func TestPictures(t *testing.T) {
	longtest.SkipUnlessLong(t)
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pictures {
		for _, background := range []string{"dark", "light"} {
			t.Run(p.name+"-"+background, func(t *testing.T) { p.check(t, path, background) })
		}
	}
}

func (p picture) check(t *testing.T, program, background string) {
	args := append([]string{"--background", background, "--color", "always", "--mouse=false"}, p.args...)
	first := "tokens"
	if p.transcript {
		t.Setenv("TZ", "UTC")
		args = append([]string{"transcript", transcripttest.Sample(t, transcripttest.Claude), "--root", "testdata/transcripts/workspace-before"}, args...)
		first = "edits blind"
	} else {
		args = append(args, "testdata/samples/server.go")
	}
	cmd := exec.Command(program, args...)
	cmd.Dir = ".."
	s := startSized(t, cmd, nil, nil, p.width, p.height)
	s.sees(first)
	for _, k := range p.keys {
		if seen, ok := strings.CutPrefix(k, "sees:"); ok {
			s.sees(seen)
		} else {
			s.keys(k)
		}
	}
	s.sees(p.sees)
	drawn := func() string {
		s.mu.Lock()
		defer s.mu.Unlock()
		if p.name == "first-screen" {
			return labelled(svg(s.screen, background), s.screen, background)
		}
		return svg(s.screen, background)
	}
	comparePicture(t, p.name+"-"+background, drawn)
}

// labels are the words beside the first screen, each for the first row below the last label's that has its letters; ""
// is the last row.
var labels = []struct{ letters, words string }{
	{"server.go", "the file; the tool, and how it reads"},
	{"import", "a bar: the model gets this line"},
	{"New", "no bar, dimmed: it does not"},
	{"tokens", "all that the model gets and loses"},
	{"", "the keys that matter now"},
}

// labelled puts the labels beside a picture.
func labelled(picture string, screen *vt.Screen, background string) string {
	colour := map[string]string{"dark": "#d29922", "light": "#9a6700"}[background]
	grid := screen.Grid()
	left := float64(len(grid[0]))*cellWidth + 2*margin
	var words strings.Builder
	y := 0
	for _, l := range labels {
		for ; y < len(grid)-1; y++ {
			row := ""
			for _, cell := range grid[y] {
				row += cell.Text
			}
			if l.letters != "" && strings.Contains(row, l.letters) {
				break
			}
		}
		fmt.Fprintf(&words, `<text x="%.1f" y="%.1f">← %s</text>`+"\n", left, margin+float64(y)*cellHeight+13.5, l.words)
	}
	wide := strings.NewReplacer(fmt.Sprintf(`width="%.0f"`, left), fmt.Sprintf(`width="%.0f"`, left+labelWidth),
		fmt.Sprintf(`viewBox="0 0 %.0f`, left), fmt.Sprintf(`viewBox="0 0 %.0f`, left+labelWidth),
		"</svg>", fmt.Sprintf(`<g font-family="system-ui,sans-serif" font-size="14" fill="%s">`+"\n%s</g>\n</svg>", colour, words.String()))
	return wide.Replace(picture)
}

// In pixels.
const cellWidth, cellHeight, margin, labelWidth = 8.4, 18.0, 12.0, 250.0

// comparePicture waits until what is drawn is the picture of a name, or with -update keeps it as that.
func comparePicture(t *testing.T, name string, drawn func() string) {
	t.Helper()
	path := filepath.Join("..", "testdata", "pictures", name+".svg")
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second) // colours come last
		if err := os.WriteFile(path, []byte(drawn()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for tries := 0; drawn() != string(want) && tries < 500; tries++ {
		time.Sleep(20 * time.Millisecond)
	}
	if drawn() != string(want) {
		t.Errorf("%s is not what the program draws; go test ./tui -run Pictures -update draws it again", path)
	}
}

// svg draws a screen with the colours that it is styled in.
func svg(screen *vt.Screen, background string) string {
	grid := screen.Grid()
	fore, back := "#e6edf3", "#0d1117"
	if background == "light" {
		fore, back = "#1f2328", "#ffffff"
	}
	var b strings.Builder
	w, h := float64(len(grid[0]))*cellWidth+2*margin, float64(len(grid))*cellHeight+2*margin
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f">`+"\n", w, h, w, h)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="6" fill="%s"/>`+"\n", back)
	fmt.Fprintf(&b, `<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="14" fill="%s">`+"\n", fore)
	var texts strings.Builder
	for y, row := range grid {
		top, filled := margin+float64(y)*cellHeight, 0
		behind := func(x int) string { return styleOf(row[x].Style, fore, back).back }
		for x := 1; x <= len(row); x++ {
			if x < len(row) && behind(x) == behind(filled) {
				continue
			}
			if colour := behind(filled); colour != "" {
				fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`+"\n", margin+float64(filled)*cellWidth, top, float64(x-filled)*cellWidth, cellHeight, colour)
			}
			filled = x
		}
		for x := 0; x < len(row); {
			end := x
			var text strings.Builder
			for end < len(row) && (row[end].Style == row[x].Style || row[end].Text == " " && behind(end) == behind(x)) {
				text.WriteString(row[end].Text)
				end++
			}
			// Blanks at the ends are left out, since not every program that draws such a file keeps them; those between
			// words must not collapse.
			bare := strings.TrimLeft(text.String(), " ")
			left := margin + float64(x+text.Len()-len(bare))*cellWidth
			if s := strings.ReplaceAll(strings.TrimRight(bare, " "), " ", "\u00a0"); s != "" {
				k := styleOf(row[x].Style, fore, back)
				fmt.Fprintf(&texts, `<text x="%.1f" y="%.1f" textLength="%.1f"%s>%s</text>`+"\n", left, top+13.5, float64(len([]rune(s)))*cellWidth, k.attributes, html.EscapeString(s))
			}
			x = end
		}
	}
	b.WriteString(texts.String())
	b.WriteString("</g>\n</svg>\n")
	return b.String()
}

type svgStyle struct{ attributes, back string }

// styleOf reads the sequences of a style.
func styleOf(style, fore, back string) svgStyle {
	var params []int
	for _, seq := range strings.Split(style, "\x1b[") {
		for _, p := range strings.Split(strings.TrimSuffix(seq, "m"), ";") {
			if n, err := strconv.Atoi(p); err == nil {
				params = append(params, n)
			}
		}
	}
	var k svgStyle
	front, behind, bold, italic, reverse := "", "", false, false, false
	for i := 0; i < len(params); i++ {
		switch v := params[i]; {
		case v == 1:
			bold = true
		case v == 3:
			italic = true
		case v == 7:
			reverse = true
		case (v == 38 || v == 48) && i+4 < len(params) && params[i+1] == 2:
			colour := fmt.Sprintf("#%02x%02x%02x", params[i+2], params[i+3], params[i+4])
			if v == 38 {
				front = colour
			} else {
				behind = colour
			}
			i += 4
		}
	}
	if reverse {
		if front == "" {
			front = fore
		}
		if behind == "" {
			behind = back
		}
		front, behind = behind, front
	}
	if front != "" {
		k.attributes += fmt.Sprintf(` fill="%s"`, front)
	}
	if bold {
		k.attributes += ` font-weight="bold"`
	}
	if italic {
		k.attributes += ` font-style="italic"`
	}
	k.back = behind
	return k
}
