package sage

import (
	"path/filepath"
	"testing"

	"eyeline/reader/tools"
)

func TestResolvedPath(t *testing.T) {
	for _, c := range []struct{ root, path, want string }{
		{"/w", "../x", "/w/../x"}, {"/w/", "x", "/w/x"}, {"/", "x", "/x"}, {"/w", "/y/../x", "/y/../x"}, {"/w", "", "/w/"},
	} {
		env := tools.Env{Root: c.root}
		if got := env.Abs(c.path); filepath.Separator == '/' && got != c.want {
			t.Errorf("%q below %q resolves to %q, want %q", c.path, c.root, got, c.want)
		}
	}
}
