package tools_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"eyeline/reader/tools"
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
