package lineindex_test

import (
	"context"
	"fmt"
	"strings"

	"eyeline/reader/lineindex"
	"eyeline/reader/source"
)

// An index counts in the background and answers from what it has; here it is waited for.
func Example() {
	ctx := context.Background()
	src, err := source.Spool("-", strings.NewReader(strings.Repeat("ten bytes\n", 50000)+"the end"), source.SpoolOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = src.Close() }()
	if err := src.Wait(ctx); err != nil {
		fmt.Println(err)
		return
	}
	index := lineindex.New(src)
	index.Start(ctx)
	defer index.Close()
	for !index.Snapshot().Complete() {
		<-index.Wake()
	}

	snap := index.Snapshot() // does not change any more
	bytes := source.View(src, snap.Covered())
	lines, known := snap.Lines()
	off, err := snap.Offset(ctx, bytes, 40001)
	fmt.Println(lines, known, off, err)
	line, err := snap.LineAt(ctx, bytes, 400009)
	fmt.Println(line, err)
	// Output:
	// 50001 true 400000 <nil>
	// 40001 <nil>
}

// FindLine needs no index: it counts, in parallel, as far as the line.
func ExampleFindLine() {
	text := "one\ntwo\nthree"
	bytes := source.View(strings.NewReader(text), int64(len(text)))
	for _, line := range []int64{3, 9} {
		off, lines, found, err := lineindex.FindLine(context.Background(), bytes, nil, line)
		fmt.Println(off, lines, found, err)
	}
	// Output:
	// 8 3 true <nil>
	// 13 3 false <nil>
}
