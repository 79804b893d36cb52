// Defaultread measures what each tool's default read of a source costs as a whole process, beyond the start of the
// program:
//
//	go run ./reader/internal/defaultread [-n ROUNDS] [-size SIZE] [-eyeline PROGRAM] [TOOL…]
//
// It runs "eyeline version" and "eyeline emit --tool TOOL FILE" in turns and prints for each tool the shortest time
// that passed, the shortest time of a processor, and both less those of "eyeline version", in milliseconds: the least
// disturbed rounds count. A tool that refuses the file is named so; its time is that of the refusal.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"eyeline/reader/internal/program"
	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents" // the tools that are measured
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "defaultread:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) (err error) {
	flags := flag.NewFlagSet("defaultread", flag.ContinueOnError)
	rounds := flags.Int("n", 40, "`rounds` of each")
	size := flags.Int("size", 200<<10, "`bytes` of the source")
	eyeline := flags.String("eyeline", "", "the `program` to measure (default: the one built from this module)")
	if err := flags.Parse(args); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "eyeline-defaultread-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	file := filepath.Join(dir, "server.go")
	if err := os.WriteFile(file, source(*size), 0o600); err != nil {
		return err
	}
	if *eyeline == "" {
		if *eyeline, err = program.Build(context.Background(), dir); err != nil {
			return err
		}
	}
	names := flags.Args()
	if len(names) == 0 {
		names = tools.Names()
	}
	return measure(*eyeline, dir, file, names, *rounds, out)
}

// source is Go of at most size bytes.
func source(size int) []byte {
	const part = "// Handle runs the hooks and then what they guard.\nfunc (s *Server) Handle%d(w http.ResponseWriter, r *http.Request) {\n" +
		"\tfor _, h := range s.hooks {\n\t\tif err := h.Run(r.Context()); err != nil {\n\t\t\thttp.Error(w, err.Error(), http.StatusForbidden)\n\t\t\treturn\n\t\t}\n\t}\n\ts.next.ServeHTTP(w, r)\n}\n\n"
	text := []byte("package server\n\nimport \"net/http\"\n\n")
	for i := 0; ; i++ {
		next := fmt.Sprintf(part, i)
		if len(text)+len(next) > size {
			return text
		}
		text = append(text, next...)
	}
}

// cost is the least that one command took.
type cost struct {
	elapsed, processor time.Duration
	refused            bool
}

func measure(program, dir, file string, names []string, rounds int, out io.Writer) error {
	best := make([]cost, len(names)+1) // the last one is that of eyeline version
	for i := range best {
		best[i] = cost{elapsed: math.MaxInt64, processor: math.MaxInt64}
	}
	for range rounds {
		for i := range best {
			args := []string{"version"}
			if i < len(names) {
				args = []string{"emit", "--tool", names[i], "--root", dir, file}
			}
			c, err := once(program, args)
			if err != nil {
				return fmt.Errorf("%s: %w", strings.Join(args, " "), err)
			}
			best[i].elapsed, best[i].processor, best[i].refused = min(best[i].elapsed, c.elapsed), min(best[i].processor, c.processor), c.refused
		}
	}
	start := best[len(names)]
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	fmt.Fprintf(out, "%-18s %8s %9s %8s %9s   (ms, best of %d)\n%-18s %8.2f %9s %8.2f\n", "", "elapsed", "beyond", "proc.", "beyond", rounds,
		"eyeline version", ms(start.elapsed), "", ms(start.processor))
	order := make([]int, len(names))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(best[b].elapsed - best[a].elapsed) })
	for _, i := range order {
		c, note := best[i], ""
		if c.refused {
			note = "   refuses the file"
		}
		fmt.Fprintf(out, "%-18s %8.2f %9.2f %8.2f %9.2f%s\n", names[i], ms(c.elapsed), ms(c.elapsed-start.elapsed), ms(c.processor), ms(c.processor-start.processor), note)
	}
	return nil
}

// once runs a command with its output thrown away.
func once(program string, args []string) (cost, error) {
	cmd := exec.Command(program, args...)
	began := time.Now()
	err := cmd.Run()
	took := time.Since(began)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return cost{}, err
	}
	return cost{took, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), err != nil}, nil
}
