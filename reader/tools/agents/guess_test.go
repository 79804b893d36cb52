package agents

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"

	"eyeline/reader/tools"
)

// TestGuessesAreSaid: what an agent's guess of a character set may have made of a file is said beside the result, and
// of no other file.
func TestGuessesAreSaid(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	long := strings.Repeat("a", 64<<10-1) + "ä\n"
	for name, text := range map[string]string{
		"latin.txt": "caf\xe9 na\xefve\n", "utf8.txt": "café\n", "mark.txt": "\xFF\xFEa\x00", "long.txt": long,
		"cut.txt": "caf\xc3", "cr.txt": "caf\xe9\rna\xefve\r\nx\xe9\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, tool := range []string{"qwen_code", "kilo", "zed", "mistral_vibe", "cline"} {
			says := "guesses its character set"
			set := map[string]string{"latin.txt": "ISO-8859-2", "cr.txt": "ISO-8859-2"}
			if tool == "mistral_vibe" {
				set = map[string]string{"latin.txt": "cp1006", "cr.txt": "cp1006", "cut.txt": "utf_16_be"}
			}
			if set[name] != "" && tool != "zed" {
				says += ", " + set[name] + " here"
			}
			found, _ := tools.Lookup(tool)
			args := tools.BuildArgs(found, found.Named(dir, filepath.Join(dir, name)), nil)
			r, err := found.Read(t.Context(), tools.Env{Root: dir}, args)
			if err != nil && name == "long.txt" {
				continue // it is too long for one of them
			} else if err != nil {
				t.Fatalf("%s of %s: %v", tool, name, err)
			}
			if want := tool != "cline" && slices.Contains([]string{"latin.txt", "cut.txt", "cr.txt"}, name); strings.Contains(r.Aside, says) != want {
				t.Errorf("%s of %s: %q", tool, name, r.Aside)
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestGuessedSetsKeepPlaces: where a line of a guessed character set is cut is known by the bytes of the file.
func TestGuessedSetsKeepPlaces(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "a.txt")
	line, err := japanese.ShiftJIS.NewEncoder().String(strings.Repeat("すべての人間は、自由である。", 2000))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(line+"\n"+line+"\nend"), 0o644); err != nil {
		t.Fatal(err)
	}
	for tool, kept := range map[string]int64{"qwen_code": 2 * 25_000, "kilo": 2 * 2000} {
		found, _ := tools.Lookup(tool)
		r, err := found.Read(t.Context(), tools.Env{Root: dir}, tools.BuildArgs(found, found.Named(dir, file), nil))
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		stats, err := r.Render(t.Context(), &text)
		want := tools.Cut{Line: 1, Start: kept, End: int64(len(line))}
		if err != nil || stats.Cuts[0] != want || !strings.Contains(text.String(), "すべての人間は") {
			t.Errorf("%s: %v, %v, %.80q", tool, err, stats.Cuts, text.String())
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestWhatIsNoCharacterIsReplaced: what a guessed set has no character for counts as lost, once for each place.
func TestWhatIsNoCharacterIsReplaced(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "a.txt")
	line, err := simplifiedchinese.GB18030.NewEncoder().String("人人生而自由,在尊严和权利上一律平等。\n")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.Repeat(line, 60)+"\xe4\x30\x81\x30x\n\xd6"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"qwen_code", "kilo"} {
		tool, _ := tools.Lookup(name)
		r, err := tool.Read(t.Context(), tools.Env{Root: dir}, tools.BuildArgs(tool, tool.Named(dir, file), nil))
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		stats, err := r.Render(t.Context(), &text)
		if err = errors.Join(err, r.Close()); err != nil || stats.Replaced != 2 || !strings.Contains(text.String(), "\uFFFD\uFFFDx\n") {
			t.Errorf("%s: %d places, %v, %q", name, stats.Replaced, err, text.String()[max(0, text.Len()-80):])
		}
	}
}

// TestRepairsAreSaid: that arguments were no JSON is said beside the result, and of no others.
func TestRepairsAreSaid(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.ToSlash(filepath.Join(dir, "a.txt"))
	if err := os.WriteFile(file, []byte("one\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tool := range []string{"qwen_code", "cline"} {
		found, _ := tools.Lookup(tool)
		for _, args := range []string{`{"file_path":"` + file + `"}`, `{'file_path':'` + file + `',}`} {
			r, err := found.Read(t.Context(), tools.Env{Root: dir}, []byte(args))
			if err != nil {
				t.Fatal(tool, err)
			}
			if want := args[1] == '\''; strings.Contains(r.Aside, "is a guess") != want {
				t.Errorf("%s of %s: %q", tool, args, r.Aside)
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
			_, err = found.Read(t.Context(), tools.Env{Root: dir}, []byte(strings.Replace(args, "a.txt", "gone.txt", 1)))
			refusal, ok := errors.AsType[*tools.Error](err)
			if !ok || strings.Contains(refusal.Aside, "is a guess") != (args[1] == '\'') {
				t.Errorf("%s of %s without the file: %+v", tool, args, refusal)
			}
		}
	}
	qwen, _ := tools.Lookup("qwen_code")
	if _, err := qwen.Read(t.Context(), tools.Env{Root: dir}, []byte("12")); err == nil || err.Error() != "params must have required property 'file_path'" {
		t.Error(err)
	}
}
