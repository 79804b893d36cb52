package tap

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"syscall"
)

// StartError says why a command cannot be started; nil where it can, as far as is known before.
func StartError(name string) error {
	_, err := exec.LookPath(name)
	if failed, ok := errors.AsType[*exec.Error](err); ok {
		return failed.Err
	}
	return err
}

// Signals are those that would end this process while an agent runs: it has to outlive the agent, whose status it gives
// on. They are taken, not ignored: what is ignored stays so in the programs that are started.
type Signals struct{ came chan os.Signal }

// HoldSignals takes them until Release. A write to a pipe that nobody reads becomes an error. A signal that this
// process was started to ignore, as by nohup, is not taken: the agent is to ignore it, too. That of Ctrl-Z is taken,
// since [Signals.Run] stops this process once the agent has stopped: else it could be stopped twice.
func HoldSignals() Signals {
	s := Signals{make(chan os.Signal, 8)}
	all := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGPIPE}
	all = append(all, stopSignals()...)
	all = slices.DeleteFunc(all, signal.Ignored)
	if len(all) > 0 { // an empty list would mean every signal
		signal.Notify(s.came, all...)
	}
	return s
}

// Release lets the signals do again what they did.
func (s Signals) Release() { signal.Stop(s.came) }

// isOurs reports whether a signal is not to be passed on: what a person types the terminal sends to the agent itself,
// and the agent's pipes are its own.
func isOurs(sig os.Signal) bool {
	if slices.Contains(stopSignals(), sig) {
		return true
	}
	return sig == os.Interrupt || sig == syscall.SIGQUIT || sig == syscall.SIGPIPE
}

// Streams are what an agent reads and writes.
type Streams struct {
	In       io.Reader
	Out, Say io.Writer
}

// Run starts an agent with this process's terminal, and returns its exit status once it has ended, also where a program
// that it leaves behind goes on writing. started is told the identifier of its process. A signal that ends programs is
// passed on to it. When the agent is stopped, as by Ctrl-Z, this process stops, too, so that its shell takes the
// terminal back.
func (s Signals) Run(name string, args, env []string, to Streams, started func(pid int)) (status int, err error) {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdin = to.In
	cmd.Stdout = to.Out
	cmd.Stderr = to.Say
	cmd.WaitDelay = endPatience
	if err := cmd.Start(); err != nil {
		return 0, err
	}

	started(cmd.Process.Pid)
	ended := make(chan struct{})
	go func() {
		for {
			select {
			case sig := <-s.came:
				if !isOurs(sig) {
					_ = cmd.Process.Signal(sig)
				}
			case <-ended:
				return
			}
		}
	}()
	status, err = waitFor(cmd)
	close(ended)
	return status, err
}
