package tap

import (
	"context"
	"net/netip"
	"strings"
	"time"

	"eyeline/reader/wait"
)

// lookPause is the time between two looks at an agent's connections.
const lookPause = 250 * time.Millisecond

// Watch looks for connections of an agent's own.
type Watch struct {
	tap    *Tap
	before map[[2]netip.AddrPort]struct{} // connections to the model that there were before the agent was started
}

// Watch is to be asked for before the agent is started.
func (t *Tap) Watch() Watch { return Watch{t, connectionsTo(t.modelAddresses())} }

// Elsewhere looks, as long as no request has come, whether the agent of a process has a connection to a model by
// itself, and returns where to; "" once a request has come or ctx has ended, and where the system does not tell. Such
// a connection is one to the model's address, or to a web address on another machine, by the process or those that it
// started.
func (w Watch) Elsewhere(ctx context.Context, pid int) string {
	model := w.tap.modelAddresses()
	for wait.For(ctx, lookPause) == nil && w.tap.Requests() == 0 {
		to := webOf(pid)
		for at := range connectionsTo(model) {
			if _, known := w.before[at]; !known {
				to = at[1].String()
			}
		}
		if to != "" && w.tap.Requests() == 0 {
			return to
		}
	}
	return ""
}

// modelAddresses are the addresses of the model where it is on this machine. No name is looked up.
func (t *Tap) modelAddresses() (all []netip.AddrPort) {
	name, port := t.upstream.Hostname(), t.upstream.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[t.upstream.Scheme]
	}
	names := []string{name}
	if name == "localhost" {
		names = []string{"127.0.0.1", "::1"}
	}
	for _, name := range names {
		at, err := netip.ParseAddrPort(join(name, port))
		if err == nil && at.Addr().Unmap().IsLoopback() {
			all = append(all, netip.AddrPortFrom(at.Addr().Unmap(), at.Port()))
		}
	}
	return all
}

// join is an address with its port; one with colons stands in brackets.
func join(name, port string) string {
	if strings.Contains(name, ":") {
		name = "[" + name + "]"
	}
	return name + ":" + port
}

// connection is one as the system tells of it.
type connection struct {
	local, remote netip.AddrPort
	isOpen        bool
	inode         string
}

// connectionsTo are the connections that any process has, or has had just now, to one of some addresses.
func connectionsTo(all []netip.AddrPort) map[[2]netip.AddrPort]struct{} {
	found := map[[2]netip.AddrPort]struct{}{}
	if len(all) == 0 {
		return found
	}
	for _, c := range connections() {
		for _, at := range all {
			if c.remote == at {
				found[[2]netip.AddrPort{c.local, c.remote}] = struct{}{}
			}
			if c.local == at && c.remote.Port() != 0 { // the other end of one
				found[[2]netip.AddrPort{c.remote, c.local}] = struct{}{}
			}
		}
	}
	return found
}

// webPorts are those of web addresses.
var webPorts = map[uint16]struct{}{80: {}, 443: {}}

// webOf is a web address on another machine that a process, or one that it started, has a connection to; "" for none.
func webOf(pid int) string {
	var web []connection
	for _, c := range connections() {
		if _, is := webPorts[c.remote.Port()]; is && c.isOpen && !c.remote.Addr().IsLoopback() {
			web = append(web, c)
		}
	}
	if len(web) == 0 {
		return ""
	}
	own := socketsOf(pid)
	for _, c := range web {
		if _, is := own[c.inode]; is {
			return c.remote.String()
		}
	}
	return ""
}
