package file

import "testing"

// TestReasonsWithoutDocument: a reason about the file's path is that there is no file, where none is open.
func TestReasonsWithoutDocument(t *testing.T) {
	onText(t, "text\n", 60, 10, nil, func(b *bench) {
		doc := b.Text.Doc
		b.Text.Doc = nil
		defer func() { b.Text.Doc = doc }()

		r := b.reasons
		for name, why := range map[string]func() string{"revisions": r.noRevisions, "folder": r.noFolder} {
			if got, want := why(), r.noFile(); got != want || got == "" {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
	})
}
