package tap

import (
	"context"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"eyeline/reader/wait"
)

// lookPause is the time between two looks at an agent's connections.
const lookPause = 250 * time.Millisecond

// Watch looks for connections of an agent's own.
type Watch struct {
	tap    *Tap
	usual  string                         // the model's address where no other one is set; "" where none is known
	before map[[2]netip.AddrPort]struct{} // connections to the model that there were before the agent was started
}

// Watch is to be asked for before the agent is started. usual is the model's address where no other one is set, "" for
// none.
func (t *Tap) Watch(usual string) Watch {
	return Watch{t, usual, connectionsTo(addressesOf(context.Background(), t.upstream, false))}
}

// Elsewhere looks, as long as no request has come, whether there is a connection to the model that is not the tap's,
// and tells say once where to. It ends with ctx, or when a request has come; other is a web address on another machine
// that the agent of a process, or one that it started, was connected to meanwhile. It is "" for none, and both are not
// known where the system does not tell.
func (w Watch) Elsewhere(ctx context.Context, pid int, say func(to string)) (other string) {
	model := addressesOf(ctx, w.tap.upstream, true)
	if usual, err := url.Parse(w.usual); err == nil && w.usual != "" {
		model = append(model, addressesOf(ctx, usual, true)...)
	}
	isSaid := false
	for wait.For(ctx, lookPause) == nil && w.tap.Requests() == 0 {
		if to := webOf(pid); to != "" {
			other = to
		}
		to := ""
		for at := range connectionsTo(model) {
			if _, known := w.before[at]; !known {
				to = at[1].String()
			}
		}
		if to != "" && !isSaid && w.tap.Requests() == 0 {
			say(to)
			isSaid = true
		}
	}
	return other
}

// addressesOf are the addresses that a URL leads to. No name is looked up but localhost, unless that is asked for.
func addressesOf(ctx context.Context, to *url.URL, lookUp bool) (all []netip.AddrPort) {
	name, port := to.Hostname(), to.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[to.Scheme]
	}
	names := []string{name}
	_, err := netip.ParseAddr(name)
	switch {
	case name == "localhost":
		names = []string{"127.0.0.1", "::1"}
	case err != nil && lookUp:
		names, _ = net.DefaultResolver.LookupHost(ctx, name) // of a name that is not known there is no address
	}
	for _, name := range names {
		if at, err := netip.ParseAddrPort(join(name, port)); err == nil {
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
