// Package transcripttest, which changes without notice, unpacks for tests the recorded runs in testdata/transcripts,
// and the folders that their agents worked in.
package transcripttest

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/internal/conformance"
)

// Claude is the sample of Claude Code, by its path below testdata/transcripts.
const Claude = "claude_code/session-default.jsonl"

// Samples are all files below testdata/transcripts, unpacked, by their paths with slashes.
func Samples(t testing.TB) map[string][]byte {
	t.Helper()
	return below(t, ".")
}

func below(t testing.TB, part string) map[string][]byte {
	t.Helper()
	top := os.DirFS(conformance.TestData(t, "transcripts"))
	found := map[string][]byte{}
	err := fs.WalkDir(top, part, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}

		p, err := fs.ReadFile(top, path)
		name, packed := strings.CutSuffix(path, ".gz")
		if packed && err == nil {
			z, bad := gzip.NewReader(bytes.NewReader(p))
			if bad != nil {
				return bad
			}
			p, err = io.ReadAll(z)
		}

		found[name] = p
		return err
	})
	if err != nil {
		t.Fatal(err)
	}

	return found
}

// Unpack writes the samples of an agent, or a workspace, into a folder of their own. It returns the path of the folder
// in which they have the paths that they have below testdata/transcripts.
func Unpack(t testing.TB, part string) string {
	t.Helper()
	to := t.TempDir()
	for name, p := range below(t, part) {
		Write(t, filepath.Join(to, filepath.FromSlash(name)), p)
	}
	return to
}

// Sample is the path of a sample that was unpacked, with the files beside it.
func Sample(t testing.TB, name string) string {
	t.Helper()
	part, _, _ := strings.Cut(name, "/")
	return filepath.Join(Unpack(t, part), filepath.FromSlash(name))
}

// Workspace is a copy of a folder that agents worked in: "workspace-before" or "workspace-after".
func Workspace(t testing.TB, name string) string {
	t.Helper()
	return filepath.Join(Unpack(t, name), name)
}

// Write writes a file, in folders that are made for it.
func Write(t testing.TB, path string, p []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, p, 0o600); err != nil {
		t.Fatal(err)
	}
}
