//go:build unix

package main

import (
	"context"
	"os/exec"
	"strings"
)

// pager is a program and the keys that make it do what is measured. {n} is a line number, {p} a pattern; "" is what it
// has no key for.
type pager struct {
	name    string
	command []string // the file is added
	asks    []string // arguments that make it tell its version
	end     string
	jump    string
	search  string
	down    string
	quit    string
}

func pagers(eyeline string) []pager {
	return []pager{
		{"eyeline", []string{eyeline, "--color", "always"}, []string{"version"}, "G", ":{n}\r", "/{p}\r", "J", "q"},
		{"less -S", []string{"less", "-S"}, []string{"--version"}, "G", "{n}G", "/{p}\r", "j", "q"},
		{"less -SN", []string{"less", "-SN"}, []string{"--version"}, "G", "{n}G", "/{p}\r", "j", "q"},
		{"ov", []string{"ov"}, []string{"--version"}, "G", "g{n}\r", "/{p}\r", "\x1b[B", "q"},
		{"moor", []string{"moor"}, []string{"--version"}, "G", "g{n}\r", "/{p}\r", "j", "q"},
		{"bat", []string{"bat", "--paging=always", "--pager=less -RS", "--color=always"}, []string{"--version"}, "G", "{n}G", "/{p}\r", "j", "q"},
		{"bat", []string{"batcat", "--paging=always", "--pager=less -RS", "--color=always"}, []string{"--version"}, "G", "{n}G", "/{p}\r", "j", "q"},
		{"lnav", []string{"lnav"}, []string{"--version"}, "G", ":goto {n}\r", "/{p}\r", "j", "q"},
		{"vim -R", []string{"vim", "-R", "--clean", "-c", "set nowrap"}, []string{"--version"}, "G", "{n}G", "/{p}\r", "\x05", ":q!\r"},
	}
}

// version is the first line that a pager says of itself.
func (p pager) version(ctx context.Context) string {
	out, err := exec.CommandContext(ctx, p.command[0], p.asks...).Output()
	if err != nil {
		return "unknown"
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimSpace(line)
}

func (p pager) keys(action string, line, pattern string) string {
	return strings.NewReplacer("{n}", line, "{p}", pattern).Replace(action)
}
