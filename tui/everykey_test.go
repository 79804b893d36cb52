package tui

import (
	"bytes"
	"compress/gzip"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/longtest"
	"eyeline/reader/source/revision"
	"eyeline/reader/systemtest"
	"eyeline/tui/file/document"
	"eyeline/tui/file/filelist"
	"eyeline/tui/file/layout"
	"eyeline/tui/internal/keytest"
	"eyeline/tui/kit/overlay"
)

// keyPlace is a place that takes keys: a screen, or something over one.
type keyPlace struct {
	name string
	// open are the keys that lead there from the file screen as it is after the start.
	open []string
	// over is the type of the topmost overlay then; "" for a screen without one.
	over string
	// change changes what the viewer starts with; nil for nothing.
	change func(*Options)
	// file is the path of the file that is shown; nil for the sample.
	file func(t *testing.T) string
}

var keyPlaces = []keyPlace{
	{name: "file"},
	{name: "file and model pane", open: []string{"p"}},
	{name: "model pane", open: []string{"p", "p"}},
	{name: "block", open: []string{"tab", "w"}},
	{name: "bytes", open: []string{"tab", "tab", "W"}},
	{name: "hex view", open: []string{"H"}},
	{name: "no tool", change: func(o *Options) { o.NoTool = true }},
	{name: "filter", open: []string{"&", "type:func", "enter"}},
	{name: "marked lines", open: []string{"V", "j", "j"}},
	{name: "comparison", open: []string{"C", "enter"}},
	{name: "unpacked", file: packedSample},
	{name: "help", open: []string{"h", "?"}, over: "topics"},
	{name: "palette", open: []string{"?"}, over: "palette"},
	{name: "palette, narrowed", open: []string{"h", "type:line"}, over: "palette"},
	{name: "command that is listed", open: []string{":", "type:e "}, over: "palette"},
	{name: "search", open: []string{"/"}, over: "Prompt"},
	{name: "command", open: []string{":"}, over: "Prompt"},
	{name: "filter prompt", open: []string{"&"}, over: "Prompt"},
	{name: "write", open: []string{"e"}, over: "Prompt"},
	{name: "shell", open: []string{"!"}, over: "Prompt"},
	{name: "pipe", open: []string{"|", "."}, over: "Prompt"},
	{name: "mark", open: []string{"m"}, over: "Letter"},
	{name: "go to mark", open: []string{"'"}, over: "Letter"},
	{name: "pager option", change: func(o *Options) { o.NoTool = true }, open: []string{"-"}, over: "Letter"},
	{name: "pipe from a mark", open: []string{"|"}, over: "Letter"},
	{name: "overwrite?", open: []string{"e", "type:there", "enter"}, over: "Question"},
	{name: "options", open: []string{"o"}, over: "OptionsPanel"},
	{name: "option's value", open: []string{"o", "1"}, over: "OptionsPanel"},
	{name: "list of all tools", open: []string{"L"}, over: "ListPanel"},
	{name: "tools to compare", open: []string{"C"}, over: "ListPanel"},
	{name: "presets", open: []string{"P"}, over: "ListPanel"},
	{name: "symbols", open: []string{"O"}, over: "ListPanel"},
	{name: folderPlace, over: "ListPanel"},
	{name: "calls", open: []string{";"}, over: "WalkPanel"},
	{name: "facts", open: []string{"="}, over: "factsPanel"},
	{name: "blocks of an anchor", open: []string{"2", "0", "G", "tab", "I"}, over: "LadderPanel"},
	{name: "reads that give the lines", open: []string{"V", "j", "S"}, over: "coverPanel"},
}

// folderPlace is the list of the files in a folder of a revision, which no key of the test opens.
const folderPlace = "files of a folder"

// packedSample is a file that is shown unpacked.
func packedSample(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(bytes.Repeat([]byte("a line of what is packed\n"), 200))
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return written(t, "text.gz", b.String())
}

// TestKeyPlacesHaveEveryOverlay: each type of this package that is an overlay is one of keyPlaces, so that none is
// added without being tried with all keys.
func TestKeyPlacesHaveEveryOverlay(t *testing.T) {
	t.Parallel()
	has := map[string]bool{}
	for _, p := range keyPlaces {
		if p.over != "" {
			has[p.over] = true
		}
	}
	for _, name := range overlayTypes(t) {
		if !has[name] {
			t.Errorf("%s is an overlay, and keyPlaces lacks it", name)
		}
		delete(has, name)
	}
	for name := range has {
		t.Errorf("the source has no overlay %s", name)
	}
}

