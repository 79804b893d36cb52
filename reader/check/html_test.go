package check

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"eyeline/reader/internal/page"
	"eyeline/reader/longtest"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
)

// The page is well-formed, needs nothing from elsewhere, runs nothing, and obeys no name of a file.
func TestHTML(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "no file can have these names")
	dir := tree(t, map[string]string{
		`<script>alert(1)</script>&"'.txt`: "x\u202ey\n",
		"long.txt":                         strings.Repeat("a line of text, of which there are many\n", 5000),
		"wide.txt":                         strings.Repeat("x", 9000) + "\n" + strings.Repeat("y\n", 100),
	})
	text := written(t, Options{Paths: []string{dir}}, WriteHTML).String()
	d := xml.NewDecoder(strings.NewReader(text))
	tags, rects := map[string]int{}, 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in %.300s", err, text)
		}
		if tag, ok := token.(xml.StartElement); ok {
			tags[tag.Name.Local]++
			for _, a := range tag.Attr {
				if a.Name.Local == "src" || a.Name.Local == "href" || strings.HasPrefix(a.Name.Local, "on") {
					t.Errorf("%s has %s", tag.Name.Local, a.Name.Local)
				}
				if a.Name.Local == "x" {
					rects++
				}
			}
		}
	}
	if tags["script"] > 0 || tags["link"] > 0 || tags["img"] > 0 || strings.Contains(text, "url(") || strings.Contains(text, "http") {
		t.Errorf("%v", tags)
	}
	// Of each file a strip for each of six tools that do not give all of it; it has two parts where the middle is cut.
	if tags["svg"] != 10 || rects < 10 {
		t.Errorf("%d strips of %d parts", tags["svg"], rects)
	}
	for _, want := range []string{
		"prefers-color-scheme: dark", "&lt;script&gt;alert(1)", "RIGHT-TO-LEFT OVERRIDE", "long.txt:", "3 findings, of which 1 error",
		"whole by ", "tokens of first calls",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
	if strings.ContainsAny(text, "\u202e\x1b") {
		t.Error("a character that nobody sees is on the page")
	}
}

// A strip shows what is given: without what is cut out of a line, and nothing where a tool refuses.
func TestStrips(t *testing.T) {
	t.Parallel()
	lines, width := int64(5), int64(6)
	dir := tree(t, map[string]string{"f.txt": strings.Repeat("012345678\n", 10)})
	g := run(t, Options{Paths: []string{dir}, Tools: append(lookup(t, "claude_code"), firstLines(&lines, &width))})
	if len(g.Worst) != 1 || len(g.Worst[0].strips) != 2 {
		t.Fatalf("%+v", g.Worst)
	}
	whole, part := g.Worst[0].strips[0], g.Worst[0].strips[1]
	if len(whole.Parts) != 1 || whole.Parts[0] != (page.Part{From: 0, To: 1}) || whole.Said != "whole, 100%" {
		t.Errorf("%+v", whole)
	}
	if n := len(part.Parts); n != 6 || part.Parts[0] != (page.Part{From: 0, To: 0.06}) || part.Parts[1] != (page.Part{From: 0.09, To: 0.16}) || part.Said != "partial, 35%" {
		t.Errorf("%+v", part)
	}
}

// The files that lose most are named, those that lose more first, and no file that loses nothing, however long it is.
func TestTheWorstAreShown(t *testing.T) {
	t.Parallel()
	lines, width := int64(5), int64(0)
	dir := tree(t, map[string]string{
		"few.txt": strings.Repeat("012345678\n", 10), "many.txt": strings.Repeat("012345678\n", 20),
		"whole.txt": strings.Repeat(strings.Repeat("x", 1000)+"\n", 5),
	})
	var got []string
	for _, f := range run(t, Options{Paths: []string{dir}, Tools: []*tools.Tool{firstLines(&lines, &width)}}).Worst {
		got = append(got, filepath.Base(f.Path))
	}
	if want := []string{"many.txt", "few.txt"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A browser shows the page as it is: every finding has a row, every strip is drawn, and nothing is asked of elsewhere.
func TestTheReportInABrowser(t *testing.T) {
	t.Parallel()
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
		}
	}
	if browser == "" || !longtest.IsRequested() {
		t.Skip("there is no Chromium to look at the page with")
	}
	dir := tree(t, map[string]string{
		"long.txt": strings.Repeat("a line of text, as long as they are in files\n", 3000), "<b>&.txt": "tw\u200bo\n",
	})
	page := filepath.Join(t.TempDir(), "report.html")
	r := run(t, Options{Paths: []string{dir}})
	var text bytes.Buffer
	if err := errors.Join(WriteHTML(&text, r), os.WriteFile(page, text.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	dom, err := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu",
		"--user-data-dir="+t.TempDir(), "--dump-dom", "file://"+page).Output()
	if err != nil || len(dom) == 0 {
		t.Skipf("the browser does not start: %v", err)
	}
	shown := string(dom)
	if n := len(regexp.MustCompile(`<tr class="[a-z]`).FindAllString(shown, -1)); n != len(r.Findings) || n == 0 {
		t.Errorf("%d rows of %d findings", n, len(r.Findings))
	}
	if n := strings.Count(shown, "<svg "); n != len(r.Agents) {
		t.Errorf("%d strips of %d tools", n, len(r.Agents))
	}
	if !strings.Contains(shown, "&lt;b&gt;&amp;.txt") || regexp.MustCompile(`(src|href)=|url\(|@import|\\n`).MatchString(shown) {
		t.Errorf("the page is %s", shown)
	}
}
