package reader_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"eyeline/reader/emit"
	"eyeline/reader/lineindex"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/window"
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

// A tool takes its arguments as JSON and gives a window and the bytes that a model would receive.
func Example() {
	path := written()
	defer func() { _ = os.RemoveAll(filepath.Dir(path)) }()
	codex, _ := tools.Lookup("codex")
	args := tools.BuildArgs(codex, path, map[string]any{"mode": "indentation", "anchor-line": 5, "max-levels": 1})
	res, err := codex.Read(context.Background(), tools.Env{}, args)
	if err != nil {
		fmt.Println(err) // a *tools.Error is what the model would get instead
		return
	}
	defer func() { _ = res.Close() }()
	if _, err := res.Render(context.Background(), os.Stdout); err != nil {
		fmt.Println(err)
	}
	fmt.Printf("\nlines %d to %d\n", res.Window.First, res.Window.Last)
	// Output:
	// L4:     if x:
	// L5:         return 1
	// L6:     return 2
	// lines 4 to 6
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

// A selector works on any bytes, here on a block grown from line 5 of a text in memory.
func Example_window() {
	text := "a:\n    b:\n        c\n\n        d\n    e\nf:\n"
	w, err := window.BlockOf(context.Background(), source.View(strings.NewReader(text), int64(len(text))), nil,
		window.BlockOptions{Anchor: 5, Limit: 100, MaxLines: 100, MaxLevels: 1, IncludeHeader: true})
	fmt.Printf("%q %v\n", text[w.Start:w.End], err)
	// Output: "    b:\n        c\n\n        d\n    e\n" <nil>
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
