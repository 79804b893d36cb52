// Command house counts what a person meets who is to change this module: how large its packages, types and functions
// are, and who writes whose state. It judges nothing, but fails where a count is over its ceiling.
//
//	go run ./reader/internal/dev/house [-json] [-top N] [-ceilings FILE [-lower]] [DIR]
//
// Lines are lines of code: neither blank nor only comment; tests and generated files are left out. State is written
// where a field is assigned, incremented or its address taken; a method with a pointer receiver called on a field
// counts as no write.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
)

func main() {
	err := run(os.Args[1:], os.Stdout)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "house:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("house", flag.ContinueOnError)
	asJSON := flags.Bool("json", false, "print JSON")
	top := flags.Int("top", 12, "`rows` of each list")
	ceilings := flags.String("ceilings", "", "`file` of the greatest counts that are allowed")
	lower := flags.Bool("lower", false, "write the counts that are less, or new, into the file of ceilings")
	if err := flags.Parse(args); err != nil {
		return err
	}
	h, err := measure(flags.Arg(0))
	if err != nil {
		return err
	}
	h.Packages, h.Functions, h.States = first(h.Packages, *top), first(h.Functions, *top), first(h.States, *top)
	if *asJSON {
		e := json.NewEncoder(out)
		e.SetIndent("", " ")
		return e.Encode(h)
	}
	h.print(out)
	if *ceilings == "" {
		return nil
	}
	return h.hold(out, *ceilings, *lower)
}

func first[T any](all []T, n int) []T { return all[:min(n, len(all))] }

func (h *House) print(out io.Writer) {
	fmt.Fprintf(out, "%-44s %6s %6s %6s %6s  %s\n", "package", "files", "lines", "funcs", "most", "methods of")
	for _, p := range h.Packages {
		fmt.Fprintf(out, "%-44s %6d %6d %6d %6d  %s\n", p.Path, p.Files, p.Lines, p.Functions, p.MostMethods, p.MostMethodsOf)
	}
	fmt.Fprintf(out, "\n%-44s %6s %6s %8s %6s\n", "state", "fields", "files", "packages", "writes")
	for _, s := range h.States {
		fmt.Fprintf(out, "%-44s %6d %6d %8d %6d\n", s.Type, s.Fields, s.Files, s.Packages, s.Writes)
	}
	fmt.Fprintf(out, "\n%-60s %6s %10s\n", "function", "lines", "complexity")
	for _, f := range h.Functions {
		fmt.Fprintf(out, "%-60s %6d %10d  %s\n", f.Name, f.Lines, f.Complexity, f.File)
	}
	fmt.Fprintln(out)
	for _, i := range h.WrongImports {
		fmt.Fprintln(out, "against the order:", i)
	}
	for _, name := range slices.Sorted(maps.Keys(h.Counts)) {
		fmt.Fprintf(out, "%-32s %6d\n", name, h.Counts[name])
	}
}

// hold compares the counts with the ceilings of a file, JSON of names and numbers.
func (h *House) hold(out io.Writer, file string, lower bool) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	ceilings := map[string]int{}
	if err := json.Unmarshal(text, &ceilings); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	var over []error
	for name, n := range h.Counts {
		most, listed := ceilings[name]
		switch {
		case !listed && !lower:
			over = append(over, fmt.Errorf("%s has no ceiling in %s", name, file))
		case listed && n > most:
			over = append(over, fmt.Errorf("%s is %d; the ceiling is %d", name, n, most))
		case !listed || n < most:
			fmt.Fprintf(out, "%s: the ceiling of %d can be lowered to %d\n", name, most, n)
			ceilings[name] = n
		}
	}
	if lower {
		text, err := json.MarshalIndent(ceilings, "", "\t")
		over = append(over, err, os.WriteFile(file, append(text, '\n'), 0o644))
	}
	return errors.Join(over...)
}
