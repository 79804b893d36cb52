package tui

import (
	"fmt"
	"image/color"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"eyeline/reader/late"
)

// Tests measure rows and name keys before the viewer does.
func init() { late.BubbleTea.Init() }

// atStart are measures that the program takes before package x/ansi is initialised.
var atStart = measures()

func measures() []string {
	var all []string
	for _, text := range []string{"a", "…", "│", "é", "e\u0301", "日", "한", "👩‍👩‍👧", "🇩🇪", "\u200b", "\u0300", "\x1b", "ก็", "¡", "α", "﷽"} {
		cluster, width := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
		all = append(all, fmt.Sprintf("%q %q %d", text, cluster, width))
	}
	for i := range 256 {
		c := color.RGBA{uint8(i * 7), uint8(i * 13), uint8(i * 29), 255}
		all = append(all, fmt.Sprint(ansi.Convert256(c), ansi.Convert16(c), ansi.Convert16(ansi.IndexedColor(i))))
	}
	return all
}

// What is used of x/ansi before it is initialised does not depend on that.
func TestAnsiBeforeInit(t *testing.T) {
	late.Widths.Init()
	for i, now := range measures() {
		if atStart[i] != now {
			t.Errorf("before %s, now %s", atStart[i], now)
		}
	}
	if n := ansi.StringWidth("\x1b[1m日\x1b[m本"); n != 4 {
		t.Errorf("%d cells", n)
	}
}

// With this variable what is measured at start does depend on it.
func TestEastAsianWidths(t *testing.T) {
	if os.Getenv("RUNEWIDTH_EASTASIAN") != "" {
		for _, each := range atStart {
			if strings.HasPrefix(each, `"α"`) && !strings.HasSuffix(each, " 2") {
				t.Errorf("measured as %s", each)
			}
		}
		return
	}
	again := exec.Command(os.Args[0], "-test.run=^TestEastAsianWidths$")
	again.Env = append(os.Environ(), "RUNEWIDTH_EASTASIAN=1")
	if said, err := again.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, said)
	}
}

// The first screen is drawn before these are initialised.
func TestPutOff(t *testing.T) {
	if v := runtime.Version(); !strings.HasPrefix(v, "go1.26") {
		t.Skipf("nothing is put off with %s", v)
	}
	for name, libraries := range map[string]late.Libraries{"Widths": late.Widths, "BubbleTea": late.BubbleTea} {
		if !libraries.PutOff() && os.Getenv("RUNEWIDTH_EASTASIAN") == "" {
			t.Errorf("%s were initialised at start", name)
		}
	}
}

// Bubble Tea knows keys and their names once it is initialised.
func TestKeys(t *testing.T) {
	late.BubbleTea.Init()
	if name := (tea.KeyMsg{Type: tea.KeyPgUp, Alt: true}).String(); name != "alt+pgup" || tea.ErrProgramKilled == nil {
		t.Errorf("a key called %q, an error %v", name, tea.ErrProgramKilled)
	}
}
