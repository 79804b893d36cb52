//go:build linux || darwin

package launch

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"eyeline/reader/git"
	"eyeline/reader/longtest"
	"eyeline/reader/program"
	"eyeline/reader/source"
	"eyeline/reader/source/revision"
	"eyeline/reader/transcript/patch"
	"eyeline/reader/transcript/transcripttest"
)

// command runs git for a test.
func command(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e@x", "-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// emptyGit keeps the settings of whoever runs the tests away.
func emptyGit(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
}

// namesPrograms are settings of git whose value is a program, a folder of programs, or may start one.
var namesPrograms = regexp.MustCompile(`(?i)(program|command|cmd|hook|hookspath|editor|pager|helper|proxy|textconv|clean|smudge|` +
	`process|askpass|external|uploadpack|receivepack|fsmonitor|browser|driver|difffilter|viewer|tunnel|httpd|` +
	`alias\.x|pager\.x|difftool\.x\.path|mergetool\.x\.path|browser\.x\.path|man\.x\.path)$`)

// programSettings are the settings of the installed git that name programs, with "x" for each name that is free.
func programSettings(t *testing.T) []string {
	t.Helper()
	free := regexp.MustCompile(`<[^>]*>|\*`)
	var keys []string
	for key := range strings.FieldsSeq(command(t, t.TempDir(), "help", "--config-for-completion")) {
		if strings.HasSuffix(key, ".") { // any name follows
			key += "x"
		}
		keys = append(keys, key)
	}
	for key := range strings.FieldsSeq(command(t, t.TempDir(), "help", "--config")) {
		if key = free.ReplaceAllString(key, "x"); strings.Count(key, ".") > 0 {
			keys = append(keys, key)
		}
	}
	keys = append(keys, "diff.x.command", "filter.x.process", "core.alternateRefsCommand", "trailer.x.command", "trailer.x.cmd", "remote.x.vcs", "uploadpack.packObjectsHook")
	keys = slices.DeleteFunc(keys, func(k string) bool {
		return !namesPrograms.MatchString(k) || strings.HasPrefix(k, "http.") || strings.HasPrefix(k, "advice.") || strings.HasPrefix(k, "color.") || strings.HasSuffix(k, "cachetextconv")
	})
	slices.Sort(keys)
	if keys = slices.Compact(keys); len(keys) < 40 {
		t.Fatalf("git names %d settings only: %q", len(keys), keys)
	}
	return keys
}

// trap is a repository that sets everything by which git can start a program to one that leaves a mark.
type trap struct {
	dir     string // of the work tree
	program string
	marks   string // the file that the program writes
}

// setTrap makes a trap. With missing the objects of the first commit are only at a promisor.
func setTrap(t *testing.T, missing bool) trap {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	x := trap{dir: filepath.Join(top, "repo"), program: filepath.Join(top, "program"), marks: filepath.Join(top, "marks")}
	put(t, x.program, "#!/bin/sh\necho \"$0 $*\" >>"+x.marks+"\ncat\n", 0o755)
	origin := filepath.Join(top, "origin")
	command(t, top, "init", "-q", "-b", "main", origin)
	put(t, filepath.Join(origin, "a.txt"), "one\ntwo\n", 0o644)
	put(t, filepath.Join(origin, "sub", "b.txt"), "b\n", 0o644)
	put(t, filepath.Join(origin, "c.bin"), "c\x00\n", 0o644)
	put(t, filepath.Join(origin, ".gitattributes"), "* filter=x diff=x merge=x\na.txt -filter\n", 0o644)
	command(t, origin, "add", ".")
	command(t, origin, "commit", "-qm", "first")
	put(t, filepath.Join(origin, "a.txt"), "one\n2\n", 0o644)
	command(t, origin, "commit", "-qam", "second")
	command(t, origin, "config", "uploadpack.allowFilter", "true")
	if missing {
		command(t, top, "clone", "-q", "--filter=blob:none", "file://"+origin, x.dir)
		command(t, x.dir, "config", "remote.origin.uploadpack", x.program)
	} else {
		command(t, top, "clone", "-q", origin, x.dir)
	}
	inner := filepath.Join(x.dir, "module")
	command(t, x.dir, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", origin, "module")
	command(t, x.dir, "commit", "-qm", "third")
	put(t, filepath.Join(x.dir, "a.txt"), "one\nsigned\n", 0o644)
	command(t, x.dir, "add", "a.txt")
	signed := filepath.Join(top, "commit")
	put(t, signed, "tree "+command(t, x.dir, "write-tree")+"\nparent "+command(t, x.dir, "rev-parse", "HEAD")+
		"\nauthor n <e@x> 1700000000 +0000\ncommitter n <e@x> 1700000000 +0000\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n abc\n -----END PGP SIGNATURE-----\n\nfourth\n", 0o644)
	command(t, x.dir, "reset", "-q", "--hard", command(t, x.dir, "hash-object", "-w", "-t", "commit", signed))
	id := command(t, x.dir, "hash-object", "-w", "--no-filters", signed)
	command(t, x.dir, "update-index", "--add", "--cacheinfo", "100644,"+id+",staged.txt")
	for _, dir := range []string{x.dir, inner} {
		x.arm(t, dir)
	}
	return x
}

// arm sets everything in a repository to the program, and changes files so that git has something to do.
func (x trap) arm(t *testing.T, dir string) {
	t.Helper()
	meta := command(t, dir, "rev-parse", "--absolute-git-dir")
	var b strings.Builder
	for _, key := range append(programSettings(t), "diff.external", "log.showSignature=true", "diff.submodule=diff", "status.submoduleSummary=true",
		"submodule.recurse=true", "protocol.allow=always", "protocol.file.allow=always", "protocol.ext.allow=always", "filter.x.required=true",
		"filter.a.b.clean", "diff.x.cachetextconv=true", "core.untrackedCache=true", "index.skipHash=false", "core.fsmonitorHookVersion=2",
		"diff.ignoreSubmodules=none", "fetch.recurseSubmodules=true", "color.ui=always", "diff.relative=true", "diff.mnemonicPrefix=true") {
		if strings.HasPrefix(key, "core.hooksPath") || key == "remote.x.uploadpack" && x.marks == "" {
			continue
		}
		name, value, given := strings.Cut(key, "=")
		if !given {
			value = x.program
		}
		section, last := name[:strings.IndexByte(name, '.')], name[strings.LastIndexByte(name, '.')+1:]
		if middle := strings.TrimSuffix(strings.TrimPrefix(name, section+"."), last); middle == "" {
			fmt.Fprintf(&b, "[%s]\n\t%s = %q\n", section, last, value)
		} else {
			fmt.Fprintf(&b, "[%s %q]\n\t%s = %q\n", section, strings.TrimSuffix(middle, "."), last, value)
		}
	}
	attributes := "* filter=x diff=x merge=x\na.txt -filter\n"
	if dir != x.dir { // a filter that the repository above does not know
		fmt.Fprintf(&b, "[filter \"y\"]\n\tclean = %q\n\trequired = true\n", x.program)
		attributes = "* filter=y\n"
	}
	fmt.Fprintf(&b, "[core]\n\thooksPath = %q\n[remote \"x\"]\n\turl = \"ext::%s %%S\"\n\tpromisor = true\n", filepath.Join(meta, "hooks"), x.program)
	put(t, filepath.Join(meta, "more"), b.String(), 0o644)
	put(t, filepath.Join(meta, "info", "attributes"), attributes, 0o644)
	for _, hook := range []string{"post-index-change", "fsmonitor-watchman", "reference-transaction", "pre-auto-gc", "post-checkout", "query-watchman"} {
		put(t, filepath.Join(meta, "hooks", hook), "#!/bin/sh\nexec "+x.program+" \"$@\"\n", 0o755)
	}
	command(t, dir, "config", "include.path", filepath.Join(meta, "more"))
	put(t, filepath.Join(dir, "a.txt"), "one\nnow\n", 0o644)
	put(t, filepath.Join(dir, "new.txt"), "new\n", 0o644)
	later := time.Now().Add(5 * time.Second)
	for _, name := range []string{"sub/b.txt", "c.bin"} {
		if err := os.Chtimes(filepath.Join(dir, name), later, later); err != nil {
			t.Fatal(err)
		}
	}
}

// marked are the calls of the program so far.
func (x trap) marked() string {
	text, _ := os.ReadFile(x.marks)
	_ = os.Remove(x.marks)
	return string(text)
}

// picture is every file of a folder: its mode, its time and its bytes.
func picture(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		fi, err := d.Info()
		if err != nil {
			return err
		}
		text := fmt.Sprint(fi.Mode(), fi.ModTime())
		if fi.Mode().IsRegular() {
			p, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			text += fmt.Sprintf(" %x", sha256.Sum256(p))
		}
		all[name] = text
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// differs names what is not the same in two pictures.
func differs(before, after map[string]string) (names []string) {
	for name, text := range before {
		if after[name] != text {
			names = append(names, name)
		}
	}
	for name := range after {
		if _, was := before[name]; !was {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// runIn is the transcript of a run in a folder.
func runIn(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "session.jsonl")
	text := strings.ReplaceAll(transcripttest.ClaudeCall("a", 1, "1\tone"), `"/a"`, `"`+dir+`/a.txt"`)
	put(t, path, strings.ReplaceAll(text, `"sessionId":"s"`, `"sessionId":"s","cwd":"`+dir+`"`), 0o600)
	return path
}

// everyUse is every way by which Eyeline runs git in a work tree, each with a value for what is an argument of git: a
// revision and a path.
func everyUse(t *testing.T, dir, rev, path string) map[string]func(context.Context) string {
	session := runIn(t, dir)
	said := func(args ...string) func(context.Context) string {
		return func(context.Context) string {
			r := run(t, args...)
			return fmt.Sprint(r.out, r.err)
		}
	}
	open := func(name string) func(context.Context) string {
		return func(ctx context.Context) string {
			n, ok := revision.Parse(name)
			if !ok {
				return "no name"
			}
			f, err := revision.Open(ctx, dir, n, source.SpoolOptions{})
			if err != nil {
				return err.Error()
			}
			err = f.Wait(ctx)
			return fmt.Sprint(err, f.Snapshot().Err, f.Close())
		}
	}
	list := func(name string) func(context.Context) string {
		return func(ctx context.Context) string {
			n, _ := revision.Parse(name)
			entries, err := revision.List(ctx, dir, n)
			return fmt.Sprint(len(entries), err)
		}
	}
	file := filepath.Join(dir, path)
	return map[string]func(context.Context) string{
		"check":               said("check", "--agents", "codex", dir),
		"check a path":        said("check", "--agents", "codex", file),
		"check --diff":        said("check", "--agents", "codex", "--diff", rev, dir),
		"check --all":         said("check", "--agents", "codex", "--all", dir),
		"check --staged":      said("check", "--agents", "codex", "--staged", dir),
		"check a staged path": said("check", "--agents", "codex", "--staged", "--all", file),
		"transcript --diff":   said("transcript", session, "--diff", rev),
		"transcript --root":   said("transcript", session, "--root", filepath.Join(dir, "sub"), "--diff", rev, "--json"),
		"transcript":          said("transcript", session),
		"emit a revision":     said("emit", "--tool", "codex", rev+":"+path),
		"emit the index":      said("emit", "--tool", "codex", ":"+path),
		"complete":            said("__complete", "check", "--diff", rev),
		"complete a file":     said("__complete", "emit", rev+":"+path),
		"open a revision":     open(rev + ":" + path),
		"open the index":      open(":" + path),
		"open another":        open(rev + ":./" + path + "x"),
		"list":                list(rev + ":"),
		"list a folder":       list(rev + ":" + path),
		"marks":               func(ctx context.Context) string { return fmt.Sprint(revision.Changes(ctx, file, rev)) },
		"marks of the index":  func(ctx context.Context) string { return fmt.Sprint(revision.Changes(ctx, file, "")) },
		"state":               func(ctx context.Context) string { return fmt.Sprint(revision.StateFiles(ctx, file, rev)) },
		"revisions":           func(ctx context.Context) string { return fmt.Sprint(revision.Log(ctx, file, rev, 100)) },
		"revisions from HEAD": func(ctx context.Context) string { return fmt.Sprint(revision.Log(ctx, file, "", 100)) },
		"names":               func(ctx context.Context) string { return fmt.Sprint(revision.Names(ctx, dir)) },
		"place":               func(ctx context.Context) string { return fmt.Sprint(revision.Find(ctx, dir)) },
		"diff":                func(ctx context.Context) string { return fmt.Sprint(patch.Against(ctx, dir, rev)) },
	}
}

// usesOfARevision are those of everyUse in which git gets the revision, and usesOfAPath those in which it gets the path. The
// others are the same for each.
var (
	usesOfARevision = []string{
		"check --diff", "transcript --diff", "transcript --root", "emit a revision", "complete", "complete a file",
		"open a revision", "open another", "list", "list a folder", "marks", "state", "revisions", "diff",
	}
	usesOfAPath = []string{
		"check a path", "check a staged path", "emit a revision", "emit the index", "complete a file", "open a revision",
		"open the index", "open another", "list a folder", "marks", "marks of the index", "state", "revisions",
		"revisions from HEAD",
	}
)

// TestNoProgramOfARepositoryRuns: in a repository that names a program wherever git can start one, none runs, and
// nothing is written.
func TestNoProgramOfARepositoryRuns(t *testing.T) {
	longtest.SkipUnlessLong(t)
	emptyGit(t)
	withSettings(t, "")
	for _, missing := range []bool{false, true} {
		x := setTrap(t, missing)
		// The trap works: git by itself starts programs.
		for _, args := range [][]string{{"diff", "HEAD~2"}, {"status"}, {"log", "-1"}} {
			cmd := exec.Command("git", args...)
			cmd.Dir = x.dir
			out, _ := cmd.CombinedOutput() // what it finds does not matter
			if marks := x.marked(); marks == "" {
				t.Errorf("missing %v: git %s starts no program, so this test proves nothing: %s", missing, args, out)
			}
		}
		for _, name := range []string{"GIT_EXTERNAL_DIFF", "GIT_PAGER", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_ASKPASS", "SSH_ASKPASS", "GIT_EDITOR", "GIT_PROXY_COMMAND", "PAGER", "EDITOR"} {
			t.Setenv(name, x.program)
		}
		x.arm(t, x.dir)
		t.Chdir(x.dir)
		before := picture(t, filepath.Dir(x.dir))
		for _, rev := range []string{"HEAD", "HEAD~2", "origin/main~1"} {
			if missing && rev != "HEAD~2" { // one is enough where the programs are not there
				continue
			}
			paths := []string{"a.txt", "sub/b.txt", "c.bin", "module"}
			if rev != "HEAD~2" { // the kinds of files are tried with one revision, and the revisions with two of them
				paths = []string{"a.txt", "module"}
			}
			for _, path := range paths {
				for name, use := range everyUse(t, x.dir, rev, path) {
					if rev != "HEAD~2" && !slices.Contains(usesOfARevision, name) || path != "a.txt" && !slices.Contains(usesOfAPath, name) {
						continue // it has been tried
					}
					begun := time.Now()
					said := use(t.Context())
					if marks := x.marked(); marks != "" {
						t.Errorf("missing %v, %s, %s of %s: a program ran: %s\n%s", missing, name, rev, path, marks, said)
					}
					if took := time.Since(begun); took > 20*time.Second {
						t.Errorf("missing %v, %s, %s of %s: took %v", missing, name, rev, path, took)
					}
				}
			}
			if marks, err := revision.Changes(t.Context(), filepath.Join(x.dir, "a.txt"), rev); err == nil && len(marks) == 0 || err != nil && !missing {
				t.Errorf("missing %v: against %s %v, %v", missing, rev, marks, err)
			}
			if names := differs(before, picture(t, filepath.Dir(x.dir))); len(names) > 0 {
				t.Fatalf("missing %v, %s: written: %q", missing, rev, names)
			}
		}
	}
}

// TestGitThatHangs: a named pipe where git expects a file holds nothing up, and it is said which command did not end.
func TestGitThatHangs(t *testing.T) {
	longtest.SkipUnlessLong(t)
	emptyGit(t)
	withSettings(t, "")
	was := program.Patience
	program.Patience = 150 * time.Millisecond
	defer func() { program.Patience = was }()
	for _, setting := range []string{"core.excludesFile", "include.path"} {
		dir := t.TempDir()
		command(t, dir, "init", "-q", "-b", "main")
		put(t, filepath.Join(dir, "a.txt"), "one\n", 0o644)
		command(t, dir, "add", ".")
		command(t, dir, "commit", "-qm", "first")
		put(t, filepath.Join(dir, "a.txt"), "two\n", 0o644)
		pipe := filepath.Join(t.TempDir(), "pipe")
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Skip(err)
		}
		command(t, dir, "config", setting, pipe)
		hung := 0
		for name, use := range everyUse(t, dir, "HEAD", "a.txt") {
			begun := time.Now()
			said := use(t.Context())
			if took := time.Since(begun); took > 15*time.Second {
				t.Errorf("%s, %s: took %v", setting, name, took)
			}
			if regexp.MustCompile(`git [a-z-]+ said nothing for 150ms and was ended`).MatchString(said) {
				hung++
			}
		}
		if hung == 0 {
			t.Errorf("%s: no command says that git hung", setting)
		}
	}
}

// hostileValues are what an argument of git may not be taken for: an option, a pattern, another path.
func hostileValues(dir string) []string {
	out := filepath.Join(dir, "written")
	return []string{
		"", "-", "--", "-x", "-p", "-z", "-h", "--help", "--output=" + out, "-o" + out, "--ext-diff", "--textconv", "--no-index", "--all",
		"--stdin", "-C" + dir, "-ccore.pager=false", "--upload-pack=touch " + out,
		"--end-of-options", "--batch", "@", "@{", "@{-1}", "@{u}", "@{10:00}", "@{99999999999999999999}", "HEAD@{1}", "HEAD^{/x}",
		":/x", ":(exclude)*", ":!a.txt", ":(attr:filter)", ":(glob)**", "*", "?", "[a", "..",
		"../..", "a..b", "HEAD..", "HEAD...HEAD", "^HEAD", "HEAD ", " HEAD", "a b", "'", `"`, "`touch " + out + "`", "$(touch " + out + ")",
		"; touch " + out, "a\nb", "HEAD\n", "a\x00b", "a\tb", "a\rb", "\x1b[2J", "\xff\xfe", "\u202e", "%s%n", "~root", "/etc/passwd", "./a.txt", "a.txt/", "ext::touch " + out, "refs/heads/main", "0000000000000000000000000000000000000000",
		strings.Repeat("x", 100_000), strings.Repeat("../", 30_000), strings.Repeat("y", 200_000),
	}
}

// usesBetween: of so many uses, one is tried with a value, and the next one with the next value. Each use starts git
// several times.
const usesBetween = 4

// TestHostileValues: whatever an argument of git is, it is a revision or a path, or is refused in a sentence.
func TestHostileValues(t *testing.T) {
	longtest.SkipUnlessLong(t)
	emptyGit(t)
	withSettings(t, "")
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(top, "repo")
	command(t, top, "init", "-q", "-b", "main", dir)
	put(t, filepath.Join(dir, "a.txt"), "one\n", 0o644)
	put(t, filepath.Join(dir, "sub", "b.txt"), "one\n", 0o644)
	command(t, dir, "add", ".")
	command(t, dir, "commit", "-qm", "first")
	put(t, filepath.Join(dir, "a.txt"), "two\n", 0o644)
	put(t, filepath.Join(dir, "-x"), "an option\n", 0o644)
	put(t, filepath.Join(dir, ":(exclude)*"), "magic\n", 0o644)
	t.Chdir(dir)
	before := picture(t, top)
	for i, value := range hostileValues(top) {
		ofRevision, ofPath := everyUse(t, dir, value, "a.txt"), everyUse(t, dir, "HEAD", value)
		usesOfRevision := []string{
			"check --diff", "transcript --diff", "emit a revision", "open another", "list", "marks", "state",
			"revisions",
		}
		for n, name := range usesOfRevision {
			if (i+n)%usesBetween != 0 {
				continue // a value like it is tried there
			}
			checkSentence(t, fmt.Sprintf("%s of revision %.40q", name, value), ofRevision[name](t.Context()))
		}
		usesOfPath := []string{
			"check a path", "check a staged path", "emit the index", "open a revision", "list a folder", "marks",
			"revisions",
		}
		for n, name := range usesOfPath {
			if (i+n)%usesBetween != 0 {
				continue
			}
			if strings.HasPrefix(name, "check a") && !filepath.IsLocal(value) {
				continue // it would check all that is there
			}
			checkSentence(t, fmt.Sprintf("%s of path %.40q", name, value), ofPath[name](t.Context()))
		}
		if names := differs(before, picture(t, top)); len(names) > 0 {
			t.Fatalf("%d, %.40q: written: %q", i, value, names)
		}
	}
	for _, value := range []string{"-x", "--output=x", "a\nb", "a\x00b", strings.Repeat("x", 100_000)} {
		_, err := git.Resolve(t.Context(), dir, value, "commit")
		if err == nil || len(err.Error()) > 400 || strings.ContainsAny(err.Error(), "\n\x00") {
			t.Errorf("%.20q: %v", value, err)
		}
	}
}

// checkSentence looks for what must not be in an answer.
func checkSentence(t *testing.T, what, said string) {
	t.Helper()
	for _, bad := range []string{"usage: git", "panic", "goroutine "} {
		if strings.Contains(said, bad) {
			t.Errorf("%s: %.400q", what, said)
		}
	}
}
