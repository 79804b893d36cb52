package decode

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/ulikunitz/xz"
)

// TestXZParts checks that the parts of an xz file are followed to its end, whatever the check after each block, the
// number of blocks and the padding after each stream: what comes after them is still looked at.
func TestXZParts(t *testing.T) {
	text := strings.Repeat("a line of text\n", 5000)
	damage := "the xz data is followed by other bytes"
	for name, config := range map[string]xz.WriterConfig{
		"no check":    {NoCheckSum: true},
		"CRC-32":      {CheckSum: xz.CRC32},
		"CRC-64":      {CheckSum: xz.CRC64},
		"SHA-256":     {CheckSum: xz.SHA256},
		"many blocks": {BlockSize: 20_000},
	} {
		var packed bytes.Buffer
		z, err := config.NewWriter(&packed)
		if err != nil {
			t.Fatal(err)
		}
		_, err = io.WriteString(z, text)
		if err = errors.Join(err, z.Close()); err != nil {
			t.Fatal(err)
		}
		for _, zeros := range []int{0, 3, 4, 12} {
			once := slices.Concat(packed.Bytes(), make([]byte, zeros))
			if got, err := read(bytes.NewReader(once), Format{Compression: XZ}); got != text || err != nil {
				t.Errorf("%s, %d zeros: %d bytes, %v", name, zeros, len(got), err)
			}
			if zeros%4 != 0 {
				continue
			}
			twice := slices.Concat(once, once)
			if got, err := read(bytes.NewReader(twice), Format{Compression: XZ}); got != text+text || err != nil {
				t.Errorf("%s twice, %d zeros: %d bytes, %v", name, zeros, len(got), err)
			}
			more := slices.Concat(once, []byte("more"))
			if got, err := read(bytes.NewReader(more), Format{Compression: XZ}); got != text || err == nil || err.Error() != damage {
				t.Errorf("%s, %d zeros and more: %d bytes, %v", name, zeros, len(got), err)
			}
		}
	}
}
