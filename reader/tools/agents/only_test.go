package agents

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/access"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// With Env.Only no tool gives a byte of any other file, and no name of one, whatever its arguments ask for.
func TestOnlyTheOpenFileIsRead(t *testing.T) {
	systemtest.SkipOnWindows(t, "making links takes a privilege")
	dir := toolstest.Tree(t, map[string]string{
		"ws/in.txt": "inside\n", "ws/secret.txt": "the secret\n", "out/secret.md": "the secret\n", "ws/link.txt": "-> secret.txt",
		"ws/dir": "-> ../out", "ws/AGENTS.md": "the secret\n", "ws/GEMINI.md": "the secret\n", "home/.gemini/GEMINI.md": "the secret\n",
		"ws/alias": "-> in.txt",
	})
	file := dir + "/ws/in.txt"
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	env := tools.Env{Root: dir + "/ws", Home: dir + "/home", Only: access.NewSingleFile(file, info, dir+"/ws")}
	for _, tool := range tools.AllVersions() {
		for _, args := range othersArgs(tool, dir) {
			got, _ := given(t.Context(), tool, env, args)
			if strings.Contains(got, "the secret") || strings.Contains(got, "secret.md") && !strings.Contains(args, "secret") {
				t.Errorf("%s %s gives %.200q", tool.Name, args, got)
			}
		}
		names := []string{file, dir + "/ws/alias"}
		if slices.Contains(refuseLinks, tool.Name) {
			names = names[:1]
		}
		for _, name := range names {
			args := tools.BuildArgs(tool, name, nil)
			if got, _ := given(t.Context(), tool, env, string(args)); !strings.Contains(got, "inside") {
				t.Errorf("%s %s: the open file cannot be read: %.300q", tool.Name, args, got)
			}
		}
		none := env
		none.Only = access.NewSingleFile("", nil)
		none.Stream = toolstest.View("stream\n")
		for _, args := range othersArgs(tool, dir) {
			if got, _ := given(t.Context(), tool, none, args); strings.Contains(got, "the secret") || strings.Contains(got, "inside") {
				t.Errorf("%s %s beside a stream gives %.200q", tool.Name, args, got)
			}
		}
	}
}

// refuseLinks are the tools that read no file through a link that is the last part of its path.
var refuseLinks = []string{"amazon_q", "deepagents", "openclaw"}

// othersArgs are arguments that ask for other files than ws/in.txt, in every way that a tool knows.
func othersArgs(tool *tools.Tool, dir string) []string {
	var all []string
	for _, path := range []string{
		dir + "/ws/secret.txt", "secret.txt", "link.txt", "dir/secret.md", dir + "/out", dir + "/ws", ".", "dir", "AGENTS.md", "../out/secret.md",
		dir + "/ws/in.txt/../secret.txt", "in.tx", dir + "/out/secret", "~/.gemini/GEMINI.md", "%73ecret.txt", "/proc/self/cwd/ws/secret.txt",
	} {
		all = append(all, string(tools.BuildArgs(tool, path, nil)))
	}
	for _, p := range tool.Params {
		for _, text := range []string{
			"cat secret.txt", "cat in.txt secret.txt", "cat < secret.txt", "sed -n 1,9p " + dir + "/ws/secret.txt", "open secret.txt", "open " + dir + "/out/secret.md",
			"cd ../out && cat secret.md", "cat link.txt | head -3", "nl dir/secret.md", "head -n 5 *", "cat /proc/self/root" + dir + "/ws/secret.txt",
		} {
			all = append(all, string(tools.BuildArgs(tool, dir+"/ws/in.txt", tools.Values{p.Flag: text})), fmt.Sprintf(`{%q:%q}`, p.Flag, text))
		}
	}
	return all
}

// given is all that a call gives: content, notes, the words of a refusal, which is also the error.
func given(ctx context.Context, tool *tools.Tool, env tools.Env, args string) (string, error) {
	r, err := tool.Read(ctx, env, []byte(args))
	if err != nil {
		return err.Error(), err
	}
	defer r.Close()
	var b bytes.Buffer
	if _, err = r.Render(ctx, &b); err != nil {
		return err.Error(), err
	}
	return b.String() + strings.Join(r.Notes, "\n") + r.Instead, nil
}

// Gemini CLI reads a folder of its own, and judges a path by one more decoding than it opens: a result says so.
func TestGeminiSaysWhatItReadsOutside(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "the cases have paths of POSIX")
	dir := toolstest.Tree(t, map[string]string{
		"ws/in.txt": "inside\n", "home/.gemini/GEMINI.md": "memory\n", "%77s/in.txt": "beside\n",
	})
	gemini, _ := tools.Lookup("gemini_cli")
	for path, want := range map[string]string{
		dir + "/ws/in.txt":              "",
		dir + "/home/.gemini/GEMINI.md": "Gemini CLI also reads its own folder",
		dir + "/%2577s/in.txt":          "it decodes %-escapes once more",
	} {
		args := tools.BuildArgs(gemini, path, nil)
		r, err := gemini.Read(t.Context(), tools.Env{Root: dir + "/ws", Home: dir + "/home"}, args)
		if err != nil {
			t.Errorf("%s: %v", args, err)
			continue
		}
		if (r.Aside == "") != (want == "") || !strings.Contains(r.Aside, want) {
			t.Errorf("%s: aside %q, want %q", args, r.Aside, want)
		}
		_ = r.Close()
		if _, err := gemini.Read(t.Context(), tools.Env{Root: dir + "/ws", Home: dir + "/home", Confine: true}, args); (err == nil) != (want == "") {
			t.Errorf("%s, confined: %v", args, err)
		} else if err != nil && !errors.Is(err, tools.ErrConfined) {
			t.Errorf("%s, confined: %v is not ErrConfined", args, err)
		}
	}
}
