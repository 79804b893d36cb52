package tui

import (
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"eyeline/keymap"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/themes"
	"eyeline/tui/file/document"
	"eyeline/tui/file/toolpanels"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/keypress"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/options"
)

// What the viewer starts with, under short names.
type (
	Options    = options.Options
	Start      = options.Start
	Transcript = options.Transcript
)

// everyTool is every tool there is.
var everyTool = tools.AllVersions()

// withEveryTool puts all tools on the list for a test. For each of them the viewer counts the calls that read the file,
// so that a test of some tools on a long file takes those alone, by withTools.
func withEveryTool(t *testing.T) {
	t.Helper()
	withMore(t, func(*tools.Tool) bool { return true })
}

// withTools adds tools to the few on the list for a test.
func withTools(t *testing.T, names ...string) {
	t.Helper()
	withMore(t, func(tool *tools.Tool) bool { return slices.Contains(names, tool.Name) })
}

// withMore adds those of all tools that is takes and that are not on the list yet.
func withMore(t *testing.T, is func(*tools.Tool) bool) {
	t.Helper()
	more := slices.DeleteFunc(slices.Clone(everyTool), func(tool *tools.Tool) bool {
		_, listed := tools.Lookup(tool.Name)
		return listed || !is(tool)
	})
	t.Cleanup(tools.Register(more...))
}

// allTools brings back every tool that is registered.
var allTools func()

// What is drawn of a list of tools does not change with every tool that is added.
func init() { keepFew() }

func keepFew() {
	allTools = tools.KeepTools("codex", "sage", "open_file", "byte_window")
	if t, ok := tools.Lookup("codex"); ok {
		t.Origin.Use = "" // what is drawn does not change when an agent drops its tool
	}
}

// updating says that golden screens are to be written again: -update, a flag of the test library.
func updating() bool {
	f := flag.Lookup("update")
	return f != nil && f.Value.String() == "true"
}

// screen drives a Model as Bubble Tea does, in a synctest bubble: commands run in goroutines, and the screen settles
// when all of them have answered or wait for the file.
type screen struct {
	t      *testing.T
	m      *model
	msgs   chan tea.Msg
	quit   bool
	copied []string
	last   string            // the view checked last
	drawn  func(view string) // gets each view; may be nil
	after  func(view string) // gets the view after each message, also where it is as before; may be nil
	seen   func(msg tea.Msg) // gets each message before it is handled; may be nil
}

// onScreen runs a test of the viewer on a file at a size.
func onScreen(t *testing.T, path string, width, height int, change func(*Options), test func(*screen)) {
	t.Helper()
	onDocument(t, func(o Options) (*document.Document, error) {
		return document.Open(path, document.Options{Root: o.Root, Limit: o.Input.SpoolLimit})
	}, width, height, func(o *Options) {
		o.Paths = []string{path}
		if change != nil {
			change(o)
		}
	}, test)
}

// writer feeds a stream: what is written arrives at once, nil ends the input, an error breaks it.
type writer struct {
	parts chan []byte
	fault error
	rest  []byte
}

func (w *writer) Read(p []byte) (int, error) {
	if len(w.rest) == 0 {
		part, more := <-w.parts
		if !more {
			if w.fault != nil {
				return 0, w.fault
			}
			return 0, io.EOF
		}
		w.rest = part
	}
	n := copy(p, w.rest)
	w.rest = w.rest[n:]
	return n, nil
}

// onStream runs a test of the viewer on an input that is written while it is shown. The input ends with the test.
func onStream(t *testing.T, width, height int, change func(*Options), test func(s *screen, write func(string), end func(error))) {
	t.Helper()
	var w *writer
	ended := false
	onDocument(t, func(o Options) (*document.Document, error) {
		w = &writer{parts: make(chan []byte, 16)}
		src, err := source.Spool("-", w, source.SpoolOptions{Limit: o.Input.SpoolLimit, Ahead: o.Input.ReadAhead})
		if err != nil {
			return nil, err
		}
		return document.FromInput(src, document.Options{Limit: o.Input.SpoolLimit, Ahead: o.Input.ReadAhead}), nil
	}, width, height, change, func(s *screen) {
		end := func(err error) {
			if !ended {
				ended, w.fault = true, err
				close(w.parts)
			}
			s.later()
		}
		defer func() { end(nil) }()
		test(s, func(text string) { w.parts <- []byte(text); s.later() }, end)
	})
}

func onDocument(t *testing.T, open func(Options) (*document.Document, error), width, height int, change func(*Options), test func(*screen)) {
	t.Helper()
	startClock()
	synctest.Test(t, func(t *testing.T) {
		s := &screen{t: t, msgs: make(chan tea.Msg, 1024)}
		opts := Options{
			Request: toolrequest.New(),
			Panes:   "file", Drawing: cells.Drawing{TabWidth: 4},
			Keys: keymap.Default(),
		}
		opts.Copying.By(func(text string) error { s.copied = append(s.copied, text); return nil })
		theme, err := themes.New(themes.DefaultDark, themes.None)
		if err != nil {
			t.Fatal(err)
		}
		opts.Theme = theme
		if change != nil {
			change(&opts)
		}
		doc, err := open(opts)
		if err != nil {
			t.Fatal(err)
		}
		s.m = newModel(opts, doc)
		defer func() {
			s.m.close()
			time.Sleep(time.Minute) // of the bubble's own time, for what only waits for a moment
			synctest.Wait()
		}()
		s.run(s.m.Init())
		s.send(tea.WindowSizeMsg{Width: width, Height: height})
		s.settle()
		test(s)
	})
}

