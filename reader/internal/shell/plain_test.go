package shell

import (
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestPlainCommands: of a plain line the same commands are told without the parser as with it, and of no other line is
// any.
func TestPlainCommands(t *testing.T) {
	recorded, err := os.ReadFile("testdata/commands.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := append(strings.Split(string(recorded), "\n"),
		"sed -n '1,200p' reader/a.go | head -n 5", `grep -rn "two words" . && ls -l; wc -l *.go`, "ls 2>/dev/null; ls >x",
		"cat a 2>&1 | tail -1", "[ -f a ] || echo no", "A=1 go test", "a=1", "ls;", "ls\n", "ls |", "ls &", "ls; ; ls",
		"export A=1", "time ls", `echo "$x"`, `echo 'a'"b"c`, "echo ''", "'ls' x", "ls > /dev/null", "2>&1", "ls 3>&1", "a*b c",
		"ls >/dev/nullx", "echo a'*'b?", "let x=1", "f() { ls; }", "ls # no", "cat <a", "~/x", "{ ls; }", "ls {a,b}", "! ls",
		"ls -l\nwc -l a\n", "git log --format='%h %s' -n 3", "x[1]=2 ls", "ls\t-l", "trap 'make x' EXIT", "echo a=b --c=d",
	)
	parts := []string{
		" ", " ", "ls", "cat", "a.go", "-n", "'1,2p'", `"x y"`, "|", "||", "&&", ";", "\n", "&", "2>&1", ">/dev/null", ">", "*.c",
		"[", "]", "if", "time", "A=1", "$x", `\ `, "!", "''", "(", "}", "#", "=", "2",
	}
	random := rand.New(rand.NewPCG(5, 7))
	for range 50_000 {
		line := ""
		for range 1 + random.IntN(8) {
			line += parts[random.IntN(len(parts))]
		}
		lines = append(lines, line)
	}
	plain := 0
	for _, line := range lines {
		got, ok := plainCommands(line)
		if !ok {
			continue
		}
		plain++
		file, err := parse(line, maxLineInSystem)
		if err != nil {
			t.Errorf("%q: %v, and it is no line: %v", line, got, err)
			continue
		}
		if want := slices.Collect(commandsIn(file, nil)); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, want %v", line, got, want)
		}
	}
	if plain < 1000 {
		t.Errorf("%d of %d lines are plain", plain, len(lines))
	}
}

func BenchmarkPlainCommands(b *testing.B) {
	const line = "sed -n '1,200p' reader/transcript/mentions.go | head -n 50 && git status"
	for b.Loop() {
		if _, err := CommandsOf(line); err != nil {
			b.Fatal(err)
		}
	}
}
