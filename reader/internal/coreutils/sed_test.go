package coreutils

import (
	"bytes"
	"strings"
	"testing"

	"eyeline/reader/longtest"
)

// substitutionOf is the command s of a script of sed.
func substitutionOf(t *testing.T, script string) *substitution {
	t.Helper()
	p := &sedParser{rest: script}
	commands := p.commands(false)
	if p.bad != "" || len(commands) != 1 {
		t.Fatalf("%.40s: %q", script, p.bad)
	}
	return commands[0].sub
}

// TestReplacementsAreBounded: a replacement that makes a line too long is given up before it is made, and so is one of
// more matches than are held.
func TestReplacementsAreBounded(t *testing.T) {
	longtest.SkipMemoryUnderRace(t)
	long := bytes.Repeat([]byte("a"), 1<<19)
	left := int64(1 << 40)
	for _, script := range []string{
		"s/.*/" + strings.Repeat("&", 3000) + "/", "s/.*/" + strings.Repeat("&x", 3000) + "/g", "s/a/&/g", `s/a\(\)\(\)/&/g`,
		"s/aaa*/" + strings.Repeat("&", 3000) + "/", "s/x*/" + strings.Repeat("y", 2000) + "/g",
	} {
		sub := substitutionOf(t, script)
		ok := false
		if took := longtest.Allocated(func() { _, _, ok = sub.on(long, &left) }); took > 250<<20 || ok && len(sub.parts) > 100 {
			t.Errorf("%.20s allocates %d MiB, %v", script, took>>20, ok)
		}
	}
	for _, c := range []struct{ script, text, want string }{
		{"s/a*/x/2", "baac", "bxc"},
		{"s/a/&&/2g", "baaac", "baaaaac"},
		{"s/a*/x/g", "baaac", "xbxcx"},
		{"s/x/y/", "baaac", ""},
		{"s/b/&&/3", "baaac", ""},
	} {
		out, replaced, ok := substitutionOf(t, c.script).on([]byte(c.text), &left)
		if !ok || replaced != (c.want != "") || replaced && string(out) != c.want {
			t.Errorf("%s: %q, %v, %v", c.script, out, replaced, ok)
		}
	}
}
