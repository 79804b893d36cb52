// Count reads what "go test -json" prints: it repeats what failed and each package's line, and ends with how many tests
// passed, failed and were skipped. Subtests count as part of their test. It fails when a test did, or when none ran.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// event is a line of "go test -json" (go doc test2json).
type event struct {
	Action, Package, Test, Output, ImportPath string
}

func main() {
	results, packages := map[string]int{}, map[string]int{}
	output := map[string][]string{} // of what has not ended yet, by package and test
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 64<<20)
	for in.Scan() {
		var e event
		if json.Unmarshal(in.Bytes(), &e) != nil {
			fmt.Println(in.Text()) // not of a test: the go command's own
			continue
		}
		of := e.Package + " " + e.Test
		switch e.Action {
		case "output":
			if e.Test == "" && (strings.HasPrefix(e.Output, "ok ") || strings.HasPrefix(e.Output, "FAIL\t")) {
				fmt.Print(e.Output)
			}
			output[of] = append(output[of], e.Output)
		case "build-output":
			fmt.Print(e.Output)
		case "pass", "fail", "skip":
			if e.Action == "fail" {
				fmt.Print(strings.Join(output[of], ""))
			}
			delete(output, of)
			switch {
			case e.Test == "":
				packages[e.Action]++
			case !strings.Contains(e.Test, "/"):
				results[e.Action]++
			}
		}
	}
	if err := in.Err(); err != nil {
		fmt.Println(err)
		packages["fail"]++
	}
	fmt.Printf("%d passed, %d failed, %d skipped, in %d packages\n",
		results["pass"], results["fail"], results["skip"], packages["pass"]+packages["fail"])
	if results["fail"]+packages["fail"] > 0 || results["pass"] == 0 {
		os.Exit(1)
	}
}
