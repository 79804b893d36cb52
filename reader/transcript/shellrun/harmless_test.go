package shellrun

import (
	"slices"
	"strings"
	"testing"
)

// TestWhatMayChangeFiles: of a command that is not imitated it is known by its words alone whether it may change files.
func TestWhatMayChangeFiles(t *testing.T) {
	may := []string{
		"", "make", "make fmt", "gofmt -l .", "./run.sh", "python3 x.py", "pytest --snapshot-update", "sort -o a a",
		"sed -i.bak 5d a", "awk {print>FILENAME} a", "find . -newer a -delete", "find . -newer a -exec myfmt {} ;",
		"sed -Ei s/a/b/ a", "sed -ri s/a/b/ a", "sed -ni 2p a", "sed -n -f x.sed a", "sed --file=x.sed a",
		"sed s/a/b/w\tc a", "sed s/a/b/e a", "sed 1W\tc a", "xargs gawk -i inplace {print} a", "awk -f x.awk a",
		"sort -uo a a", "sort --output=a a", "tree -o a", "less -oa b", "rg --pre myfmt x", "uniq a b", "history -w a",
		"make test fmt", "make test UPDATE=1", "./gradlew test spotlessApply", "mvn test install", "tox -e format",
		"git commit -qam x", "git push", "go list -mod=mod ./...", "cargo test -- --accept", "trap make EXIT",
		"xargs -I file rm file", "xargs -I column python3 gen.py column", "xargs -a date rm", "env -u read python3 x.py",
		"env -C file make", "sudo -u man make", "time -o df make", "exec -a cat make", "nice -n 5 make",
		"timeout -s KILL 5 make", "stdbuf -o L make", "xargs --arg-file file rm", "env -S make",
		"alias ls=make", "xargs", "timeout 30 make", "git pull", "git stash", "eslint src --fix", "npm run test:unit",
	}
	mayNot := []string{
		"make test", "python3 -m pytest -q", "cat --weird a", "/usr/bin/cat a", "sort --weird a",
		"sed --debug 5p a", "awk --posix {print} a", "find . -newer a", "find . -newer a -exec cat {} ;",
		"find . -exec", "xargs -0 -n 1 grep -P x", "xargs -I rm cat rm", "env -i cat a", "sudo -u make cat a",
		"sudo -E timeout 5s ls", "FOO=1 env BAR=2 git log -p",
		"uniq -c", "sed -nE -e s/a/b/p -e /x/,+3d a", "trap - EXIT", "trap true EXIT",
		"alias ll=ls", "make check -k", "bat -p a", "tree -L 2",
		"git stash list", "eslint src", "npm run test",
	}
	for _, command := range slices.Concat(may, mayNot) {
		if got, want := mayChange(strings.Fields(command)), slices.Contains(may, command); got != want {
			t.Errorf("%q: %t", command, got)
		}
	}
}

// TestPlainReads: what is told of a line at little cost is what its evaluation by words tells.
func TestPlainReads(t *testing.T) {
	args := []string{
		"", " a.go", " -n 3 a.go", " -o out a", " --output=x", " -w x", " +x", " --pre x", " -exec rm", " X=1", " rm a",
		" > a", " | tee a", "; make", "\nmake", " $(make)", " `make`", " 'a b'", " *", " {a,b}", "\tmake", " &", " a\\",
	}
	plain := 0
	for _, name := range slices.Concat(readers, runners, []string{"make", "rm", "A=1", "/bin/cat", "if", "for", "{"}) {
		for _, a := range args {
			line := name + a
			if !IsPlainRead([]byte(line)) {
				continue
			}
			plain++
			if MayChange(line) {
				t.Errorf("%q may change files", line)
			}
		}
	}
	if plain < len(readers) {
		t.Errorf("only %d lines are plain", plain)
	}
}
