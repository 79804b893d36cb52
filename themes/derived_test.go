package themes

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write derived.txt")

// TestDerived checks that what derived.txt keeps of the default themes is what is derived from their styles.
//
//	go test ./themes -run Derived -update
func TestDerived(t *testing.T) {
	var b bytes.Buffer
	for _, name := range []string{DefaultDark, DefaultLight} {
		for _, p := range []Profile{ANSI256, TrueColor} {
			want, err := deriveTheme(name, p)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "# %s %d\n", name, p)
			for r, look := range want.roles {
				params := strings.TrimSuffix(strings.TrimPrefix(look, "\x1b["), "m")
				b.WriteString(strings.TrimSuffix(Role(r).String()+" "+params, " ") + "\n")
			}
			if *update {
				continue
			}
			got := mustNew(t, name, p)
			if got.Name != want.Name || got.Dark != want.Dark || !slices.Equal(got.roles, want.roles) ||
				!slices.Equal(got.syntax(), want.syntax()) {
				t.Errorf("%s, %d: not as derived; go test ./themes -run Derived -update", name, p)
			}
		}
	}
	if *update {
		if err := os.WriteFile("derived.txt", b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if derived != b.String() {
		t.Error("derived.txt is not up to date; go test ./themes -run Derived -update")
	}
}
