package program

import (
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// page is a model that shows one row once that has been loaded.
type page struct {
	load    func() tea.Msg
	began   time.Time
	width   int
	row     string
	keys    int
	leaving bool
}

func (p *page) Init() tea.Cmd {
	p.began = time.Now()
	return nil
}

func (p *page) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.width = max(msg.Width, 1)
		return p, tea.Batch(p.load, nil)
	case tea.KeyMsg:
		p.keys++
	case string:
		p.row = msg
	}
	return p, nil
}

func (*page) View() string                 { return "" }
func (p *page) Awaited() (time.Time, bool) { return p.began, p.row == "" }
func (p *page) Leaving() bool              { return p.leaving }

func (p *page) Rows() []string {
	if p.width == 0 {
		return nil
	}
	return []string{p.row}
}

// onFile is a program whose terminal is an empty file, and what was written there.
func onFile(t *testing.T, m viewer) (p *program, written func() string) {
	t.Helper()
	f, err := os.CreateTemp(t.TempDir(), "tty")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	p = newProgram(OnFiles(f, f), m, Options{})
	t.Cleanup(p.out.End)
	return p, func() string {
		text, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
}

// The first page is waited for, so that the first screen shows it; a file that does not answer does not hold up the
// program.
func TestFirstPageIsWaitedFor(t *testing.T) {
	for _, test := range []struct {
		name  string
		takes time.Duration
		waits time.Duration
		left  bool // the page is still to come
	}{
		{"at once", 0, 0, false},
		{"soon", patience / 2, patience / 2, false},
		{"late", 10 * patience, patience, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := &page{}
				p := &program{model: m, patient: true} // without a terminal
				load := func() tea.Msg {
					time.Sleep(test.takes)
					return "loaded"
				}
				began := time.Now()
				rest := p.untilShown(tea.Batch(nil, func() tea.Msg { return tea.BatchMsg{nil, load} }))
				if waited := time.Since(began); waited != test.waits {
					t.Errorf("waited %v, want %v", waited, test.waits)
				}
				if got := m.row == "loaded"; got == test.left {
					t.Errorf("the model has what was loaded: %v", got)
				}
				if !test.left {
					return
				}
				if rest == nil {
					t.Fatal("what was loaded is lost")
				}
				if msg := rest(); msg != "loaded" || time.Since(began) != test.takes {
					t.Errorf("%v after %v", msg, time.Since(began))
				}
			})
		})
	}
}

// An empty screen is not drawn before patience is over, and then without anything else that happens.
func TestAnEmptyScreenIsPutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // a busy machine must not use up the patience
		m := &page{began: time.Now(), width: 80}
		p, written := onFile(t, m)
		if _, err := p.out.Write([]byte("\x1b[?1049h")); err != nil {
			t.Fatal(err)
		}
		_, wait := p.Update("")
		if _, again := p.Update(""); wait == nil || again != nil {
			t.Fatalf("the screen is to be drawn later: %v, and once more: %v", wait != nil, again != nil)
		}
		if text := written(); text != "" {
			t.Errorf("wrote %q", text)
		}
		msg := wait()
		m.row = "now"
		p.Update(msg)
		for end := time.Now().Add(5 * time.Second); !strings.Contains(written(), "now"); time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("wrote %q", written())
			}
		}
	})
}

// The size that the library sends once it has started is the one that the first screen was drawn for: it is not drawn
// again. Each later message is from a terminal whose size has changed, if only for a moment, and so is the first if it
// is of another size.
func TestFirstSizeIsTakenOnce(t *testing.T) {
	known, other := tea.WindowSizeMsg{Width: 80, Height: 24}, tea.WindowSizeMsg{Width: 90, Height: 30}
	for _, c := range []struct {
		name  string
		found *tea.WindowSizeMsg
		sent  []tea.WindowSizeMsg
		width int // of the screen after them; 0 when none was taken
	}{
		{"sent as found", &known, []tea.WindowSizeMsg{known}, 0},
		{"sent again", &known, []tea.WindowSizeMsg{known, known}, 80},
		{"changed meanwhile, and back", &known, []tea.WindowSizeMsg{other, known}, 80},
		{"a terminal that does not know its size", nil, []tea.WindowSizeMsg{{}}, 80},
	} {
		m := &page{row: "shown"}
		p, _ := onFile(t, m)
		p.size = c.found
		for _, size := range c.sent {
			p.Update(size)
		}
		if m.width != c.width {
			t.Errorf("%s: the screen is %d columns wide, want %d", c.name, m.width, c.width)
		}
	}
}

// TestPanicAtTheStart: an internal error before the first screen ends the program as a later one does.
func TestPanicAtTheStart(t *testing.T) {
	p := &program{model: &page{}} // without a terminal, which is asked for its size
	if leave := p.Init(); leave == nil || p.fault == nil || !p.leaving {
		t.Errorf("leaving %v because of %v", p.leaving, p.fault)
	}
}

// TestASignalEndsTheProgram: the model does not leave by itself, and gets no key any more.
func TestASignalEndsTheProgram(t *testing.T) {
	m := &page{row: "shown"}
	p, _ := onFile(t, m)
	if _, leave := p.Update(endMsg{}); leave == nil || p.status != ended {
		t.Fatalf("leaves: %v, with status %d", leave != nil, p.status)
	}
	if _, cmd := p.Update(tea.KeyMsg{Type: tea.KeyCtrlC}); cmd != nil || m.keys > 0 {
		t.Errorf("a command: %v, %d keys", cmd != nil, m.keys)
	}
	if _, again := p.Update(endMsg{}); again != nil {
		t.Error("it is left twice")
	}
}
