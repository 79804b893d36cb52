package wait_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"eyeline/reader/wait"
)

func TestFor(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	if err := wait.For(ctx, time.Microsecond); err != nil {
		t.Error(err)
	}
	stop()
	if err := wait.For(ctx, time.Hour); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestAtMost(t *testing.T) {
	did := false
	if !wait.AtMost(time.Hour, func() { did = true }) || !did {
		t.Error("what is done at once is not done")
	}
	end := make(chan struct{})
	if wait.AtMost(time.Microsecond, func() { <-end }) {
		t.Error("what goes on is done")
	}
	close(end)
}

// TestUntil: readers and writers are as they were until the context is done.
func TestUntil(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	var out bytes.Buffer
	in, to := wait.Reader(ctx, strings.NewReader("text and more")), wait.Writer(ctx, &out)
	if _, err := io.CopyN(to, in, 4); err != nil || out.String() != "text" {
		t.Errorf("%q, %v", out.String(), err)
	}
	stop()
	if n, err := in.Read(make([]byte, 3)); n != 0 || !errors.Is(err, context.Canceled) {
		t.Error(n, err)
	}
	if n, err := to.Write([]byte("x")); n != 0 || !errors.Is(err, context.Canceled) {
		t.Error(n, err)
	}
}
