package source

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A change that comes while nobody waits, as while what was changed before is read, is told of at the next call.
func TestChangesBetweenAreNoticed(t *testing.T) {
	changes, dirs := NewChanges(), []string{t.TempDir()}
	defer changes.Close()
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if !changes.Await(done, dirs) {
		t.Skip("the system sends no notifications")
	}
	if err := os.WriteFile(filepath.Join(dirs[0], "a"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if !changes.Await(ctx, dirs) || ctx.Err() != nil {
		t.Errorf("the change was not noticed: %v", ctx.Err())
	}
}
