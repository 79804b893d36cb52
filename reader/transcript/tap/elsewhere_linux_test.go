package tap

import (
	"net"
	"net/netip"
	"os"
	"os/exec"
	"testing"
)

// TestConnectedTo: of the connections to a model those of the agent alone count, and no other program's.
func TestConnectedTo(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	agent := exec.Command("sleep", "60")
	if err := agent.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = agent.Process.Kill(), agent.Wait() }()
	model := []netip.AddrPort{netip.MustParseAddrPort(l.Addr().String())}
	if got := connectedTo(agent.Process.Pid, model); len(got) > 0 {
		t.Error("what this program is connected to, an agent is:", got)
	}
	if got := connectedTo(os.Getpid(), model); len(got) != 1 || got[0] != model[0] {
		t.Error(got)
	}
}
