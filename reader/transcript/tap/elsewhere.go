package tap

import (
	"context"
	"net"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"eyeline/reader/transcript/bodies"
	"eyeline/reader/wait"
)

// lookPause is the time between two looks at an agent's connections, and patience how many looks a connection may be
// there before it is told, as long as a request may still come.
const (
	lookPause = 250 * time.Millisecond
	patience  = 2
)

// maxElsewhere bounds how many addresses are told.
const maxElsewhere = 16

// Connection is one that an agent has by itself, past the tap.
type Connection struct {
	To      string // the address with its port
	IsModel bool   // it is the model's, which other services may have, too
	IsProxy bool   // it is that of a proxy which the environment names: whom it is asked for is not known
	Early   bool   // no request had come by then
}

// Elsewhere looks until ctx ends whether an agent, or a program that it started, is connected to an address of the
// model or to a proxy or, as long as no request has come, to another web address on another machine. It records each
// address once, and hands it to say, within a second after it is there. usual is the model's address where no other one
// is set, "" for none; pid is the agent's. Nothing is known where the system does not tell.
func (t *Tap) Elsewhere(ctx context.Context, usual string, pid int, say func(c Connection)) {
	model := append(addressesOf(ctx, t.upstream), addressesNamed(ctx, usual)...)
	proxies := addressesNamed(ctx, proxies()...)
	all := slices.Concat(model, proxies)
	seen := map[netip.AddrPort]int{} // how often
	for wait.For(ctx, lookPause) == nil {
		for _, to := range connectedTo(pid, all) {
			one := Connection{To: to.String(), IsModel: slices.Contains(model, to), Early: t.Requests() == 0}
			one.IsProxy = !one.IsModel && slices.Contains(proxies, to)
			if seen[to] < patience && len(seen) <= maxElsewhere {
				seen[to]++
			}

			if seen[to] == patience && (one.IsModel || one.IsProxy || one.Early) {
				seen[to]++ // it is told
				say(one)   // a record of it says that it is told
				t.recordConnection(one)
			}
		}
	}
}

// recordConnection records a connection.
func (t *Tap) recordConnection(c Connection) {
	one := bodies.Elsewhere{Time: time.Now().UTC(), To: c.To, IsModel: c.IsModel, IsProxy: c.IsProxy, Early: c.Early}
	t.later(func() { t.write(t.recorder.Elsewhere(one)) })
}

// proxies are those that the environment names.
func proxies() (all []string) {
	for _, name := range []string{"HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"} {
		if set := os.Getenv(name); set != "" {
			all = append(all, set)
		}
	}
	return all
}

// addressesNamed are the addresses that URLs lead to, as far as they are well formed.
func addressesNamed(ctx context.Context, texts ...string) (all []netip.AddrPort) {
	for _, text := range texts {
		if to, err := url.Parse(text); err == nil && to.Host != "" {
			all = append(all, addressesOf(ctx, to)...)
		}
	}
	return all
}

// addressesOf are the addresses that a URL leads to.
func addressesOf(ctx context.Context, to *url.URL) (all []netip.AddrPort) {
	name := to.Hostname()
	port := to.Port()
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

// connectedTo are those of some addresses, and the web addresses on other machines, that a process, or one that it
// started, is connected to.
func connectedTo(pid int, some []netip.AddrPort) (all []netip.AddrPort) {
	open := slices.DeleteFunc(connections(), func(c connection) bool {
		return !c.isOpen || !isWeb(c.remote) && !slices.Contains(some, c.remote)
	})
	if len(open) == 0 {
		return nil // whose the others are need not be known
	}

	own := socketsOf(pid)
	for _, c := range open {
		if _, ok := own[c.inode]; ok {
			all = append(all, c.remote)
		}
	}

	return all
}
