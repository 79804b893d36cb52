package export

import (
	"os"
	"os/exec"
	"runtime"
	"testing"
)

// TestFileName: a command gets the file's name as it is, wherever it stands, and runs nothing that the name says.
func TestFileName(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the shell is not sh")
	}
	name := `a $(echo run) 'b' "c" ` + "`echo run`" + ` \d %x *`
	tests := []struct{ typed, want string }{
		{`printf %%s %`, name},
		{`printf %%s "%"`, name},
		{`printf %%s '%'`, name},
		{`printf %%s "<%>"`, "<" + name + ">"},
		{`printf %%s '<%'.bak`, "<" + name + ".bak"},
		{`printf %%s %_x`, name + "_x"},
		{`printf %%s "\"%"`, `"` + name},
		{`printf %%s \'%`, "'" + name},
		{`printf %%s 100%%`, "100%"},
		{`printf %%s "it's" '"' %`, `it's"` + name},
	}
	for _, test := range tests {
		cmd := exec.CommandContext(t.Context(), "/bin/sh", "-c", withFile(test.typed, "linux"))
		cmd.Env = append(os.Environ(), fileVariable+"="+name)
		got, err := cmd.CombinedOutput()
		if err != nil || string(got) != test.want {
			t.Errorf("%s: %q (%v), want %q", test.typed, got, err, test.want)
		}
	}
}
