package window_test

import (
	"context"
	"fmt"
	"strings"

	"eyeline/reader/source"
	"eyeline/reader/window"
)

const program = `import os

# runs x
def run(x):
    if x:
        return 1
    return 2

def stop():
    pass
`

var bytes = source.View(strings.NewReader(program), int64(len(program)))

func ExampleSliceOf() {
	w, err := window.SliceOf(context.Background(), bytes, nil, 4, 2)
	fmt.Printf("%q %v\n", program[w.Start:w.End], err)
	fmt.Println(w.First, w.Last, w.Bottom == window.StopLimit)
	// Output:
	// "def run(x):\n    if x:\n" <nil>
	// 4 5 true
}

// A block says of each line why it is in, and at both ends why it goes no further.
func ExampleBlockOf() {
	w, err := window.BlockOf(context.Background(), bytes, nil, window.BlockOptions{
		Anchor: 6, Limit: 2000, MaxLines: 2000, MaxLevels: 1, IncludeHeader: true, Explain: true,
	})
	fmt.Printf("%q %v\n", program[w.Start:w.End], err)
	for i, why := range w.Reasons {
		fmt.Println(w.First+int64(i), why.Kind == window.ReasonAnchor, why.Kind == window.ReasonFirstAtFloor,
			why.Indent)
	}
	fmt.Println(w.Floor, w.Top == window.StopLevel, w.Bottom == window.StopSibling)
	// Output:
	// "    if x:\n        return 1\n    return 2\n" <nil>
	// 5 false true 4
	// 6 true false 8
	// 7 false true 4
	// 4 true true
}

// Byte windows page through a file by their ends.
func ExampleByteRangeOf() {
	for at := int64(0); at < bytes.Size(); {
		w, err := window.ByteRangeOf(context.Background(), bytes, nil, at, 40, window.MaxByteWindow)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(w.Start, w.End, w.Bottom == window.StopFile)
		at = w.End
	}
	// Output:
	// 0 42 false
	// 42 85 false
	// 85 94 true
}
