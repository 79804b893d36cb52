// Package longtest, which changes without notice, separates what tests try each time from what takes long: "go test
// ./..." runs the short half, a sample of the cases where there are many. An environment variable brings the long ones,
// or a part of them.
package longtest

import (
	"hash/fnv"
	"os"
	"path"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// Variable is the environment variable that asks for the long tests: "2/3" for the second of three parts (each part has
// the tests of some files), and any other value for all.
const Variable = "EYELINE_LONG"

// IsRequested reports whether the long tests of the file that calls it were asked for.
func IsRequested() bool {
	_, file, _, _ := runtime.Caller(1)
	return asked(os.Getenv(Variable), file)
}

// SkipUnlessLong skips a test that runs with the long ones only.
func SkipUnlessLong(t testing.TB) {
	t.Helper()
	_, file, _, _ := runtime.Caller(1)
	if !asked(os.Getenv(Variable), file) {
		t.Skip("a long test; " + Variable + "=1 runs it")
	}
}

// PartVariable is the environment variable that asks the tests of very many cases for a part of them where a case takes
// long: "2/6" for the second of six. Without it they run all.
const PartVariable = "EYELINE_PART"

// InPart reports whether the case, or the set of cases, with a number, 0-based, is in the part that was asked for.
func InPart(set int) bool {
	wanted, of, is := part(os.Getenv(PartVariable))
	return !is || set%of == wanted-1
}

// SkipUnlessInPart skips a test that takes long and finds the same on each system, such as which key does what, where a
// part was asked for and another one has it: by turns each is run.
func SkipUnlessInPart(t testing.TB) {
	t.Helper()
	if !inPart(os.Getenv(PartVariable), t.Name()) {
		t.Skip("a part of the tests was asked for, and this one is in another")
	}
}

// inPart reports whether a value of PartVariable asks for what has a name.
func inPart(value, name string) bool {
	wanted, of, is := part(value)
	return !is || hashed(name, of) == wanted
}

// hashed is the number, 1-based, of the part that a name is in.
func hashed(name string, of int) int {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(name))
	return int(sum.Sum32()%uint32(of)) + 1
}

// IsWhole reports whether no part was asked for, so that counts of all the cases hold.
func IsWhole() bool {
	_, _, is := part(os.Getenv(PartVariable))
	return !is
}

// part reads "2/6"; is is false where a value has another form.
func part(value string) (wanted, of int, is bool) {
	before, after, _ := strings.Cut(value, "/")
	wanted, err := strconv.Atoi(before)
	of, unknown := strconv.Atoi(after)
	return wanted, of, err == nil && unknown == nil && of >= 1
}

// asked reports whether a value of Variable asks for the long tests of a file. The parts are of files, and not of
// tests, so that what the tests of a file share is the same for all of them.
func asked(value, file string) bool {
	wanted, of, is := part(value)
	if !is {
		return value != ""
	}

	// Where the module lies does not matter.
	return hashed(path.Join(path.Base(path.Dir(file)), path.Base(file)), of) == wanted
}
