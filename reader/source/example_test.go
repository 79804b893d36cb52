package source_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"eyeline/reader/source"
)

// A file is read as one snapshot says it is; when it is replaced, reads of that snapshot fail instead of giving another
// file's bytes.
func ExampleOpenFile() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, "app.log")
	_ = os.WriteFile(path, []byte("first\n"), 0o644)

	src, err := source.OpenFile(path)
	if err != nil {
		fmt.Println(err) // a *source.KindError for a directory, a pipe, a device
		return
	}
	defer func() { _ = src.Close() }()
	file := src.(*source.File) // a *source.Stream where a file's size cannot be trusted, as in /proc
	bytes := file.At(file.Snapshot())
	text := make([]byte, bytes.Size())
	_, err = bytes.ReadAt(text, 0)
	fmt.Printf("%q %v\n", text, err)

	if err := os.Rename(path, path+".1"); err != nil {
		fmt.Println("the system refuses:", err)
		return
	}
	_ = os.WriteFile(path, []byte("another\n"), 0o644)
	now, err := file.Refresh(context.Background())
	fmt.Println(now.Size, now.Generation, now.State == source.Replaced, err)
	_, err = bytes.ReadAt(text, 0)
	fmt.Println(errors.Is(err, source.ErrStale))
	// Output:
	// "first\n" <nil>
	// 8 2 true <nil>
	// true
}

// A pipe is readable while it arrives: Wake tells of more, Snapshot how much there is and whether it was all.
func ExampleSpool() {
	src, err := source.Spool("-", strings.NewReader("as it arrives\n"), source.SpoolOptions{Limit: 1 << 30})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = src.Close() }()
	for !src.Snapshot().Complete {
		<-src.Wake()
	}
	snap := src.Snapshot()
	text, err := io.ReadAll(io.NewSectionReader(src, 3, snap.Size-3))
	fmt.Printf("%q %v %v\n", text, err, snap.Err)
	// Output: "it arrives\n" <nil> <nil>
}
