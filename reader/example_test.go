package reader_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing/fstest"

	"eyeline/reader"
	"eyeline/reader/emit"
	"eyeline/reader/lineindex"
	"eyeline/reader/search"
	"eyeline/reader/source"
	"eyeline/reader/tools"
)

// written makes a small file and returns its path.
func written() string {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	path := filepath.Join(dir, "job.py")
	text := "import os\n\ndef run(x):\n    if x:\n        return 1\n    return 2\n\ndef stop():\n    pass\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		panic(err)
	}
	return path
}

// What the model of an agent gets of a file: the tool's first call, or the one that is asked for.
func Example() {
	path := written()
	defer func() { _ = os.RemoveAll(filepath.Dir(path)) }()
	answer, err := reader.Read(context.Background(), "codex", path, reader.Options{
		Arguments: map[string]any{"mode": "indentation", "anchor-line": 5, "max-levels": 1},
	})
	if err != nil {
		fmt.Println(err) // a *tools.Error is what the model would get instead
		return
	}
	fmt.Println(answer.Text)
	fmt.Printf("lines %d to %d\n", answer.Window.First, answer.Window.Last)
	// Output:
	// L4:     if x:
	// L5:         return 1
	// L6:     return 2
	// lines 4 to 6
}

// The calls that an agent makes to read a file to its end, here of a file system that is no disk.
func ExampleWalk() {
	files := fstest.MapFS{"notes.txt": {Data: []byte(strings.Repeat("a line\n", 5000))}}
	for a, err := range reader.Walk(context.Background(), "opencode", "notes.txt", reader.Options{FS: files}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("lines", a.Window.First, "to", a.Window.Last)
	}
	// Output:
	// lines 1 to 2000
	// lines 2001 to 4000
	// lines 4001 to 5000
}

// Why a file was refused can be asked for.
func ExampleOptions() {
	_, err := reader.Read(context.Background(), "sage", "../secret", reader.Options{Root: os.TempDir()})
	fmt.Println(errors.Is(err, tools.ErrConfined))
	_, err = reader.Read(context.Background(), "codex", "none.txt", reader.Options{FS: fstest.MapFS{}})
	fmt.Println(errors.Is(err, fs.ErrNotExist))
	// Output:
	// true
	// true
}

// Matches come one after the other, whatever the size of the text.
func ExampleFind() {
	text := "one error\nfine\ntwo errors\n"
	matches := reader.Find(context.Background(), strings.NewReader(text), int64(len(text)), "errors?", search.Options{})
	for m, err := range matches {
		fmt.Println(text[m.Start:m.End], m.LineStart, err)
	}
	// Output:
	// error 0 <nil>
	// errors 15 <nil>
}

// Windows of any bytes: lines by number, and an indentation block, here without a cap.
func ExampleBlock() {
	text := "a:\n    b:\n        c\n\n        d\n    e\nf:\n"
	bytes, size := strings.NewReader(text), int64(len(text))
	w, err := reader.Lines(context.Background(), bytes, size, 2, 3)
	fmt.Printf("%q %v\n", text[w.Start:w.End], err)
	w, err = reader.Block(context.Background(), bytes, size, reader.BlockOptions{Anchor: 5, MaxLevels: 1})
	fmt.Printf("%q %v\n", text[w.Start:w.End], err)
	// Output:
	// "    b:\n        c\n" <nil>
	// "    b:\n        c\n\n        d\n    e\n" <nil>
}

// What the search of an agent finds in a folder, and what it never does.
func ExampleSearch() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil {
		panic(err)
	}
	for name, text := range map[string]string{".gitignore": "*.gen.go\n", "a.go": "func Find()\n", "b.gen.go": "func Find()\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			panic(err)
		}
	}
	found, err := reader.Search(context.Background(), dir, "Find", reader.SearchOptions{Agents: []string{"gemini_cli"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, agent := range found {
		for _, file := range agent.Files {
			fmt.Println(agent.Agent, "finds", file.Path, file.Lines)
		}
		for _, file := range agent.Never {
			fmt.Println("and never", file.Path, "by", file.Rule.File, "line", file.Rule.Line)
		}
	}
	// Output:
	// Gemini CLI finds a.go [1]
	// and never b.gen.go by .gitignore line 1
}

// The calls that an agent recorded, with the lines that each gave.
func ExampleCalls() {
	for c, err := range reader.Calls(context.Background(), "../testdata/transcripts/cline/1795273263916_z60pf.messages.json") {
		if err != nil {
			fmt.Println(err)
			return
		}
		if c.Number > 2 {
			return
		}
		for _, r := range c.Reads {
			fmt.Println(c.Number, c.Tool, path.Base(r.Path), len(r.Lines), "lines, known from the", r.How)
		}
		if text, err := c.Text(); err == nil {
			fmt.Println(len(text) > 0)
		}
	}
	// Output:
	// 1 read_files final.txt 5 lines, known from the text
	// true
	// 2 read_files queue.go 7 lines, known from the text
	// true
}

// An index finds lines of a file of any size while it is still counting.
func Example_index() {
	path := written()
	defer func() { _ = os.RemoveAll(filepath.Dir(path)) }()
	src, err := source.OpenFile(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = src.Close() }()
	index := lineindex.New(src)
	index.Start(context.Background())
	defer index.Close()
	for !index.Snapshot().Complete() {
		<-index.Wake()
	}
	lines, _ := index.Snapshot().Lines()
	bytes := source.View(src, src.Snapshot().Size)
	off, err := index.Snapshot().Offset(context.Background(), bytes, 3)
	fmt.Println(lines, "lines; line 3 begins at byte", off, err)
	// Output: 9 lines; line 3 begins at byte 11 <nil>
}

// A batch answers a request a line.
func Example_batch() {
	path := written()
	defer func() { _ = os.RemoveAll(filepath.Dir(path)) }()
	requests := `{"tool":"open_file","arguments":{"file_path":"job.py","line_range":{"start":8,"end":9}}}` + "\n" +
		`{"tool":"codex","arguments":{"file_path":"job.py"}}` + "\n"
	if err := emit.Batch(context.Background(), strings.NewReader(requests), os.Stdout, tools.Env{Root: filepath.Dir(path)}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"tool":"open_file","success":true,"content":"def stop():\n    pass\n"}
	// {"tool":"codex","success":false,"error":"file_path must be an absolute path"}
}
