package shellrun

import (
	"strings"
	"testing"

	"eyeline/reader/systemtest"
)

// TestPowerShell: what Get-Content prints is of its file, in the letters that the file has; what says that it failed is
// not, and the properties of an object are no files of the folder.
func TestPowerShell(t *testing.T) {
	const failed = "Get-Content : Cannot find path\r\n    + CategoryInfo          : ObjectNotFound\r\n"
	for _, c := range []struct{ line, output, want string }{
		{"Get-Content -Raw 'sub\\far.log'", "gravel\r\nlumber\r\n", "/w/sub/far.log 1:gravel\r 2:lumber\r"},
		{"Get-Content far.log | Select-Object -Skip 4 -First 2", "gravel\r\nlumber\r\n", "/w/far.log 5:gravel\r 6:lumber\r"},
		{"Get-Content far.log", "alpha\r\nb\u00c3\u00a9ta\r\n", "/w/far.log 1:alpha\r 2:b\u00e9ta\r…"},
		{"Get-Content far.log", failed, ""},
	} {
		command := Command{Line: c.line, Dir: "/w", Output: c.output, Answered: true}
		o := Run(t.Context(), tree(t, some), NewModel(), command)
		if got := described(o.Reads); got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.line, got, c.want)
		}
	}
}

// TestPropertiesAreNoFiles: "*" stands for the properties of an object in PowerShell, and for files in other shells.
func TestPropertiesAreNoFiles(t *testing.T) {
	systemtest.SkipOnWindows(t, "a folder of another system has no files there")
	d := tree(t, some)
	for dir, want := range map[string]int{"C:/w": 0, "/w": 3} {
		d.Recorded = dir
		c := Command{Line: "Get-Command cat | Format-List *", Dir: dir, Output: "Name : cat\r\n", Answered: true}
		if got := Run(t.Context(), d, NewModel(), c).Reads; len(got) != want {
			t.Errorf("%s: %s", dir, described(got))
		}
	}
}

// TestPowerShellLetters: a row of Get-Content whose letters may be others than those of its file is not all of a line;
// where two bytes are a letter, the rows may have other numbers than the lines.
func TestPowerShellLetters(t *testing.T) {
	files := map[string]string{
		"fr.txt": "premi\u00e8re \u2014 ligne\nzzz ? yyy\n", "ru.txt": "\u043f\u0440\u0438\nb\n",
		"zh.txt": "a\n\u4e2d\u6587\nc\nd\n",
	}
	const cyrillic = "\u0420\u0457\u0421\u0402\u0420\u0451\nb\n"
	for _, c := range []struct{ file, output, want string }{
		{"fr.txt", "premi\u00e8re \u2014 ligne\nzzz ? yyy\n", " 1:premi\u00e8re \u2014 ligne 2:zzz ? yyy"},
		{"fr.txt", "premi?re - ligne\nzzz ? yyy\n", " 1:premi?re - ligne…| 2:zzz ? yyy"},
		{"fr.txt", "premiere - ligne\nzzz ? yyy\n", " 1:premiere - ligne…| 2:zzz ? yyy"},
		{"fr.txt", "premi\ufffdre - ligne\nzzz ? yyy\n", " ?"},
		{"ru.txt", cyrillic, " 1:\u0420\u0457\u0421\u0402\u0420\u0451…| 2:b"},
		{"zh.txt", "a\n\u6d93\ue15f\u6783c\nd\n", " ?"},
		{"far.txt", "plain\nwhat? \nwhat\u2014\n", " 1:plain 2:what? … 3:what\u2014…"},
		{"far.txt", "a\n\u6d93\ue15f\u6783c\nd\n", " ?"},
	} {
		command := Command{Line: "Get-Content " + c.file, Dir: "/w", Output: c.output, Answered: true}
		o := Run(t.Context(), tree(t, files), NewModel(), command)
		if got := strings.ReplaceAll(described(o.Reads), "/w/"+c.file, ""); got != c.want {
			t.Errorf("%s, %q:\n got %q\nwant %q", c.file, c.output, got, c.want)
		}
	}
}

// TestPowerShellAgain: the letters of a command that went on running may be others, too.
func TestPowerShellAgain(t *testing.T) {
	d := tree(t, map[string]string{"a.txt": "one\nb\u00e9ta\nend\n"})
	command := Command{
		Line: "Get-Content a.txt", Dir: "/w", Earlier: "one\n", Output: "b\u00c3\u00a9ta\nend\n",
		Answered: true, Again: true,
	}
	const want = "/w/a.txt 3:end|/w/a.txt 2:b\u00c3\u00a9ta…"
	if got := described(Run(t.Context(), d, NewModel(), command).Reads); got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}

	command.Earlier = "Get-Content: Cannot find path\n"
	if got := described(Run(t.Context(), d, NewModel(), command).Reads); strings.Contains(got, ":") {
		t.Errorf("it failed: %q", got)
	}
}
