package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/tui/file/pane"
)

// wideTable is a file with a table of n rows below its head, wider than 80 columns.
func wideTable(t *testing.T, n int) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("id     name       ")
	for c := range 12 {
		fmt.Fprintf(&b, "column %-4d", c)
	}
	b.WriteString("\n")
	for i := range n {
		fmt.Fprintf(&b, "%-6d name %-5d ", i, i)
		for c := range 12 {
			fmt.Fprintf(&b, "%-11d", i*100+c)
		}
		b.WriteString("\n")
	}
	path := filepath.Join(t.TempDir(), "table.txt")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestHeaderStays: the first line and the first columns stay where they are, at the start, in the middle and at the end
// of the text, with a tool and without one.
func TestHeaderStays(t *testing.T) {
	t.Parallel()
	path := wideTable(t, 5000)
	for name, set := range map[string]func(*Options){
		"pager": func(o *Options) { o.NoTool, o.Long.Chop = true, true },
		"tool":  func(o *Options) { o.Request = o.Request.Sized(100) },
	} {
		t.Run(name, func(t *testing.T) {
			onScreen(t, path, 80, 12, func(o *Options) { set(o); o.Header = pane.Header{Lines: 1, Columns: 18} }, func(s *screen) {
				s.golden("header-"+name+"-start", s.text())
				s.keys(" ", "j")
				s.has("id     name       column 0")
				s.keys("right")
				s.lacks("column 0 ")
				s.golden("header-"+name, s.text())
				s.keys("G")
				s.has("id     name       ", "4999   name 4999 ")
				s.keys("type:/name 3000 ", "enter")
				s.has("id     name       ", "3000   name 3000 ")
				s.keys("g")
				s.has("id     name       ")
			})
		})
	}
}

// TestHeaderCommand turns it on, off, and says what cannot be.
func TestHeaderCommand(t *testing.T) {
	t.Parallel()
	onScreen(t, wideTable(t, 500), 80, 12, withoutTool, func(s *screen) {
		s.keys("type::header 2", "enter", "G")
		s.has("id     name       column 0", "0      name 0     ", "499    name 499")
		s.keys("type::header 0", "enter")
		s.lacks("id     name       column 0")
		s.keys("type::header x", "enter")
		s.has(":header takes lines or lines,columns, each up to 1000, not \"x\"")
	})
}
