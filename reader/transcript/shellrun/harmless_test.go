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
		"xargs", "timeout 30 make", "git pull", "git stash", "eslint src --fix", "npm run test:unit",
	}
	mayNot := []string{
		"make test", "python3 -m pytest -q", "cat --weird a", "/usr/bin/cat a", "sort --weird a",
		"sed --debug 5p a", "awk --weird {print} a", "find . -newer a", "find . -newer a -exec cat {} ;",
		"find . -exec", "xargs -0 -n 1 grep -P x", "sudo -E timeout 5s ls", "FOO=1 env BAR=2 git log -p",
		"git stash list", "eslint src", "npm run test",
	}
	for _, command := range slices.Concat(may, mayNot) {
		if got, want := mayChange(strings.Fields(command)), slices.Contains(may, command); got != want {
			t.Errorf("%q: %t", command, got)
		}
	}
}
