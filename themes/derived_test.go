package themes

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"os"
	"slices"
	"testing"
)

var update = flag.Bool("update", false, "write derived.go")

// TestDerived checks that what derived.go keeps of the default themes is what is derived from their styles.
//
//	go test ./themes -run Derived -update
func TestDerived(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("package themes\n\n// derived are the roles of the default themes; TestDerived writes them.\nvar derived = []*derivedRoles{\n")
	for _, name := range []string{DefaultDark, DefaultLight} {
		for p, profile := range []string{ANSI256: "ANSI256", TrueColor: "TrueColor"} {
			if profile == "" {
				continue
			}
			want, err := deriveTheme(name, Profile(p))
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "\t{name: %q, profile: %s, dark: %t, roles: [roleCount]string{\n", name, profile, want.Dark)
			for r, look := range want.roles {
				if look != "" {
					fmt.Fprintf(&b, "\t\t%d: %q, // %s\n", r, look, Role(r))
				}
			}
			b.WriteString("\t}},\n")
			if *update {
				continue
			}
			got := mustNew(t, name, Profile(p))
			if got.Name != want.Name || got.Dark != want.Dark || got.roles != want.roles || !slices.Equal(got.syntax(), want.syntax()) {
				t.Errorf("%s, %s: not as derived; go test ./themes -run Derived -update", name, profile)
			}
		}
	}
	b.WriteString("}\n")
	source, err := format.Source(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("derived.go", source, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if kept, err := os.ReadFile("derived.go"); err != nil || !bytes.Equal(kept, source) {
		t.Errorf("derived.go is not up to date (%v); go test ./themes -run Derived -update", err)
	}
}
