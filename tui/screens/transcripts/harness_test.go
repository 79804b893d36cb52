package transcripts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/transcript/transcripttest"
	"eyeline/tui/internal/stage"
	"eyeline/tui/kit/screens"
	"eyeline/tui/screens/recordedrun"
)

func init() {
	time.Local = time.UTC // times are shown as they are here
}

// program is a stack of screens on a stage, and no file.
type program struct {
	*stage.Stage
	t      *testing.T
	stack  []screens.Screen
	opened []Item
	left   bool // the last screen was left
}

var _ screens.Host = (*program)(nil)

// Enter implements [screens.Host].
func (p *program) Enter(s screens.Screen) tea.Cmd {
	p.stack = append(p.stack, s)
	return s.Begin()
}

// Leave implements [screens.Host].
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
		Grown: func(_, _ *recordedrun.Snapshot) tea.Cmd { return nil },
	}
}

// lookAgain is how often a followed transcript is looked at.
const lookAgain = 250 * time.Millisecond

// onProgram runs a test of a screen on a terminal of a size. What the screens draw is checked after each message.
func onProgram(t *testing.T, width, height int, first func(*program) screens.Screen, test func(*program)) {
	t.Helper()
	stage.Play(t, width, height, func(s *stage.Stage) {
		p := &program{Stage: s, t: s.T}
		s.AtEnd(p.close)
		s.After = func() tea.Cmd {
			p.front().Settle()
			p.text()
			return nil
		}
		p.Run(p.Enter(first(p)))
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
}

// send gives the screens a key or an event of the mouse, of which the answers are still to come, or an answer.
func (p *program) send(msg tea.Msg) {
	p.t.Helper()
	switch msg := msg.(type) {
	case tea.KeyMsg:
		p.Note = screens.Note{}
		p.Begin(p.front().Key(msg))
	case tea.MouseMsg:
		p.Begin(p.front().Update(msg))
	default:
		p.Give(msg)
		return
	}
	p.After()
}

// keys types keys one after the other, each once the last has had its effect.
func (p *program) keys(names ...string) {
	p.t.Helper()
	p.Type(func(msg tea.KeyMsg) tea.Cmd { return p.front().Key(msg) }, names...)
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
	foot.Note = p.Note.Text
	rows = append(rows, foot.Row(p.Theme, p.Columns))
	if p.High == 1 {
		rows = rows[:1]
	}
	return strings.Join(p.Bare(rows, p.Columns), "\n") + "\n"
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
