package reader_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"eyeline/reader"
)

// How much a block gives with one level above its line, and with three, over 200 files.
func Example_blocks() {
	files := many("func run() {\n\tfor {\n\t\tif ok {\n\t\t\tstop()\n\t\t}\n\t}\n}\n", 200)
	defer os.RemoveAll(filepath.Dir(files[0]))
	given, differ := map[int64]int64{}, 0
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			log.Fatal(err)
		}
		info, err := f.Stat()
		if err != nil {
			log.Fatal(err)
		}
		var lines [2]int64
		for i, levels := range []int64{1, 3} {
			options := reader.BlockOptions{Anchor: 4, MaxLevels: levels, IncludeHeader: true}
			block, err := reader.Block(context.Background(), f, info.Size(), options)
			if err != nil {
				log.Fatal(err)
			}
			lines[i] = block.Lines()
			given[levels] += lines[i]
		}
		if f.Close(); lines[0] != lines[1] {
			differ++
		}
	}
	fmt.Printf("%d and %d lines; they differ in %d of %d files\n", given[1], given[3], differ, len(files))
	// Output:
	// 600 and 1400 lines; they differ in 200 of 200 files
}

// The changes of a run over lines that the model had not been sent.
func Example_edits() {
	run := "../testdata/transcripts/claude_code/session-default.jsonl.gz"
	edits, err := reader.Edits(context.Background(), run)
	if err != nil {
		log.Fatal(err)
	}
	for _, edit := range edits {
		if edit.IsBlind() && !edit.Failed {
			lines := edit.BlindCount()
			fmt.Printf("call %d changed %d lines of %s unseen: %s\n", edit.Call, lines, edit.Path, edit.Reason())
		}
	}
	fmt.Println(len(edits), "changes")
	// Output:
	// call 13 changed 1 lines of src/README.md unseen: no call before it gave the agent a line of the file
	// 2 changes
}

// many are files with a text.
func many(text string, count int) (files []string) {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	for i := range count {
		path := filepath.Join(dir, fmt.Sprintf("file%d.go", i))
		if err := os.WriteFile(path, []byte(strings.Repeat(text, 2)), 0o600); err != nil {
			panic(err)
		}
		files = append(files, path)
	}
	return files
}
