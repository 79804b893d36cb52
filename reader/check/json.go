package check

import (
	"bufio"
	"fmt"
	"io"

	"eyeline/reader/tools"
)

// jsonVersion is the version of the form of a report. It changes when a field is taken away or gets another meaning.
const jsonVersion = 3

// WriteJSON writes a result as one line of JSON, an element after the other:
//
//	{"version": 3, "folder": "sub/folder", "findings": [Finding…], "facts": [Fact…], "agents": [Agent…],
//	 "skipped": [Skipped…], "aside"?: {"generated"?: n, "vendored"?: n, "test data"?: n, "changelog"?: n, "data"?: n,
//	    "not text"?: n}, "more"?: n, "interrupted"?: true}
//
// "folder" is where files are named from, below the top of the git work tree; "" at the top and outside of one.
// "aside" is how many files are in no sum, and have no findings but of hidden characters and instructions, since nobody
// keeps them by hand. "more" is how many findings are left out, since they are too many. Where a run was interrupted,
// "interrupted" is true, and the object is whole all the same.
func WriteJSON(w io.Writer, r *Result) error {
	b := bufio.NewWriterSize(w, 64<<10)
	fmt.Fprintf(b, `{"version":%d`, jsonVersion)
	fmt.Fprintf(b, `,"folder":%s`, tools.JSON(r.Folder))
	writeArray(b, "findings", r.Findings)
	writeArray(b, "facts", r.Facts)
	writeArray(b, "agents", r.Agents)
	writeArray(b, "skipped", r.Skipped)
	if len(r.Aside) > 0 {
		fmt.Fprintf(b, `,"aside":%s`, tools.JSON(r.Aside))
	}
	if r.More > 0 {
		fmt.Fprintf(b, `,"more":%d`, r.More)
	}
	if r.Interrupted {
		fmt.Fprint(b, `,"interrupted":true`)
	}

	fmt.Fprint(b, "}\n")
	return b.Flush()
}

// writeArray writes a comma and a named array, one element on a line.
func writeArray[T any](w io.Writer, name string, elements []T) {
	fmt.Fprintf(w, `,%q:[`, name)
	for i, e := range elements {
		if i > 0 {
			fmt.Fprint(w, ",")
		}
		_, _ = w.Write(tools.JSON(e)) // Flush says it
	}
	fmt.Fprint(w, "]")
}