// overlayTypes are the names of the types that have the methods of an overlay, and are no screens.
func overlayTypes(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, folder := range []string{"kit/overlay", "file/toolpanels", "file"} {
		in, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, in...)
	}
	methods := map[string][]string{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil {
				continue
			}
			of := f.Recv.List[0].Type
			if star, ok := of.(*ast.StarExpr); ok {
				of = star.X
			}
			if of, ok := of.(*ast.Ident); ok {
				methods[of.Name] = append(methods[of.Name], f.Name.Name)
			}
		}
	}
	var out []string
	for name, has := range methods {
		drawn := slices.Contains(has, "Key") && slices.Contains(has, "Rows") && slices.Contains(has, "Footer")
		menu := slices.Contains(has, "Do") && slices.Contains(has, "Content") // embeds Menu, which does the rest
		if drawn && name != "Menu" && !slices.Contains(has, "Begin") || menu {
			out = append(out, name)
		}
	}
	if len(out) == 0 {
		t.Fatal("found no overlay")
	}
	return out
}

// onPlace runs a test of the viewer at a place that takes keys. There is a file "there" in the working directory, where
// what is typed may make others.
func onPlace(t *testing.T, p keyPlace, test func(*screen)) {
	path := ""
	if p.file != nil {
		path = p.file(t)
	} else {
		path = sample(t)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, data := range map[string][]byte{filepath.Base(path): text, "there": nil} {
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	onScreen(t, filepath.Base(path), 60, 12, func(o *Options) {
		o.SettingsPath, o.Terminal.Mouse = "config.toml", true
		if p.change != nil {
			p.change(o)
		}
	}, func(s *screen) {
		p.enter(s)
		test(s)
	})
}

// enter goes to the place, and checks that it is there.
func (p keyPlace) enter(s *screen) {
	s.t.Helper()
	for s.m.overlays.Any() {
		s.m.overlays.Drop(s.m.overlays.Top())
	}
	s.send(tea.WindowSizeMsg{Width: 60, Height: 12})
	s.run(s.m.file.ToolPanels.Comparing.CloseComparison())
	s.m.file.Text.SetToolOff(s.m.opts.NoTool)
	s.run(s.m.file.Preview.GoTo(s.m.opts.Request, nil))
	s.m.file.Panes.ShowPanes(layout.File)
	s.run(s.m.file.Files.Open(filelist.Opened{Path: s.m.opts.Paths[0], At: 0})) // with nothing left of what was done before
	s.settle()
	s.keys(p.open...)
	if p.name == folderPlace {
		s.m.file.Files.ShowFolder(&document.FolderError{Name: revision.Name{Text: "HEAD:"}, Entries: []revision.Entry{{Base: "a.go", Size: 10}, {Base: "sub", Kind: revision.KindFolder}}})
	}
	if !p.shown(s.m) {
		s.t.Fatalf("%v does not lead to the place:\n%s", p.open, s.text())
	}
}

// shown reports whether the topmost overlay is the place's.
func (p keyPlace) shown(m *model) bool {
	if p.over != "" {
		return m.overlays.Any() && reflect.TypeOf(m.overlays.Top()).Elem().Name() == p.over
	}
	return !m.overlays.Any()
}

// everyEvent is what the terminal layer can send: each key, and events of the mouse and sizes of each kind.
var everyEvent = func() []tea.Msg {
	var out []tea.Msg
	for _, k := range keytest.All() {
		out = append(out, k)
	}
	for button := tea.MouseButtonNone; button <= tea.MouseButton11; button++ {
		for action := tea.MouseActionPress; action <= tea.MouseActionMotion; action++ {
			for _, at := range [][2]int{{20, 3}, {59, 11}, {-1, 70000}} {
				out = append(out, tea.MouseMsg{X: at[0], Y: at[1], Button: button, Action: action})
			}
		}
	}
	for _, size := range [][2]int{{1, 1}, {0, 0}, {2, 60}, {200, 2}, {7, 5}, {65535, 3}, {3, 65535}} {
		out = append(out, tea.WindowSizeMsg{Width: size[0], Height: size[1]})
	}
	return append(out, tea.FocusMsg{}, tea.BlurMsg{}, tea.ResumeMsg{})
}()

// event sends what the terminal layer sends. Suspending the tests themselves is left out, and nothing is written
// outside the test's folder.
func (s *screen) event(msg tea.Msg) {
	if k, ok := msg.(tea.KeyMsg); ok && s.m.overlays.Any() && k.Type == tea.KeyEnter {
		if p, ok := s.m.overlays.Top().(*overlay.Prompt); ok && p.Kind == overlay.PromptWrite && strings.ContainsAny(p.Input.Text(), "/~") {
			return
		}
	}
	if k, ok := msg.(tea.KeyMsg); ok && k.Type == tea.KeyCtrlZ {
		s.m.Update(msg) // what it returns would stop the process
		return
	}
	s.send(msg)
}

// TestEachKeyAtEachPlace sends each event alone at each place. The harness checks each screen, and that nothing is left
// that runs.
func TestEachKeyAtEachPlace(t *testing.T) {
	for _, p := range keyPlaces {
		t.Run(p.name, func(t *testing.T) {
			onPlace(t, p, func(s *screen) {
				text := s.m.file.Text
				for i, msg := range everyEvent {
					if !longtest.IsRequested() && i%systemtest.Many(11, 61) != 0 {
						continue
					}
					s.event(msg)
					if p.shown(s.m) && !s.quit && s.m.width == 60 {
						continue
					}
					s.settle()
					s.quit, s.m.leaving = false, false
					for s.m.overlays.Any() {
						s.m.overlays.Drop(s.m.overlays.Top())
					}
					if p.over == "" {
						s.send(tea.WindowSizeMsg{Width: 60, Height: 12})
						continue
					}
					if s.m.file.Text == text && s.m.file.Preview.Request.Equal(s.m.opts.Request) && s.m.width == 60 && !s.m.file.Preview.CanUndo() {
						s.keys(p.open...) // nothing but the overlay is gone
					}
					if !p.shown(s.m) {
						p.enter(s)
						text = s.m.file.Text
					}
				}
				s.settle()
			})
		})
	}
}

// TestKeysAtRandomAtEachPlace sends random sequences of events at each place, and then leaves: with Esc and q, and with
// Ctrl-C alone.
func TestKeysAtRandomAtEachPlace(t *testing.T) {
	events := 60
	if !longtest.IsRequested() {
		events = systemtest.Many(30, 8)
	}
	for i, p := range keyPlaces {
		for k, leave := range [][]string{{"esc", "q"}, {"ctrl+c"}} {
			if !longtest.IsRequested() && k != i%2 {
				continue
			}
			t.Run(p.name+", left by "+leave[0], func(t *testing.T) {
				onPlace(t, p, func(s *screen) { s.atRandom(rand.New(rand.NewPCG(uint64(i), 1)), events, leave) })
			})
		}
	}
}

// atRandom sends n random events, settling now and then, and checks that the last keys, typed again and again, leave.
func (s *screen) atRandom(random *rand.Rand, n int, leave []string) {
	var sent []string
	for range n {
		msg := everyEvent[random.IntN(len(everyEvent))]
		if k, ok := msg.(tea.KeyMsg); ok {
			sent = append(sent, k.String())
		}
		s.event(msg)
		if s.m.leaving {
			s.m.leaving, s.quit = false, false
		}
		if random.IntN(4) == 0 {
			s.settle()
		}
	}
	s.settle()
	s.quit, s.m.leaving = false, false
	for range 12 {
		for _, k := range leave {
			if k == "q" && s.m.overlays.Any() {
				continue // it may be text there
			}
			s.keys(k)
			if s.quit {
				return
			}
		}
	}
	s.t.Fatalf("%v does not leave after %q:\n%s", leave, sent, s.text())
}

// FuzzEventsAtEachPlace is TestKeysAtRandomAtEachPlace for any sequence.
func FuzzEventsAtEachPlace(f *testing.F) {
	for i := range keyPlaces {
		if !longtest.IsRequested() && i%3 != 0 { // TestKeysAtRandomAtEachPlace is at each
			continue
		}
		f.Add(uint8(i), uint64(i))
	}
	f.Fuzz(func(t *testing.T, place uint8, seed uint64) {
		leave := [][]string{{"esc", "q"}, {"ctrl+c"}}[seed%2]
		onPlace(t, keyPlaces[int(place)%len(keyPlaces)], func(s *screen) { s.atRandom(rand.New(rand.NewPCG(seed, 2)), 40, leave) })
	})
}

// TestPanesAsNarrowAsCanBe makes the panes narrower than what is beside the text: the harness checks each row.
func TestPanesAsNarrowAsCanBe(t *testing.T) {
	for _, p := range keyPlaces {
		if p.over == "" {
			t.Run(p.name, func(t *testing.T) {
				onPlace(t, p, func(s *screen) {
					s.keys("G")
					for width := range 30 {
						s.send(tea.WindowSizeMsg{Width: width, Height: 5})
						s.settle()
					}
				})
			})
		}
	}
}
