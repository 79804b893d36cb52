package transcript_test

import (
	"path/filepath"
	"testing"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/transcripttest"
)

// TestPlacesOfEditors: the tasks of Cline and of Roo Code are found in each editor that takes the extensions of VS Code, below the folder
// that the system has for settings.
func TestPlacesOfEditors(t *testing.T) {
	t.Parallel()
	settings := t.TempDir()
	task := []byte(`[{"role":"user","content":"hello"}]`)
	want, format := map[string]bool{}, map[string]string{}
	for folder, name := range map[string]string{"saoudrizwan.claude-dev": "cline", "rooveterinaryinc.roo-cline": "roo-code"} {
		for _, editor := range []string{"Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf"} {
			file := filepath.Join(settings, editor, "User/globalStorage", folder, "tasks/1/api_conversation_history.json")
			transcripttest.Write(t, file, task)
			want[file], format[file] = false, name
		}
	}
	transcripttest.Write(t, filepath.Join(settings, "Zed/User/globalStorage/saoudrizwan.claude-dev/tasks/1/ui_messages.json"), task)
	homes := transcript.Homes{Home: t.TempDir(), Config: settings, Getenv: func(string) string { return "" }}
	found, err := transcript.List(t.Context(), homes)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		if seen, ok := want[f.Path]; !ok || seen || f.Format.Name != format[f.Path] {
			t.Errorf("found %s, %s", f.Path, f.Format.Name)
		}
		want[f.Path] = true
	}
	if len(found) != len(want) {
		t.Errorf("%d of %d are found: %v", len(found), len(want), found)
	}
}
