package tap

import (
	"errors"
	"os"
	"os/exec"
)

// stopSignals are those that a terminal sends to stop a program.
func stopSignals() []os.Signal { return nil }

// waitFor waits for the end of a program that was started.
func waitFor(cmd *exec.Cmd) (status int, err error) {
	err = cmd.Wait()
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return 0, err
	}
	return exit.ExitCode(), nil
}
