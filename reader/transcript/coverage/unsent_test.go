package coverage

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// asks is a call of a tool that is not known.
func asks(result string) step {
	return func(n int) string {
		return transcripttest.ClaudeStep(n, "/w", "mcp__notes__find", object{"query": "x"}, result, nil)
	}
}

// prompts is what a person says.
func prompts(text string) step {
	return func(n int) string {
		at := fmt.Sprintf("2026-11-21T10:%02d:%02dZ", n/60, n%60)
		return transcripttest.JSON(object{
			"type": "user", "cwd": "/w", "sessionId": "s", "timestamp": at,
			"message": object{"role": "user", "content": text},
		})
	}
}

// readsOther is a read of another file.
func readsOther(n int) string {
	return transcripttest.ClaudeRead(n, "/w", "/w/other.txt", 1, "gravel parsley quarry and gull", "ivory mended saddle")
}

// silent is what Claude Code says of a command that printed nothing.
const silent = "(Bash completed with no output)"

// TestUnrecordedTexts: a command that replaces lines whose texts are not recorded is blind where nothing of its file
// can have been sent before, and not known wherever something may have been.
func TestUnrecordedTexts(t *testing.T) {
	const nowText = "linen lattice and gorse\nbronze ginger, lumber\nrosin thatch maple\nbronze loft, thimble\n" +
		"kiln gable and tallow\n"
	const wasText = "linen lattice and gorse\nbronze ginger, lumber\nkiln harvest thistle tallow\n" +
		"bronze loft, thimble\nkiln gable and tallow\n"
	sed := runs("sed -i '3s/.*/rosin thatch maple/' mast.md", silent)
	writes := func(n int) string {
		input := object{"file_path": "/w/mast.md", "content": nowText}
		return transcripttest.ClaudeStep(n, "/w", "Write", input, "ok", nil)
	}
	const blind, unknown = "[[3 3]] [] false false", "[] [[3 3]] false false"
	const blindWrite, unknownWrite = "[] [] true false", "[] [] false true"
	for name, c := range map[string]struct {
		run  []step
		want string // of the last change: blind and not known lines, and the same without a place
	}{
		"first of all":              {[]step{sed}, blind},
		"after a read of another":   {[]step{prompts("go on"), readsOther, sed}, blind},
		"after a silent command":    {[]step{runs("touch x", silent), sed}, blind},
		"after cat of another":      {[]step{runs("cat other.txt", "gravel parsley quarry and gull\nivory\n"), sed}, blind},
		"listed":                    {[]step{runs("ls", "mast.md\nother.txt\n"), sed}, blind},
		"listed by a person":        {[]step{prompts("Changed:\n M mast.md\n"), sed}, blind},
		"given without a name":      {[]step{prompts(`It has "oar: 30 anchors" on top.`), sed}, unknown},
		"a bare line":               {[]step{prompts("  oar: thirty anchors"), sed}, unknown},
		"its number":                {[]step{prompts("Line 3 is old."), sed}, unknown},
		"deleted lines":             {[]step{runs("sed -i 3d mast.md", silent)}, unknown},
		"after a program":           {[]step{runs("./dump 3", "kiln harvest thistle tallow\n"), sed}, unknown},
		"after a tool":              {[]step{asks("kiln harvest thistle tallow"), sed}, unknown},
		"after a short answer":      {[]step{asks("ok"), sed}, blind},
		"after a program that died": {[]step{runs("make", "Exit code 2\nkiln harvest thistle tallow\n"), sed}, unknown},
		"after cat of all":          {[]step{runs("cat *", "kiln harvest\n"), sed}, unknown},
		"after a search of all":     {[]step{runs("grep -h harvest *", "kiln harvest\n"), sed}, unknown},
		"copied, and printed": {
			[]step{runs("cat m* > copy", silent), runs("cat copy", wasText), sed}, unknown,
		},
		"moved, and printed": {
			[]step{runs("mv mast.md old", silent), runs("cat old", wasText), runs("mv old mast.md", silent), sed},
			"[] [] false false", // it was sent under its other name
		},
		"pasted":                {[]step{prompts("Mend this:\n" + nowText), sed}, unknown},
		"named":                 {[]step{prompts("In mast.md replace kiln harvest thistle."), sed}, unknown},
		"like it":               {[]step{prompts("I want thatch, rosin and larch there."), sed}, unknown},
		"written before":        {[]step{runs("python3 gen.py mast.md", silent), sed}, unknown},
		"written over, listed":  {[]step{runs("ls", "mast.md\n"), writes}, blindWrite},
		"written over, pasted":  {[]step{runs("ls", "mast.md\n"), prompts("kiln gable, tallow!"), writes}, unknownWrite},
		"written over, program": {[]step{runs("ls; ./dump", "mast.md\nkiln harvest thistle\n"), writes}, unknownWrite},
	} {
		root, now := t.TempDir(), nowText
		for file, text := range map[string]string{"mast.md": now, "other.txt": "gravel parsley quarry and gull\nivory\n"} {
			if err := os.WriteFile(filepath.Join(root, file), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got := lastChange(t, root, c.run); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// lastChange is what is said of the last change of a run.
func lastChange(t *testing.T, root string, run []step) string {
	t.Helper()
	var text strings.Builder
	for i, s := range run {
		text.WriteString(s(i + 1))
	}
	all, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", text.String()), root)
	if err != nil {
		t.Fatal(err)
	}
	edits := all.Edits(false)
	if len(edits) == 0 {
		return "no change"
	}
	last := edits[len(edits)-1]
	return fmt.Sprint(last.BlindThen, last.UnknownThen, last.UnplacedBlind, last.UnplacedUnknown)
}

// TestChangesOfInstructions: what an agent has from its start is not recorded, so that no change of it is blind.
func TestChangesOfInstructions(t *testing.T) {
	for _, name := range []string{"CLAUDE.md", "docs/notes.md", ".claude/rules/go.md", "AGENTS.md"} {
		root := t.TempDir()
		for file, text := range map[string]string{"CLAUDE.md": "@docs/notes.md\n", "docs/notes.md": "kiln gable tallow\n"} {
			transcripttest.Write(t, filepath.Join(root, filepath.FromSlash(file)), []byte(text))
		}
		edit := func(n int) string {
			input := object{"file_path": "/w/" + name, "old_string": "harvest thistle", "new_string": "kiln gable tallow"}
			return transcripttest.ClaudeStep(n, "/w", "Edit", input, "ok", nil)
		}
		const want = "[] [] false true"
		if got := lastChange(t, root, []step{edit}); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// TestChangesInARecordOfSomeTexts: where a record has only some of what was sent, no change is blind, be the file named
// in it or not.
func TestChangesInARecordOfSomeTexts(t *testing.T) {
	const history = "\n# aider chat started at 2026-11-28 10:00:00\n\n> Aider v0.86.1  \n> Added a.txt to the chat  \n" +
		"\n#### change both  \n\n" +
		"a.txt\n```\n<<<<<<< SEARCH\nbarley basket\n=======\nbarley boat\n>>>>>>> REPLACE\n```\n\n" +
		"b.txt\n```\n<<<<<<< SEARCH\ngorse and linen\n=======\nlinen\n>>>>>>> REPLACE\n```\n\n" +
		"> Applied edit to a.txt  \n> Applied edit to b.txt  \n"
	path := filepath.Join(t.TempDir(), ".aider.chat.history.md")
	transcripttest.Write(t, path, []byte(history))
	all, err := Of(t.Context(), transcripttest.Open(t, path), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	edits := all.Edits(false)
	if len(edits) != 2 {
		t.Errorf("%d changes", len(edits))
	}
	for _, e := range edits {
		if e.IsBlind() || !e.UnplacedUnknown {
			t.Errorf("call %d: blind %v, not known %v", e.Call, e.IsBlind(), e.UnplacedUnknown)
		}
	}
}

// TestMentionedFiles: the content of a file that a text mentions and shows is found, also where no call names the file.
func TestMentionedFiles(t *testing.T) {
	const text = "gravel parsley quarry and gull\nivory mended saddle\nlinen lattice and gorse\n"
	for said, file := range map[string]string{
		"look at @notes.txt, please\nContent:\n":       "notes.txt",
		"Content from @my notes.txt:\n":                "my notes.txt",
		`see @"my notes.txt"` + "\n":                   "my notes.txt",
		`see @my\ notes.txt` + "\n":                    "my notes.txt",
		"see @/w/sub/notes.txt.\n":                     "sub/notes.txt",
		"mail to ada@example.org, or @nobody at all\n": "",
	} {
		root := t.TempDir()
		for _, name := range []string{"notes.txt", "my notes.txt", "sub/notes.txt"} {
			content := "another content of the file " + name + "\n"
			if name == file {
				content = text
			}
			transcripttest.Write(t, filepath.Join(root, filepath.FromSlash(name)), []byte(content))
		}
		run := prompts(said + text)(1)
		all, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", run), root)
		if err != nil {
			t.Fatal(err)
		}
		var got, want []string
		for _, f := range all.Files {
			got = append(got, fmt.Sprint(f.Path, f.Sent, f.Never))
		}
		if file != "" {
			want = []string{file + "[[1 3]] []"}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q: %v, want %v", said, got, want)
		}
	}
}
