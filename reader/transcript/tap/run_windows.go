package tap

import (
	"os"
	"os/exec"
)

// stopSignals are those that a terminal sends to stop a program.
func stopSignals() []os.Signal { return nil }

// waitFor waits for the end of a program that was started.
func waitFor(cmd *exec.Cmd) (status int, err error) {
	err = cmd.Wait() // also where only its output could not be copied
	if cmd.ProcessState == nil {
		return 0, err
	}
	return cmd.ProcessState.ExitCode(), nil
}
