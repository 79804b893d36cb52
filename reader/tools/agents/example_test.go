package agents_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents"
)

// sample makes a directory with one small file and returns both; the directory is the caller's to remove.
func sample() (dir, path string) {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	path = filepath.Join(dir, "job.py")
	text := "import os\n\n# runs x\ndef run(x):\n    if x:\n        return 1\n    return 2\n\ndef stop():\n    pass\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		panic(err)
	}
	return dir, path
}

// A codex block: the arguments are JSON as a model writes them, the output is what the model would receive.
func Example() {
	dir, path := sample()
	defer func() { _ = os.RemoveAll(dir) }()
	args, err := json.Marshal(map[string]any{
		"file_path": path, "mode": "indentation", "offset": 6, "indentation": map[string]any{"max_levels": 1},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	codex, _ := tools.Lookup("codex")
	res, err := codex.Read(context.Background(), tools.Env{Explain: true}, args)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = res.Close() }()
	stats, err := res.Render(context.Background(), os.Stdout)
	fmt.Println()
	fmt.Println(stats.Lines, stats.Cut, err)
	fmt.Println(res.Window.First, res.Window.Last, len(res.Window.Reasons))
	// Output:
	// L5:     if x:
	// L6:         return 1
	// L7:     return 2
	// 3 0 <nil>
	// 5 7 3
}

// A refusal is an ordinary result of a tool: its text is what the model sees.
func ExampleError() {
	dir, _ := sample()
	defer func() { _ = os.RemoveAll(dir) }()
	tool, _ := tools.Lookup("open_file")
	_, err := tool.Read(context.Background(), tools.Env{Root: dir}, []byte(`{"file_path": "job.py", "line_range": {"start": 9, "end": 99}}`))
	var refusal *tools.Error
	fmt.Println(errors.As(err, &refusal), err)
	_, err = tool.Read(context.Background(), tools.Env{Root: dir}, []byte(`{"file_path": "../secret"}`))
	fmt.Println(errors.As(err, &refusal), err)
	// Output:
	// true invalid line range 9..=99 for a file with 10 lines
	// true permission denied: ../secret
}

// NextArgs asks for the window that follows.
func ExampleResult() {
	dir, _ := sample()
	defer func() { _ = os.RemoveAll(dir) }()
	tool, _ := tools.Lookup("byte_window")
	for args := json.RawMessage(`{"path": "job.py", "max_bytes": 40}`); args != nil; {
		res, err := tool.Read(context.Background(), tools.Env{Root: dir}, args)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(res.Window.Start, res.Window.End)
		args = res.NextArgs
		_ = res.Close()
	}
	// Output:
	// 0 42
	// 42 85
	// 85 94
}

// show prints what a tool gives of job.py.
func show(tool string, args string) {
	dir, _ := sample()
	defer func() { _ = os.RemoveAll(dir) }()
	t, _ := tools.Lookup(tool)
	res, err := t.Read(context.Background(), tools.Env{Root: dir}, []byte(args))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = res.Close() }()
	if _, err := res.Render(context.Background(), os.Stdout); err != nil {
		fmt.Println(err)
	}
}

// codex numbers each line.
func Example_codex() {
	dir, path := sample()
	defer func() { _ = os.RemoveAll(dir) }()
	show("codex", `{"file_path": "`+filepath.ToSlash(path)+`", "offset": 4, "limit": 2}`)
	// Output:
	// L4: def run(x):
	// L5:     if x:
}

// sage skips as many lines as offset says, and says that lines remain.
func Example_sage() {
	show("sage", `{"file_path": "job.py", "offset": 3, "limit": 2}`)
	// Output:
	//      4→def run(x):
	//      5→    if x:
	//
	// [Content truncated: showing lines 4-5 of 10 total lines. Use offset parameter to read more.]
}

// open_file gives the raw text of an exact range.
func Example_openFile() {
	show("open_file", `{"file_path": "job.py", "line_range": {"start": 9, "end": 10}}`)
	// Output:
	// def stop():
	//     pass
}

// byte_window rounds a window of bytes to whole lines, and says where to read on.
func Example_byteWindow() {
	show("byte_window", `{"path": "job.py", "start_byte": 15, "max_bytes": 20}`)
	// Output:
	// [start_byte=11 end_byte=42 file_bytes=94 next_start_byte=42]
	// # runs x
	// def run(x):
	//     if x:
}
