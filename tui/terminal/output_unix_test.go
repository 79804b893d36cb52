//go:build linux || darwin

package terminal

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/term"

	"eyeline/tui/internal/vt"
)

// TestATerminalThatStalls draws on a terminal that takes nothing for a while: drawing never waits for it, a write that
// it took in part is ended before anything else, and in the end it shows the newest frame.
func TestATerminalThatStalls(t *testing.T) {
	master, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = tty.Close(), master.Close() }()
	if _, err := term.MakeRaw(int(tty.Fd())); err != nil {
		t.Fatal(err)
	}
	const width, height = 100, 30
	out := NewOutput(tty)
	if _, err := out.Write([]byte(altScreenOn)); err != nil {
		t.Fatal(err)
	}
	frame := func(n int) []string {
		rows := make([]string, height)
		for i := range rows {
			rows[i] = fmt.Sprintf("\x1b[31mframe %d\x1b[m %s", n, strings.Repeat(string(rune('a'+(n*7+i*3)%26)), 80))
		}
		return rows
	}
	began := time.Now()
	for n := range 100 {
		out.ShowRows(frame(n))
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("drawing waited %v", took)
	}
	var mu sync.Mutex
	screen, want := vt.Screen{}.Sized(width, height), vt.Screen{}.Sized(width, height)
	want.Write(drawn(frame(99)))
	go func() {
		buf := make([]byte, 1000)
		for {
			n, err := master.Read(buf)
			mu.Lock()
			screen.Write(string(buf[:n]))
			mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	for range 500 {
		mu.Lock()
		same := screen.Cells() == want.Cells()
		mu.Unlock()
		if same {
			out.End()
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("it shows\n%s", screen.Text())
}
