//go:build unix

package launch

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"eyeline/reader/contextfiles"
)

// BenchmarkContext measures what context takes beyond version, in a repository of 100,000 files with 200 files of
// instructions, at its top and in a folder far below. Processes run in turns, as a busy machine slows all of them:
//
//	go test ./tui/launch -run '^$' -bench Context -benchtime 20x
//
// "ms" is the difference of the medians, "cpu-ms" that of processor time.
func BenchmarkContext(b *testing.B) {
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	eyeline := filepath.Join(dir, "eyeline") // TestMain
	if err := os.Symlink(self, eyeline); err != nil {
		b.Fatal(err)
	}
	top := filepath.Join(dir, "repository")
	far := largeRepository(b, top)
	env := append(os.Environ(), "HOME="+filepath.Join(top, "home"))
	for _, p := range contextfiles.All() {
		for at, folder := range map[string]string{"top": top, "below": far} {
			b.Run(p.Name()+"/"+at, func(b *testing.B) {
				var version, context times
				for b.Loop() {
					version.add(b, env, eyeline, "version")
					context.add(b, env, eyeline, "context", "--agent", p.Name(), "--json", folder)
				}
				b.ReportMetric(median(context.all)-median(version.all), "ms")
				b.ReportMetric(median(context.cpu)-median(version.cpu), "cpu-ms")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// times are those of some processes, in milliseconds.
type times struct{ all, cpu []float64 }

func (t *times) add(b *testing.B, env []string, command ...string) {
	b.Helper()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = env
	began := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	used := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	t.all = append(t.all, float64(time.Since(began).Microseconds())/1000)
	t.cpu = append(t.cpu, float64(used.Microseconds())/1000)
}

func median(numbers []float64) float64 {
	slices.Sort(numbers)
	return numbers[len(numbers)/2]
}

// largeRepository makes a repository, with the user's files below its folder home, and returns a folder far below.
func largeRepository(b *testing.B, top string) (far string) {
	b.Helper()
	files := map[string]int{".git/HEAD": 20} // and their sizes
	far = "packages/p0/source/m0"
	for i := range 99_800 {
		files[fmt.Sprintf("packages/p%d/source/m%d/f%d.go", i%100, i/100%50, i)] = 20
	}
	for dir := far; ; dir = filepath.Dir(dir) {
		for _, name := range []string{"AGENTS.md", "CLAUDE.md", "GEMINI.md", "QWEN.md"} {
			files[dir+"/"+name] = 4000
		}
		if dir == "." {
			break
		}
	}
	for _, name := range []string{
		".claude/CLAUDE.md", ".codex/AGENTS.md", ".gemini/GEMINI.md", ".qwen/QWEN.md", ".config/opencode/AGENTS.md", ".pi/agent/AGENTS.md",
		".config/kilo/AGENTS.md", ".copilot/copilot-instructions.md", ".agents/AGENTS.md", ".grok/AGENTS.md", ".kimi-code/AGENTS.md",
	} {
		files["home/"+name] = 3000
	}
	for i := range 20 {
		files[fmt.Sprintf(".claude/rules/r%d.md", i)], files[fmt.Sprintf(".qwen/rules/r%d.md", i)] = 2500, 2500
		files[fmt.Sprintf(".github/instructions/r%d.instructions.md", i)], files[fmt.Sprintf(".clinerules/r%d.md", i)] = 2500, 2500
	}
	for i := 1; len(files) < 100_001; i++ {
		files[fmt.Sprintf("packages/p%d/%s.md", i%100, []string{"AGENTS", "CLAUDE"}[i/100])] = 3000
	}
	for name, size := range files {
		path := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			b.Fatal(err)
		}
		head := fmt.Sprintf("---\npaths: %q\n---\n# %s\n", filepath.Base(name)[:2]+"/**", name)
		if !strings.Contains(name, "/rules/") || len(name)%2 == 0 {
			head = "# " + name + "\n"
		}
		text := head + strings.Repeat("- Keep files small, and run the tests before each change.\n", size/57)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	return filepath.Join(top, far)
}
