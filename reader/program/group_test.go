package program

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// asParent and asChild are the values of a variable that makes TestEndWithChildren a program with a child, and the child.
const (
	roleVariable = "EYELINE_TEST_ROLE"
	asParent     = "parent"
	asChild      = "child"
)

// TestEndWithChildren: a program that is cancelled ends with the program that it has started.
func TestEndWithChildren(t *testing.T) {
	again := func(ctx context.Context, role string) *exec.Cmd {
		cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestEndWithChildren$")
		cmd.Env = append(os.Environ(), roleVariable+"="+role)
		return cmd
	}
	switch os.Getenv(roleVariable) {
	case asChild:
		fmt.Println("started")
		time.Sleep(time.Minute)
		return
	case asParent:
		child := again(t.Context(), asChild)
		child.Stdout = os.Stdout
		_ = child.Run()
		return
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	cmd := again(ctx, asParent)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	EndWithChildren(cmd)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	r := bufio.NewReader(out)
	if line, err := r.ReadString('\n'); err != nil || !strings.Contains(line, "started") {
		t.Fatalf("%q, %v", line, err)
	}
	cancel()
	ended := make(chan error, 1)
	go func() {
		_, err := r.ReadString(0) // to the end: the child has the pipe, too
		ended <- err
	}()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Error("the child goes on")
	}
	_ = cmd.Wait()
}
