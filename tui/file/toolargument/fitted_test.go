package toolargument

import "testing"

// TestNamesOfHalvesAreToldApart: names that begin alike lose their beginning first where there is no room for both.
func TestNamesOfHalvesAreToldApart(t *testing.T) {
	for _, c := range []struct {
		one, other  string
		room        int
		short, long string
	}{
		{"claude_code", "claude_code_bash", 27, "claude_code", "claude_code_bash"},
		{"claude_code", "claude_code_bash", 17, "…code", "…code_bash"},
		{"limit 40", "limit 2000", 10, "…40", "…2000"},
		{"codex", "sage", 6, "co…", "sa…"},
		{"codex", "codex", 6, "co…", "co…"},
		{"", "a", 0, "", ""},
	} {
		short, long := Fitted(c.one, c.other, c.room)
		if short != c.short || long != c.long {
			t.Errorf("%q, %q in %d cells: %q, %q", c.one, c.other, c.room, short, long)
		}
	}
}
