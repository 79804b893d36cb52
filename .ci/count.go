// Count reads what "go test -json" prints: it repeats what failed and each package's line, and ends with how many tests
// passed, failed and were skipped. Subtests count as part of their test. It fails when a test did, or when none ran.
//
// With a file's name as argument it writes there which tests are worth running once more: a line for each package, with
// its failed tests as a pattern for -run. It writes nothing where more than a few tests failed, or in a way that no
// other try excuses: a data race, a panic, a package that was not built or not ended.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// event is a line of "go test -json" (go doc test2json).
type event struct {
	Action, Package, Test, Output, ImportPath string
}

// few is how many tests may fail by chance, by a limit of time on a busy machine. Where more fail, something is broken.
const few = 3

// counts is what has been read so far.
type counts struct {
	results, packages map[string]int // by how they ended: pass, fail, skip
	output            map[string][]string
	failed            map[string][]string // the tests that failed, by package
	final             bool                // something failed that would fail again
}

func main() {
	c := counts{
		results: map[string]int{}, packages: map[string]int{},
		output: map[string][]string{}, failed: map[string][]string{},
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 64<<20)
	for in.Scan() {
		var e event
		if json.Unmarshal(in.Bytes(), &e) != nil {
			fmt.Println(in.Text()) // not of a test: the go command's own
			continue
		}
		c.add(e)
	}

	if err := in.Err(); err != nil {
		fmt.Println(err)
		c.packages["fail"]++
		c.final = true
	}

	fmt.Printf("%d passed, %d failed, %d skipped, in %d packages\n",
		c.results["pass"], c.results["fail"], c.results["skip"], c.packages["pass"]+c.packages["fail"])
	if c.results["fail"]+c.packages["fail"] == 0 && c.results["pass"] > 0 {
		return
	}

	if len(os.Args) > 1 {
		if err := os.WriteFile(os.Args[1], []byte(c.again()), 0o600); err != nil {
			fmt.Println(err)
		}
	}

	os.Exit(1)
}

// add counts an event, and prints what is to be seen of it.
func (c *counts) add(e event) {
	of := e.Package + " " + e.Test
	switch e.Action {
	case "output":
		if e.Test == "" && (strings.HasPrefix(e.Output, "ok ") || strings.HasPrefix(e.Output, "FAIL\t")) {
			fmt.Print(e.Output)
		}
		c.final = c.final || strings.Contains(e.Output, "DATA RACE") // which may stand in the output of another test
		c.output[of] = append(c.output[of], e.Output)
	case "build-output":
		fmt.Print(e.Output)
		c.final = true
	case "pass", "fail", "skip":
		c.end(e, strings.Join(c.output[of], ""))
		delete(c.output, of)
	}
}

// end counts a test, a subtest or a package that has ended, with what it printed.
func (c *counts) end(e event, output string) {
	if e.Action == "fail" {
		fmt.Print(output)
		for _, worse := range []string{"panic: ", "fatal error: "} {
			c.final = c.final || strings.Contains(output, worse)
		}
	}

	switch {
	case e.Test == "":
		c.packages[e.Action]++
		c.final = c.final || e.Action == "fail" && len(c.failed[e.Package]) == 0
	case !strings.Contains(e.Test, "/"):
		c.results[e.Action]++
		if e.Action == "fail" {
			c.failed[e.Package] = append(c.failed[e.Package], e.Test)
		}
	}
}

// again is what is worth running once more; empty: nothing is.
func (c *counts) again() string {
	if c.final || c.results["fail"] > few {
		return ""
	}
	var lines strings.Builder
	for _, name := range slices.Sorted(maps.Keys(c.failed)) {
		fmt.Fprintf(&lines, "%s ^(%s)$\n", name, strings.Join(c.failed[name], "|"))
	}
	return lines.String()
}
