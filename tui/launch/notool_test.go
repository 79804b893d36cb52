package launch

import (
	"strings"
	"testing"

	"eyeline/reader/search"
	"eyeline/reader/tools"
	"eyeline/tui/launch/cmdkit"
)

// TestPages: what is piped opens without a tool, unless something typed asks for one; files open with the tool of the
// settings.
func TestPages(t *testing.T) {
	for _, c := range []struct {
		settings, args string
		want           bool
	}{
		{"", "", true},
		{"", "-", true},
		{"", sample, false},
		{"", "--tool none " + sample, true},
		{"", "--tool sage", false},
		{"", "--mode block", false},
		{"", "--panes both -", false},
		{"", "--why", false},
		{"", "--limit 10", false},
		{"", "--tool none --mode block", true},
		{"", "+40", true},
		{"tool = 'sage'", "", true},
		{"tool = 'none'", sample, true},
		{"tool = 'none'", "--tool codex " + sample, false},
		{"tool = 'none'", "--mode block " + sample, false},
		{"[presets.p]\ntool = 'sage'", "--preset p", false},
	} {
		withSettings(t, c.settings)
		o := run(t, strings.Fields(c.args)...).opts
		if o == nil || o.NoTool != c.want || o.Warning != "" {
			t.Errorf("%q, %s: %+v", c.settings, c.args, o)
		}
	}
	withSettings(t, "")
	if o := run(t).opts; o.TabWidth != 8 || o.Request.Tool() == nil {
		t.Errorf("a pipe: tabs of %d, %v", o.TabWidth, o.Request.Tool())
	}
	if o := run(t, "--tab-width", "2").opts; o.TabWidth != 2 {
		t.Errorf("tabs of %d", o.TabWidth)
	}
	r := run(t, "--tool", "none", "--limit", "3", sample)
	if r.status != cmdkit.ExitUsage || !strings.Contains(r.err.Error(), "--limit is for a tool, and --tool none turns all of them off") {
		t.Errorf("%v", r.err)
	}
}

// TestNoneIsNoTool: the name of the state is free.
func TestNoneIsNoTool(t *testing.T) {
	if _, ok := tools.Lookup("none"); ok {
		t.Error("a tool is called none")
	}
}

// TestLessLetters reads LESS as less reads it: options with texts and numbers among the letters.
func TestLessLetters(t *testing.T) {
	// What man, git and systemd set.
	const man = `-ix8RmPm Manual page ls(1) ?ltline %lt?L/%L.:byte %bB?s/%s..?e (END):?pB %pB\%.. (press h for help or q to quit)$` +
		`PM Manual page ls(1) ?ltline %lt?L/%L.:byte %bB?s/%s..?e (END):?pB %pB\%.. (press h for help or q to quit)$`
	for less, want := range map[string]struct {
		F, S, N, X, R bool
		tabs          int
		letters       search.Case
	}{
		man:                         {R: true, tabs: 8},
		"FRX":                       {F: true, R: true, X: true, tabs: 8},
		"FRSXMK":                    {F: true, R: true, S: true, X: true, tabs: 8},
		"-N -x4,8 -I":               {N: true, tabs: 4, letters: search.IgnoreCase},
		"-PSNF$-S":                  {S: true, tabs: 8},
		"SN -+SN":                   {tabs: 8},
		"--prompt=NSF --RAW":        {tabs: 8},
		"-j.5F":                     {F: true, tabs: 8},
		"+NSF":                      {tabs: 8},
		"x":                         {tabs: 8},
		"-x99999999999999999999999": {tabs: 8},
		"-P":                        {tabs: 8},
		"--":                        {tabs: 8},
	} {
		withSettings(t, "")
		t.Setenv("LESS", less)
		o := run(t).opts
		if o.Leaving.IfOneScreen != want.F || o.Long.Chop != want.S || o.Gutter.Numbers != want.N || o.Leaving.KeepScreen != want.X ||
			(o.ANSI == "always") != want.R || o.TabWidth != want.tabs || o.Case != want.letters {
			t.Errorf("LESS=%s: %+v", less, o)
		}
	}
}
