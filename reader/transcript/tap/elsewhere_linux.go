package tap

import (
	"encoding/binary"
	"encoding/hex"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// States of a connection, as the kernel numbers them.
const (
	established = "01"
	synSent     = "02"
)

// connections are those of all processes of this network.
func connections() (all []connection) {
	for _, name := range []string{"/proc/self/net/tcp", "/proc/self/net/tcp6"} {
		text, err := os.ReadFile(name)
		if err != nil {
			continue
		}

		for line := range strings.Lines(string(text)) {
			fields := strings.Fields(line)
			const few = 10
			if len(fields) < few {
				continue
			}

			if remote, ok := addressOf(fields[2]); ok {
				isOpen := fields[3] == established || fields[3] == synSent
				all = append(all, connection{remote, isOpen, fields[9]})
			}
		}
	}

	return all
}

// addressOf reads an address as the kernel prints it: words of four bytes in the machine's order, then the port.
func addressOf(text string) (at netip.AddrPort, ok bool) {
	ip, port, _ := strings.Cut(text, ":")
	raw, err := hex.DecodeString(ip)
	number, err2 := strconv.ParseUint(port, 16, 16)
	if err != nil || err2 != nil || len(raw)%4 != 0 {
		return at, false
	}
	for i := 0; i < len(raw); i += 4 {
		binary.NativeEndian.PutUint32(raw[i:], binary.BigEndian.Uint32(raw[i:]))
	}

	addr, ok := netip.AddrFromSlice(raw)
	return netip.AddrPortFrom(addr.Unmap(), uint16(number)), ok
}

// socketsOf are the sockets of a process and of those that it started, as far as they may be looked at.
func socketsOf(pid int) map[string]struct{} {
	found := map[string]struct{}{}
	for _, one := range familyOf(pid) {
		files, _ := filepath.Glob("/proc/" + strconv.Itoa(one) + "/fd/*") // of one that has ended there are no files
		for _, file := range files {
			to, err := os.Readlink(file)
			if inode, ok := strings.CutPrefix(to, "socket:["); err == nil && ok {
				found[strings.TrimSuffix(inode, "]")] = struct{}{}
			}
		}
	}

	return found
}

// familyOf are a process and those that it started, and they.
func familyOf(pid int) []int {
	children := map[int][]int{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended
		}

		rest := string(text[max(strings.LastIndexByte(string(text), ')'), 0):]) // a name may have any character
		fields := strings.Fields(rest)
		own, err := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		if len(fields) < 3 || err != nil {
			continue
		}
		if parent, err := strconv.Atoi(fields[2]); err == nil {
			children[parent] = append(children[parent], own)
		}
	}

	all := []int{pid}
	for i := 0; i < len(all); i++ {
		all = append(all, children[all[i]]...)
	}

	return all
}
