package tap

import (
	"net"
	"testing"

	"golang.org/x/sys/unix"
)

// TestPromptConnection: a connection to the model that acknowledges late does so no longer once it is read from.
func TestPromptConnection(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		if server, err := listener.Accept(); err == nil {
			_, _ = server.Write([]byte("x"))
			_ = server.Close()
		}
	}()

	conn, err := dialer((&net.Dialer{}).DialContext)(t.Context(), "tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	option := func(do func(fd int) error) {
		t.Helper()
		var err error
		if called := conn.(*prompt).control.Control(func(fd uintptr) { err = do(int(fd)) }); called != nil || err != nil {
			t.Fatal(called, err)
		}
	}
	option(func(fd int) error { return unix.SetsockoptInt(fd, unix.IPPROTO_TCP, unix.TCP_QUICKACK, 0) })

	if n, err := conn.Read(make([]byte, 1)); n != 1 {
		t.Fatal(err)
	}
	isPrompt := 0
	option(func(fd int) (err error) {
		isPrompt, err = unix.GetsockoptInt(fd, unix.IPPROTO_TCP, unix.TCP_QUICKACK)
		return err
	})
	if isPrompt != 1 {
		t.Error("it waits before it acknowledges what came")
	}
}
