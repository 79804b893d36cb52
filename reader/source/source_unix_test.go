//go:build unix

package source

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestPipesAndDevicesAreRefusedAtOnce(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o644); err != nil {
		t.Skip(err)
	}
	for path, want := range map[string]string{fifo: "is a named pipe", "/dev/null": "is a device"} {
		var kind *KindError
		if _, err := OpenFile(path); !errors.As(err, &kind) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestFilesThatHideTheirSizeAreSpooled(t *testing.T) {
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip(err)
	}
	s, err := OpenFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if err := s.(*Stream).Wait(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := all(t, s); !strings.HasPrefix(got, "Name:") {
		t.Errorf("%q", got)
	}
}
