// Package git, which changes without notice, runs git; no other package does. A repository may be somebody else's, and
// so may the folder that a transcript names. Whatever its configuration and its attributes say, git starts no program
// and writes nothing:
//
// - file monitors, hooks, filters, text conversions, external diffs, pagers and signature checks are switched off;
// - no protocol is allowed, so an object that is missing is not fetched, and nobody is asked for a password;
// - the index is not refreshed, and submodules are not entered;
// - only the commands below are run, paths are literal, and a revision is resolved before it is an argument.
//
// [program] limits its time without output and its memory.
package git

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/program"
)

// settings take precedence over those of all configuration files.
var settings = []string{
	"advice.graftFileDeprecated=false",
	"core.attributesFile=" + os.DevNull, // a repository may name a device; the machine's do not count either
	"core.commitGraph=false",            // it may say anything of a commit
	"core.fsmonitor=false",
	"core.hooksPath=" + os.DevNull,
	"core.alternateRefsCommand=",
	"core.askPass=",
	"core.warnAmbiguousRefs=true",
	"credential.helper=",
	"core.quotePath=false",
	"diff.external=",
	"diff.orderFile=" + os.DevNull,
	"diff.autoRefreshIndex=false", // or git diff writes the index, also with GIT_OPTIONAL_LOCKS=0
	"gc.auto=0",
	"i18n.logOutputEncoding=UTF-8",
	"maintenance.auto=false",
	// What was changed is found also where its size and second are the same.
	"core.checkStat=default",
	"core.trustctime=true",
}

// commands are the commands that may be run, with the options that each always gets.
var commands = map[string][]string{
	"cat-file":     nil,
	"config":       nil,
	"diff":         {"--no-ext-diff", "--no-textconv", "--no-color", "--submodule=short", "--ignore-submodules=dirty"},
	"for-each-ref": nil,
	"log":          {"--no-ext-diff", "--no-textconv", "--no-color", "--no-show-signature"},
	"ls-files":     nil,
	"ls-tree":      nil,
	"rev-parse":    nil,
}

// environment are variables for git.
var environment = []string{
	"LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_LITERAL_PATHSPECS=1",
	"GIT_NO_REPLACE_OBJECTS=1", "GIT_ATTR_NOSYSTEM=1",
	"GIT_GRAFT_FILE=" + os.DevNull, // it gives commits other parents
	"GIT_NO_LAZY_FETCH=1",          // which git knows since 2.44
	"GIT_ALLOW_PROTOCOL=:",         // none, whatever protocol.* says
}

// dropped are variables of the caller that name programs or output files, or change what git prints or how it parses
// paths. Those for the repository and its configuration are kept, except GIT_CONFIG: only git config obeys it, so the
// filters found would not be those of git diff.
var dropped = []string{
	"GIT_ASKPASS", "SSH_ASKPASS", "GIT_ATTR_SOURCE", "GIT_CONFIG", "GIT_DIFF_OPTS", "GIT_EDITOR", "GIT_EXTERNAL_DIFF",
	"GIT_FLUSH",
	"GIT_GLOB_PATHSPECS", "GIT_ICASE_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_PAGER", "GIT_PAGER_IN_USE",
	"GIT_PROXY_COMMAND", "GIT_SEQUENCE_EDITOR", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT",
}

// alternates is a variable with a list of paths.
const alternates = "GIT_ALTERNATE_OBJECT_DIRECTORIES"

// places are variables of paths relative to the caller's working directory.
var places = []string{
	alternates, "GIT_COMMON_DIR", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_DIR", "GIT_INDEX_FILE",
	"GIT_OBJECT_DIRECTORY", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
}

// variables returns the environment of git.
func variables() []string {
	var all []string
	for _, v := range os.Environ() {
		name, value, _ := strings.Cut(v, "=")
		switch {
		case slices.Contains(dropped, name), strings.HasPrefix(name, "GIT_TRACE"):
			continue
		case slices.Contains(places, name):
			paths := []string{value}
			if name == alternates && !strings.Contains(value, `"`) { // paths in git's quotes stay
				paths = filepath.SplitList(value)
			}

			for i, path := range paths {
				abs, err := filepath.Abs(path)
				if err == nil && path != "" && path[0] != '"' {
					paths[i] = abs
				}
			}

			v = name + "=" + strings.Join(paths, string(filepath.ListSeparator))
		}

		all = append(all, v)
	}

	return append(all, environment...)
}

