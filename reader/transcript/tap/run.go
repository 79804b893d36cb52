package tap

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
)

// Look says why a command cannot be started; nil where it can, as far as is known before.
func Look(name string) error {
	_, err := exec.LookPath(name)
	if failed, is := errors.AsType[*exec.Error](err); is {
		return failed.Err
	}
	return err
}

// Run starts an agent with this process's terminal, and returns its exit status once it has ended. What a person types
// to interrupt is the agent's; a signal that ends programs is passed on to it.
func Run(name string, args, env []string, in io.Reader, out, say io.Writer) (status int, err error) {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, say
	// They are taken, not ignored: what is ignored stays so in the programs that are started.
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	ended := make(chan struct{})
	go func() {
		for {
			select {
			case sig := <-signals:
				if sig != os.Interrupt { // the terminal sends that to the agent itself
					_ = cmd.Process.Signal(sig)
				}
			case <-ended:
				return
			}
		}
	}()
	err = cmd.Wait()
	close(ended)
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return 0, err
	}
	if state, is := exit.Sys().(syscall.WaitStatus); is && state.Signaled() {
		return 128 + int(state.Signal()), nil
	}
	return exit.ExitCode(), nil
}
