package emit_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"eyeline/reader/emit"
	"eyeline/reader/tools"
)

// sample makes a directory with one small file; the directory is the caller's to remove.
func sample() (dir string) {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "list.txt"), []byte("one\ntwo\r\nthree"), 0o644); err != nil {
		panic(err)
	}
	return dir
}

// A batch answers a request a line, in order; one that is refused or wrong does not end it.
func ExampleBatch() {
	dir := sample()
	defer func() { _ = os.RemoveAll(dir) }()
	requests := strings.Join([]string{
		`{"tool": "sage", "arguments": {"file_path": "list.txt", "offset": 1, "limit": 1}}`,
		`{"tool": "open_file", "arguments": "{\"file_path\": \"none.txt\"}"}`,
		`{"tool": "cat", "arguments": {}}`,
		`{"tool": "byte_window", "arguments": {"path": "list.txt", "start_line": 3}}`,
	}, "\n")
	if err := emit.Batch(context.Background(), strings.NewReader(requests), os.Stdout, tools.Env{Root: dir}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"tool":"sage","success":true,"content":"     2→two\n\n[Content truncated: showing lines 2-2 of 3 total lines. Use offset parameter to read more.]","metadata":{"file_path":"list.txt","total_lines":3,"lines_read":1,"start_line":2,"end_line":2,"truncated":true}}
	// {"tool":"open_file","success":false,"error":"file not found: none.txt"}
	// {"tool":"cat","success":false,"error":"unknown tool \"cat\""}
	// {"tool":"byte_window","success":true,"content":"three"}
}

// Run writes the content alone, exactly as a model would receive it.
func ExampleRun() {
	dir := sample()
	defer func() { _ = os.RemoveAll(dir) }()
	err := emit.Run(context.Background(), os.Stdout, tools.Env{Root: dir}, emit.Request{
		Tool: "sage", Arguments: []byte(`{"file_path": "list.txt"}`),
	})
	fmt.Println()
	fmt.Println(err)
	// Output:
	//      1→one
	//      2→two
	//      3→three
	// <nil>
}
