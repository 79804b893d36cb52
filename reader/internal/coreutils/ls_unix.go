//go:build unix

package coreutils

import (
	"io/fs"
	"os/user"
	"strconv"
	"syscall"
)

// system is what only the system knows of a file.
type system struct {
	blocks       int64 // of 512 bytes
	links        uint64
	owner, group string
}

func systemOf(info fs.FileInfo) (s system) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return s
	}
	s.blocks, s.links = int64(stat.Blocks), uint64(stat.Nlink)
	s.owner, s.group = strconv.Itoa(int(stat.Uid)), strconv.Itoa(int(stat.Gid))
	if u, err := user.LookupId(s.owner); err == nil {
		s.owner = u.Username
	}
	if g, err := user.LookupGroupId(s.group); err == nil {
		s.group = g.Name
	}
	return s
}
