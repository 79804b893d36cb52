//go:build unix

package launch

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/longtest"
)

// TestMain lets the test's own program be eyeline, so that a shell can complete with it.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "eyeline" {
		os.Exit(Main(context.Background(), os.Args[1:], Program{}))
	}
	longtest.CollectLess()
	os.Exit(m.Run())
}

// inShell makes a folder with a program eyeline, and one to complete in with some files in a git repository.
func inShell(t *testing.T, shell string) (env []string) {
	t.Helper()
	if _, err := exec.LookPath(shell); err != nil {
		t.Skip(shell + " is not installed")
	}
	withSettings(t, "[presets.tight]\ntool = 'codex'\n")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if err := os.Symlink(self, filepath.Join(bin, "eyeline")); err != nil {
		t.Fatal(err)
	}
	inRepository(t)
	for _, name := range []string{"argparse.py", "two words.txt"} {
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "HOME="+bin)
}

// completed is what each line typed is completed to; "" is nothing.
var completed = map[string]string{
	"eyeline argp":                       "argparse.py",
	"eyeline emit argp":                  "argparse.py",
	"eyeline --mode bl":                  "block",
	"eyeline --theme github-d":           "github-dark",
	"eyeline --encoding utf-16l":         "utf-16le",
	"eyeline --preset ti":                "tight",
	"eyeline --tool open_f":              "open_file",
	"eyeline emit --tool open_f":         "open_file",
	"eyeline --language Pytho":           "Python",
	"eyeline --base ma":                  "main",
	"eyeline HEA":                        "HEAD:",
	"eyeline main:su":                    "main:sub/",
	"eyeline HEAD:sub/":                  "HEAD:sub/a.go",
	"eyeline check argp":                 "argparse.py",
	"eyeline check --diff ma":            "main",
	"eyeline check --fail-on cut":        "cut-line",
	"eyeline check --rules partial,cut":  "partial,cut-line",
	"eyeline check --agents sage,open_f": "sage,open_file",
	"eyeline check --format sar":         "sarif",
	"eyeline transcript argp":            "argparse.py",
	"eyeline --name argp":                "argparse.py",
	"eyeline --root su":                  "sub",
	"eyeline emit :sub/none":             "",
	"eyeline nothing-begins-this":        "",
}

// TestBash completes in a real bash, with and without the package bash-completion.
func TestBash(t *testing.T) {
	longtest.SkipUnlessLong(t)
	env := inShell(t, "bash")
	const script = `
source <(eyeline completion bash)
declare -F __start_eyeline >/dev/null || exit 3
COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
while IFS= read -r line; do
    COMP_LINE=$line COMP_POINT=${#line} COMP_TYPE=9 COMP_KEY=9
    COMP_WORDS=() rest=$line
    while [[ -n $rest ]]; do
        case $rest in
        ' '*) rest=${rest# }; [[ -z $rest ]] && COMP_WORDS+=('') ;;
        [:=]*) COMP_WORDS+=("${rest:0:1}"); rest=${rest:1}; [[ -z $rest ]] && COMP_WORDS+=('') ;;
        *) word=${rest%%[ :=]*}; COMP_WORDS+=("$word"); rest=${rest#"$word"} ;;
        esac
    done
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    __start_eyeline 2>/dev/null
    before=${line##* }
    before=${before%"${before##*:}"}
    if ((${#COMPREPLY[@]} == 0)); then
        before=
        COMPREPLY=($(compgen -f -- "${line##* }"))
    fi
    word=${COMPREPLY[0]-}
    printf '%s\t%s\n' "$line" "$before${word%% *}"
done
`
	for _, with := range []string{"", "[ -r /usr/share/bash-completion/bash_completion ] && source /usr/share/bash-completion/bash_completion\n"} {
		compareCompleted(t, "bash", exec.Command("bash", "--norc", "-c", with+script), env)
	}
}

// TestFish completes in a real fish.
func TestFish(t *testing.T) {
	longtest.SkipUnlessLong(t)
	env := inShell(t, "fish")
	const script = `eyeline completion fish | source
while read -l line
    set -l first (complete -C "$line" | string split -m1 -f1 \t)[1]
    printf '%s\t%s\n' "$line" "$first"
end`
	compareCompleted(t, "fish", exec.Command("fish", "--no-config", "-c", script), env)
}

// TestZsh completes in a real zsh, which only does so in a terminal: it runs another one in a pseudo-terminal of its
// own.
func TestZsh(t *testing.T) {
	longtest.SkipUnlessLong(t)
	env := inShell(t, "zsh")
	const script = `zmodload zsh/zpty || exit 0
zpty z 'TERM=dumb zsh -f -i'
zpty -w z 'PS1= PS2= COLUMNS=300; unset zle_bracketed_paste'
zpty -w z 'autoload -U compinit; compinit -D -u; source <(eyeline completion zsh); setopt no_auto_list no_beep'
zpty -w z 'report() { print -r -- "<<$BUFFER>>"; BUFFER= }; zle -N report; bindkey "^X" report; print rea""dy'
while zpty -r z out; do [[ $out == *ready* ]] && break; done
while IFS= read -r line; do
    zpty -w -n z "$line"$'\t\x18'
    all=
    while zpty -r z out; do all+=$out; [[ $all == *'<<'*'>>'* ]] && break; done
    all=${${all##*<<}%%>>*} all=${all% }
    [[ $all == $line ]] && all=
    print -r -- "$line"$'\t'"${${all##* }//\\/}"
done
zpty -d z`
	compareCompleted(t, "zsh", exec.Command("zsh", "-f", "-c", script), env)
}

func compareCompleted(t *testing.T, shell string, cmd *exec.Cmd, env []string) {
	t.Helper()
	var lines []string
	for line := range completed {
		lines = append(lines, line)
	}
	cmd.Env = env
	cmd.Stdin = strings.NewReader(strings.Join(lines, "\n") + "\n")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", shell, err, out)
	}
	got := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if typed, word, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t"); ok {
			got[typed] = strings.ReplaceAll(word, `\`, "")
			if typed == "eyeline --root su" {
				got[typed] = strings.TrimSuffix(word, "/") // bash adds it afterwards
			}
		}
	}
	for typed, want := range completed {
		if got[typed] != want {
			t.Errorf("%s completes %q to %q, not %q", shell, typed, got[typed], want)
		}
	}
	if t.Failed() {
		t.Logf("%s", out)
	}
}
