package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// command prepares a program. Peers run in the C locale, where they are fastest.
func command(ctx context.Context, argv []string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	return cmd
}

// process times a program from before its start to after its end; what it prints goes to the null device.
func process(argv ...string) timed {
	return func(ctx context.Context) (time.Duration, error) {
		took, _, err := run(ctx, nil, argv)
		return took, err
	}
}

// run runs a program with stdin to its end and returns how long it took and the most memory it had resident, in bytes
// (0 where the system does not tell).
func run(ctx context.Context, stdin io.Reader, argv []string) (time.Duration, int64, error) {
	cmd := command(ctx, argv)
	var complaint bytes.Buffer
	cmd.Stdin, cmd.Stderr = stdin, &complaint
	start := time.Now()
	err := cmd.Run()
	took := time.Since(start)
	if err != nil {
		return 0, 0, fmt.Errorf("%s: %w: %s", cmd, err, bytes.TrimSpace(complaint.Bytes()))
	}
	return took, peakMemory(cmd.ProcessState), nil
}

// output is what a program prints.
func output(ctx context.Context, argv ...string) ([]byte, error) {
	out, err := command(ctx, argv).Output()
	if err != nil {
		return nil, fmt.Errorf("%q: %w", argv, err)
	}
	return out, nil
}