func (s *screen) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() { s.msgs <- cmd() }()
}

func (s *screen) send(msg tea.Msg) {
	if s.seen != nil {
		s.seen(msg)
	}
	switch msg := msg.(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			s.run(c)
		}
	case tea.QuitMsg:
		s.quit = true
	default:
		_, cmd := s.m.Update(msg)
		s.check()
		s.run(cmd)
	}
}

// stillness is how long nothing happens, in the bubble's own time, before a screen is taken for settled.
const stillness = 220 * time.Millisecond

// settle runs until nothing happens any more.
func (s *screen) settle() {
	for {
		synctest.Wait()
		select {
		case msg := <-s.msgs:
			s.send(msg)
			continue
		default:
		}
		time.Sleep(stillness)
		synctest.Wait()
		if len(s.msgs) == 0 {
			return
		}
	}
}

// later lets some of the bubble's time pass, for what looks at the file now and then.
func (s *screen) later() {
	for range 8 {
		time.Sleep(stillness)
		s.settle()
	}
}

// listing is the palette.
type listing interface{ Listed() *list.List }

// typing reports whether something over the panes takes letters as text.
func typing(m *model) bool {
	if !m.overlays.Any() {
		return false
	}
	switch o := m.overlays.Top().(type) {
	case listing, *overlay.Prompt, *overlay.ListPanel, *overlay.Letter, *overlay.Question:
		return true
	case *toolpanels.OptionsPanel:
		return o.Typing
	}
	return false // the help, the facts, and menus
}

// key makes the message of a key as the keymap names it.
func key(name string) tea.KeyMsg { return keypress.Of(name) }

// keys types keys one after the other, each once the last has had its effect. Words in quotes are typed rune by rune.
func (s *screen) keys(names ...string) {
	for _, name := range names {
		if text, ok := strings.CutPrefix(name, "type:"); ok {
			for _, r := range text {
				s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
			}
		} else {
			s.send(key(name))
		}
		s.settle()
	}
}

// check checks what is true of every screen: exact rows, exact widths, no control character.
func (s *screen) check() {
	s.t.Helper()
	view := s.m.View()
	if s.after != nil {
		s.after(view)
	}
	if view != s.last {
		checkRows(s.t, s.m, view, s.last)
		s.last = view
		if s.drawn != nil && view != "" {
			s.drawn(view)
		}
	}
}

func checkView(t *testing.T, m *model) {
	t.Helper()
	checkRows(t, m, m.View(), "")
}

// checkRows checks a view: its layout, how many rows it has, and that each row is as wide as the terminal and holds no
// control character. A row that is where it was in the view checked before, of as many cells, is not looked at again.
func checkRows(t *testing.T, m *model, view, before string) {
	t.Helper()
	if !m.ready || m.leaving {
		return
	}
	if now := m.file.Panes.Arrangement().Areas(); *m.file.Panes.Areas() != now {
		t.Fatalf("the areas are those of another layout:\n%+v\nnow:\n%+v", m.file.Panes.Areas(), now)
	}
	rows := strings.Split(view, "\n")
	if len(rows) != m.height+m.below {
		t.Fatalf("%d rows on a terminal of %d:\n%s", len(rows), m.height+m.below, view)
	}
	checked := strings.Split(before, "\n")
	if len(checked) != len(rows) || cells.Width(checked[0]) != m.width {
		checked = nil
	}
	for i, row := range rows {
		if checked != nil && row != "" && row == checked[i] {
			continue
		}
		bare := ansi.Strip(row)
		if w := cells.Width(bare); w != m.width && (i < m.height || w > 0) {
			t.Fatalf("row %d is %d cells wide of %d: %q", i, w, m.width, row)
		}
		for _, r := range bare {
			if r < 0x20 || r >= 0x7F && r < 0xA0 || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 || r == 0xFEFF {
				t.Fatalf("row %d holds %U: %q", i, r, row)
			}
		}
	}
}

// text is the screen without styles and trailing blanks.
func (s *screen) text() string {
	rows := strings.Split(ansi.Strip(s.m.View()), "\n")
	for i := range rows {
		rows[i] = strings.TrimRight(rows[i], " ")
	}
	return strings.Join(rows, "\n") + "\n"
}

func (s *screen) has(parts ...string) {
	s.t.Helper()
	for _, p := range parts {
		if !strings.Contains(s.text(), p) {
			s.t.Fatalf("the screen lacks %q:\n%s", p, s.text())
		}
	}
}

func (s *screen) lacks(parts ...string) {
	s.t.Helper()
	for _, p := range parts {
		if strings.Contains(s.text(), p) {
			s.t.Fatalf("the screen has %q:\n%s", p, s.text())
		}
	}
}

// golden compares a screen with testdata/screens/NAME.txt; -update writes it.
func (s *screen) golden(name, got string) {
	s.t.Helper()
	path := filepath.Join("..", "testdata", "screens", name+".txt")
	if updating() {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			s.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			s.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		s.t.Fatal(err)
	}
	got = strings.ReplaceAll(got, filepath.FromSlash("../testdata/samples/"), "../testdata/samples/")
	if got != string(want) {
		s.t.Errorf("%s differs; -update writes it again\n got:\n%s\nwant:\n%s", name, got, want)
	}
}

// sample is the file that most screens show.
func sample(t *testing.T) string {
	t.Helper()
	return filepath.Join("..", "testdata", "samples", "server.go")
}

// written makes a file with the given text.
func written(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
