package atomicfile

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// aclGiving is a list of rights: the owner, one other user and nobody else may read and write.
func aclGiving(user uint32) []byte {
	const none = ^uint32(0)
	b := binary.LittleEndian.AppendUint32(nil, 2)
	for _, e := range []struct {
		tag, perm uint16
		id        uint32
	}{{1, 6, none}, {2, 6, user}, {4, 0, none}, {16, 6, none}, {32, 0, none}} {
		b = binary.LittleEndian.AppendUint16(b, e.tag)
		b = binary.LittleEndian.AppendUint16(b, e.perm)
		b = binary.LittleEndian.AppendUint32(b, e.id)
	}
	return b
}

// TestTheListOfRightsStays: a file that is replaced keeps its list of rights, or that it has none, whatever its folder
// gives a new file.
func TestTheListOfRightsStays(t *testing.T) {
	dir := t.TempDir()
	with, without := filepath.Join(dir, "with"), filepath.Join(dir, "without")
	put(t, with, "old", 0o600)
	put(t, without, "old", 0o660)
	if err := unix.Setxattr(with, aclName, aclGiving(1234), 0); err != nil {
		t.Skip(err)
	}
	if err := unix.Setxattr(dir, "system.posix_acl_default", aclGiving(1235), 0); err != nil {
		t.Skip(err)
	}
	for path, want := range map[string][]byte{with: aclGiving(1234), without: nil} {
		if _, err := Write(path, Options{Replace: true}, text("new")); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		info, err := f.Stat()
		if got := aclOf(f); !bytes.Equal(got, want) || err != nil || info.Mode().Perm() != 0o660 {
			t.Errorf("%s has %v and mode %o, %v; want %v", path, got, info.Mode(), err, want)
		}
		_ = f.Close()
	}
}
