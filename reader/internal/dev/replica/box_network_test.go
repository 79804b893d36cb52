package replica

import (
	"errors"
	"fmt"
	"net"
)

// errNoNamespace says that the network cannot be shut off here.
var errNoNamespace = errors.New("the network cannot be shut off here")

// outsideAddresses are addresses that are kept for documentation: nobody has them.
var outsideAddresses = []string{"192.0.2.1:9", "[2001:db8::1]:9"}

// wayOut reports whether there is a way out of this machine; nil without one. It sends nothing: a way is looked
// for, and not gone.
func wayOut() error {
	for _, address := range outsideAddresses {
		conn, err := net.Dial("udp", address)
		if err != nil {
			continue // no route
		}
		from := conn.LocalAddr()
		_ = conn.Close() // nothing was sent
		return fmt.Errorf("the network is open: %s leads out", from)
	}
	return nil
}
