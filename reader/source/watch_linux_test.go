package source

import "testing"

// TestWatchTheKernelsFiles checks that a file of the kernel's own is looked at often: inotify accepts a watch there,
// and reports nothing.
func TestWatchTheKernelsFiles(t *testing.T) {
	w := Watch("/proc/self/status", fastWatch)
	defer w.Close()
	for range 5 {
		<-w.C()
		if !w.polling.Load() {
			t.Fatal("it is not looked at often")
		}
	}
}
