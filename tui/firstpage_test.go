package tui

import (
	"os"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/document"
	"eyeline/tui/launch/options"
	"eyeline/tui/request"
	"eyeline/tui/terminal"
)

// The first page is waited for, so that the first screen shows it; a file that does not answer does not hold up the viewer.
func TestFirstPageIsWaitedFor(t *testing.T) {
	for _, test := range []struct {
		name  string
		takes time.Duration
		waits time.Duration
		left  bool // the page is still to come
	}{
		{"at once", 0, 0, false},
		{"soon", firstPatience / 2, firstPatience / 2, false},
		{"late", 10 * firstPatience, firstPatience, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := &program{Model: newModel(Options{}, nil)}
				began := time.Now()
				rest := p.loadFirst(func() tea.Msg {
					time.Sleep(test.takes)
					return noteMsg{Text: "loaded"}
				})
				if waited := time.Since(began); waited != test.waits {
					t.Errorf("waited %v, want %v", waited, test.waits)
				}
				if got := p.note.Text == "loaded"; got == test.left {
					t.Errorf("the Model has what was loaded: %v", got)
				}
				if !test.left {
					return
				}
				if rest == nil {
					t.Fatal("what was loaded is lost")
				}
				if msg := rest(); msg != (noteMsg{Text: "loaded"}) || time.Since(began) != test.takes {
					t.Errorf("%v after %v", msg, time.Since(began))
				}
			})
		})
	}
}

// The command that loads the first page is handed to who asked for it, and to Bubble Tea otherwise.
func TestFirstPageIsHandedOver(t *testing.T) {
	for _, asked := range []bool{false, true} {
		d, err := document.Open(sample(t), document.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m := newModel(Options{
			Preview: options.Preview{Request: request.New()},
		}, d)
		var load tea.Cmd
		if asked {
			m.firstPage = func(cmd tea.Cmd) { load = cmd }
		}
		m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		if (load != nil) != asked {
			t.Errorf("asked for: %v, got a command: %v", asked, load != nil)
		}
		if asked {
			if m.Update(load()); !m.file.Arrived() {
				t.Error("the command does not bring the page")
			}
		}
		m.close()
	}
}

// The size that the library sends once it has started is the one that the first screen was drawn for: it is not drawn again. Each
// later message is from a terminal whose size has changed, if only for a moment, and so is the first if it is of another size.
func TestFirstSizeIsTakenOnce(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = null.Close() }()
	out := terminal.NewOutput(null)
	defer out.End()
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
		{"a terminal that does not know its size", nil, []tea.WindowSizeMsg{{}}, 1},
	} {
		p := &program{Model: newModel(Options{}, nil), out: out, size: c.found}
		for _, size := range c.sent {
			p.Update(size)
		}
		if p.width != c.width {
			t.Errorf("%s: the screen is %d columns wide, want %d", c.name, p.width, c.width)
		}
	}
}

// TestPanicAtTheStart: an internal error before the first screen ends the program as a later one does.
func TestPanicAtTheStart(t *testing.T) {
	p := &program{Model: newModel(Options{}, nil)} // without a terminal, which is asked for its size
	if leave := p.Init(); leave == nil || p.failed == nil || !p.leaving {
		t.Errorf("leaving %v because of %v", p.leaving, p.failed)
	}
}
