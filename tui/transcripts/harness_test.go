package transcripts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"eyeline/keymap"
	"eyeline/reader/transcript/transcripttest"
	"eyeline/themes"
	"eyeline/tui/draw"
	"eyeline/tui/jobs"
	"eyeline/tui/keypress"
	"eyeline/tui/recordedrun"
	"eyeline/tui/screens"
)

func init() {
	time.Local = time.UTC // times are shown as they are here
}

// program is a host with a stack of screens and no file: it drives them as the viewer does, in a synctest bubble.
// Commands run in goroutines, and the screens settle when all of them have answered or wait for the transcript.
type program struct {
	t             *testing.T
	width, height int // of the terminal, in cells
	theme         *themes.Theme
	stack         []screens.Screen
	note          string
	opened        []Item
	msgs          chan tea.Msg
	left          bool // the last screen was left
}

var _ screens.Host = (*program)(nil)

func (p *program) Canvas() draw.Canvas      { return draw.Canvas{Theme: p.theme, Width: p.width} }
func (p *program) Height() int              { return p.height - min(p.height-1, 1) }
func (p *program) Keys() *keymap.Map        { return keymap.Default() }
func (p *program) Say(text string) tea.Cmd  { p.note = text; return nil }
func (p *program) Warn(text string) tea.Cmd { p.note = text; return nil }
func (p *program) Help() tea.Cmd            { return nil }

func (p *program) Enter(s screens.Screen) tea.Cmd {
	p.stack = append(p.stack, s)
	return s.Begin()
}

func (p *program) Leave() tea.Cmd {
	if p.left = len(p.stack) == 1; p.left {
		return nil
	}
	leave := p.front().Leave()
	p.stack = p.stack[:len(p.stack)-1]
	return leave
}

func (p *program) front() screens.Screen { return p.stack[len(p.stack)-1] }

// services are what the screens get; what they open is kept for the test to look at.
func (p *program) services(root string, follow bool) Services {
	return Services{
		Root: root, Follow: follow, Limit: 1 << 20,
		Open: func(o Item) tea.Cmd {
			p.opened = append(p.opened, o)
			return nil
		},
		Grown: func(_, _ *recordedrun.View) tea.Cmd { return nil },
	}
}

// lookAgain is how often a followed transcript is looked at.
const lookAgain = 250 * time.Millisecond

// onProgram runs a test of a screen on a terminal of a size.
func onProgram(t *testing.T, width, height int, first func(*program) screens.Screen, test func(*program)) {
	t.Helper()
	theme, err := themes.New(themes.DefaultDark, themes.None)
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		p := &program{t: t, width: width, height: height, theme: theme, msgs: make(chan tea.Msg, 1024)}
		defer p.close()
		p.run(p.Enter(first(p)))
		p.settle()
		test(p)
	})
}

// onFiles is onProgram for the list of the files of a transcript.
func onFiles(t *testing.T, width, height int, r sampleRun, test func(*program)) {
	t.Helper()
	onProgram(t, width, height, func(p *program) screens.Screen {
		services := p.services(r.root, r.follow)
		services.FilesFirst = true
		return NewFiles(p, services, r.path)
	}, test)
}

// sampleRun is a transcript, and the folder that its files are in.
type sampleRun struct {
	path, root string
	follow     bool
}

// sample is a recorded run of Claude Code, and the folder that it has left behind.
func sample(t *testing.T) sampleRun {
	t.Helper()
	return sampleRun{path: transcripttest.Sample(t, transcripttest.Claude), root: transcripttest.Workspace(t, "workspace-after")}
}

// close leaves all screens and closes what was opened.
func (p *program) close() {
	for _, s := range p.stack {
		if end := s.Leave(); end != nil {
			end()
		}
	}
	for _, o := range p.opened {
		o.Doc.Close()
	}
	time.Sleep(time.Minute) // of the bubble's own time, for what only waits for a moment
	synctest.Wait()
}

func (p *program) run(cmd tea.Cmd) {
	if cmd != nil {
		go func() { p.msgs <- cmd() }()
	}
}

// send gives the screens a message, as the program does, and checks what they draw then.
func (p *program) send(msg tea.Msg) {
	p.t.Helper()
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case nil:
		return
	case tea.BatchMsg:
		for _, c := range msg {
			p.run(c)
		}
		return
	case tea.KeyMsg:
		p.note = ""
		cmd = p.front().Key(msg)
	case tea.MouseMsg:
		cmd = p.front().Update(msg)
	default:
		var wanted bool
		if cmd, wanted = msg.(jobs.Message).Take(); !wanted {
			p.run(cmd)
			return
		}
	}
	p.front().Settle()
	p.run(cmd)
	p.text()
}

// settle runs until nothing happens any more.
func (p *program) settle() {
	p.t.Helper()
	for {
		synctest.Wait()
		select {
		case msg := <-p.msgs:
			p.send(msg)
			continue
		default:
		}
		time.Sleep(lookAgain / 2) // of the bubble's own time
		synctest.Wait()
		if len(p.msgs) == 0 {
			return
		}
	}
}

// later lets some of the bubble's time pass, for what looks at the transcript now and then.
func (p *program) later() {
	p.t.Helper()
	for range 8 {
		time.Sleep(lookAgain)
		p.settle()
	}
}

// withhold settles, but keeps back the messages that keep picks.
func (p *program) withhold(keep func(tea.Msg) bool) (kept []tea.Msg) {
	p.t.Helper()
	for quiet := 0; quiet < 2; quiet++ {
		time.Sleep(lookAgain / 2)
		synctest.Wait()
		for len(p.msgs) > 0 {
			quiet = 0
			if msg := <-p.msgs; keep(msg) {
				kept = append(kept, msg)
			} else {
				p.send(msg)
			}
			synctest.Wait()
		}
	}
	return kept
}

// keys types keys one after the other, each once the last has had its effect. A text after "type:" is typed rune by
// rune.
func (p *program) keys(names ...string) {
	p.t.Helper()
	for _, name := range names {
		if text, ok := strings.CutPrefix(name, "type:"); ok {
			for _, r := range text {
				p.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
			}
		} else {
			p.send(keypress.Of(name))
		}
		p.settle()
	}
}

// text is the screen with its footer, or the message in its place, without trailing blanks. It checks that each row is
// as wide as the terminal, and that no more are drawn than there is room for.
func (p *program) text() string {
	p.t.Helper()
	rows := p.front().Rows(p.Height())
	if len(rows) > p.Height() {
		p.t.Fatalf("%d rows are drawn where there is room for %d", len(rows), p.Height())
	}
	foot := p.front().Footer()
	foot.Note = p.note
	if rows = append(rows, foot.Row(p.theme, p.width)); p.height == 1 {
		rows = rows[:1]
	}
	for i, row := range rows {
		bare := ansi.Strip(row)
		if w := ansi.StringWidth(bare); w != p.width {
			p.t.Fatalf("row %d is %d cells wide of %d: %q", i, w, p.width, row)
		}
		rows[i] = strings.TrimRight(bare, " ")
	}
	return strings.Join(rows, "\n") + "\n"
}

func (p *program) has(parts ...string) {
	p.t.Helper()
	for _, part := range parts {
		if !strings.Contains(p.text(), part) {
			p.t.Fatalf("the screen lacks %q:\n%s", part, p.text())
		}
	}
}

func (p *program) lacks(parts ...string) {
	p.t.Helper()
	for _, part := range parts {
		if strings.Contains(p.text(), part) {
			p.t.Fatalf("the screen has %q:\n%s", part, p.text())
		}
	}
}

// written makes a file with the given text.
func written(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
