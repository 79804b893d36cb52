//go:build unix

package peers

import (
	"context"
	"os/exec"
	"strings"
)

// pager is a program and the keys that make it do what is measured. {n} is a line number, {p} a pattern; "" is what it
// has no key for. At a | the typing pauses, as a person's does, for programs that read a prompt's text apart from its
// key; the time counts from the last part.
type pager struct {
	name     string
	command  []string // the file is added
	asks     []string // arguments that make it tell its version
	end      string
	jump     string
	search   string
	down     string
	quit     string
	anywhere bool // it does not begin at the first line
}

func pagers(eyeline string) []pager {
	ask := []string{"--version"}
	bat := []string{"--paging=always", "--pager=less -RS", "--color=always"}
	vim := []string{"vim", "-R", "--clean", "-c", "set nowrap"}
	return []pager{
		{"eyeline", []string{eyeline, "--color", "always"}, []string{"version"}, "G", ":|{n}|\r", "/|{p}|\r", "J", "q", false},
		{"less -S", []string{"less", "-S"}, ask, "G", "{n}G", "/{p}|\r", "j", "q", false},
		{"less -SN", []string{"less", "-SN"}, ask, "G", "{n}G", "/{p}|\r", "j", "q", false},
		{"ov", []string{"ov", "--wrap=none"}, ask, "\x1b[F", "g|{n}|\r", "/|{p}|\r", "\x1b[B", "q", false},
		{"moor", []string{"moor"}, ask, "G", "g|{n}|\r", "/|{p}|\r", "j", "q", false},
		{"bat", append([]string{"bat"}, bat...), ask, "G", "{n}G", "/{p}|\r", "j", "q", false},
		{"bat", append([]string{"batcat"}, bat...), ask, "G", "{n}G", "/{p}|\r", "j", "q", false},
		{"lnav", []string{"lnav"}, ask, "G", ":|goto {n}|\r", "/|{p}|\r", "j", "q", true},
		{"vim -R", vim, ask, "G", "{n}G", "/{p}|\r", "\x05", ":q!\r", false},
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
