package plainmode

import (
	"context"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// echo is a viewer that says what it was told, some time after it.
type echo struct {
	*Session
	said    string
	busy    bool
	leaving bool
}

func (*echo) Init() tea.Cmd   { return nil }
func (*echo) View() string    { return "" }
func (e *echo) Leaving() bool { return e.leaving }
func (e *echo) Busy() bool    { return e.busy }
func (e *echo) Show()         { e.Println("said " + e.said) }
func (e *echo) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if said, ok := msg.(string); ok {
		e.said, e.busy = said, false
	}
	return e, nil
}

func (e *echo) Command(ctx context.Context, line string) {
	if line == "q" {
		e.leaving = true
	} else {
		e.busy = true
		e.Do(func() tea.Msg {
			time.Sleep(2 * quiet)
			return line
		})
	}
	e.Settle(ctx)
	e.Show()
}

// TestSession: each command is done before the next, and none after the one that leaves.
func TestSession(t *testing.T) {
	var out strings.Builder
	e := &echo{}
	e.Session = New(e, e, &out)
	if err := e.Run(t.Context(), tea.WindowSizeMsg{}, strings.NewReader("one\r\ntwo\nq\nthree\n")); err != nil {
		t.Fatal(err)
	}
	want := "said \n" + prompt + "said one\n" + prompt + "said two\n" + prompt + "said two\n"
	if !e.Over() || out.String() != want {
		t.Errorf("over: %v, printed\n%s\nwant\n%s", e.Over(), out.String(), want)
	}
}
