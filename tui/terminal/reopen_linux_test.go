package terminal

import (
	"os/exec"
	"runtime"
	"testing"
	"time"
)

// TestAKeyComesWhileAllProcessorsCompute: what computes after a key, and makes no system call, does not keep the next key waiting.
func TestAKeyComesWhileAllProcessorsCompute(t *testing.T) {
	master, in := reopenedInput(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var stop bool
	pressed, computed := make(chan struct{}), make(chan bool, 1)
	in.OnKey = func(key []byte) bool {
		switch string(key) {
		case "a":
			in.Working()
			go func() {
				end := time.Now().Add(10 * time.Second)
				for time.Now().Before(end) {
					select {
					case <-pressed:
						computed <- true
						return
					default:
					}
				}
				computed <- false
			}()
		case "b":
			close(pressed)
			stop = true
		}
		return true
	}
	// Another process types, since no other goroutine of this one may run meanwhile. It waits until the monitor sleeps.
	typist := exec.CommandContext(t.Context(), "sh", "-c", "sleep 0.1; printf a; sleep 0.1; printf b")
	typist.Stdout = master
	if err := typist.Start(); err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 256)
	for !stop {
		if _, err := in.Read(buf); err != nil {
			t.Fatal(err)
		}
	}
	if !<-computed {
		t.Error("the key was read only when nothing computed any more")
	}
	if err := typist.Wait(); err != nil {
		t.Error(err)
	}
}

// TestQuiet: what is typed after a key ends the wait at once, and is read after it.
func TestQuiet(t *testing.T) {
	master, in := reopenedInput(t)
	if !in.Quiet() {
		t.Error("it is not quiet though nothing was typed")
	}
	if _, err := master.WriteString("j"); err != nil {
		t.Fatal(err)
	}
	for began := time.Now(); in.Quiet(); { // the terminal hands on what is typed in its own time
		if time.Since(began) > 10*time.Second {
			t.Fatal("it is quiet though a key was typed")
		}
	}
	var got []byte
	in.OnKey = func(key []byte) bool {
		got = append(got, key...)
		return true
	}
	buf := make([]byte, 16)
	for len(got) == 0 {
		if _, err := in.Read(buf); err != nil {
			t.Fatal(err)
		}
	}
	if string(got) != "j" {
		t.Errorf("read %q", got)
	}
}
