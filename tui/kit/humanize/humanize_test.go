package humanize

import "testing"

func TestGroup(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 999: "999", 1000: "1,000", -1234567: "-1,234,567",
		100000: "100,000",
	} {
		if got := Group(n); got != want {
			t.Errorf("Group(%d) is %q, not %q", n, got, want)
		}
	}
}

func TestSize(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 1023: "1023 B", 1024: "1.0 KiB", 102400: "100 KiB",
		1 << 20: "1.0 MiB", 1<<63 - 1: "8.0 EiB",
	} {
		if got := Size(n); got != want {
			t.Errorf("Size(%d) is %q, not %q", n, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{0: "0 lines", 1: "1 line", 2000: "2,000 lines"} {
		if got := Count(n, "line"); got != want {
			t.Errorf("Count(%d) is %q, not %q", n, got, want)
		}
	}
	if got := Count(2, "search"); got != "2 searches" {
		t.Errorf("%q", got)
	}
}

// TestPercentOfWhatRuns checks that what still runs is never said to be done.
func TestPercentOfWhatRuns(t *testing.T) {
	for _, c := range []struct {
		done, total int64
		want        string
	}{
		{0, 0, ""},
		{5, 0, ""},
		{0, 10, "0%"},
		{5, 10, "50%"},
		{999, 1000, "99%"},
		{10, 10, "99%"},
		{11, 10, "99%"},
		{1 << 62, 1<<63 - 1, "50%"},
	} {
		if got := Percent(c.done, c.total); got != c.want {
			t.Errorf("Percent(%d, %d) is %q, not %q", c.done, c.total, got, c.want)
		}
	}
}
