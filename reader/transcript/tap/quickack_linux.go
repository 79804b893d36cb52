package tap

import (
	"context"
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// dialer connects to the model. What comes is acknowledged at once: a model's server that sends the head of an answer
// and the beginning of its body apart may wait for that before it sends the second, and by default the system waits for
// 40 ms whether there is something to send with it.
func dialer(dial dialFunc) dialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		raw, has := conn.(syscall.Conn)
		if err != nil || !has {
			return conn, err
		}

		control, err := raw.SyscallConn()
		if err != nil {
			return conn, nil // it acknowledges as by default
		}

		return &prompt{conn, control}, nil
	}
}

// prompt is a connection that acknowledges at once what it is sent.
type prompt struct {
	net.Conn
	control syscall.RawConn
}

// Read implements [net.Conn]. The system forgets what it was told after some packets: it is told each time.
func (p *prompt) Read(to []byte) (int, error) {
	_ = p.control.Control(func(fd uintptr) {
		_ = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_QUICKACK, 1)
	})
	return p.Conn.Read(to)
}
