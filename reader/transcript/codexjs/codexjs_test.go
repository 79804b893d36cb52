package codexjs

import (
	"slices"
	"testing"
)

// TestRunsMore: only where each tool of a script is called with literals, and changes no file otherwise, it is certain
// that it runs nothing else.
func TestRunsMore(t *testing.T) {
	for script, want := range map[string]bool{
		`await tools.exec_command({cmd: "ls"})`:                                  false,
		`const a = await tools.exec_command({"cmd": 'ls', workdir: "/w"}, x)`:    false,
		`await tools.exec_command({cmd: "ls"}); await tools.update_plan({})`:     false,
		`await tools.exec_command({cmd: "ls"}); await tools.exec_command(c)`:     true,
		`await tools.exec_command({cmd: "ls"} + c)`:                              true,
		`const {exec_command: run} = tools; tools.exec_command({cmd: "ls"})`:     true,
		`await tools.exec_command({cmd: "ls"}); await tools.write_stdin({})`:     true,
		`await tools.exec_command({cmd: "ls"}); await tools.apply_patch("*** ")`: false,
	} {
		if got := RunsMore(script); got != want {
			t.Errorf("%s: %t, want %t", script, got, want)
		}
	}
}

// TestCalls: a call counts whose first argument is one literal.
func TestCalls(t *testing.T) {
	calls := Calls("f({a: 1}); f(x); f('y' + z); f(`w`, 2)", "f")
	if len(calls) != 2 || !calls[1].Is("w") {
		t.Errorf("%d calls", len(calls))
	}
	if got := Texts(`[{"output":"one\n"},"two"]`); !slices.Equal(got, []string{"two", "one\n"}) {
		t.Errorf("%q", got)
	}
}
