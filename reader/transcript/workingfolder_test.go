package transcript_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"eyeline/reader/systemtest"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/transcripttest"
)

// TestAFolderEnteredThroughALink: a run that recorded the folder's real path is one of the folder by its link, and the
// other way round, also where the folder of the transcript is named after only one of them.
func TestAFolderEnteredThroughALink(t *testing.T) {
	t.Parallel()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	real, link, other := filepath.Join(top, "real"), filepath.Join(top, "link"), filepath.Join(top, "other")
	for _, dir := range []string{real, other} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	systemtest.Symlink(t, real, link)
	home := t.TempDir()
	for name, dir := range map[string]string{"a": real, "b": link, "c": other} {
		file := filepath.Join(home, ".claude", "projects", transcript.Dashed(dir), name+".jsonl")
		transcripttest.Write(t, file, []byte(transcripttest.ClaudeRead(1, dir, dir+"/a", 1, "one")))
	}
	found, err := transcript.List(t.Context(), transcript.Homes{Home: home, Getenv: func(string) string { return "" }})
	if err != nil || len(found) != 3 {
		t.Fatalf("%v, %v", found, err)
	}
	for dir, want := range map[string]int{link: 2, real: 1, other: 1} { // the folder of b is named after the link alone
		in := 0
		for _, f := range found {
			is, err := f.In(t.Context(), transcript.FolderAt(dir))
			if err != nil {
				t.Error(err)
			}
			if is {
				in++
			}
		}
		if in != want {
			t.Errorf("%s: %d runs, want %d", dir, in, want)
		}
	}
}

// TestAFolderByAnotherCase: c:\w is C:\w, where the file system says so, and the folder of its transcripts may be c--w.
func TestAFolderByAnotherCase(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "Work")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(filepath.Dir(dir), "wORK")
	_, err := os.Stat(other)
	if here := transcript.FolderAt(dir); here.Is(other) != (err == nil) || !here.Is(dir) || here.Is(filepath.Dir(dir)) {
		t.Errorf("%s is %s: %v, the system: %v", other, dir, here.Is(other), err)
	}
	if runtime.GOOS == "windows" && err != nil {
		t.Error(err)
	}
	if here := transcript.FolderAt(`C:\w`); !here.IsLike("c--w") || !here.IsLike("C--w") || here.IsLike("d--w") {
		t.Error("the folder of its transcripts is not found")
	}
	// pi and Qwen Code name the folder in ways of their own: --C--w-My.App--, and all of it in lower case.
	if here := transcript.FolderAt(`C:\w\My.App`); !here.IsLike("--C--w-My.App--") || !here.IsLike("c--w-my-app") {
		t.Error("the folder that pi or Qwen Code makes is not found")
	}
	for _, remote := range []string{`\\server\share`, "//server/share", "work", ""} {
		if transcript.FolderAt(dir).Is(remote) {
			t.Errorf("%q is the folder", remote)
		}
	}
}

// TestADriveIsOneInBothCases: on Windows the folder of a call may be spelt with another letter than that of the run, and
// a path that begins with a drive is none below the folder, also for cd and cat in a shell.
func TestADriveIsOneInBothCases(t *testing.T) {
	t.Parallel()
	run := transcripttest.ClaudeRead(1, `C:\w`, `C:\w\a.md`, 1, "one row of gravel")
	for i, command := range []string{
		`cat "c:/w/a.md"`, `cd "c:/w" && cat a.md`, `cd c:/w/sub && cat 'C:\w\a.md'`, `cat a.md | head -5`, `cat /c/w/a.md`,
	} {
		input := object{"command": command}
		run += transcripttest.ClaudeStep(i+2, `c:\w`, "Bash", input, "one row of gravel\n", nil)
	}
	s := transcripttest.Decode(t, "s.jsonl", run)
	for c := range s.Calls() {
		reads, err := s.Reads(c)
		if err != nil || len(reads) != 1 || reads[0].Path != "C:/w/a.md" || len(reads[0].Lines) != 1 {
			t.Errorf("call %d: %v %v", c.Number, reads, err)
		}
	}
}