// Start starts a command of git in a directory. in may be nil.
func Start(ctx context.Context, dir string, in io.Reader, args ...string) (*program.Process, error) {
	options, known := commands[args[0]]
	if !known {
		return nil, fmt.Errorf("git %s is not run here", args[0])
	}

	// A folder of a work tree may look like a bare repository with its own configuration.
	chosen := slices.Clip(settings)
	if IsBelow(dir) && !strings.Contains(filepath.ToSlash(real(dir))+"/", "/.git/") {
		chosen = append(chosen, "safe.bareRepository=explicit")
	}

	if args[0] == "diff" { // it reads the work tree
		off, err := withoutFilters(ctx, dir)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, off...)
	}

	line := []string{"--no-pager"}
	for _, s := range chosen {
		line = append(line, "-c", s)
	}

	line = append(line, args[0])
	line = append(line, options...)
	return program.Start(ctx, dir, variables(), in, "git "+args[0], append(line, args[1:]...)...)
}

// Output runs a command of git and returns its output, even if it failed.
func Output(ctx context.Context, dir string, args ...string) (string, error) {
	p, err := Start(ctx, dir, nil, args...)
	if err != nil {
		return "", err
	}
	return p.Output()
}

// FoldsCase reports whether case is ignored in the patterns of a work tree (core.ignorecase).
func FoldsCase(ctx context.Context, dir string) bool {
	set, err := Output(ctx, dir, "config", "--type=bool", "--get", "core.ignorecase")
	return err == nil && strings.TrimSpace(set) == "true"
}

// real returns the absolute path of a folder without symbolic links.
func real(dir string) string {
	dir, _ = filepath.Abs(cmp.Or(dir, ".")) // "" after an error, which has no .git
	if path, err := filepath.EvalSymlinks(dir); err == nil {
		return path
	}
	return dir
}

// IsBelow reports whether a folder or a parent has a .git.
func IsBelow(dir string) bool { return Above(dir) != "" }

// Above returns the nearest of a folder and its parents that has a .git, as an absolute path without symbolic links; ""
// if there is no such folder. It does not run git.
func Above(dir string) string {
	for dir = real(dir); ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// withoutFilters returns settings that remove the programs of all configured filters.
func withoutFilters(ctx context.Context, dir string) ([]string, error) {
	out, err := Output(ctx, dir, "config", "-z", "--name-only", "--get-regexp", `^filter\.`)
	failed, ok := errors.AsType[*exec.ExitError](err)
	if ok && failed.ExitCode() == 1 && out == "" {
		return nil, nil // no filter is configured
	}
	if err != nil {
		return nil, err
	}

	var off []string
	last := ""
	for key := range strings.SplitSeq(out, "\x00") {
		dot := strings.LastIndexByte(key, '.')
		if dot < 0 || key[:dot] == last {
			continue
		}

		last = key[:dot]
		if strings.Contains(last, "=") {
			return nil, fmt.Errorf("git has a filter called %q, which cannot be switched off", last)
		}

		off = append(off, last+".clean=", last+".smudge=", last+".process=", last+".required=false")
	}

	return off, nil
}

// RevisionError is the error of a name that is not a revision.
type RevisionError struct {
	Name string
	Kind string // commit or tree
	Why  string // "" if git does not know the name
}

func (e *RevisionError) Error() string {
	text := fmt.Sprintf("git knows no %s %.80q here", e.Kind, e.Name)
	if e.Why != "" {
		text += ": " + e.Why
	}
	return text
}

// maxRevision is the greatest length of a name that is passed to git, in bytes.
const maxRevision = 4 << 10

// refused returns why a name is not passed to git; "" if it is.
func refused(name string) string {
	switch {
	case name == "":
		return "it is empty"
	case name[0] == '-':
		return "no revision begins with -"
	case strings.ContainsAny(name, "\x00\n"):
		return "no revision has a line end or a NUL"
	case len(name) > maxRevision:
		return "it is too long"
	}

	return ""
}

// Resolve returns the id of the commit or tree, as kind says, of a revision. The error is a *RevisionError if it does
// not exist.
func Resolve(ctx context.Context, dir, name, kind string) (string, error) {
	unknown := &RevisionError{name, kind, refused(name)}
	if unknown.Why != "" {
		return "", unknown
	}

	// In two steps, since a suffix to ":/TEXT" would be part of the text.
	for _, suffix := range []string{"", "^{" + kind + "}"} {
		p, err := Start(ctx, dir, nil, "rev-parse", "--verify", "--end-of-options", name+suffix)
		if err != nil {
			return "", err
		}

		out, err := p.Output()
		said := append(p.ErrorLines(), "")
		failed, ok := errors.AsType[*exec.ExitError](err)
		switch {
		case slices.ContainsFunc(said, func(line string) bool { return strings.HasSuffix(line, " is ambiguous.") }):
			unknown.Why = "it is ambiguous; refs/heads/NAME is a branch, and refs/tags/NAME a tag"
			return "", unknown
		case ok && failed.Exited():
			if first := program.WithoutSeverity(said[0]); first != "Needed a single revision" {
				unknown.Why = first
			}
			return "", unknown
		case err != nil:
			return "", err
		}

		name = strings.TrimSpace(out)
	}

	return name, nil
}
