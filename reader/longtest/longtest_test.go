package longtest

import (
	"fmt"
	"testing"
)

// TestParts: each file is in one part, wherever the module lies, and none of the parts is empty.
func TestParts(t *testing.T) {
	files := map[int]int{}
	for i := range 300 {
		in := 0
		for part := 1; part <= 3; part++ {
			value := fmt.Sprintf("%d/3", part)
			here := asked(value, fmt.Sprintf("/a/tui/file%d_test.go", i))
			if here != asked(value, fmt.Sprintf("eyeline/tui/file%d_test.go", i)) {
				t.Fatalf("file %d is in another part elsewhere", i)
			}
			if here {
				in++
				files[part]++
			}
		}
		if in != 1 {
			t.Fatalf("file %d is in %d parts", i, in)
		}
	}
	if len(files) != 3 {
		t.Errorf("%v files", files)
	}
	for value, want := range map[string]bool{"": false, "1": true, "yes": true, "1/x": true, "1/0": true, "1/1": true} {
		if got := asked(value, "a/b_test.go"); got != want {
			t.Errorf("%q: %v", value, got)
		}
	}
}

// TestPartsOfSets: each set is in one of the parts, and in each where none is asked for.
func TestPartsOfSets(t *testing.T) {
	for set := range 20 {
		in := 0
		for n := 1; n <= 6; n++ {
			t.Setenv(PartVariable, fmt.Sprintf("%d/6", n))
			if InPart(set) {
				in++
			}
		}
		t.Setenv(PartVariable, "")
		if in != 1 || !InPart(set) {
			t.Errorf("set %d is in %d parts", set, in)
		}
	}
}

// TestPartsOfTests: each test is in one of the parts, and all are run where none is asked for.
func TestPartsOfTests(t *testing.T) {
	for i := range 50 {
		name, in := fmt.Sprintf("Test%d", i), 0
		for n := 1; n <= 6; n++ {
			if inPart(fmt.Sprintf("%d/6", n), name) {
				in++
			}
		}
		if in != 1 || !inPart("", name) {
			t.Errorf("%s is in %d parts", name, in)
		}
	}
}
