package source

import "testing"

// TestWatchWhereNothingIsTold holds that a file of the kernel's own is looked at often: inotify takes a watch there, and
// tells nothing.
func TestWatchWhereNothingIsTold(t *testing.T) {
	w := Watch("/proc/self/status", fastWatch)
	defer w.Close()
	for range 5 {
		<-w.C()
		if !w.Polling() {
			t.Fatal("it is not looked at often")
		}
	}
}
