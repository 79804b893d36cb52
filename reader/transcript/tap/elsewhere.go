package tap

import (
	"context"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"eyeline/reader/wait"
)

// lookPause is the time between two looks at an agent's connections.
const lookPause = 250 * time.Millisecond

// Elsewhere looks, as long as no request has come, whether an agent, or a program that it started, is connected to the
// model by itself, and tells say once where to. usual is the model's address where no other one is set, "" for none;
// pid is the agent's. Elsewhere ends with ctx, or when a request has come; other is a web address on another machine
// that the agent was connected to meanwhile. It is "" for none, and both are not known where the system does not tell.
func (t *Tap) Elsewhere(ctx context.Context, usual string, pid int, say func(to string)) (other string) {
	model := addressesOf(ctx, t.upstream)
	if usual, err := url.Parse(usual); err == nil && usual.Host != "" {
		model = append(model, addressesOf(ctx, usual)...)
	}
	isSaid := false
	for wait.For(ctx, lookPause) == nil && t.Requests() == 0 {
		for _, to := range connectedTo(pid, model) {
			if isWeb(to) {
				other = to.String()
			}
			if !isSaid && slices.Contains(model, to) && t.Requests() == 0 {
				say(to.String())
				isSaid = true
			}
		}
	}
	return other
}

// addressesOf are the addresses that a URL leads to.
func addressesOf(ctx context.Context, to *url.URL) (all []netip.AddrPort) {
	name, port := to.Hostname(), to.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[to.Scheme]
	}
	names := []string{name}
	_, err := netip.ParseAddr(name)
	switch {
	case name == "localhost":
		names = []string{"127.0.0.1", "::1"}
	case err != nil:
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
	remote netip.AddrPort
	isOpen bool
	inode  string
}

// isWeb reports whether an address is a web address on another machine.
func isWeb(at netip.AddrPort) bool {
	return (at.Port() == 80 || at.Port() == 443) && !at.Addr().IsLoopback()
}

// connectedTo are the addresses of the model, and the web addresses on other machines, that a process, or one that it
// started, is connected to.
func connectedTo(pid int, model []netip.AddrPort) (all []netip.AddrPort) {
	open := slices.DeleteFunc(connections(), func(c connection) bool {
		return !c.isOpen || !isWeb(c.remote) && !slices.Contains(model, c.remote)
	})
	if len(open) == 0 {
		return nil // whose the others are need not be known
	}
	own := socketsOf(pid)
	for _, c := range open {
		if _, is := own[c.inode]; is {
			all = append(all, c.remote)
		}
	}
	return all
}
